//! What words mean, as data.
//!
//! Each file is rows `class = word, word, two word phrase` under a line `version = N`. A word may stand in several
//! rows. The forms of each word are made when the files are read, so that looking a word up is one step in a table.

use crate::lexical::inflect::{self, Use};
use crate::lexical::meaning::{Act, Cue, Meaning, Thing};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use vetgate_text::table::Table;

/// One word: what it means alone, and the phrases that it begins, longest first.
#[derive(Debug, Default)]
struct Entry {
    alone: Meaning,
    phrases: Vec<Phrase>,
}

#[derive(Debug)]
struct Phrase {
    rest: Vec<Box<str>>,
    meaning: Meaning,
}

/// The words that the classifier knows.
#[derive(Debug)]
pub(crate) struct Lexicon {
    words: Table<Box<str>, Entry>,
    /// By the letter that it begins with, the longest word of a language without spaces, in characters.
    longest_unspaced: BTreeMap<char, usize>,
}

/// The lexicon, read once.
pub(crate) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

const ACTS: &str = include_str!("lexicon/acts.txt");
const THINGS: &str = include_str!("lexicon/things.txt");
const SERVICES: &str = include_str!("lexicon/services.txt");
const CUES: &str = include_str!("lexicon/cues.txt");

/// Other languages: acts, things and cues in one file, every form written out.
const LANGUAGES: &[&str] = &[
    include_str!("lexicon/de.txt"),
    include_str!("lexicon/es.txt"),
    include_str!("lexicon/fr.txt"),
    include_str!("lexicon/it.txt"),
    include_str!("lexicon/ja.txt"),
    include_str!("lexicon/ko.txt"),
    include_str!("lexicon/pt.txt"),
    include_str!("lexicon/ru.txt"),
    include_str!("lexicon/zh.txt"),
];

/// About how many forms of words there are.
const FORMS: usize = 12_000;

impl Lexicon {
    fn read() -> Self {
        // Room for every form at once: growing step by step costs time at every start.
        let words = Table::with_capacity_and_hasher(FORMS, Default::default());
        let mut lexicon = Self { words, longest_unspaced: BTreeMap::new() };
        for (class, word) in rows(ACTS) {
            lexicon.add(word, true, Meaning::of_act(Act::named(class)));
        }
        for (class, word) in rows(THINGS).chain(rows(SERVICES)) {
            lexicon.add(word, false, Meaning::of_thing(Thing::named(class)));
        }
        for (class, word) in rows(CUES) {
            lexicon.add(word, false, Meaning::of_cue(Cue::named(class)));
        }
        // A word that English has too keeps its English meaning.
        let others = LANGUAGES.iter().flat_map(|file| rows(file));
        let others: Vec<_> = others.filter(|(_, word)| lexicon.word(word).is_empty()).collect();
        for (class, word) in others {
            lexicon.insert(word, meaning_of(class));
        }
        for entry in lexicon.words.values_mut() {
            entry.phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
        }
        lexicon
    }

    /// Adds a word of English with all its forms.
    fn add(&mut self, base: &str, is_act: bool, meaning: Meaning) {
        inflect::forms(base, is_act, |form, of| {
            let is_known = of == Use::Participle && self.words.contains_key(form.as_str());
            if of == Use::Plain {
                self.insert(&form, meaning);
            } else if !is_known {
                self.insert(&form, meaning.or(Meaning::of_cue(Some(Cue::Participle))));
            }
        });
    }

    /// Adds one form.
    fn insert(&mut self, form: &str, meaning: Meaning) {
        let mut words = form.split(' ');
        let first = words.next().unwrap_or_default();
        let rest: Vec<Box<str>> = words.map(Into::into).collect();
        let entry = self.words.entry(first.into()).or_default();
        if rest.is_empty() {
            entry.alone = entry.alone.or(meaning);
        } else if let Some(known) = entry.phrases.iter_mut().find(|phrase| phrase.rest == rest) {
            known.meaning = known.meaning.or(meaning);
        } else {
            entry.phrases.push(Phrase { rest, meaning });
        }
        if let Some(letter) = form.chars().next()
            && !letter.is_ascii()
            && !form.contains(' ')
        {
            let longest = self.longest_unspaced.entry(letter).or_default();
            *longest = form.chars().count().max(*longest);
        }
    }

    /// What `word`, in lower case, means alone.
    pub(crate) fn word(&self, word: &str) -> Meaning {
        self.words.get(word).map(|entry| entry.alone).unwrap_or_default()
    }

    /// What the longest phrase means that begins with the first of the words, and how many of them it has. `word` gives
    /// the words in lower case, and `None` where no phrase may go on.
    pub(crate) fn longest<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> (Meaning, usize) {
        let Some(entry) = word(0).and_then(|first| self.words.get(first)) else { return (Meaning::default(), 1) };
        for phrase in &entry.phrases {
            let fits = phrase.rest.iter().enumerate().all(|(at, expected)| word(at + 1) == Some(expected));
            if fits {
                return (phrase.meaning, phrase.rest.len() + 1);
            }
        }
        (entry.alone, 1)
    }

    /// Cuts a run of text without spaces into the words the lexicon knows: their length in bytes and their meaning.
    /// What it does not know comes out character by character, without meaning.
    pub(crate) fn cut<'t>(&'t self, run: &'t str) -> impl Iterator<Item = (usize, Meaning)> + 't {
        let mut rest = run;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let mut found = (first.len_utf8(), Meaning::default());
            // Letters of other scripts inside the run are whole words of their own.
            if let Some(end) =
                rest.find(|c: char| !c.is_ascii_alphanumeric()).or(Some(rest.len())).filter(|end| *end > 0)
            {
                let word = &rest[..end];
                rest = &rest[end..];
                return Some((end, self.word(word)));
            }
            let longest = self.longest_unspaced.get(&first).copied().unwrap_or_default();
            for (at, c) in rest.char_indices().take(longest) {
                let end = at + c.len_utf8();
                let meaning = self.word(&rest[..end]);
                if !meaning.is_empty() {
                    found = (end, meaning);
                }
            }
            rest = &rest[found.0..];
            Some(found)
        })
    }
}

/// What a class of any kind means.
fn meaning_of(class: &str) -> Meaning {
    Meaning::of_act(Act::named(class)).or(Meaning::of_thing(Thing::named(class))).or(Meaning::of_cue(Cue::named(class)))
}

/// The rows of a file as pairs of class and word.
fn rows(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#') && !line.starts_with("version"));
    lines.filter_map(|line| line.split_once('=')).flat_map(|(class, words)| {
        words.split(',').map(str::trim).filter(|word| !word.is_empty()).map(move |word| (class.trim(), word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most words that a phrase may have: each costs at every word that it begins with.
    const LONGEST_PHRASE: usize = 4;

    #[test]
    fn every_file_has_a_version_and_every_row_a_known_class() {
        for (file, knows) in [
            (ACTS, (|class| Act::named(class).is_some()) as fn(&str) -> bool),
            (THINGS, |class| Thing::named(class).is_some()),
            (SERVICES, |class| Thing::named(class).is_some()),
            (CUES, |class| Cue::named(class).is_some()),
        ] {
            assert!(file.starts_with("version = "), "{file:.40}");
            for (class, word) in rows(file) {
                assert!(knows(class), "{class}");
                assert_eq!(word, word.to_lowercase());
                assert!(word.split(' ').count() <= LONGEST_PHRASE, "{word}");
            }
        }
    }

    #[test]
    fn every_row_of_another_language_has_a_class() {
        for file in LANGUAGES {
            assert!(file.starts_with("version = "), "{file:.40}");
            for (class, word) in rows(file) {
                assert!(!meaning_of(class).is_empty(), "{class}");
                assert_eq!(word, word.to_lowercase());
            }
        }
        assert!(LEXICON.word("datei").things.has(Thing::File));
        assert!(LEXICON.cut("读取文件").any(|(_, meaning)| meaning.things.has(Thing::File)));
    }

    #[test]
    fn no_verb_in_its_base_form_is_taken_for_a_participle() {
        for verb in ["run", "read", "set", "put", "list", "execute", "write"] {
            assert!(!LEXICON.word(verb).cues.has(Cue::Participle), "{verb}");
        }
        assert!(LEXICON.word("deleted").cues.has(Cue::Participle));
    }

    #[test]
    fn the_longest_phrase_counts() {
        let longest = |words: &'static [&'static str]| LEXICON.longest(|at| words.get(at).copied());
        let (meaning, length) = longest(&["environment", "variables", "of"]);
        assert!(meaning.things.has(Thing::Env));
        assert_eq!(length, 2);
        let (meaning, _) = longest(&["file", "formats"]);
        assert!(!meaning.things.has(Thing::File), "taken away by a row of `none`");
        assert!(LEXICON.word("information").is_empty() && LEXICON.word("address").is_empty());
    }
}
