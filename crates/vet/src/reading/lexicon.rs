//! What words mean, as data.
//!
//! Each language is one file of rows `tag = word, word, two word phrase`. A word may carry several tags.
//! English is looked up as it stands and then by its stem; other languages list their inflections, or leave the ending
//! open (`word*`); languages without spaces are cut by longest match, and so is Korean, whose words carry their endings
//! with them. `word!` is an order by its very form, wherever it stands in the sentence; what `word<` speaks of stands
//! before it. Adding a word is adding it to a row.
//!
//! Words of other languages count in sentences of other languages: what looks the same in English may mean
//! something else there ([`Meaning`]).

mod disorder;
mod proclitic;

use disorder::{ANAGRAMS, Disorder};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use vetgate_text::normal::{stem, unaccented};
use vetgate_text::table::Table;

macro_rules! tags {
    ($($name:ident = $bit:literal),+ $(,)?) => {
        /// A set of meanings.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(super) struct Tags(u64);

        #[allow(non_upper_case_globals, reason = "read as words of the lexicon")]
        impl Tags {
            $(pub(super) const $name: Tags = Tags(1 << $bit);)+

            #[cfg(test)]
            const ALL: &[Tags] = &[$(Tags::$name),+];

            pub(super) fn named(name: &str) -> Option<Tags> {
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
    device = 51, agent = 52, task = 53, tongue = 54, order = 55, behind = 56, example = 57,
    lasting = 58, void = 59, verbatim = 60, obey = 61, addressee = 62, specimen = 63,
}

impl Tags {
    pub(super) const NONE: Tags = Tags(0);

    pub(super) const fn or(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }

    /// The set as bits.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Whether any of `other` is among these.
    pub(super) const fn has(self, other: Tags) -> bool {
        self.0 & other.0 != 0
    }
}

/// What a word means in an English sentence, and in one of another language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Meaning {
    pub(super) english: Tags,
    pub(super) other: Tags,
}

impl Meaning {
    const NONE: Meaning = Meaning { english: Tags::NONE, other: Tags::NONE };

    pub(super) const fn or(self, other: Meaning) -> Meaning {
        Meaning { english: self.english.or(other.english), other: self.other.or(other.other) }
    }

    fn add(&mut self, tags: Tags, is_english: bool) {
        let side = if is_english { &mut self.english } else { &mut self.other };
        *side = side.or(tags);
    }
}

/// One entry behind a first word: the words that must follow, and what the whole means.
#[derive(Debug)]
struct Phrase {
    rest: Vec<Part>,
    meaning: Meaning,
}

/// A word of an entry.
#[derive(Debug, Clone, Copy)]
struct Part {
    text: &'static str,
    /// Whether any ending may follow.
    open: bool,
}

impl Part {
    fn of(text: &'static str) -> Self {
        text.strip_suffix('*').map_or(Self { text, open: false }, |text| Self { text, open: true })
    }

    fn fits(self, word: &str) -> bool {
        word == self.text
            || self.open && word.starts_with(self.text)
            || stem(word).as_ref() == self.text
            || proclitic::carries(word) && {
                let folded = proclitic::folded(word);
                folded == self.text || proclitic::bare(&folded).any(|bare| bare == self.text)
            }
    }
}

/// The words of all languages.
#[derive(Debug)]
pub(super) struct Lexicon {
    words: Table<Cow<'static, str>, Meaning>,
    /// Words whose ending is open, by their first letters.
    open: Table<&'static str, Vec<(&'static str, Tags)>>,
    /// Phrases by their first word, longest first.
    phrases: Table<&'static str, Vec<Phrase>>,
    /// Longer English words whose inner letters may be in disorder.
    disorder: Disorder,
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
    include_str!("lexicon/it.txt"),
    include_str!("lexicon/nl.txt"),
    include_str!("lexicon/pl.txt"),
    include_str!("lexicon/tr.txt"),
    include_str!("lexicon/ar.txt"),
    include_str!("lexicon/hi.txt"),
    include_str!("lexicon/he.txt"),
    include_str!("lexicon/fa.txt"),
    include_str!("lexicon/vi.txt"),
    include_str!("lexicon/id.txt"),
    include_str!("lexicon/uk.txt"),
    include_str!("lexicon/cs.txt"),
    include_str!("lexicon/sv.txt"),
];
const UNSPACED: &[&str] = &[
    include_str!("lexicon/zh.txt"),
    include_str!("lexicon/ja.txt"),
    include_str!("lexicon/ko.txt"),
    include_str!("lexicon/th.txt"),
];

/// By so many letters a word with an open ending is looked up.
const LETTERS_OF_STEM: usize = 3;

/// The lexicon, read once.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self {
            words: Table::default(),
            open: Table::default(),
            phrases: Table::default(),
            disorder: Disorder::default(),
            unspaced: BTreeMap::new(),
            longest_unspaced: 0,
        };
        for (tags, word) in rows(SPACED[0]) {
            lexicon.disorder.add(word, tags);
        }
        for (nth, file) in SPACED.iter().enumerate() {
            for (tags, entry) in rows(file) {
                lexicon.take(tags, entry, nth == 0);
            }
        }
        for (tags, entry) in UNSPACED.iter().flat_map(|file| rows(file)) {
            if entry.contains(' ') {
                let (first, rest) = entry.split_once(' ').unwrap_or((entry, ""));
                let rest = rest.split(' ').map(|text| Part { text, open: true }).collect();
                let meaning = Meaning { english: Tags::NONE, other: tags };
                lexicon.phrases.entry(first).or_default().push(Phrase { rest, meaning });
            } else {
                let known = lexicon.unspaced.entry(entry).or_default();
                *known = known.or(tags);
                lexicon.longest_unspaced = lexicon.longest_unspaced.max(entry.chars().count());
            }
        }
        for phrases in lexicon.phrases.values_mut() {
            phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
        }
        lexicon
    }

    fn take(&mut self, tags: Tags, entry: &'static str, is_english: bool) {
        let mut parts = entry.split(' ').map(Part::of);
        let Some(first) = parts.next() else { return };
        let rest: Vec<Part> = parts.collect();
        if !rest.is_empty() {
            let mut meaning = Meaning::NONE;
            meaning.add(tags, is_english);
            self.phrases.entry(first.text).or_default().push(Phrase { rest, meaning });
        } else if first.open {
            self.open.entry(letters(first.text).unwrap_or(first.text)).or_default().push((first.text, tags));
        } else {
            // A word that is an inflected form in English keeps that meaning there.
            let english = if is_english { Tags::NONE } else { self.word(first.text).english };
            let known = self.words.entry(Cow::Borrowed(first.text)).or_default();
            known.english = known.english.or(english);
            known.add(tags, is_english);
            // People leave accents out; a short word without its accent is another word.
            if let Cow::Owned(bare) = unaccented(first.text)
                && bare.len() > LETTERS_OF_STEM
            {
                let english = self.word(&bare).english;
                let known = self.words.entry(Cow::Owned(bare)).or_default();
                known.english = known.english.or(english);
                known.add(tags, is_english);
            }
        }
    }

    /// What one word means, whatever its inflection.
    pub(super) fn word(&self, word: &str) -> Meaning {
        if let Some(meaning) = self.words.get(word) {
            return *meaning;
        }
        let english = |english: Tags| Meaning { english, other: Tags::NONE };
        let stemmed = stem(word);
        let is_stem = stemmed == word;
        if !is_stem && let Some(meaning) = self.words.get(stemmed.as_ref()) {
            return english(meaning.english);
        }
        if let Some(other) = self.inflected(word) {
            return Meaning { english: Tags::NONE, other };
        }
        let mut known = self.disorder.get(word);
        if known.is_none() && !is_stem {
            known = self.disorder.get(&stemmed);
        }
        let is_itself = known.is_some() && ANAGRAMS.contains(&word);
        english(if is_itself { Tags::NONE } else { known.unwrap_or_default() })
    }

    /// What a word of another language means by its stem, or without the words that are written as one with it.
    fn inflected(&self, word: &str) -> Option<Tags> {
        if proclitic::carries(word) {
            let folded = proclitic::folded(word);
            let known = |word: &str| self.words.get(word).map(|meaning| meaning.other);
            return known(&folded).or_else(|| proclitic::bare(&folded).find_map(known));
        }
        let stems = self.open.get(letters(word)?)?;
        let fitting = stems.iter().filter(|(stem, _)| word.starts_with(stem));
        fitting.map(|(_, tags)| *tags).reduce(Tags::or)
    }

    /// Whether the word stands in the lexicon as it is, not by its stem.
    pub(super) fn is_base(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// What the phrases that start at the first of `words` mean together.
    pub(super) fn phrase<'w>(&self, words: impl Iterator<Item = &'w str> + Clone) -> Meaning {
        let mut following = words.clone();
        let Some(first) = following.next() else { return Meaning::NONE };
        if let Some(phrases) = self.phrases.get(first) {
            return fitting(phrases, following);
        }
        if !proclitic::carries(first) {
            return Meaning::NONE;
        }
        let folded = proclitic::folded(first);
        let known = std::iter::once(folded.as_ref()).chain(proclitic::bare(&folded));
        known
            .filter_map(|first| self.phrases.get(first))
            .map(|phrases| fitting(phrases, following.clone()))
            .fold(Meaning::NONE, Meaning::or)
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

/// What those of `phrases` that go on as `following` does mean together.
fn fitting<'w>(phrases: &[Phrase], following: impl Iterator<Item = &'w str> + Clone) -> Meaning {
    let fits = |phrase: &&Phrase| {
        let mut words = following.clone();
        phrase.rest.iter().all(|part| words.next().is_some_and(|word| part.fits(word)))
    };
    phrases.iter().filter(fits).map(|phrase| phrase.meaning).fold(Meaning::NONE, Meaning::or)
}

/// The first letters of a word that is long enough.
fn letters(word: &str) -> Option<&str> {
    word.char_indices().nth(LETTERS_OF_STEM - 1).map(|(at, last)| &word[..at + last.len_utf8()])
}

/// The rows of a file as pairs of meaning and entry.
fn rows(file: &'static str) -> impl Iterator<Item = (Tags, &'static str)> {
    file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('=')).flat_map(
        |(name, entries)| {
            let tags = Tags::named(name.trim()).unwrap_or_default();
            entries.split(',').map(str::trim).filter(|e| !e.is_empty()).map(move |entry| marked(tags, entry))
        },
    )
}

/// Every entry of every language that is written with spaces, with its meaning and whether it is English.
pub(super) fn entries() -> impl Iterator<Item = (Tags, &'static str, bool)> {
    let files = SPACED.iter().enumerate();
    files.flat_map(|(nth, file)| rows(file).map(move |(tags, entry)| (tags, entry, nth == 0)))
}

/// An entry without the marks behind it, which say how its form is used.
fn marked(tags: Tags, entry: &'static str) -> (Tags, &'static str) {
    if let Some(entry) = entry.strip_suffix('!') {
        (tags.or(Tags::order), entry)
    } else if let Some(entry) = entry.strip_suffix('<') {
        (tags.or(Tags::behind), entry)
    } else {
        (tags, entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_text::normal::Normal;

    #[test]
    fn every_row_has_a_known_tag_and_every_word_is_written_as_the_normal_form_writes_it() {
        let mut unlike = Vec::new();
        for (nth, file) in SPACED.iter().chain(UNSPACED).enumerate() {
            for line in file.lines().filter(|l| !l.starts_with('#')) {
                let (name, _) = line.split_once('=').expect(line);
                assert!(Tags::named(name.trim()).is_some(), "{line}");
            }
            for (_, entry) in rows(file).filter(|(_, entry)| nth > 0 || !entry.contains('\'')) {
                let words: Vec<Part> = entry.split(' ').map(Part::of).collect();
                let plain: Vec<&str> = words.iter().map(|word| word.text).collect();
                let plain_text = plain.join(" ");
                if Normal::of(&plain_text).text() != plain_text {
                    unlike.push(entry);
                }
                assert!(plain.iter().all(|word| proclitic::folded(word) == *word), "{entry}");
                assert!(words.len() > 1 || !words[0].open || letters(words[0].text).is_some(), "{entry}: short stem");
                assert!(nth == 0 || !entry.contains('\''), "{entry}: a word ends at an apostrophe");
            }
        }
        assert!(unlike.is_empty(), "not as the normal form writes them: {unlike:?}");
    }

    #[test]
    fn no_two_meanings_share_a_bit() {
        let all = Tags::ALL.iter().fold(Tags::NONE, |all, tags| all.or(*tags));
        assert_eq!(all.0.count_ones() as usize, Tags::ALL.len());
    }

    #[test]
    fn letters_in_disorder_are_read_and_other_words_are_not() {
        assert!(
            LEXICON.word("inovke").english.has(Tags::call) && LEXICON.word("instrcutions").english.has(Tags::rules)
        );
        assert_eq!(LEXICON.word("conservation"), Meaning::NONE);
        assert_eq!(LEXICON.word("raed"), Meaning::NONE, "short words are other words");
    }

    #[test]
    fn words_are_found_by_stem_phrase_and_longest_match() {
        assert!(LEXICON.word("invoking").english.has(Tags::call));
        assert!(LEXICON.word("debe").other.has(Tags::must));
        assert!(LEXICON.word("użytkownikowi").other.has(Tags::user), "by an open ending");
        assert!(LEXICON.word("للمستخدم").other.has(Tags::user), "without what is written before it");
        assert!(LEXICON.phrase(["prior", "to", "it"].into_iter()).english.has(Tags::before));
        assert!(LEXICON.phrase(["시스템", "프롬프트를"].into_iter()).other.has(Tags::prompt));
        assert_eq!(LEXICON.word("messages").english, LEXICON.word("message").english, "French has the same form");
        let cut: Vec<Tags> = LEXICON.cut("必须先调用").map(|(_, tags)| tags).collect();
        assert_eq!(cut, [Tags::must, Tags::first, Tags::call]);
    }
}
