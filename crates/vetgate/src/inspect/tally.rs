//! How much was found, in numbers.

use serde::Serialize;
use std::collections::BTreeMap;
use vetgate_model::Severity;
use vetgate_sensitive::{Match, catalogue};

/// Counts over all files.
#[derive(Debug, Default, Serialize)]
pub(super) struct Tally {
    /// How many files were looked through, or should have been.
    files: usize,
    /// How many of them have matches.
    files_with_matches: usize,
    /// How many could not be read, or not to the end.
    failed: usize,
    bytes: usize,
    matches: usize,
    /// How many more there would be with a lower `--min-confidence`.
    less_sure: usize,
    by_severity: BTreeMap<Severity, usize>,
    by_kind: BTreeMap<String, usize>,
    #[serde(skip)]
    is_counted: bool,
}

impl Tally {
    /// Another file begins.
    pub(super) fn begin(&mut self) {
        self.files += 1;
        self.is_counted = false;
    }

    pub(super) fn failed(&mut self) {
        self.failed += 1;
    }

    pub(super) fn read(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    pub(super) fn less_sure(&mut self) {
        self.less_sure += 1;
    }

    pub(super) fn count(&mut self, found: &Match) {
        self.matches += 1;
        if !std::mem::replace(&mut self.is_counted, true) {
            self.files_with_matches += 1;
        }
        *self.by_severity.entry(found.severity).or_default() += 1;
        match self.by_kind.get_mut(&found.kind) {
            Some(count) => *count += 1,
            None => {
                self.by_kind.insert(found.kind.clone(), 1);
            }
        }
    }

    /// The worst that was found.
    pub(super) fn worst(&self) -> Option<Severity> {
        self.by_severity.keys().next_back().copied()
    }

    /// How many files could not be read.
    pub(super) fn failures(&self) -> usize {
        self.failed
    }

    /// Whether not one file could be read.
    pub(super) fn is_empty(&self) -> bool {
        self.failed == self.files && self.bytes == 0
    }

    /// How many matches there would be besides.
    pub(super) fn held_back(&self) -> usize {
        self.less_sure
    }

    /// The kind that was found most, of those that can be explained.
    pub(super) fn commonest(&self) -> Option<&str> {
        let is_built_in = |kind: &str| catalogue().any(|listed| listed.kind.id == kind);
        let most = self
            .by_kind
            .iter()
            .filter(|(kind, _)| is_built_in(kind))
            .max_by_key(|(kind, count)| (**count, std::cmp::Reverse(*kind)));
        most.map(|(kind, _)| kind.as_str())
    }

    /// `7 matches in 2 of 3 files: 1 critical, 6 medium`, or `nothing found in 3 files, 1,200 bytes`.
    pub(super) fn headline(&self) -> String {
        let read = self.files - self.failed;
        if self.matches == 0 {
            let files = if read > 1 { format!("{read} files, ") } else { String::new() };
            return format!("nothing found in {files}{}", plural(self.bytes, "byte", "bytes"));
        }
        let severities =
            self.by_severity.iter().rev().map(|(severity, count)| plural(*count, severity.name(), severity.name()));
        let files = match (self.files_with_matches, self.files) {
            (1, 1) => "1 file".to_owned(),
            (some, all) if some == all => format!("{all} files"),
            (some, all) => format!("{some} of {all} files"),
        };
        let severities = severities.collect::<Vec<_>>().join(", ");
        format!("{} in {files}: {severities}", plural(self.matches, "match", "matches"))
    }
}

/// A number with its noun, thousands told apart.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    let digits = count.to_string();
    let mut number = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            number.push(',');
        }
        number.push(digit);
    }
    format!("{number} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_sensitive::Detector;

    #[test]
    fn numbers_are_put_into_words() {
        assert_eq!(plural(1, "byte", "bytes"), "1 byte");
        assert_eq!(plural(999, "byte", "bytes"), "999 bytes");
        assert_eq!(plural(1_234_567, "byte", "bytes"), "1,234,567 bytes");
    }

    #[test]
    fn the_headline_says_how_much_and_how_bad() {
        let mut tally = Tally::default();
        tally.begin();
        tally.read(1200);
        assert_eq!(tally.headline(), "nothing found in 1,200 bytes");
        tally.begin();
        assert_eq!(tally.headline(), "nothing found in 2 files, 1,200 bytes");
        for found in Detector::new().inspect(b"write to jo.miller@acme.io or kim.lee@acme.io") {
            tally.count(&found);
        }
        assert_eq!(tally.headline(), "2 matches in 1 of 2 files: 2 medium");
        assert_eq!(tally.commonest(), Some("email"));
    }
}
