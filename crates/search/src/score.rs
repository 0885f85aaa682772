//! What a word in a tool is worth: BM25F.

use crate::dictionary::Posting;
use crate::document::Document;
use crate::field::FIELDS;

/// The numbers that ranking depends on.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// How soon repetition stops to count.
    pub k1: f64,
    /// How much the length of each field counts.
    pub b: [f64; FIELDS],
    /// How much each field counts.
    pub w: [f64; FIELDS],
    pub same: f64,
    pub general: f64,
    pub special: f64,
    pub family: f64,
    pub similar: f64,
    pub parts: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            k1: 1.2,
            b: [0.3, 0.3, 0.6, 0.5, 0.6, 0.3],
            w: [2.5, 2.0, 1.0, 0.5, 0.4, 0.8],
            same: 0.6,
            general: 0.5,
            special: 0.3,
            family: 0.8,
            similar: 0.5,
            parts: 0.5,
        }
    }
}

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
pub(crate) struct Scale<'t> {
    tuning: &'t Tuning,
    /// `b / average` of each field.
    slope: [f64; FIELDS],
    documents: f64,
}

impl<'t> Scale<'t> {
    pub(crate) fn new(lengths: &Lengths, documents: usize, tuning: &'t Tuning) -> Self {
        let mut slope = [0.0; FIELDS];
        for (field, slope) in slope.iter_mut().enumerate() {
            if lengths.total[field] > 0 {
                *slope = tuning.b[field] * lengths.having[field] as f64 / lengths.total[field] as f64;
            }
        }
        Self { tuning, slope, documents: documents as f64 }
    }

    /// How much a word counts that `documents` tools have.
    pub(crate) fn rarity(&self, documents: usize) -> f64 {
        let documents = documents as f64;
        ((self.documents - documents + 0.5) / (documents + 0.5)).ln_1p()
    }

    /// What one field adds, before saturation, to how much of a word is in a tool.
    pub(crate) fn part(&self, field: usize, posting: &Posting, document: &Document) -> f64 {
        if posting.counts[field] == 0 {
            return 0.0;
        }
        let length = 1.0 - self.tuning.b[field] + self.slope[field] * f64::from(document.lengths[field]);
        self.tuning.w[field] * f64::from(posting.counts[field]) / length
    }

    /// How much of a word is in a tool, from 0 to 1.
    pub(crate) fn presence(&self, posting: &Posting, document: &Document) -> f64 {
        let sum: f64 = (0..FIELDS).map(|field| self.part(field, posting, document)).sum();
        sum / (self.tuning.k1 + sum)
    }
}
