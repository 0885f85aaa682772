//! A sum over the last while, in a fixed number of buckets.
//!
//! O(1) in the number of events. The window is never shorter than asked for, and at most one bucket, a thirtieth,
//! longer. A clock that goes backwards is taken to stand still.

/// Into how many parts a window is divided.
const PARTS: u64 = 30;
/// One more than that: the oldest bucket is still within the window while the newest is being filled.
const BUCKETS: usize = PARTS as usize + 1;

/// A sum over the last while.
#[derive(Debug, Clone)]
pub(super) struct Window {
    width_ms: u64,
    buckets: [u64; BUCKETS],
    /// The number of the newest bucket, counted from the beginning of time.
    newest: u64,
}

impl Window {
    /// An empty window of that length.
    pub(super) fn new(length_ms: u64) -> Self {
        Self { width_ms: width(length_ms), buckets: [0; BUCKETS], newest: 0 }
    }

    /// What was added within the window that ends now.
    pub(super) fn sum(&self, now_ms: u64) -> u64 {
        let passed = (now_ms / self.width_ms).saturating_sub(self.newest);
        let left = (BUCKETS as u64).saturating_sub(passed);
        (0..left.min(self.newest + 1)).fold(0, |sum, age| sum.saturating_add(self.buckets[slot(self.newest - age)]))
    }

    /// Adds to what was seen by now. Where the length has changed meanwhile, all of the old window counts as of now.
    pub(super) fn add(&mut self, length_ms: u64, now_ms: u64, amount: u64) {
        if self.width_ms != width(length_ms) {
            let kept = self.sum(now_ms);
            *self = Self::new(length_ms);
            self.newest = now_ms / self.width_ms;
            self.buckets[slot(self.newest)] = kept;
        }
        let now = (now_ms / self.width_ms).max(self.newest);
        let passed = (now - self.newest).min(BUCKETS as u64);
        for age in 0..passed {
            self.buckets[slot(now - age)] = 0;
        }
        self.newest = now;
        let bucket = &mut self.buckets[slot(now)];
        *bucket = bucket.saturating_add(amount);
    }
}

fn width(length_ms: u64) -> u64 {
    length_ms.div_ceil(PARTS).max(1)
}

fn slot(bucket: u64) -> usize {
    (bucket % BUCKETS as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_older_than_the_window_is_forgotten() {
        let mut window = Window::new(60_000);
        for second in 0..60 {
            window.add(60_000, second * 1000, 1);
        }
        assert_eq!(window.sum(59_000), 60);
        assert_eq!(window.sum(60_000), 60, "never shorter than asked for");
        assert_eq!(window.sum(92_000), 28, "those of the last minute");
        assert_eq!(window.sum(200_000), 0);
        assert_eq!(window.sum(u64::MAX), 0);
    }

    #[test]
    fn a_clock_that_goes_backwards_stands_still() {
        let mut window = Window::new(60_000);
        window.add(60_000, 1_000_000, 2);
        window.add(60_000, 0, 3);
        assert_eq!((window.sum(0), window.sum(1_000_000), window.sum(1_050_000)), (5, 5, 5));
    }

    #[test]
    fn a_window_whose_length_changes_forgets_nothing_at_once() {
        let mut window = Window::new(60_000);
        window.add(60_000, 1_000, 7);
        window.add(300_000, 50_000, 1);
        assert_eq!(window.sum(200_000), 8);
    }

    proptest! {
        #[test]
        fn the_sum_is_that_of_the_events_in_the_window(
            events in prop::collection::vec((0u64..200_000, 0u64..9), 0..60),
            length in 0u64..100_000,
        ) {
            let mut events = events;
            events.sort_unstable();
            let mut window = Window::new(length);
            for (at, amount) in &events {
                window.add(length, *at, *amount);
            }
            let now = events.last().map_or(0, |(at, _)| *at);
            let since = |ago: u64| -> u64 {
                events.iter().filter(|(at, _)| at.saturating_add(ago) >= now).map(|(_, amount)| amount).sum()
            };
            let sum = window.sum(now);
            prop_assert!(since(length) <= sum && sum <= since(length + 2 * width(length)), "{} of {}", sum, length);
        }

        #[test]
        fn no_time_and_no_amount_is_too_much(
            events in prop::collection::vec((any::<u64>(), any::<u64>(), any::<u64>()), 0..40),
        ) {
            let mut window = Window::new(60_000);
            for (length, now, amount) in events {
                window.add(length, now, amount);
                prop_assert!(window.sum(now) >= amount);
            }
        }
    }
}
