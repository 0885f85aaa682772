//! What people say for what they mean, as data.
//!
//! Rows of `lexicon/*.txt`, one concept a line. `read: open view show` groups words that are used for the same intent;
//! `jpeg png > image` says that the specific implies the general, and less so the other way round. A phrase is written
//! with underscores: `get_rid_of`. Lines that start with `#` are comments. `chatter.txt` says how little the words weigh
//! that a wish is wrapped in.

use crate::token::words;
use std::sync::LazyLock;
use vetgate_text::table::Table;

/// The lexicon, read once.
pub(crate) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(CONCEPTS, CHATTER));

const CHATTER: &str = include_str!("lexicon/chatter.txt");

const CONCEPTS: &[&str] = &[
    include_str!("lexicon/code.txt"),
    include_str!("lexicon/commerce.txt"),
    include_str!("lexicon/data.txt"),
    include_str!("lexicon/design.txt"),
    include_str!("lexicon/devops.txt"),
    include_str!("lexicon/education.txt"),
    include_str!("lexicon/files.txt"),
    include_str!("lexicon/finance.txt"),
    include_str!("lexicon/food.txt"),
    include_str!("lexicon/health.txt"),
    include_str!("lexicon/idioms.txt"),
    include_str!("lexicon/knowledge.txt"),
    include_str!("lexicon/law.txt"),
    include_str!("lexicon/media.txt"),
    include_str!("lexicon/messaging.txt"),
    include_str!("lexicon/nouns.txt"),
    include_str!("lexicon/property.txt"),
    include_str!("lexicon/security.txt"),
    include_str!("lexicon/sports.txt"),
    include_str!("lexicon/time.txt"),
    include_str!("lexicon/travel.txt"),
    include_str!("lexicon/verbs.txt"),
    include_str!("lexicon/weather.txt"),
    include_str!("lexicon/web.txt"),
];

/// How one word stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// Used for the same intent.
    Same,
    /// The other is more general.
    General,
    /// The other is more special.
    Special,
}

/// A word or phrase of the lexicon.
#[derive(Debug)]
pub(crate) struct Entry {
    /// In base form; the words of a phrase with one space between.
    pub(crate) text: Box<str>,
    /// What else it may be called, each once.
    pub(crate) related: Vec<(usize, Relation)>,
}

/// The words that the search knows.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    entries: Vec<Entry>,
    places: Table<Box<str>, usize>,
    /// By their first word: the number of words and the place of each phrase, longest first.
    phrases: Table<Box<str>, Vec<(usize, usize)>>,
    /// How much a word of a query weighs, where that is less than all.
    weights: Table<Box<str>, f64>,
}

impl Lexicon {
    fn read(concepts: &[&str], chatter: &str) -> Self {
        let mut lexicon = Self::default();
        for row in rows(chatter) {
            let (weight, listed) = row.split_once(':').expect("a row of chatter is `weight: words`");
            let weight = weight.trim().parse().expect("a weight is a number");
            for word in listed.split_whitespace() {
                words(word, |word| {
                    lexicon.weights.entry(word.into()).or_insert(weight);
                });
            }
        }
        for row in concepts.iter().flat_map(|file| rows(file)) {
            if let Some((special, general)) = row.split_once('>') {
                let (special, general) = (lexicon.places(special), lexicon.places(general));
                for &one in &special {
                    for &other in &general {
                        lexicon.relate(one, other, Relation::General);
                        lexicon.relate(other, one, Relation::Special);
                    }
                }
            } else {
                let group = lexicon.places(&row.replacen(':', " ", 1));
                for &one in &group {
                    for &other in &group {
                        lexicon.relate(one, other, Relation::Same);
                    }
                }
            }
        }
        for entry in &mut lexicon.entries {
            entry.related.sort_by_key(|(other, relation)| (*other, *relation));
            entry.related.dedup_by_key(|(other, _)| *other);
        }
        for (place, entry) in lexicon.entries.iter().enumerate() {
            if let Some((first, rest)) = entry.text.split_once(' ') {
                let length = 1 + rest.split(' ').count();
                lexicon.phrases.entry(first.into()).or_default().push((length, place));
            }
        }
        for phrases in lexicon.phrases.values_mut() {
            phrases.sort_by(|a, b| b.cmp(a));
        }
        lexicon
    }

    fn relate(&mut self, one: usize, other: usize, relation: Relation) {
        if one != other {
            self.entries[one].related.push((other, relation));
        }
    }

    /// The places of the words and phrases of a list, which are added if they are new.
    fn places(&mut self, listed: &str) -> Vec<usize> {
        let mut found = vec![];
        for item in listed.split_whitespace() {
            let mut text = String::new();
            words(item, |word| {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            });
            let text: Box<str> = text.into();
            let next = self.entries.len();
            let place = *self.places.entry(text.clone()).or_insert(next);
            if place == next {
                self.entries.push(Entry { text, related: vec![] });
            }
            found.push(place);
        }
        found
    }

    /// What else `text`, a word or a phrase in base form, may be called.
    pub(crate) fn related(&self, text: &str) -> impl Iterator<Item = (&str, Relation)> {
        let related = self.places.get(text).map_or(&[][..], |place| &self.entries[*place].related);
        related.iter().map(|(other, relation)| (&*self.entries[*other].text, *relation))
    }

    /// How much `word` weighs in a query: 1 unless it is chatter.
    pub(crate) fn weight(&self, word: &str) -> f64 {
        self.weights.get(word).copied().unwrap_or(1.0)
    }

    /// The longest phrase that `words` begin with: its text and how many words it has.
    pub(crate) fn phrase<'w>(&self, mut words: impl Iterator<Item = &'w str> + Clone) -> Option<(&str, usize)> {
        let phrases = self.phrases.get(words.next()?)?;
        phrases.iter().find_map(|(length, place)| {
            let text = &*self.entries[*place].text;
            let fits = text.split(' ').skip(1).eq(words.clone().take(length - 1));
            fits.then_some((text, *length))
        })
    }

    /// The two words that `word` is made of, if it is none itself: `weather` and `report` of `weatherreport`.
    pub(crate) fn division<'w>(&self, word: &'w str) -> Option<(&'w str, &'w str)> {
        const HALF: usize = 3;
        const LEAST: usize = 7;
        const LONGEST: usize = 32;
        if !word.is_ascii() || !(LEAST..=LONGEST).contains(&word.len()) || self.knows(word) {
            return None;
        }
        let cuts = (HALF..=word.len() - HALF).map(|at| word.split_at(at));
        // The cut nearest to the middle: short words are in too many others.
        let cuts = cuts.filter(|(one, other)| self.knows(one) && self.knows(other));
        cuts.max_by_key(|(one, other)| one.len().min(other.len()))
    }

    fn knows(&self, word: &str) -> bool {
        self.places.contains_key(word) || self.weights.contains_key(word)
    }
}

fn rows(file: &str) -> impl Iterator<Item = &str> {
    file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_and_every_row_says_something() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lexicon");
        // All but the chatter.
        assert_eq!(std::fs::read_dir(folder).unwrap().count() - 1, CONCEPTS.len());
        for row in CONCEPTS.iter().flat_map(|file| rows(file)) {
            let sides = row.split_once('>').or_else(|| row.split_once(':')).unwrap_or_else(|| panic!("{row}"));
            for word in sides.0.split_whitespace().chain(sides.1.split_whitespace()) {
                assert!(word.chars().all(|c| c.is_alphanumeric() || c == '_'), "`{word}` in {row}");
            }
            assert!(!sides.0.trim().is_empty() && !sides.1.trim().is_empty(), "{row}");
        }
    }

    #[test]
    fn a_group_holds_both_ways_and_the_general_does_not() {
        let lexicon = Lexicon::read(&["read: open look_at\njpeg > image"], "0.5: open");
        let related = |text: &str| lexicon.related(text).collect::<Vec<_>>();
        assert_eq!(related("open"), [("read", Relation::Same), ("look at", Relation::Same)]);
        assert_eq!(related("jpeg"), [("image", Relation::General)]);
        assert_eq!(related("image"), [("jpeg", Relation::Special)]);
        assert!(related("unheard").is_empty());
        assert_eq!((lexicon.weight("open"), lexicon.weight("read")), (0.5, 1.0));
    }

    #[test]
    fn the_longest_phrase_is_taken() {
        let lexicon = Lexicon::read(&["time: wall wall_clock wall_clock_time"], "");
        let phrase = |text: &'static str| lexicon.phrase(text.split(' '));
        assert_eq!(phrase("wall clock time now"), Some(("wall clock time", 3)));
        assert_eq!(phrase("wall clock"), Some(("wall clock", 2)));
        assert_eq!(phrase("wall"), None);
    }

    #[test]
    fn two_known_words_written_as_one_are_divided() {
        let lexicon = Lexicon::read(&["weather: report forecast"], "");
        assert_eq!(lexicon.division("weatherreport"), Some(("weather", "report")));
        assert_eq!(lexicon.division("weather"), None);
        assert_eq!(lexicon.division("weatherly"), None);
    }
}
