//! Phrases looked for all at once: one pass over a text, however many there are.

/// Phrases in lower case, each with what it stands for.
#[derive(Debug)]
pub(crate) struct Phrases<T: 'static> {
    rows: &'static [(&'static str, T)],
    /// By place and byte, which rows have that byte at that place of their beginning, as bits.
    starts: [[u64; 256]; START],
}

/// How many bytes of a phrase are looked at before the whole of it: with three, few places of a text are left.
const START: usize = 3;

impl<T> Phrases<T> {
    /// At most 64 phrases of three bytes or more.
    pub(crate) const fn new(rows: &'static [(&'static str, T)]) -> Self {
        assert!(rows.len() <= 64, "a row has one bit");
        let mut starts = [[0; 256]; START];
        let mut row = 0;
        while row < rows.len() {
            let phrase = rows[row].0.as_bytes();
            assert!(phrase.len() >= START, "a phrase is longer than its beginning");
            let mut place = 0;
            while place < START {
                starts[place][phrase[place] as usize] |= 1 << row;
                starts[place][phrase[place].to_ascii_uppercase() as usize] |= 1 << row;
                place += 1;
            }
            row += 1;
        }
        Self { rows, starts }
    }

    /// The first of the rows whose phrase stands in `text`, in capitals or not.
    pub(crate) fn first_in(&self, text: &str) -> Option<&'static (&'static str, T)> {
        let bytes = text.as_bytes();
        let mut first = self.rows.len();
        for (at, window) in bytes.windows(START).enumerate() {
            let mut rows =
                self.starts.iter().zip(window).fold(u64::MAX, |all, (by_byte, byte)| all & by_byte[usize::from(*byte)]);
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                if row >= first {
                    break;
                }
                let phrase = self.rows[row].0.as_bytes();
                if bytes[at..].get(..phrase.len()).is_some_and(|found| found.eq_ignore_ascii_case(phrase)) {
                    first = row;
                }
                rows &= rows - 1;
            }
        }
        self.rows.get(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PHRASES: Phrases<u8> = Phrases::new(&[("file path", 1), ("path to ", 2), ("path", 3), ("url", 4)]);

    #[test]
    fn the_first_row_counts_wherever_it_stands() {
        for (text, expected) in [
            ("the URL or a path", Some(3)),
            ("Path to a File Path", Some(1)),
            ("path to", Some(3)),
            ("xpath", Some(3)),
            ("é url", Some(4)),
            ("pat", None),
            ("ur", None),
            ("", None),
        ] {
            assert_eq!(PHRASES.first_in(text).map(|row| row.1), expected, "{text}");
        }
    }
}
