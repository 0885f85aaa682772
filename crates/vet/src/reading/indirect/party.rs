//! The parties of an appeal, as words: machines that read, whom they serve, and what they are at.
//!
//! The lexicon tells what is done; this tells to whom it is said. Only data is read with it, so it is kept apart.

use super::super::markup::Markup;
use crate::words::party::LANGUAGE;
use std::ops::Range;
use std::sync::LazyLock;
use vetgate_text::prose::TokenKind;
use vetgate_text::table::Table;

macro_rules! parties {
    ($($name:ident = $bit:literal),+ $(,)?) => {
        /// A set of parts that a word can play in an appeal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(super) struct Party(u16);

        #[allow(non_upper_case_globals, reason = "read as the classes of the word list")]
        impl Party {
            $(pub(super) const $name: Party = Party(1 << $bit);)+

            fn named(name: &str) -> Option<Party> {
                match name {
                    $(stringify!($name) => Some(Party::$name),)+
                    _ => None,
                }
            }
        }
    };
}

parties! { mind = 0, helper = 1, model = 2, user = 3, owner = 4, your = 5, reads = 6, this = 7, are = 8, call = 9 }

impl Party {
    pub(super) const NONE: Party = Party(0);

    pub(super) const fn or(self, other: Party) -> Party {
        Party(self.0 | other.0)
    }

    /// Whether any of `other` is among these.
    pub(super) const fn has(self, other: Party) -> bool {
        self.0 & other.0 != 0
    }
}

/// How many letters the shortest stem has.
const LETTERS_OF_STEM: usize = 3;

/// Names of so few letters are words of other languages unless they are written in capitals.
const LETTERS_OF_A_SHORT_NAME: usize = 3;

struct Words {
    whole: Table<&'static str, Party>,
    /// By their first letters.
    stems: Table<&'static str, Vec<(&'static str, Party)>>,
    /// Pieces of runs without spaces.
    runs: Vec<(&'static str, Party)>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { whole: Table::default(), stems: Table::default(), runs: Vec::new() };
    for (class, entry) in rows() {
        let (name, is_run) = class.strip_suffix("_run").map_or((class, false), |name| (name, true));
        let party = Party::named(name).unwrap_or_default();
        if is_run {
            words.runs.push((entry, party));
        } else if let Some(stem) = entry.strip_suffix('*') {
            words.stems.entry(letters(stem).unwrap_or(stem)).or_default().push((stem, party));
        } else {
            let known = words.whole.entry(entry).or_default();
            *known = known.or(party);
        }
    }
    words
});

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("parties.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).flat_map(|(class, entries)| {
        entries.split(',').map(str::trim).filter(|e| !e.is_empty()).map(move |entry| (class.trim(), entry))
    })
}

/// Who can be called, or served: nobody is spoken to without one of them.
const ADDRESSED: Party = Party::mind.or(Party::helper).or(Party::model).or(Party::user).or(Party::owner);

/// The words for those who can be called or served, and whether any ending may follow.
pub(in super::super) fn addressed() -> impl Iterator<Item = (&'static str, bool)> {
    let is_addressed = |(class, _): &(&str, &str)| Party::named(class).is_some_and(|party| party.has(ADDRESSED));
    rows().filter(is_addressed).map(|(_, entry)| entry.strip_suffix('*').map_or((entry, false), |stem| (stem, true)))
}

/// Whether a word, in lower case, is one of them.
pub(in super::super) fn is_addressed(text: &str) -> bool {
    word(text).has(ADDRESSED)
}

fn letters(word: &str) -> Option<&str> {
    word.char_indices().nth(LETTERS_OF_STEM - 1).map(|(at, last)| &word[..at + last.len_utf8()])
}

/// The part of every token of a text.
pub(super) struct Parties(Vec<Party>);

impl Parties {
    pub(super) fn of(markup: &Markup, raw: &str) -> Self {
        let mut parties: Vec<Party> = (0..markup.words.len()).map(|index| party(markup, raw, index)).collect();
        for (index, party) in parties.iter_mut().enumerate() {
            if party.has(Party::model) && is_of_language(markup, index) || is_automated(markup, index) {
                *party = party.or(Party::mind);
            }
        }
        Self(parties)
    }

    pub(super) fn at(&self, index: usize) -> Party {
        self.0[index]
    }

    /// Whether any token of `range` plays one of these parts.
    pub(super) fn any(&self, range: Range<usize>, party: Party) -> bool {
        self.0.get(range).is_some_and(|parties| parties.iter().any(|p| p.has(party)))
    }
}

fn party(markup: &Markup, raw: &str, index: usize) -> Party {
    let text = markup.text(index).trim_start_matches('@');
    match markup.token(index).kind {
        TokenKind::Word | TokenKind::Identifier | TokenKind::Path | TokenKind::Email => {
            let whole = word(text);
            let known = if whole == Party::NONE && text.contains(['-', '/', '_']) { compound(text) } else { whole };
            let is_short = known.has(Party::mind) && text.chars().count() <= LETTERS_OF_A_SHORT_NAME;
            if is_short && !is_in_capitals(markup, raw, index) { Party::NONE } else { known }
        }
        TokenKind::Unspaced => {
            let runs = WORDS.runs.iter().filter(|(piece, _)| text.contains(piece));
            runs.fold(Party::NONE, |all, (_, party)| all.or(*party))
        }
        _ => Party::NONE,
    }
}

/// "language model", "modelo de lenguaje".
fn is_of_language(markup: &Markup, index: usize) -> bool {
    let around = index.saturating_sub(1)..(index + 3).min(markup.words.len());
    around.clone().any(|i| LANGUAGE.iter().any(|word| markup.text(i).starts_with(word)))
}

/// "automated readers", "autonomous systems": whoever does it is a machine.
fn is_automated(markup: &Markup, index: usize) -> bool {
    use crate::words::party::DOERS;
    index > 0
        && matches!(markup.text(index - 1), "automated" | "autonomous" | "artificial")
        && DOERS.iter().any(|ending| markup.text(index).ends_with(ending))
}

fn word(text: &str) -> Party {
    let whole = WORDS.whole.get(text).copied().unwrap_or_default();
    let stems = letters(text).and_then(|first| WORDS.stems.get(first));
    let by_stem = stems.into_iter().flatten().filter(|(stem, _)| text.starts_with(stem));
    by_stem.fold(whole, |all, (_, party)| all.or(*party))
}

/// "ki-agent", "copilot-agent", "ai/llm": a machine by any part, a helper by the last; but no "user-agent".
fn compound(text: &str) -> Party {
    let mut parts = text.split(['-', '/', '_']).map(word);
    let last = text.rsplit(['-', '/', '_']).next().map(word).unwrap_or_default();
    if parts.any(|part| part.has(Party::mind)) {
        Party::mind
    } else if last.has(Party::helper) && !text.starts_with("user") {
        Party::helper
    } else {
        Party::NONE
    }
}

fn is_in_capitals(markup: &Markup, raw: &str, index: usize) -> bool {
    let span = markup.normal.raw_span(markup.token(index).span());
    raw.get(span).is_some_and(|written| written.chars().all(|c| !c.is_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_text::normal::Normal;

    #[test]
    fn every_row_has_a_known_class_and_is_written_as_the_normal_form_writes_it() {
        let mut unlike = Vec::new();
        for (class, entry) in rows() {
            assert!(Party::named(class.strip_suffix("_run").unwrap_or(class)).is_some(), "{class}");
            let plain = entry.trim_end_matches('*');
            assert!(entry == plain || letters(plain).is_some(), "{entry}: short stem");
            if Normal::of(plain).text() != plain {
                unlike.push((entry, Normal::of(plain).text().to_owned()));
            }
        }
        assert!(unlike.is_empty(), "{unlike:?}");
    }

    #[test]
    fn compounds_are_machines_by_any_part_and_helpers_by_the_last() {
        assert!(compound("ki-agent").has(Party::mind));
        assert!(compound("coding-assistant").has(Party::helper));
        assert_eq!(compound("user-agent"), Party::NONE);
        assert_eq!(compound("agent-policy"), Party::NONE);
    }
}
