//! The words of all tools, and which tools each stands in.
//!
//! Words come from strangers, so they are kept in ordered maps: no choice of words makes looking one up slow. A word
//! that no tool has any more is forgotten, so that what is known depends on the tools alone.

use crate::field::FIELDS;
use crate::token::root;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::ops::Bound;
use vetgate_text::table::Fnv;

/// The number of a word, reused when the word is forgotten: never compare by it.
pub(crate) type TermId = u32;

/// How often one word stands in each field of one document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Posting {
    pub(crate) document: u32,
    pub(crate) counts: [u8; FIELDS],
}

/// How many words are remembered by their hash.
const SEEN: usize = 4096;

/// Where `word` is remembered.
fn place(word: &str) -> usize {
    let mut hasher = Fnv::default();
    hasher.write(word.as_bytes());
    (hasher.finish() >> 16) as usize % SEEN
}

/// A word that at least one document has.
#[derive(Debug, Default)]
pub(crate) struct Term {
    pub(crate) word: Box<str>,
    /// By document.
    pub(crate) postings: Vec<Posting>,
}

/// The words of all documents.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    ids: BTreeMap<Box<str>, TermId>,
    terms: Vec<Term>,
    unused: Vec<TermId>,
    families: BTreeMap<Box<str>, Vec<TermId>>,
    /// Where words were found last, by their hash: most words of a text are among the few that all texts have. A word
    /// that is not where it should be is looked up, so no choice of words can do more harm than that.
    seen: Vec<TermId>,
}

impl Dictionary {
    pub(crate) fn id(&self, word: &str) -> Option<TermId> {
        self.ids.get(word).copied()
    }

    pub(crate) fn term(&self, id: TermId) -> &Term {
        &self.terms[id as usize]
    }

    /// The words of the family of `word`, itself included if it is known.
    pub(crate) fn family(&self, word: &str) -> &[TermId] {
        root(word).and_then(|root| self.families.get(root)).map_or(&[], Vec::as_slice)
    }

    /// The words from `from` on, in order.
    pub(crate) fn words_from(&self, from: &str) -> impl Iterator<Item = (&str, TermId)> {
        self.ids.range::<str, _>((Bound::Included(from), Bound::Unbounded)).map(|(word, id)| (&**word, *id))
    }

    /// The number of `word`, which is added if it is new. The caller gives it a posting.
    pub(crate) fn intern(&mut self, word: &str) -> TermId {
        self.seen.resize(SEEN, TermId::MAX);
        let place = place(word);
        let id = self.seen[place];
        if self.terms.get(id as usize).is_some_and(|term| *term.word == *word) {
            return id;
        }
        let id = self.id(word).unwrap_or_else(|| self.learn(word));
        self.seen[place] = id;
        id
    }

    fn learn(&mut self, word: &str) -> TermId {
        let term = Term { word: word.into(), postings: vec![] };
        let id = match self.unused.pop() {
            Some(id) => {
                self.terms[id as usize] = term;
                id
            }
            None => {
                self.terms.push(term);
                TermId::try_from(self.terms.len() - 1).expect("fewer words than numbers")
            }
        };
        self.ids.insert(word.into(), id);
        if let Some(root) = root(word) {
            match self.families.get_mut(root) {
                Some(family) => family.push(id),
                None => drop(self.families.insert(root.into(), vec![id])),
            }
        }
        id
    }

    pub(crate) fn add(&mut self, id: TermId, posting: Posting) {
        let postings = &mut self.terms[id as usize].postings;
        match postings.last() {
            Some(last) if last.document > posting.document => {
                let at = postings.partition_point(|other| other.document < posting.document);
                postings.insert(at, posting);
            }
            _ => postings.push(posting),
        }
    }

    /// Takes `document` from the word, which is forgotten if it has no other.
    pub(crate) fn remove(&mut self, id: TermId, document: u32) {
        let term = &mut self.terms[id as usize];
        if let Ok(at) = term.postings.binary_search_by_key(&document, |posting| posting.document) {
            term.postings.remove(at);
        }
        if !term.postings.is_empty() {
            return;
        }
        let word = std::mem::take(term).word;
        self.ids.remove(&word);
        self.unused.push(id);
        let Some(root) = root(&word) else { return };
        if let Some(family) = self.families.get_mut(root) {
            family.retain(|other| *other != id);
            if family.is_empty() {
                self.families.remove(root);
            }
        }
    }
}
