//! The responses that are kept, in order, and what each of them is.

use crate::canonical;
use crate::leaves::Visitor;
use crate::origin::Origin;
use crate::places::Places;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many canonical characters there must be for each response that is kept: many small ones take more than their text.
const CHARACTERS_EACH: usize = 128;
/// How much of a long value is read at a time.
const PIECE: usize = 64 << 10;

/// A response that is kept.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) origin: Arc<Origin>,
    /// When it came, as the memory counts what happens.
    pub(crate) time: u64,
    /// Where it starts in the store.
    pub(crate) start: u32,
    pub(crate) length: usize,
    pub(crate) places: Places,
}

impl Response {
    /// Whether both are answers of one tool.
    pub(crate) fn is_of_tool(&self, other: &Self) -> bool {
        self.origin.tool == other.origin.tool && self.origin.server == other.origin.server
    }

    /// What it takes beside its text and itself; it never changes.
    fn bytes(&self) -> usize {
        let origin = &self.origin;
        size_of::<Origin>() + 16 + origin.server.len() + origin.tool.len() + self.places.bytes()
    }
}

/// All of them, the oldest first.
#[derive(Debug)]
pub(crate) struct Responses {
    list: VecDeque<Response>,
    most: usize,
    /// What all of them take beside their text and the list, in bytes.
    bytes: usize,
}

impl Responses {
    pub(crate) fn new(characters: usize) -> Self {
        Self { list: VecDeque::new(), most: (characters / CHARACTERS_EACH).max(16), bytes: 0 }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    pub(crate) fn push(&mut self, response: Response) {
        self.bytes += response.bytes();
        self.list.push_back(response);
    }

    /// Lets the oldest go; the place of the next, if there is one.
    pub(crate) fn pop(&mut self) -> Option<Response> {
        let oldest = self.list.pop_front()?;
        self.bytes -= oldest.bytes();
        Some(oldest)
    }

    pub(crate) fn first(&self) -> Option<&Response> {
        self.list.front()
    }

    pub(crate) fn clear(&mut self) {
        self.bytes = 0;
        self.list.clear();
    }

    /// The number of the response that `place` belongs to.
    pub(crate) fn number_at(&self, place: u32) -> Option<usize> {
        self.list.partition_point(|response| response.start <= place).checked_sub(1)
    }

    pub(crate) fn get(&self, number: usize) -> Option<&Response> {
        self.list.get(number)
    }

    /// What they take beside their text, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Response>() + self.bytes
    }
}

/// Takes a response in: its canonical text, no more than the bound.
pub(crate) struct Intake<'m> {
    /// The text, and room behind it.
    text: &'m mut Vec<u8>,
    length: usize,
    pub(crate) places: Places,
    bound: usize,
    pub(crate) is_cut: bool,
    /// Whether the pointer of the last value is marked.
    is_marked: bool,
}

impl<'m> Intake<'m> {
    /// Takes what comes into `text`, which is written over.
    pub(crate) fn new(text: &'m mut Vec<u8>, bound: usize) -> Self {
        Self { text, length: 0, places: Places::default(), bound, is_cut: false, is_marked: false }
    }

    /// The places of what was taken in; `text` has no room behind it any more.
    pub(crate) fn finish(self) -> Places {
        self.text.truncate(self.length);
        self.places
    }

    fn append(&mut self, piece: &[u8]) {
        let needed = self.length + piece.len();
        if self.text.len() < needed {
            self.text.resize(needed.max(ROOM).next_power_of_two(), 0);
        }
        match canonical::write_ascii(piece, &mut self.text[self.length..]) {
            Some(length) => self.length += length,
            None => {
                self.text.truncate(self.length);
                canonical::append(piece, self.text);
                self.length = self.text.len();
            }
        }
    }
}

/// How much room there is at first.
const ROOM: usize = 4 << 10;

impl Visitor for Intake<'_> {
    fn value(&mut self, text: &str, pointer: &str) -> bool {
        self.is_marked = false;
        self.more(text, pointer)
    }

    fn more(&mut self, text: &str, pointer: &str) -> bool {
        let start = self.length;
        let mut rest = text;
        while !rest.is_empty() && self.length <= self.bound {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
            self.append(piece.as_bytes());
            rest = after;
        }
        if self.length > self.bound {
            self.length = self.bound;
            self.is_cut = true;
        }
        if self.length > start && !self.is_marked {
            self.is_marked = self.places.note(start, self.length, pointer, false);
        }
        !self.is_cut
    }
}
