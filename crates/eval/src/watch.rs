//! Time and progress, as whoever asks for an evaluation has them: this room has no clock.

use std::time::Duration;

/// Tells the time and is told of progress.
pub trait Watch {
    /// Time since some fixed moment; it never goes back.
    fn now(&self) -> Duration;

    /// One more item was judged.
    fn step(&self) {}
}

/// A watch that stands still, for results that are the same bytes every time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stopped;

impl Watch for Stopped {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Does `work`, and says how long it took.
pub(crate) fn timed<T>(watch: &dyn Watch, work: impl FnOnce() -> T) -> (T, Duration) {
    let start = watch.now();
    let result = work();
    let took = watch.now().saturating_sub(start);
    watch.step();
    (result, took)
}
