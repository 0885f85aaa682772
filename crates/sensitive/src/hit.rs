//! What was found, before it is put into words.

use crate::structures::connection;
use crate::{Category, Grade, Kind, credential};
use std::ops::Range;
use vetgate_model::Confidence;

/// A value in a text.
#[derive(Debug, Clone)]
pub(crate) struct Hit<'d> {
    pub(crate) kind: &'d Kind,
    pub(crate) span: Range<usize>,
    pub(crate) confidence: Confidence,
    /// How far away the word is that names it; the nearest one decides between kinds.
    pub(crate) near: u8,
}

impl Hit<'_> {
    /// Whether the other is only a part of this value, which its name gives away: the address in `password=jo@acme.io!x`.
    fn is_whole_of(&self, other: &Self) -> bool {
        let is_link = self.kind.id == connection::KIND.id;
        // The end of the password and the host of its link read like an address.
        let is_inside = self.span.start <= other.span.start
            && (other.span.end <= self.span.end || is_link && other.span.start < self.span.end);
        is_inside
            && self.span != other.span
            && (credential::is_named(self.kind) || is_link)
            && Grade::of(self.confidence) >= Grade::Medium
            && !matches!(other.kind.category, Category::Secret | Category::Custom)
    }

    /// Whether this one is to be kept where both cannot be.
    fn beats(&self, other: &Self) -> bool {
        if self.is_whole_of(other) || other.is_whole_of(self) {
            return self.is_whole_of(other);
        }
        let rank = |hit: &Self| (hit.confidence.value(), u8::MAX - hit.near, hit.span.len());
        rank(self) > rank(other)
    }
}

/// Leaves of the hits that overlap only the best.
pub(crate) fn settle(hits: &mut Vec<Hit<'_>>) {
    if hits.len() < 2 {
        return;
    }
    // Stable: of two that are equal in all, the one that is listed first stays.
    hits.sort_by_key(|hit| hit.span.start);
    let mut kept = 0;
    for at in 1..hits.len() {
        if hits[at].span.start >= hits[kept].span.end {
            kept += 1;
            hits.swap(kept, at);
        } else if hits[at].beats(&hits[kept]) {
            hits.swap(kept, at);
        }
    }
    hits.truncate(kept + 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::Severity;

    #[test]
    fn the_surer_the_nearer_and_the_longer_win() {
        let kind = Kind::new("x", "x", Category::Custom, Severity::Low);
        let hit =
            |span: Range<usize>, grade: Grade, near| Hit { kind: &kind, span, confidence: grade.confidence(), near };
        let spans = |mut hits: Vec<Hit<'_>>| {
            settle(&mut hits);
            hits.into_iter().map(|hit| (hit.span.start, hit.span.end)).collect::<Vec<_>>()
        };
        assert_eq!(
            spans(vec![hit(0..9, Grade::Low, 0), hit(4..8, Grade::High, 9), hit(9..12, Grade::Low, 0)]),
            [(4, 8), (9, 12)]
        );
        assert_eq!(spans(vec![hit(0..9, Grade::High, 9), hit(0..5, Grade::High, 3)]), [(0, 5)]);
        assert_eq!(spans(vec![hit(0..5, Grade::High, 3), hit(0..9, Grade::High, 3)]), [(0, 9)]);
    }
}
