//! What a session has sent to each destination, from its beginning on.
//!
//! Bounded: so many destinations are counted one by one, and all others together; that there are others is told.

/// How many destinations are counted one by one.
pub(super) const DESTINATIONS: usize = 64;

/// What was sent to one destination, or to all that have no row of their own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Total {
    pub(super) bytes: u64,
    /// Calls with personal data or secrets.
    pub(super) sensitive: u64,
    /// Links and host names that carried data.
    pub(super) pieces: u64,
}

impl Total {
    pub(super) fn and(self, more: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_add(more.bytes),
            sensitive: self.sensitive.saturating_add(more.sensitive),
            pieces: self.pieces.saturating_add(more.pieces),
        }
    }
}

/// What was sent where.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals {
    rows: Vec<(String, Total)>,
    others: Total,
}

impl Totals {
    /// What a destination has got so far, and whether it has a row of its own or will have.
    pub(super) fn of(&self, destination: &str) -> (Total, bool) {
        match self.rows.iter().find(|(name, _)| name == destination) {
            Some((_, total)) => (*total, true),
            None if self.rows.len() < DESTINATIONS => (Total::default(), true),
            None => (self.others, false),
        }
    }

    /// Whether something was sent there. Where there are more destinations than rows, one without a row may be old.
    pub(super) fn knows(&self, destination: &str) -> bool {
        self.rows.iter().any(|(name, _)| name == destination)
    }

    /// Adds to what a destination has got.
    pub(super) fn add(&mut self, destination: &str, more: Total) {
        match self.rows.iter().position(|(name, _)| name == destination) {
            Some(at) => self.rows[at].1 = self.rows[at].1.and(more),
            None if self.rows.len() < DESTINATIONS => self.rows.push((destination.to_owned(), more)),
            None => self.others = self.others.and(more),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations_beyond_the_bound_are_counted_together() {
        let one = Total { bytes: 10, sensitive: 1, pieces: 0 };
        let mut totals = Totals::default();
        for n in 0..DESTINATIONS + 3 {
            totals.add(&format!("host{n}.example.com"), one);
        }
        totals.add("host0.example.com", one);
        assert_eq!(totals.of("host0.example.com"), (Total { bytes: 20, sensitive: 2, pieces: 0 }, true));
        assert_eq!(totals.of("host65.example.com"), (Total { bytes: 30, sensitive: 3, pieces: 0 }, false));
        assert_eq!(totals.of("new.example.com").0.bytes, 30);
        assert!(totals.knows("host63.example.com") && !totals.knows("host64.example.com"));
        assert_eq!(totals.rows.len(), DESTINATIONS);
    }
}
