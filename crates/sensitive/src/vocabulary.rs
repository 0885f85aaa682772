//! Which words name which kind of number: looked up once around a number, for all kinds together.

use crate::names::{
    BEFORE, Field, context_end, context_start, part_starts, phrase_in_name, phrase_in_text, word_starts,
};

use std::borrow::Cow;

/// Phrases by their first two letters, each with the group it belongs to.
pub(crate) struct Vocabulary {
    /// For each hash of two bytes, where its entries start, or [`NONE`].
    heads: Vec<u16>,
    entries: Vec<Entry>,
}

struct Entry {
    phrase: Cow<'static, [u8]>,
    group: u8,
    last: bool,
}

const NONE: u16 = u16::MAX;
const BITS: u32 = 11;

/// How near a word of each group stands: 0 is the field's own name, 1 the field around it, more the farther away.
#[derive(Default)]
pub(crate) struct Near {
    /// Nothing as long as no word stands near, as it is with most numbers.
    distance: Option<[u8; GROUPS]>,
}

/// The most groups there can be.
pub(crate) const GROUPS: usize = 256;
const FAR: u8 = u8::MAX;

impl Near {
    /// How near a word of `group` stands, if one does.
    #[inline]
    pub(crate) fn distance(&self, group: u8) -> Option<u8> {
        self.distance.as_ref().map(|all| all[group as usize]).filter(|distance| *distance != FAR)
    }

    /// Whether no word of any group stands near.
    pub(crate) fn is_nothing(&self) -> bool {
        self.distance.is_none()
    }

    fn note(&mut self, group: u8, distance: usize) {
        let here = &mut self.distance.get_or_insert([FAR; GROUPS])[group as usize];
        *here = (*here).min(distance.min(FAR as usize - 1) as u8);
    }
}

impl Vocabulary {
    /// A vocabulary of groups of phrases in lower case.
    pub(crate) fn new(groups: impl Iterator<Item = &'static [&'static str]>) -> Self {
        let mut entries: Vec<(usize, Entry)> = (0u8..)
            .zip(groups)
            .flat_map(|(group, phrases)| phrases.iter().flat_map(|phrase| forms(phrase)).map(move |form| (form, group)))
            .filter(|(phrase, _)| phrase.len() >= 2)
            .map(|(phrase, group)| (hash(phrase[0], phrase[1]), Entry { phrase, group, last: true }))
            .collect();
        entries.sort_by_key(|(hash, _)| *hash);
        let mut heads = vec![NONE; 1 << BITS];
        for at in (0..entries.len()).rev() {
            let hash = entries[at].0;
            entries[at].1.last = entries.get(at + 1).is_none_or(|next| next.0 != hash);
            heads[hash] = at as u16;
        }
        Self { heads, entries: entries.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// What the words around `start..end` and the names of its field say; `near` is as new. It is large, so it is filled
    /// where it stands.
    pub(crate) fn near(&self, field: Field<'_>, text: &[u8], start: usize, end: usize, near: &mut Near) {
        let names: &[_] = if field.is_quiet { &[] } else { &[field.name, field.parent] };
        for (distance, name) in names.iter().enumerate() {
            for at in part_starts(name) {
                self.starting(name, at, |entry| {
                    if phrase_in_name(name, at, &entry.phrase) {
                        near.note(entry.group, distance);
                    }
                });
            }
        }
        // A value that is all of its text has nothing before it and nothing behind.
        let from = if start > 0 { context_start(text, start) } else { start };
        for at in word_starts(text, from, start) {
            self.starting(text, at, |entry| {
                if let Some(stop) = phrase_in_text(text, at, &entry.phrase).filter(|stop| *stop <= start) {
                    near.note(entry.group, 2 + (start - stop));
                }
            });
        }
        let to = if end < text.len() { context_end(text, end) } else { end };
        for at in word_starts(text, end, to) {
            self.starting(text, at, |entry| {
                if phrase_in_text(text, at, &entry.phrase).is_some() {
                    near.note(entry.group, 2 + BEFORE + (at - end));
                }
            });
        }
    }

    fn starting(&self, text: &[u8], at: usize, mut with: impl FnMut(&Entry)) {
        let Some([a, b]) = text.get(at..at + 2) else { return };
        let mut next = self.heads[hash(a.to_ascii_lowercase(), b.to_ascii_lowercase())];
        while let Some(entry) = self.entries.get(next as usize) {
            with(entry);
            next = if entry.last { NONE } else { next + 1 };
        }
    }
}

/// The phrase, and in capitals too if its letters are not those of ASCII, which alone are compared in either case.
fn forms(phrase: &'static str) -> impl Iterator<Item = Cow<'static, [u8]>> {
    let capitals = (!phrase.is_ascii()).then(|| phrase.to_uppercase()).filter(|capitals| capitals != phrase);
    [Cow::Borrowed(phrase.as_bytes())].into_iter().chain(capitals.map(|capitals| Cow::Owned(capitals.into_bytes())))
}

fn hash(a: u8, b: u8) -> usize {
    let two = u32::from(a) | u32::from(b) << 8;
    (two.wrapping_mul(0x9E37_79B1) >> (32 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_word_is_closer_and_a_field_name_the_closest() {
        let vocabulary = Vocabulary::new([&["ssn", "social security"][..], &["routing"], &["电话"]].into_iter());
        let near = |field, text: &[u8], start, end| {
            let mut near = Near::default();
            vocabulary.near(field, text, start, end, &mut near);
            near
        };
        let text = "routing 322271627 and SSN 460899847".as_bytes();
        let around = near(Field::default(), text, 26, 35);
        assert!(around.distance(0) < around.distance(1) && around.distance(0).is_some());
        let field = Field { name: b"userSSN", parent: b"", is_quiet: false };
        assert_eq!(near(field, text, 8, 17).distance(0), Some(0));
        let text = "我的电话是0212345678".as_bytes();
        assert!(near(Field::default(), text, 15, 25).distance(2).is_some());
        assert!(near(Field::default(), b"lessn 1234 associal", 6, 10).is_nothing());
    }
}
