//! From a query to the words that are looked up.
//!
//! Each word or phrase of the query becomes one [`Wish`] with all the words that would fulfil it and how well. The
//! dictionary is asked here, once a query; scoring then only walks postings.

use crate::dictionary::{Dictionary, TermId};
use crate::lexicon::{LEXICON, Relation};
use crate::token::{Sequence, words};
use crate::{Match, near};

/// The most bytes of a query that are read.
const BYTES: usize = 8192;

/// The most wishes of a query: the first ones count.
const WISHES: usize = 64;

// What a word is worth that is not the one of the query. Chosen on public sets of queries; ranking changes little around
// them.
/// Another word for the same intent.
const SAME: f64 = 0.5;
/// A more general word.
const GENERAL: f64 = 0.5;
/// A more special word.
const SPECIAL: f64 = 0.2;
/// A word of the same family.
const FAMILY: f64 = 0.65;
/// A word that is spelt almost so, times how near it is.
const SIMILAR: f64 = 0.5;
/// A part of a phrase or compound.
const PARTS: f64 = 0.5;

/// One thing that the query asks for.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The word or phrase of the query in base form.
    pub(crate) query: Box<str>,
    /// How much it counts.
    pub(crate) weight: f64,
    /// The words that fulfil it, the best first.
    pub(crate) candidates: Vec<Candidate>,
}

/// A word of the dictionary that fulfils a wish.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) term: TermId,
    pub(crate) weight: f64,
    pub(crate) matched: Match,
}

/// What `query` asks for of the words in `dictionary`.
pub(crate) fn of(query: &str, dictionary: &Dictionary) -> Vec<Wish> {
    let mut sequence = Sequence::default();
    words(&query[..query.floor_char_boundary(BYTES)], |word| {
        if sequence.len() < 4 * WISHES {
            sequence.push(word);
        }
    });
    let planner = Planner { dictionary };
    let mut wishes: Vec<Wish> = vec![];
    let mut add = |wish: Option<Wish>| {
        if let Some(wish) = wish
            && wishes.len() < WISHES
            && !wishes.iter().any(|other| other.query == wish.query)
        {
            wishes.push(wish);
        }
    };
    let mut at = 0;
    while at < sequence.len() {
        if let Some((phrase, length)) = LEXICON.phrase(sequence.from(at)) {
            add(planner.phrase(phrase));
            at += length;
            continue;
        }
        let mut words = sequence.from(at).take(2);
        if let Some(word) = words.next() {
            add(planner.word(word));
            add(words.next().and_then(|next| planner.compound(word, next)));
        }
        at += 1;
    }
    if wishes.iter().all(|wish| wish.weight == 0.0) {
        wishes.iter_mut().for_each(|wish| wish.weight = 1.0);
    }
    wishes.retain(|wish| wish.weight > 0.0);
    wishes
}

struct Planner<'d> {
    dictionary: &'d Dictionary,
}

impl Planner<'_> {
    fn word(&self, word: &str) -> Option<Wish> {
        let mut candidates = vec![];
        self.direct(word, 1.0, &mut candidates);
        self.synonyms(word, 1.0, &mut candidates);
        if let Some((one, other)) = LEXICON.division(word) {
            self.direct(one, PARTS, &mut candidates);
            self.direct(other, PARTS, &mut candidates);
        }
        let weight = LEXICON.weight(word);
        if candidates.is_empty() && weight > 0.0 {
            let near = near::words(self.dictionary, word);
            candidates.extend(near.into_iter().map(|(term, nearness)| Candidate {
                term,
                weight: nearness * SIMILAR,
                matched: Match::Similar,
            }));
        }
        self.wish(word, weight, candidates)
    }

    /// The phrase itself, what else it is called, and the words that it is made of unless they say little alone.
    fn phrase(&self, phrase: &str) -> Option<Wish> {
        let mut candidates = vec![];
        self.direct(phrase, 1.0, &mut candidates);
        self.synonyms(phrase, 1.0, &mut candidates);
        for word in phrase.split(' ').filter(|word| LEXICON.weight(word) == 1.0) {
            self.direct(word, PARTS, &mut candidates);
        }
        self.wish(phrase, LEXICON.weight(phrase), candidates)
    }

    /// Two words of the query that tools write as one.
    fn compound(&self, one: &str, other: &str) -> Option<Wish> {
        let joined = format!("{one}{other}");
        let term = self.dictionary.id(&joined)?;
        self.wish(&joined, 1.0, vec![Candidate { term, weight: 1.0, matched: Match::Direct }])
    }

    fn direct(&self, word: &str, weight: f64, candidates: &mut Vec<Candidate>) {
        if let Some(term) = self.dictionary.id(word) {
            candidates.push(Candidate { term, weight, matched: Match::Direct });
        }
        for &term in self.dictionary.family(word) {
            candidates.push(Candidate { term, weight: weight * FAMILY, matched: Match::Family });
        }
    }

    fn synonyms(&self, text: &str, weight: f64, candidates: &mut Vec<Candidate>) {
        for (other, relation) in LEXICON.related(text) {
            let weight = weight
                * match relation {
                    Relation::Same => SAME,
                    Relation::General => GENERAL,
                    Relation::Special => SPECIAL,
                };
            if let Some(term) = self.dictionary.id(other) {
                candidates.push(Candidate { term, weight, matched: Match::Synonym });
            }
        }
    }

    /// Each candidate once, at its best, the best first.
    fn wish(&self, query: &str, weight: f64, mut candidates: Vec<Candidate>) -> Option<Wish> {
        candidates.sort_by(|a, b| a.term.cmp(&b.term).then(b.weight.total_cmp(&a.weight)));
        candidates.dedup_by_key(|candidate| candidate.term);
        let word = |candidate: &Candidate| &*self.dictionary.term(candidate.term).word;
        candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| word(a).cmp(word(b))));
        (!candidates.is_empty()).then(|| Wish { query: query.into(), weight, candidates })
    }
}
