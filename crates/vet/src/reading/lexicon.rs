//! What words mean, as data.
//!
//! Each language is one file of rows `tag = word, word, two word phrase`. A word may carry several tags.
//! English is looked up as it stands and then by its stem; other languages list their inflections; languages
//! without spaces are cut by longest match. Adding a word is adding it to a row.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use vetgate_text::normal::stem;
use vetgate_text::table::Table;

macro_rules! tags {
    ($($name:ident = $bit:literal),+ $(,)?) => {
        /// A set of meanings.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(super) struct Tags(u64);

        #[allow(non_upper_case_globals, reason = "read as words of the lexicon")]
        impl Tags {
            $(pub(super) const $name: Tags = Tags(1 << $bit);)+

            fn named(name: &str) -> Option<Tags> {
                match name {
                    $(stringify!($name) => Some(Tags::$name),)+
                    _ => None,
                }
            }
        }
    };
}

tags! {
    call = 0, called = 1, perform = 2, read = 3, write = 4, send = 5, change = 6, append = 7, delete = 8,
    must = 9, should = 10, before = 11, after = 12, when = 13, instead = 14, every = 15, operation = 16, tool = 17,
    parameter = 18, user = 19, model = 20, reason = 21, consequence = 22, tell = 23, silent = 24, without = 25,
    not = 26, confirm = 27, ignore = 28, prior = 29, rules = 30, prompt = 31, history = 32, sensitive = 33,
    external = 34, obtain = 35, rank = 36, redirect = 37, deprecated = 38, superlative = 39, jailbreak = 40,
    command = 41, first = 42, also = 43, tie = 44, always = 45, ask = 46, deal = 47, grant = 48, arrange = 49, asset = 50,
    device = 51, agent = 52, task = 53,
}

impl Tags {
    pub(super) const NONE: Tags = Tags(0);

    pub(super) const fn or(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }

    /// Whether any of `other` is among these.
    pub(super) const fn has(self, other: Tags) -> bool {
        self.0 & other.0 != 0
    }
}

/// One entry behind a first word: the words that must follow, and what the whole means.
#[derive(Debug)]
struct Phrase {
    rest: Vec<&'static str>,
    tags: Tags,
}

/// The words of all languages.
#[derive(Debug)]
pub(super) struct Lexicon {
    words: Table<&'static str, Tags>,
    /// Phrases by their first word, longest first.
    phrases: Table<&'static str, Vec<Phrase>>,
    /// Longer English words by what is left of them when their inner letters are in disorder.
    disordered: BTreeMap<Disordered, Tags>,
    /// Words of languages without spaces.
    unspaced: BTreeMap<&'static str, Tags>,
    longest_unspaced: usize,
}

const SPACED: &[&str] = &[
    include_str!("lexicon/en.txt"),
    include_str!("lexicon/es.txt"),
    include_str!("lexicon/fr.txt"),
    include_str!("lexicon/de.txt"),
    include_str!("lexicon/pt.txt"),
    include_str!("lexicon/ru.txt"),
];
const UNSPACED: &[&str] = &[include_str!("lexicon/zh.txt"), include_str!("lexicon/ja.txt")];

/// The lexicon, read once.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self {
            words: Table::default(),
            phrases: Table::default(),
            disordered: BTreeMap::new(),
            unspaced: BTreeMap::new(),
            longest_unspaced: 0,
        };
        for (tags, word) in rows(SPACED[0]) {
            if let Some(disordered) = disordered(word) {
                let known = lexicon.disordered.entry(disordered).or_default();
                *known = known.or(tags);
            }
        }
        for (tags, entry) in SPACED.iter().flat_map(|file| rows(file)) {
            let mut words = entry.split(' ');
            let first = words.next().unwrap_or(entry);
            let rest: Vec<&str> = words.collect();
            if rest.is_empty() {
                let known = lexicon.words.entry(first).or_default();
                *known = known.or(tags);
            } else {
                lexicon.phrases.entry(first).or_default().push(Phrase { rest, tags });
            }
        }
        for phrases in lexicon.phrases.values_mut() {
            phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
        }
        for (tags, word) in UNSPACED.iter().flat_map(|file| rows(file)) {
            let known = lexicon.unspaced.entry(word).or_default();
            *known = known.or(tags);
            lexicon.longest_unspaced = lexicon.longest_unspaced.max(word.chars().count());
        }
        lexicon
    }

    /// What one word means, whatever its inflection.
    pub(super) fn word(&self, word: &str) -> Tags {
        if let Some(tags) = self.words.get(word) {
            return *tags;
        }
        let stemmed = stem(word);
        if let Some(tags) = self.words.get(stemmed.as_ref()) {
            return *tags;
        }
        let known = |word: &str| self.disordered.get(&disordered(word)?).copied();
        if ANAGRAMS.contains(&word) { Tags::NONE } else { known(word).or_else(|| known(&stemmed)).unwrap_or_default() }
    }

    /// Whether the word stands in the lexicon as it is, not by its stem.
    pub(super) fn is_base(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// What the phrases that start at the first of `words` mean together, and how many words the longest has.
    pub(super) fn phrase<'w>(&self, words: impl Iterator<Item = &'w str> + Clone) -> (Tags, usize) {
        let mut following = words.clone();
        let Some(first) = following.next() else { return (Tags::NONE, 0) };
        let Some(phrases) = self.phrases.get(first) else { return (Tags::NONE, 0) };
        let mut tags = Tags::NONE;
        let mut length = 0;
        for phrase in phrases {
            let mut words = following.clone();
            let fits = phrase
                .rest
                .iter()
                .all(|expected| words.next().is_some_and(|word| word == *expected || stem(word).as_ref() == *expected));
            if fits {
                tags = tags.or(phrase.tags);
                length = length.max(phrase.rest.len() + 1);
            }
        }
        (tags, length)
    }

    /// Cuts a run of unspaced text into the words the lexicon knows: byte length and meaning of each piece.
    /// What it does not know comes out character by character, without meaning.
    pub(super) fn cut<'t>(&'t self, run: &'t str) -> impl Iterator<Item = (usize, Tags)> + 't {
        let mut rest = run;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(self.longest_unspaced);
            let mut found = (first.len_utf8(), Tags::NONE);
            for end in ends {
                if let Some(tags) = self.unspaced.get(&rest[..end]) {
                    found = (end, *tags);
                }
            }
            rest = &rest[found.0..];
            Some(found)
        })
    }
}

/// Letters of a word that people read with its inner letters in any order.
const READ_IN_DISORDER: std::ops::RangeInclusive<usize> = 6..=16;

/// The first letter, the inner letters in alphabetical order, and the last: people and models read a word by these.
type Disordered = [u8; 16];

fn disordered(word: &str) -> Option<Disordered> {
    if !READ_IN_DISORDER.contains(&word.len()) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let mut letters = [0; 16];
    letters[..word.len()].copy_from_slice(word.as_bytes());
    letters[1..word.len() - 1].sort_unstable();
    Some(letters)
}

/// Words of their own that have the letters of another.
const ANAGRAMS: &[&str] = &["annoyed", "catered", "catering", "conservation", "entries"];

/// The rows of a file as pairs of meaning and entry.
fn rows(file: &'static str) -> impl Iterator<Item = (Tags, &'static str)> {
    file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('=')).flat_map(
        |(name, entries)| {
            let tags = Tags::named(name.trim()).unwrap_or_default();
            entries.split(',').map(str::trim).filter(|e| !e.is_empty()).map(move |entry| (tags, entry))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_known_tag_and_every_word_is_lower_case() {
        for file in SPACED.iter().chain(UNSPACED) {
            for line in file.lines().filter(|l| !l.starts_with('#')) {
                let (name, _) = line.split_once('=').expect(line);
                assert!(Tags::named(name.trim()).is_some(), "{line}");
            }
            for (_, entry) in rows(file) {
                assert_eq!(entry, entry.to_lowercase());
            }
        }
    }

    #[test]
    fn letters_in_disorder_are_read_and_other_words_are_not() {
        assert!(LEXICON.word("inovke").has(Tags::call) && LEXICON.word("instrcutions").has(Tags::rules));
        assert_eq!(LEXICON.word("conservation"), Tags::NONE);
        assert_eq!(LEXICON.word("raed"), Tags::NONE, "short words are other words");
    }

    #[test]
    fn words_are_found_by_stem_phrase_and_longest_match() {
        assert!(LEXICON.word("invoking").has(Tags::call));
        assert!(LEXICON.word("debe").has(Tags::must));
        let (tags, length) = LEXICON.phrase(["prior", "to", "it"].into_iter());
        assert!(tags.has(Tags::before));
        assert_eq!(length, 2);
        let cut: Vec<Tags> = LEXICON.cut("必须先调用").map(|(_, tags)| tags).collect();
        assert_eq!(cut, [Tags::must, Tags::first, Tags::call]);
    }
}
