//! All fixed layouts at once: one automaton over kinds of bytes, walked from the start of a word.
//!
//! No layout ends inside a word, so the length of the first word says which layouts can fit: each length has a start of
//! its own. Most words with digits in them, ids above all, have a length that leaves nothing or dies with the first byte.

use crate::class::{DIGIT, WORD};
use crate::identifiers::Identifier;
use std::collections::BTreeMap;
use std::ops::Range;

/// The states of the automaton; [`DEAD`] is the end of every hope.
pub(crate) struct Layouts {
    /// What follows a state on each kind of byte; with [`COMPLETE`] if that completes an identifier.
    next: Vec<[u16; COLUMNS]>,
    /// Which identifiers a state completes.
    complete: Vec<Vec<Layout>>,
    /// Where to start, by the length of the first word.
    starts: Vec<Start>,
}

/// Where the layouts are whose first word has a certain length.
#[derive(Debug, Clone, Copy)]
struct Start {
    /// Behind as many digits.
    digits: u16,
    /// Behind as many letters.
    letters: u16,
    /// Before the first letter or digit.
    mixed: u16,
}

/// A run of letters and digits in a text.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub(crate) span: Range<usize>,
    /// The classes of all its bytes.
    pub(crate) classes: u8,
}

/// A layout that a stretch of text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Layout {
    /// The identifier's place in the table.
    pub(crate) row: u16,
    /// Whether it is written with spaces, so that a space does not end it.
    pub(crate) spaced: bool,
}

const DEAD: u16 = u16::MAX;
/// Set in the number of a state that completes an identifier.
const COMPLETE: u16 = 1 << 15;

/// Digit, letter, and the separators that layouts use.
const KINDS: usize = 2 + SEPARATORS.len();
const OF_DIGITS: usize = 0;
const OF_LETTERS: usize = 1;
const SEPARATORS: &[u8] = b" -./+_";

/// The kinds and those that no layout has, filled up so that every number of four bits is one.
const COLUMNS: usize = 16;

/// The kind of every byte; [`KINDS`] for those that no layout has.
static KIND_OF: [u8; 256] = {
    let mut table = [KINDS as u8; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_digit() {
            table[byte] = OF_DIGITS as u8;
        } else if b.is_ascii_alphabetic() {
            table[byte] = OF_LETTERS as u8;
        }
        byte += 1;
    }
    let mut at = 0;
    while at < SEPARATORS.len() {
        table[SEPARATORS[at] as usize] = at as u8 + 2;
        at += 1;
    }
    table
};

/// Whether a layout's letter takes a byte of this kind.
fn takes(letter: u8, kind: usize) -> bool {
    match letter {
        b'd' => kind == OF_DIGITS,
        b'A' => kind == OF_LETTERS,
        b'x' => kind < 2,
        separator => kind >= 2 && SEPARATORS[kind - 2] == separator,
    }
}

/// A place in a layout: the identifier's row, which of its layouts, how far.
type Position = (u16, u16, u16);

impl Layouts {
    /// Compiles the layouts of `rows`.
    pub(crate) fn new<'a>(rows: impl Iterator<Item = &'a Identifier>) -> Self {
        let mut layouts: Vec<&[&str]> = Vec::new();
        let mut start = Vec::new();
        for (row, identifier) in (0..).zip(rows) {
            start.extend((0..identifier.layouts.len() as u16).map(|layout| (row, layout, 0)));
            layouts.push(identifier.layouts);
        }
        let text = |(row, layout, _): Position| layouts[row as usize][layout as usize].as_bytes();
        let first = |p: Position| text(p).iter().take_while(|letter| matches!(letter, b'd' | b'A' | b'x')).count();
        let longest = start.iter().map(|p| first(*p)).max().unwrap_or(0);
        let mut this = Self { next: Vec::new(), complete: Vec::new(), starts: Vec::new() };
        let mut known: BTreeMap<Vec<Position>, u16> = BTreeMap::new();
        let mut todo = Vec::new();
        let mut mixed = Vec::new();
        for length in 0..=longest {
            let fitting: Vec<Position> = start.iter().copied().filter(|p| length > 0 && first(*p) == length).collect();
            if fitting.is_empty() {
                mixed.push(DEAD);
                continue;
            }
            let state = this.state(&fitting, &text);
            mixed.push(state);
            known.insert(fitting.clone(), state);
            todo.push(fitting);
        }
        while let Some(positions) = todo.pop() {
            let from = known[&positions] as usize;
            for kind in 0..KINDS {
                let moves = |p: &&Position| text(**p).get(p.2 as usize).is_some_and(|letter| takes(*letter, kind));
                let after: Vec<Position> = positions.iter().filter(moves).map(|p| (p.0, p.1, p.2 + 1)).collect();
                if after.is_empty() {
                    continue;
                }
                let state = match known.get(&after) {
                    Some(state) => *state,
                    None => {
                        let state = this.state(&after, &text);
                        known.insert(after.clone(), state);
                        todo.push(after);
                        state
                    }
                };
                let is_complete = !this.complete[state as usize].is_empty();
                this.next[from][kind] = if is_complete { state | COMPLETE } else { state };
            }
        }
        assert!(this.next.len() < COMPLETE as usize - 1, "the number of a state leaves room for a mark");
        this.starts = (0..)
            .zip(mixed)
            .map(|(length, mixed)| Start {
                digits: this.behind(mixed, OF_DIGITS, length),
                letters: this.behind(mixed, OF_LETTERS, length),
                mixed,
            })
            .collect();
        this
    }

    /// Where `length` bytes of one kind lead to from a start.
    fn behind(&self, start: u16, kind: usize, length: usize) -> u16 {
        (0..length)
            .fold(start, |state, _| if state == DEAD { DEAD } else { self.next[(state & !COMPLETE) as usize][kind] })
    }

    fn state<'a>(&mut self, positions: &[Position], text: &impl Fn(Position) -> &'a [u8]) -> u16 {
        let is_complete = |p: &&Position| text(**p).len() == p.2 as usize;
        let layout = |p: &Position| Layout { row: p.0, spaced: text(*p).contains(&b' ') };
        let mut complete: Vec<Layout> = positions.iter().filter(is_complete).map(layout).collect();
        complete.sort_unstable();
        complete.dedup();
        self.next.push([DEAD; COLUMNS]);
        self.complete.push(complete);
        (self.next.len() - 1) as u16
    }

    /// Calls `found` with every layout that starts with `word` and where it ends, for the ends that `may_end` allows.
    #[inline]
    pub(crate) fn walk(
        &self,
        text: &[u8],
        word: &Word,
        may_end: impl Fn(usize) -> bool,
        mut found: impl FnMut(Layout, usize),
    ) {
        let Some(start) = self.starts.get(word.span.len()) else { return };
        let (mut state, mut end) = match word.classes & WORD {
            DIGIT => (start.digits, word.span.end),
            classes if classes & DIGIT == 0 => (start.letters, word.span.end),
            _ => (start.mixed, word.span.start),
        };
        loop {
            // What is dead has the mark too.
            if state & COMPLETE != 0 {
                if state == DEAD {
                    return;
                }
                state &= !COMPLETE;
                if may_end(end) {
                    self.complete[state as usize].iter().for_each(|layout| found(*layout, end));
                }
            }
            let Some(byte) = text.get(end) else { return };
            state = self.next[state as usize][KIND_OF[*byte as usize] as usize % COLUMNS];
            end += 1;
        }
    }
}
