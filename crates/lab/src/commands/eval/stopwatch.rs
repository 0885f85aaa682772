//! Real time, and a line on a terminal for what takes more than a second.

use std::cell::RefCell;
use std::time::{Duration, Instant};
use vetgate_command::progress::Patient;
use vetgate_eval::Watch;

/// Tells the time and shows how many items were judged.
pub(super) struct Stopwatch {
    start: Instant,
    shown: RefCell<Patient>,
}

impl Stopwatch {
    /// Starts now, `doing` something.
    pub(super) fn new(doing: &str) -> Self {
        Self { start: Instant::now(), shown: RefCell::new(Patient::counting(doing)) }
    }
}

impl Watch for Stopwatch {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn step(&self) {
        self.shown.borrow_mut().advance(1);
    }
}
