//! Counts of right and wrong, and what follows from them.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What a detector said against what is so: true and false positives and negatives.
///
/// ```
/// use vetgate_eval::Tally;
/// let mut tally = Tally::default();
/// tally.add(true, true);
/// tally.add(true, false);
/// tally.add(false, false);
/// assert_eq!(tally.recall().value(), Some(0.5));
/// assert_eq!(tally.fpr().value(), Some(0.0));
/// assert_eq!(Tally::default().precision().value(), None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positives that were found.
    pub true_positives: usize,
    /// Negatives that were flagged.
    pub false_positives: usize,
    /// Negatives that were left alone.
    pub true_negatives: usize,
    /// Positives that were missed.
    pub false_negatives: usize,
    /// Whether negatives cannot be counted: so many places in a text hold nothing that no share of them says anything.
    pub lacks_negatives: bool,
}

impl Tally {
    /// Counts of what has no negatives.
    pub fn without_negatives() -> Self {
        Self { lacks_negatives: true, ..Self::default() }
    }

    /// Counts one item.
    pub fn add(&mut self, is_positive: bool, is_flagged: bool) {
        *match (is_positive, is_flagged) {
            (true, true) => &mut self.true_positives,
            (true, false) => &mut self.false_negatives,
            (false, true) => &mut self.false_positives,
            (false, false) => &mut self.true_negatives,
        } += 1;
    }

    /// Counts everything that `other` counted too.
    pub fn join(&mut self, other: Self) {
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.true_negatives += other.true_negatives;
        self.false_negatives += other.false_negatives;
        self.lacks_negatives |= other.lacks_negatives;
    }

    /// How many positives there are.
    pub fn positives(self) -> usize {
        self.true_positives + self.false_negatives
    }

    /// How many negatives there are.
    pub fn negatives(self) -> usize {
        self.false_positives + self.true_negatives
    }

    /// Of what was flagged, the share that is positive.
    pub fn precision(self) -> Share {
        Share::new(self.true_positives, self.true_positives + self.false_positives)
    }

    /// Of the positives, the share that was flagged.
    pub fn recall(self) -> Share {
        Share::new(self.true_positives, self.positives())
    }

    /// Of the negatives, the share that was flagged; nothing where they cannot be counted.
    pub fn fpr(self) -> Share {
        if self.lacks_negatives { Share::default() } else { Share::new(self.false_positives, self.negatives()) }
    }

    /// The harmonic mean of precision and recall; `None` where neither anything positive nor anything flagged is.
    pub fn f1(self) -> Option<f64> {
        let wrong = self.false_positives + self.false_negatives;
        let of = 2 * self.true_positives + wrong;
        (of > 0).then(|| 2.0 * self.true_positives as f64 / of as f64)
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, share) in [("precision", self.precision()), ("recall", self.recall()), ("fpr", self.fpr())] {
            map.serialize_entry(name, &share.value().map(rounded))?;
            map.serialize_entry(
                &format!("{name}_interval"),
                &share.interval().map(|(low, high)| [rounded(low), rounded(high)]),
            )?;
        }
        map.serialize_entry("f1", &self.f1().map(rounded))?;
        map.serialize_entry("tp", &self.true_positives)?;
        map.serialize_entry("fp", &self.false_positives)?;
        map.serialize_entry("tn", &self.true_negatives)?;
        map.serialize_entry("fn", &self.false_negatives)?;
        map.end()
    }
}

/// So many of so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// How many.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// `part` of `of`.
    pub fn new(part: usize, of: usize) -> Self {
        Self { part, of }
    }

    /// Counts one more, part of it or not.
    pub fn add(&mut self, is_part: bool) {
        self.part += usize::from(is_part);
        self.of += 1;
    }

    /// As a number; `None` of none.
    pub fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.part as f64 / self.of as f64)
    }

    /// The 95 % Wilson score interval: where the true share lies if these items were drawn at random. Unlike the normal
    /// approximation it holds for few items and at the ends.
    ///
    /// ```
    /// use vetgate_eval::Share;
    /// let (low, high) = Share::new(9, 10).interval().unwrap();
    /// assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("0.596".into(), "0.982".into()));
    /// ```
    pub fn interval(self) -> Option<(f64, f64)> {
        const Z: f64 = 1.959_963_984_540_054;
        // More than one of each is a rate and no share.
        let share = self.value().filter(|share| *share <= 1.0)?;
        let of = self.of as f64;
        let spread = Z * Z / of;
        let center = share + spread / 2.0;
        let margin = Z * (share * (1.0 - share) / of + spread / (4.0 * of)).sqrt();
        let bound = |value: f64| (value / (1.0 + spread)).clamp(0.0, 1.0);
        Some((bound(center - margin), bound(center + margin)))
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.value().map(rounded))?;
        map.serialize_entry("interval", &self.interval().map(|(low, high)| [rounded(low), rounded(high)]))?;
        map.serialize_entry("part", &self.part)?;
        map.serialize_entry("of", &self.of)?;
        map.end()
    }
}

/// To six places: enough for any comparison, and the same digits everywhere.
pub(crate) fn rounded(value: f64) -> f64 {
    // Adding nothing turns a negative nothing into a plain one.
    (value * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_interval_holds_the_share_and_stays_within_bounds(part in 0usize..500, rest in 0usize..500) {
            let share = Share::new(part, part + rest);
            if let (Some(value), Some((low, high))) = (share.value(), share.interval()) {
                prop_assert!(0.0 <= low && low <= value + 1e-12 && value <= high + 1e-12 && high <= 1.0);
            }
        }
    }

    #[test]
    fn nothing_has_no_share() {
        let none = Tally::default();
        assert_eq!((none.recall().value(), none.fpr().interval(), none.f1()), (None, None, None));
        assert_eq!(serde_json::to_value(none).expect("plain data")["recall"], serde_json::Value::Null);
    }

    #[test]
    fn a_flawless_detector_is_still_not_certain() {
        let (low, high) = Share::new(20, 20).interval().expect("twenty items");
        assert!(low > 0.83 && low < 0.84 && high == 1.0, "{low} {high}");
    }
}
