//! What a word in a tool is worth: BM25F.

use crate::dictionary::Posting;
use crate::document::Document;
use crate::field::FIELDS;

/// How slowly repetition stops to count: a word that stands so often, by weight, counts half of what it can.
const SATURATION: f64 = 2.0;

/// How much each field counts, in the order of [`Field::ALL`](crate::Field::ALL).
const WEIGHT: [f64; FIELDS] = [3.0, 2.0, 1.0, 0.5, 0.4, 0.8];

/// How much the length of each field counts against a word in it, from 0 to 1.
const LENGTH: [f64; FIELDS] = [0.3, 0.3, 0.4, 0.5, 0.6, 0.3];

/// How much rarity counts: less than in BM25, since few tools have a word by chance and a rare word of a long query is
/// often beside the point.
const RARITY: f64 = 0.75;

/// How long each field is over all tools that have it.
#[derive(Debug, Default)]
pub(crate) struct Lengths {
    total: [u64; FIELDS],
    having: [u64; FIELDS],
}

impl Lengths {
    pub(crate) fn add(&mut self, lengths: &[u32; FIELDS]) {
        for (field, length) in lengths.iter().enumerate() {
            self.total[field] += u64::from(*length);
            self.having[field] += u64::from(*length > 0);
        }
    }

    pub(crate) fn remove(&mut self, lengths: &[u32; FIELDS]) {
        for (field, length) in lengths.iter().enumerate() {
            self.total[field] -= u64::from(*length);
            self.having[field] -= u64::from(*length > 0);
        }
    }
}

/// The weights of a moment: they change with every tool that comes or goes.
pub(crate) struct Scale {
    /// `b / average` of each field.
    slope: [f64; FIELDS],
    documents: f64,
}

impl Scale {
    pub(crate) fn new(lengths: &Lengths, documents: usize) -> Self {
        let mut slope = [0.0; FIELDS];
        for (field, slope) in slope.iter_mut().enumerate() {
            if lengths.total[field] > 0 {
                *slope = LENGTH[field] * lengths.having[field] as f64 / lengths.total[field] as f64;
            }
        }
        Self { slope, documents: documents as f64 }
    }

    /// How much a word counts that `documents` tools have.
    pub(crate) fn rarity(&self, documents: usize) -> f64 {
        let documents = documents as f64;
        ((self.documents - documents + 0.5) / (documents + 0.5)).ln_1p().powf(RARITY)
    }

    /// What one field adds, before saturation, to how much of a word is in a tool.
    pub(crate) fn part(&self, field: usize, posting: &Posting, document: &Document) -> f64 {
        if posting.counts[field] == 0 {
            return 0.0;
        }
        let length = 1.0 - LENGTH[field] + self.slope[field] * f64::from(document.lengths[field]);
        WEIGHT[field] * f64::from(posting.counts[field]) / length
    }

    /// How much of a word is in a tool, from 0 to 1.
    pub(crate) fn presence(&self, posting: &Posting, document: &Document) -> f64 {
        let sum: f64 = (0..FIELDS).map(|field| self.part(field, posting, document)).sum();
        sum / (SATURATION + sum)
    }
}
