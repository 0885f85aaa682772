//! The exact tier: sensitive values too short for a run.
//!
//! A value of 6 to 11 canonical characters has no run of 12, and without the knowledge that it is sensitive nobody would
//! want it found. So those that were detected are kept as they are, and looked up at every place of the arguments; a hit must
//! stand on its own there: six digits inside a longer number are another number.

use crate::canonical;
use crate::origin::Origin;
use std::sync::Arc;

/// How short and how long a value of this tier is, in canonical bytes.
const SHORTEST: usize = 6;
const LONGEST: usize = crate::grams::RUN - 1;
/// How many are kept.
const MOST: usize = 1024;
/// How many hits are checked for standing on their own in one text.
const CHECKED: usize = 16;
/// The filter's size, in words of 64 bits.
const WORDS: usize = 256;

/// A sensitive value.
#[derive(Debug)]
pub(crate) struct Atom {
    pub(crate) origin: Arc<Origin>,
    pub(crate) pointer: Box<str>,
    pub(crate) kind: Box<str>,
    pub(crate) value: Box<[u8]>,
    time: u64,
}

/// Those that are kept, sorted by value.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    list: Vec<Atom>,
    /// A bit for the first six bytes of every value; stale bits cost time only.
    filter: Vec<u64>,
}

fn bit(start: &[u8; SHORTEST]) -> (usize, u64) {
    let key = start.iter().fold(0_u64, |key, byte| key << 8 | u64::from(*byte));
    let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50;
    (usize::try_from(hash >> 6).unwrap_or_default() % WORDS, 1 << (hash & 63))
}

impl Atoms {
    /// Keeps a value, if it belongs to this tier. Returns the time of the one that had to go for it.
    pub(crate) fn remember(
        &mut self,
        origin: &Origin,
        pointer: &str,
        kind: &str,
        value: &str,
        time: u64,
    ) -> Option<u64> {
        let mut form = Vec::new();
        canonical::append(value.as_bytes(), &mut form);
        let start = form.first_chunk().filter(|_| (SHORTEST..=LONGEST).contains(&form.len()))?;
        let at = self.list.partition_point(|atom| *atom.value < *form);
        let same = |atom: &&Atom| *atom.value == *form;
        if self.list[at..]
            .iter()
            .take_while(same)
            .any(|atom| atom.origin.server == origin.server && *atom.kind == *kind)
        {
            return None;
        }
        self.filter.resize(WORDS, 0);
        let (word, mask) = bit(start);
        self.filter[word] |= mask;
        let atom = Atom {
            origin: Arc::new(origin.clone()),
            pointer: pointer.into(),
            kind: kind.into(),
            value: form.into(),
            time,
        };
        self.list.insert(at, atom);
        if self.list.len() <= MOST {
            return None;
        }
        let oldest = (0..self.list.len()).min_by_key(|at| self.list[*at].time)?;
        Some(self.list.remove(oldest).time)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Calls `report` with every value that stands on its own in `raw`, whose canonical form is `text`, and where it starts there.
    pub(crate) fn find(&self, raw: &[u8], text: &[u8], mut report: impl FnMut(&Atom, usize)) {
        let mut checks = 0;
        for at in 0..text.len() {
            let Some(start) = text[at..].first_chunk() else { return };
            let (word, mask) = bit(start);
            if self.filter[word] & mask == 0 {
                continue;
            }
            let first = self.list.partition_point(|atom| atom.value[..SHORTEST] < start[..]);
            for atom in self.list[first..].iter().take_while(|atom| atom.value[..SHORTEST] == start[..]) {
                if checks < CHECKED && text[at..].starts_with(&atom.value) {
                    checks += 1;
                    if stands_alone(raw, at, atom.value.len()) {
                        report(atom, at);
                    }
                }
            }
        }
    }

    /// What they take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let each = |atom: &Atom| {
            let origin = &atom.origin;
            let strings = atom.pointer.len() + atom.kind.len() + atom.value.len();
            size_of::<Origin>() + 16 + origin.server.len() + origin.tool.len() + strings
        };
        self.list.capacity() * size_of::<Atom>()
            + self.list.iter().map(each).sum::<usize>()
            + self.filter.capacity() * 8
    }
}

/// Whether the `length` canonical bytes at `start` of `raw` are no part of a longer number or word.
fn stands_alone(raw: &[u8], start: usize, length: usize) -> bool {
    let mut form = Vec::new();
    let mut before = None;
    let mut last = None;
    for c in String::from_utf8_lossy(raw).chars() {
        let from = form.len();
        canonical::append(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut form);
        let is_inside = form.len() > start && from < start + length && form.len() > from;
        if is_inside {
            if from <= start && before.is_some_and(|before| is_one_kind(before, c)) {
                return false;
            }
            last = Some(c);
        } else if from >= start + length {
            return !last.is_some_and(|last| is_one_kind(last, c));
        }
        before = Some(c);
    }
    true
}

fn is_one_kind(a: char, b: char) -> bool {
    a.is_numeric() && b.is_numeric() || a.is_alphabetic() && b.is_alphabetic()
}
