//! How many of a thing there are at a time, against a limit that may change.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A count of what is there.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicUsize);

impl Gauge {
    /// One more, unless there are `limit` already.
    pub(crate) fn enter(self: &Arc<Self>, limit: usize) -> Option<Place> {
        let place = Place(self.clone());
        (self.0.fetch_add(1, Ordering::Relaxed) < limit).then_some(place)
    }
}

/// One of them; gives its place up when dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Gauge>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_given_up() {
        let gauge = Arc::new(Gauge::default());
        let one = gauge.enter(2).unwrap();
        let _two = gauge.enter(2).unwrap();
        assert!(gauge.enter(2).is_none() && gauge.enter(2).is_none());
        assert!(gauge.enter(3).is_some());
        drop(one);
        assert!(gauge.enter(2).is_some());
    }
}
