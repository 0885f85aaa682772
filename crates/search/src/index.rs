//! The index: tools come and go, queries are answered.
//!
//! Hot path: [`Index::search`] is on the way of every search of an agent; budget 1 ms over 10,000 tools (bench
//! `search`). Postings are walked word by word into one score per tool; only the best few are explained.

use crate::dictionary::{Dictionary, Posting, TermId};
use crate::document::{self, Document};
use crate::field::{FIELDS, Field};
use crate::plan::{self, Candidate, Wish};
use crate::score::{Lengths, Scale};
use crate::{Hit, Reason};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use vetgate_model::Definition;

/// Tools that can be searched. A tool goes by its server and name.
#[derive(Debug, Default)]
pub struct Index {
    dictionary: Dictionary,
    documents: Vec<Option<Document>>,
    unused: Vec<u32>,
    places: BTreeMap<Arc<str>, BTreeMap<Arc<str>, u32>>,
    lengths: Lengths,
}

impl Index {
    /// An index without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many tools it holds.
    pub fn len(&self) -> usize {
        self.documents.len() - self.unused.len()
    }

    /// Whether it holds no tool.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes `tool` in; one of the same server and name is replaced.
    pub fn insert(&mut self, tool: &Definition) {
        self.remove(tool.server(), tool.name());
        let mut found: Vec<(TermId, Field)> = vec![];
        let lengths = document::read(tool, |word, field| found.push((self.dictionary.intern(word), field)));
        let place = self.unused.pop().unwrap_or_else(|| {
            self.documents.push(None);
            u32::try_from(self.documents.len() - 1).expect("fewer tools than numbers")
        });
        found.sort_unstable_by_key(|(term, _)| *term);
        let mut terms = vec![];
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let mut counts = [0u8; FIELDS];
            for (_, field) in group {
                counts[*field as usize] = counts[*field as usize].saturating_add(1);
            }
            self.dictionary.add(group[0].0, Posting { document: place, counts });
            terms.push(group[0].0);
        }
        self.lengths.add(&lengths);
        let server = match self.places.get_key_value(tool.server()) {
            Some((server, _)) => server.clone(),
            None => tool.server().into(),
        };
        let name: Arc<str> = tool.name().into();
        self.places.entry(server.clone()).or_default().insert(name.clone(), place);
        self.documents[place as usize] = Some(Document { server, name, lengths, terms });
    }

    /// Takes a tool out; tells whether it was there.
    pub fn remove(&mut self, server: &str, name: &str) -> bool {
        let Some(names) = self.places.get_mut(server) else { return false };
        let Some(place) = names.remove(name) else { return false };
        if names.is_empty() {
            self.places.remove(server);
        }
        self.forget(place);
        true
    }

    /// Takes every tool of a server out; tells how many there were.
    pub fn remove_server(&mut self, server: &str) -> usize {
        let names = self.places.remove(server).unwrap_or_default();
        names.values().for_each(|place| self.forget(*place));
        names.len()
    }

    fn forget(&mut self, place: u32) {
        let document = self.documents[place as usize].take().expect("a place that is known is taken");
        self.lengths.remove(&document.lengths);
        for term in document.terms {
            self.dictionary.remove(term, place);
        }
        self.unused.push(place);
    }

    /// The tools that fit `query` best, at most `limit`, the best first. Empty if no word of the query, nor any other word
    /// for it, is in any tool.
    pub fn search(&self, query: &str, limit: usize) -> Vec<Hit> {
        if limit == 0 || self.is_empty() {
            return vec![];
        }
        let wishes = plan::of(query, &self.dictionary);
        let scale = Scale::new(&self.lengths, self.len());
        let (mut ranking, rarities) = self.rank(&wishes, &scale);
        let by_rank = |a: &Ranked, b: &Ranked| self.compare(a, b);
        if ranking.len() > limit {
            ranking.select_nth_unstable_by(limit, by_rank);
            ranking.truncate(limit);
        }
        ranking.sort_unstable_by(by_rank);
        ranking.into_iter().map(|ranked| self.explain(&ranked, &wishes, &rarities, &scale)).collect()
    }

    fn document(&self, place: u32) -> &Document {
        self.documents[place as usize].as_ref().expect("postings name tools that are there")
    }

    fn compare(&self, a: &Ranked, b: &Ranked) -> Ordering {
        let key = |ranked: &Ranked| {
            let document = self.document(ranked.place);
            (&*document.server, &*document.name)
        };
        b.score.total_cmp(&a.score).then_with(|| key(a).cmp(&key(b)))
    }

    /// What each tool is worth, and how rare each wish is: in how many tools any of its words is.
    fn rank(&self, wishes: &[Wish], scale: &Scale) -> (Vec<Ranked>, Vec<f64>) {
        let mut scores = vec![0.0; self.documents.len()];
        let mut best = vec![0.0; self.documents.len()];
        let mut touched: Vec<u32> = vec![];
        let mut rarities = vec![];
        for wish in wishes {
            for candidate in &wish.candidates {
                for posting in &self.dictionary.term(candidate.term).postings {
                    let value = candidate.weight * scale.presence(posting, self.document(posting.document));
                    let best: &mut f64 = &mut best[posting.document as usize];
                    if *best == 0.0 {
                        touched.push(posting.document);
                    }
                    *best = best.max(value);
                }
            }
            let rarity = scale.rarity(touched.len());
            for place in touched.drain(..) {
                scores[place as usize] += wish.weight * rarity * std::mem::take(&mut best[place as usize]);
            }
            rarities.push(rarity);
        }
        let found = (0u32..).zip(scores).filter(|(_, score)| *score > 0.0);
        (found.map(|(place, score)| Ranked { place, score }).collect(), rarities)
    }

    /// Says what the score of a tool is made of: for each wish its best word, by field.
    fn explain(&self, ranked: &Ranked, wishes: &[Wish], rarities: &[f64], scale: &Scale) -> Hit {
        let document = self.document(ranked.place);
        let mut reasons = vec![];
        for (wish, rarity) in wishes.iter().zip(rarities) {
            let mut best: Option<(f64, &Candidate, &Posting)> = None;
            for candidate in &wish.candidates {
                let postings = &self.dictionary.term(candidate.term).postings;
                let Ok(at) = postings.binary_search_by_key(&ranked.place, |posting| posting.document) else { continue };
                let value = candidate.weight * scale.presence(&postings[at], document);
                if best.is_none_or(|(other, ..)| value > other) {
                    best = Some((value, candidate, &postings[at]));
                }
            }
            let Some((value, candidate, posting)) = best else { continue };
            let shares = Field::ALL.map(|field| scale.part(field as usize, posting, document));
            let whole: f64 = shares.iter().sum();
            for (field, share) in Field::ALL.into_iter().zip(shares).filter(|(_, share)| *share > 0.0) {
                reasons.push(Reason {
                    query: wish.query.clone(),
                    word: self.dictionary.term(candidate.term).word.clone(),
                    field,
                    matched: candidate.matched,
                    contribution: wish.weight * rarity * value * share / whole,
                });
            }
        }
        Hit { server: document.server.clone(), name: document.name.clone(), score: ranked.score, reasons }
    }
}

/// A tool and what it is worth.
struct Ranked {
    place: u32,
    score: f64,
}
