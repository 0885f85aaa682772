//! Looking up the layers of a call, and what becomes of the hits.

use super::atom::{Atom, Atoms};
use super::carry::{Carry, Joined};
use super::news::Templates;
use super::{Found, Memory};
use crate::places::Places;
use crate::store::{Budget, Match, Store};
use crate::transform::Transform;
use crate::views::Layer;
use crate::{canonical, grams};
use std::ops::Range;
use std::sync::Arc;

/// Matches that are taken into account in one call.
const MATCHES: usize = 512;
/// Bytes that may be compared for each byte of the arguments, and beside that.
const COMPARED: usize = 64;
const COMPARED_FLOOR: usize = 1 << 20;
/// Values of one call that are joined to what went before them.
const JOINED: usize = 32;
/// The most transforms of a layer whose values are joined: deeper ones are looked up as they are.
const JOINED_DEPTH: usize = 2;

/// What a text was turned by, on top of its layer.
const TURNS: [&[Transform]; 4] =
    [&[], &[Transform::Rot13], &[Transform::Reversed], &[Transform::Reversed, Transform::Rot13]];

/// A stretch of the arguments that stands in the store.
#[derive(Debug)]
pub(super) struct Hit {
    /// Which text was looked up; stretches of one text can overlap.
    text: u32,
    stretch: Range<usize>,
    place: u32,
    length: usize,
    /// Where its value starts in the arguments.
    to: u32,
    transforms: Vec<Transform>,
    pieces: u32,
}

/// The hits of one call.
pub(super) struct Hits {
    hits: Vec<Hit>,
    atoms: Vec<Found>,
    budget: Budget,
    texts: u32,
    /// Which stretches of the arguments as they are stand in the store.
    copied: Vec<Range<usize>>,
}

impl Hits {
    /// None yet, for arguments of that many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let budget = Budget { compared: bytes * COMPARED + COMPARED_FLOOR, matches: MATCHES };
        Self { hits: vec![], atoms: vec![], budget, texts: 0, copied: vec![] }
    }

    /// Which stretches of the arguments as they are stand in the store, unless a bound was hit.
    pub(super) fn copied(&mut self) -> Option<Vec<Range<usize>>> {
        (!self.budget.is_spent()).then(|| std::mem::take(&mut self.copied))
    }

    /// Reports what was found, the longest first. Of hits that overlap, in the arguments or in a response, only the longest of a tool
    /// counts. False if a bound was hit.
    pub(super) fn report(mut self, memory: &Memory, places: &Places, found: &mut Vec<Found>) -> bool {
        self.hits.sort_by_key(|hit| (std::cmp::Reverse(hit.length), hit.pieces, hit.transforms.len(), hit.place));
        let mut templates = Templates::default();
        let mut taken: Vec<(&Hit, usize)> = Vec::new();
        let mut is_all = !self.budget.is_spent();
        for hit in &self.hits {
            let Some(number) = memory.responses.number_at(hit.place) else { continue };
            let Some(response) = memory.responses.get(number) else { continue };
            let is_known = taken.iter().any(|(other, by)| {
                // Two runs may meet in a letter that both have, and are two all the same.
                let shared =
                    other.stretch.end.min(hit.stretch.end).saturating_sub(other.stretch.start.max(hit.stretch.start));
                let is_same_text = other.text == hit.text && shared * 2 > hit.stretch.len();
                let is_same_source = other.to == hit.to
                    && (other.place as usize) < hit.place as usize + hit.length
                    && (hit.place as usize) < other.place as usize + other.length;
                let is_same_tool =
                    || *by == number || memory.responses.get(*by).is_some_and(|other| other.is_of_tool(response));
                (is_same_text || is_same_source) && is_same_tool()
            });
            if is_known {
                continue;
            }
            if taken.len() == Memory::FOUND {
                is_all = false;
                break;
            }
            taken.push((hit, number));
            let text = memory.store.text(hit.place, hit.length);
            let middle = hit.place as usize + hit.length / 2 - response.start as usize;
            found.push(Found {
                origin: Arc::clone(&response.origin),
                from: response.places.at(middle).to_owned(),
                to: places.at(hit.to as usize).to_owned(),
                characters: count(canonical::characters(text)),
                novel: count(memory.news(number, hit.place, hit.length, &mut templates)),
                transforms: hit.transforms.clone(),
                atom: None,
                pieces: hit.pieces,
                text: shown(text),
            });
        }
        let room = Memory::FOUND.saturating_sub(taken.len());
        is_all &= self.atoms.len() <= room;
        found.extend(self.atoms.into_iter().take(room));
        is_all
    }
}

fn count(characters: usize) -> u32 {
    u32::try_from(characters).unwrap_or(u32::MAX)
}

fn shown(text: &[u8]) -> String {
    let text = &text[..text.len().min(Found::TEXT)];
    match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        // A run may start or end inside a character.
        Err(_) => String::from_utf8_lossy(text).replace('\u{FFFD}', ""),
    }
}

/// Room that is kept from one call to the next, so that none of them has to ask for it.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    text: Vec<u8>,
    /// The text of the arguments as they are, when they have been looked up.
    pub(super) plain: Vec<u8>,
    turned: Vec<u8>,
    spots: Spots,
    /// Where the values start in the text, and in the arguments.
    starts: Vec<(usize, u32)>,
    joined: Joined,
    key: String,
}

impl Buffers {
    /// What it takes, in bytes, but for what is bounded anyway.
    pub(super) fn bytes(&self) -> usize {
        let spots = self.spots.0.iter().map(|spots| spots.capacity() * size_of::<u32>()).sum::<usize>();
        let texts = self.text.capacity() + self.plain.capacity() + self.turned.capacity() + self.key.capacity();
        texts + spots + self.starts.capacity() * size_of::<(usize, u32)>()
    }
}

/// Looks up the layers of one call.
pub(super) struct Searcher<'m> {
    store: &'m Store,
    atoms: &'m Atoms,
    carry: &'m mut Carry,
    stream: &'m str,
    places: &'m Places,
    pub(super) buffers: Buffers,
}

impl<'m> Searcher<'m> {
    pub(super) fn new(
        store: &'m Store,
        atoms: &'m Atoms,
        carry: &'m mut Carry,
        (stream, places): (&'m str, &'m Places),
        buffers: Buffers,
    ) -> Self {
        carry.begin();
        Self { store, atoms, carry, stream, places, buffers }
    }

    /// Looks a layer up: as it is, turned by thirteen, backwards; and its values joined to what went out before them.
    pub(super) fn search(&mut self, layer: &Layer, hits: &mut Hits) {
        self.buffers.text.clear();
        self.buffers.text.reserve(layer.bytes.len());
        self.buffers.starts.clear();
        for (to, part) in layer.parts() {
            self.buffers.starts.push((self.buffers.text.len(), to));
            canonical::append(part, &mut self.buffers.text);
        }
        self.buffers.spots.read(self.store, &self.buffers.text, &mut self.buffers.turned);
        let (starts, spots) = (&self.buffers.starts, &self.buffers.spots);
        turns(
            &self.buffers.text,
            &mut self.buffers.turned,
            |number| !spots.0[number].is_empty(),
            |number, is_backwards, text| {
                let (turn, spots) = (TURNS[number], &spots.0[number]);
                let id = hits.texts;
                hits.texts += 1;
                let (found, copied) = (&mut hits.hits, &mut hits.copied);
                let is_plain = turn.is_empty() && layer.chain.is_empty();
                self.store.find_at_spots(text, spots, &mut hits.budget, |matched: Match| {
                    if is_plain {
                        copied.push(matched.at..matched.at + matched.length);
                    }
                    let middle = matched.at + matched.length / 2;
                    let middle = if is_backwards { text.len() - 1 - middle } else { middle };
                    let to = starts[starts.partition_point(|(start, _)| *start <= middle).saturating_sub(1)].1;
                    found.push(Hit {
                        text: id,
                        stretch: matched.at..matched.at + matched.length,
                        place: matched.place,
                        length: matched.length,
                        to,
                        transforms: [&layer.chain, turn].concat(),
                        pieces: 1,
                    });
                });
            },
        );
        self.search_atoms(layer, hits);
        if layer.chain.len() <= JOINED_DEPTH && !layer.is_guess {
            self.search_joined(layer, hits);
        }
        if layer.chain.is_empty() {
            std::mem::swap(&mut self.buffers.plain, &mut self.buffers.text);
        }
    }

    fn search_atoms(&self, layer: &Layer, hits: &mut Hits) {
        if self.atoms.is_empty() {
            return;
        }
        self.atoms.find(&layer.bytes, &self.buffers.text, |atom: &Atom, at| {
            let to =
                self.buffers.starts[self.buffers.starts.partition_point(|(start, _)| *start <= at).saturating_sub(1)].1;
            let characters = count(canonical::characters(&atom.value));
            let found = Found {
                origin: Arc::clone(&atom.origin),
                from: atom.pointer.to_string(),
                to: self.places.at(to as usize).to_owned(),
                characters,
                novel: characters,
                transforms: layer.chain.clone(),
                atom: Some(atom.kind.to_string()),
                pieces: 1,
                text: shown(&atom.value),
            };
            if hits.atoms.len() < Memory::FOUND && !hits.atoms.contains(&found) {
                hits.atoms.push(found);
            }
        });
    }

    fn search_joined(&mut self, layer: &Layer, hits: &mut Hits) {
        for number in 0..self.buffers.starts.len().min(JOINED) {
            let (start, to) = self.buffers.starts[number];
            let end = self.buffers.starts.get(number + 1).map_or(self.buffers.text.len(), |next| next.0);
            self.buffers.key.clear();
            for transform in &layer.chain {
                self.buffers.key.push_str(transform.name());
                self.buffers.key.push(' ');
            }
            self.buffers.key.push_str(self.places.at(to as usize));
            self.buffers.key.push(' ');
            self.buffers.key.push_str(self.stream);
            if !self.carry.join(&self.buffers.key, &self.buffers.text[start..end], &mut self.buffers.joined) {
                continue;
            }
            let joined = &self.buffers.joined;
            let Some(seam) = joined.seams.last().copied() else { continue };
            let length = joined.text.len();
            // Backwards, characters of several bytes are not turned inside, so only the look itself tells.
            let is_told = joined.text.is_ascii();
            if is_told {
                self.store.spots_across(&joined.text, seam, &mut self.buffers.turned, &mut self.buffers.spots.0);
            }
            let spots = &self.buffers.spots.0;
            turns(
                &joined.text,
                &mut self.buffers.turned,
                |number| !is_told || !spots[number].is_empty(),
                |number, is_backwards, text| {
                    let turn = TURNS[number];
                    let id = hits.texts;
                    hits.texts += 1;
                    let found = &mut hits.hits;
                    let seam = if is_backwards { length - seam } else { seam };
                    self.store.find_across(text, seam, &mut hits.budget, |matched: Match| {
                        let stretch = matched.at..matched.at + matched.length;
                        let forwards =
                            if is_backwards { length - stretch.end..length - stretch.start } else { stretch.clone() };
                        let Some(pieces) = joined.pieces(forwards.start, forwards.end) else { return };
                        found.push(Hit {
                            text: id,
                            stretch,
                            place: matched.place,
                            length: matched.length,
                            to,
                            transforms: [&layer.chain, turn].concat(),
                            pieces,
                        });
                    });
                },
            );
        }
    }
}

/// Where in a text, turned in each way, a gram stands that is kept.
#[derive(Debug, Default)]
struct Spots([Vec<u32>; TURNS.len()]);

impl Spots {
    fn read(&mut self, store: &Store, text: &[u8], scratch: &mut Vec<u8>) {
        grams::unturned(text, scratch);
        store.spots(text, scratch, &mut self.0);
        let [_, _, backwards @ ..] = &mut self.0;
        if text.is_ascii() {
            for spots in backwards {
                spots.reverse();
                spots.iter_mut().for_each(|spot| *spot = count(text.len() - grams::GRAM) - *spot);
            }
            return;
        }
        // Characters of several bytes are not turned inside, so backwards there are other grams.
        let (mut reversed, mut found) = (Vec::new(), <[Vec<u32>; TURNS.len()]>::default());
        canonical::reversed(text, &mut reversed);
        grams::unturned(&reversed, scratch);
        store.spots(&reversed, scratch, &mut found);
        let [as_it_is, turned, ..] = found;
        *backwards = [as_it_is, turned];
    }
}

/// Calls `see` with `text` as it is and as it is turned, in each of the [`TURNS`] that are wanted: which one, whether backwards,
/// and the text.
fn turns(
    text: &[u8],
    turned: &mut Vec<u8>,
    is_wanted: impl Fn(usize) -> bool,
    mut see: impl FnMut(usize, bool, &[u8]),
) {
    if text.is_empty() {
        return;
    }
    if is_wanted(0) {
        see(0, false, text);
    }
    if is_wanted(1) {
        canonical::rot13(text, turned);
        see(1, false, turned);
    }
    if is_wanted(2) || is_wanted(3) {
        canonical::reversed(text, turned);
        if is_wanted(2) {
            see(2, true, turned);
        }
        let backwards = std::mem::take(turned);
        canonical::rot13(&backwards, turned);
        if is_wanted(3) {
            see(3, true, turned);
        }
    }
}
