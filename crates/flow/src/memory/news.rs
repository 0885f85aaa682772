//! How much of what was found is news.

use super::Memory;
use crate::novelty;
use crate::store::{Budget, Store};
use std::collections::VecDeque;
use std::ops::Range;

/// How much of the agent's own words is kept, against what was read.
const SHARE: usize = 8;
/// How much of a run is judged, in bytes; the rest counts in the same proportion.
const JUDGED: usize = 4096;
/// Places of a response that are compared with another to tell a template from the same text read twice.
const SAMPLES: usize = 16;
/// So many that are unlike, and none that is not, settle it: of texts that share three quarters one in 250 is taken wrongly.
const ENOUGH: usize = 4;
/// The samples are taken in this step, a prime that no number of them divides by: the first few are from all over the text.
const SCATTER: usize = 23;

/// What the agent itself wrote, before it read it anywhere.
#[derive(Debug)]
pub(super) struct Own {
    store: Store,
    /// Where each piece starts, and when it was written.
    pieces: VecDeque<(u32, u64)>,
    most: usize,
}

impl Own {
    pub(super) fn new(characters: usize) -> Self {
        let bound = characters / SHARE;
        Self { store: Store::new(bound), pieces: VecDeque::new(), most: (bound / 16).max(16) }
    }

    /// The stretches of `text` that are in `read`.
    pub(super) fn copied(text: &[u8], read: &Store) -> Vec<Range<usize>> {
        let mut copied = Vec::new();
        read.find(text, &mut budget(text.len()), |found| copied.push(found.at..found.at + found.length));
        copied
    }

    /// The stretches of `text` that the agent wrote before.
    pub(super) fn written(&self, text: &[u8]) -> Vec<Range<usize>> {
        Self::copied(text, &self.store)
    }

    /// Keeps what of `text` is not in `copied`.
    pub(super) fn write(&mut self, text: &[u8], time: u64, mut copied: Vec<Range<usize>>) {
        copied.sort_unstable_by_key(|stretch| (stretch.start, stretch.end));
        copied.push(text.len()..text.len());
        let mut start = 0;
        for stretch in copied {
            if stretch.start > start {
                self.push(&text[start..stretch.start], time);
            }
            start = start.max(stretch.end);
        }
    }

    fn push(&mut self, piece: &[u8], time: u64) {
        if piece.len() < crate::grams::RUN {
            return;
        }
        if self.store.is_worn_out() {
            *self = Self { store: Store::new(self.most * 16), pieces: VecDeque::new(), most: self.most };
        }
        while self.store.is_full_for(piece.len()) || self.pieces.len() >= self.most {
            if self.pieces.pop_front().is_none() {
                break;
            }
            self.store.forget_before(self.pieces.front().map_or(u32::MAX, |first| first.0));
        }
        self.pieces.push_back((self.store.push(piece), time));
    }

    /// Marks what of `run` was written before `time`.
    fn mark(&self, run: &[u8], time: u64, known: &mut [bool]) {
        self.store.find(run, &mut budget(run.len()), |found| {
            let piece = self.pieces.partition_point(|(start, _)| *start <= found.place).saturating_sub(1);
            if self.pieces.get(piece).is_some_and(|(_, written)| *written < time) {
                known[found.at..found.at + found.length].fill(true);
            }
        });
    }

    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + self.pieces.capacity() * size_of::<(u32, u64)>()
    }
}

fn budget(bytes: usize) -> Budget {
    Budget { compared: bytes * 16 + (64 << 10), matches: usize::MAX }
}

/// Which responses are answers of one template, for as long as one call is looked at.
#[derive(Debug, Default)]
pub(super) struct Templates {
    pairs: Vec<(usize, usize, bool)>,
    /// Which bytes of the run that is looked at are known.
    known: Vec<bool>,
}

impl Templates {
    /// How many pairs are judged in one call; beyond that nothing is taken for a template.
    const PAIRS: usize = 48;

    fn is_one(&mut self, one: usize, other: usize, judge: impl FnOnce() -> bool) -> bool {
        let known = self.pairs.iter().find(|(first, second, _)| (*first, *second) == (one, other));
        if let Some((_, _, is_one)) = known {
            return *is_one;
        }
        if self.pairs.len() == Self::PAIRS {
            return false;
        }
        let is_one = judge();
        self.pairs.push((one, other, is_one));
        is_one
    }
}

impl Memory {
    /// How many characters of a run of response `number` are news.
    pub(super) fn news(&self, number: usize, place: u32, length: usize, templates: &mut Templates) -> usize {
        let Some(response) = self.responses.get(number) else { return 0 };
        let run = self.store.text(place, length.min(JUDGED));
        let mut known = std::mem::take(&mut templates.known);
        known.clear();
        known.resize(run.len(), false);
        novelty::mark(run, &mut known);
        self.own.mark(run, response.time, &mut known);
        self.mark_template(run, number, templates, &mut known);
        let is_start = |byte: &u8| *byte & 0xC0 != 0x80;
        let novel = run.iter().zip(&known).filter(|(byte, known)| is_start(byte) && !**known).count();
        templates.known = known;
        if length > run.len() { novel * length / run.len().max(1) } else { novel }
    }

    /// Marks what the same tool says in other answers too. Not if they are the same for the most part: what is read twice is
    /// no template. And never what has digits in it: numbers and tokens are data.
    fn mark_template(&self, run: &[u8], number: usize, templates: &mut Templates, known: &mut [bool]) {
        let Some(response) = self.responses.get(number) else { return };
        for at in 0..run.len() {
            let Some(gram) = run.get(at..at + crate::grams::GRAM) else { return };
            if known[at..at + gram.len()].iter().all(|known| *known) || gram.iter().any(u8::is_ascii_digit) {
                continue;
            }
            // Two answers may share a paragraph of somebody's; a template is in every one.
            let mut others: [Option<usize>; 2] = [None; 2];
            self.store.places(gram, |place| {
                let Some(other) = self.responses.number_at(place).filter(|other| *other != number) else { return };
                if others.contains(&Some(other)) || others[1].is_some() {
                    return;
                }
                let is_one = templates.is_one(number, other, || {
                    self.responses.get(other).is_some_and(|other| other.is_of_tool(response))
                        && !self.is_same(number, other)
                });
                if is_one {
                    others = [Some(other), others[0]];
                }
            });
            if others[1].is_some() {
                known[at..at + gram.len()].fill(true);
            }
        }
    }

    /// Whether two responses are the same for the most part, by samples of the shorter one.
    fn is_same(&self, one: usize, other: usize) -> bool {
        let (Some(one), Some(other)) = (self.responses.get(one), self.responses.get(other)) else { return false };
        let (short, long) = if one.length <= other.length { (one, other) } else { (other, one) };
        let text = self.store.text(short.start, short.length);
        let places = long.start..long.start.saturating_add(u32::try_from(long.length).unwrap_or(u32::MAX));
        let samples = SAMPLES.min(text.len() / crate::grams::RUN).max(1);
        let is_shared = |sample: usize| {
            let at = text.len() * (sample * SCATTER % samples) / samples;
            // One place in five is entered, so the next five are asked.
            (at..at + crate::grams::STRIDE)
                .any(|at| self.store.stands_in(text.get(at..).unwrap_or_default(), places.clone()))
        };
        // Most pairs are unlike, which half of the samples are enough to tell, or a few in a row.
        let (mut shared, mut unlike) = (0, 0);
        for sample in 0..samples {
            *(if is_shared(sample) { &mut shared } else { &mut unlike }) += 1;
            if unlike * 2 >= samples || shared * 2 > samples || shared == 0 && unlike == ENOUGH {
                break;
            }
        }
        shared * 2 > samples
    }
}
