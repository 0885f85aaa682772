//! From an offset in a stream to line and column.

use std::collections::VecDeque;

/// Where lines start, as far back as a match can still come.
///
/// Matches come in the order of the document, but behind the reading: the document may have to be read further before
/// something can be told. Starts of lines are forgotten once a match lies behind them, or when there are too many.
#[derive(Debug)]
pub(super) struct Lines {
    /// How many bytes have been read.
    read: usize,
    /// The number of the line that starts at `start`.
    number: usize,
    start: usize,
    /// Where the lines after that one start.
    next: VecDeque<usize>,
}

impl Lines {
    /// More lines than are undecided at any time, unless a document is made for it; then the oldest are counted as one.
    const MOST: usize = 2 << 20;

    pub(super) fn new() -> Self {
        Self { read: 0, number: 1, start: 0, next: VecDeque::new() }
    }

    /// Takes the next piece.
    pub(super) fn push(&mut self, piece: &[u8]) {
        for at in memchr::memchr_iter(b'\n', piece) {
            if self.next.len() == Self::MOST {
                self.step();
            }
            self.next.push_back(self.read + at + 1);
        }
        self.read += piece.len();
    }

    /// How many bytes have been read.
    pub(super) fn read(&self) -> usize {
        self.read
    }

    /// Line and column of an offset that is not before those asked for earlier; both from 1, the column in bytes.
    pub(super) fn place(&mut self, offset: usize) -> (usize, usize) {
        while self.next.front().is_some_and(|start| *start <= offset) {
            self.step();
        }
        (self.number, offset.saturating_sub(self.start) + 1)
    }

    fn step(&mut self) {
        if let Some(start) = self.next.pop_front() {
            (self.start, self.number) = (start, self.number + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn places_are_counted_over_pieces() {
        let mut lines = Lines::new();
        lines.push(b"ab\nc");
        lines.push(b"d\n\nef");
        assert_eq!(lines.place(1), (1, 2));
        assert_eq!(lines.place(2), (1, 3));
        assert_eq!(lines.place(4), (2, 2));
        assert_eq!(lines.place(6), (3, 1));
        assert_eq!(lines.place(8), (4, 2));
        assert_eq!(lines.read(), 9);
    }

    #[test]
    fn memory_is_bounded_and_the_count_goes_on() {
        let mut lines = Lines::new();
        lines.push(&vec![b'\n'; Lines::MOST + 10]);
        assert_eq!(lines.next.len(), Lines::MOST);
        assert_eq!(lines.place(Lines::MOST + 10), (Lines::MOST + 11, 1));
    }
}
