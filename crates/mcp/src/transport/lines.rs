//! Lines of a byte stream, none longer than a limit.

use super::edges::Edges;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A line is longer than the limit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LineTooLong;

/// Reads lines. Cancel safe: what was read before a dropped [`next`](Self::next) or [`skip`](Self::skip) is still
/// there.
pub(crate) struct BoundedLines<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Up to here there is no line break.
    searched: usize,
    limit: usize,
    /// The line that was too long and has not been skipped.
    long: Option<LongLine>,
}

struct LongLine {
    edges: Edges,
    bytes: usize,
    is_over: bool,
}

impl<R: AsyncRead + Unpin> BoundedLines<R> {
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self { reader, buffer: Vec::new(), searched: 0, limit, long: None }
    }

    /// The next line without its break; at the end of the stream what is left, then `None`.
    pub(crate) async fn next(&mut self) -> std::io::Result<Result<Option<Vec<u8>>, LineTooLong>> {
        loop {
            if self.long.is_some() {
                return Ok(Err(LineTooLong));
            }
            if let Some(mut line) = self.cut() {
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                if line.len() <= self.limit {
                    return Ok(Ok(Some(line)));
                }
                self.long = Some(LongLine { edges: Edges::of(&line), bytes: line.len(), is_over: true });
            } else if self.buffer.len() > self.limit {
                let bytes = self.buffer.len();
                self.long = Some(LongLine { edges: Edges::of(&self.buffer), bytes, is_over: false });
                self.clear();
            } else if self.fill().await? == 0 {
                self.searched = 0;
                let rest = std::mem::take(&mut self.buffer);
                return Ok(Ok((!rest.is_empty()).then_some(rest)));
            }
        }
    }

    /// Reads past a line that was too long and returns what its ends look like; `None` if it goes on for more than
    /// `most` bytes.
    pub(crate) async fn skip(&mut self, most: usize) -> std::io::Result<Option<Edges>> {
        loop {
            let Some(mut long) = self.long.take() else { return Ok(None) };
            if long.is_over {
                return Ok(Some(long.edges));
            }
            match self.cut() {
                Some(line) => {
                    long.edges.extend(line.trim_ascii_end());
                    return Ok(Some(long.edges));
                }
                None => {
                    long.edges.extend(&self.buffer);
                    long.bytes += self.buffer.len();
                    self.clear();
                }
            }
            if long.bytes > most {
                return Ok(None);
            }
            self.long = Some(long);
            if self.fill().await? == 0 {
                return Ok(self.long.take().map(|long| long.edges));
            }
        }
    }

    /// Takes the first line with its break out of the buffer.
    fn cut(&mut self) -> Option<Vec<u8>> {
        let Some(at) = self.buffer[self.searched..].iter().position(|b| *b == b'\n') else {
            self.searched = self.buffer.len();
            return None;
        };
        let rest = self.buffer.split_off(self.searched + at + 1);
        self.searched = 0;
        Some(std::mem::replace(&mut self.buffer, rest))
    }

    /// Forgets the buffer, and the room that a long line needed.
    fn clear(&mut self) {
        self.buffer = Vec::new();
        self.searched = 0;
    }

    async fn fill(&mut self) -> std::io::Result<usize> {
        self.buffer.reserve(8 << 10);
        self.reader.read_buf(&mut self.buffer).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn all(text: &[u8], limit: usize) -> (Vec<String>, bool) {
        let mut lines = BoundedLines::new(text, limit);
        let mut found = vec![];
        loop {
            match lines.next().await.unwrap() {
                Ok(Some(line)) => found.push(String::from_utf8(line).unwrap()),
                Ok(None) => return (found, false),
                Err(LineTooLong) => return (found, true),
            }
        }
    }

    #[tokio::test]
    async fn lines_end_with_either_break_or_the_stream() {
        let expected = ["a", "", "bc", "d"].map(str::to_owned).to_vec();
        assert_eq!(all(b"a\n\nbc\r\nd", 10).await, (expected, false));
    }

    #[tokio::test]
    async fn a_line_over_the_limit_is_refused_and_not_kept() {
        assert_eq!(all(b"ab\nabcdef\n", 5).await, (vec!["ab".to_owned()], true));
        assert_eq!(all(b"abcdef", 5).await, (vec![], true));
    }

    #[tokio::test]
    async fn reading_goes_on_behind_a_line_that_was_skipped() {
        for text in [&b"abcdefghij\r\nkl\n"[..], b"abcdefghij\nkl"] {
            for limit in [3, 9] {
                let mut lines = BoundedLines::new(text, limit);
                assert_eq!(lines.next().await.unwrap(), Err(LineTooLong));
                assert_eq!(lines.next().await.unwrap(), Err(LineTooLong), "until it is skipped");
                let edges = lines.skip(100).await.unwrap().unwrap();
                assert_eq!(edges, Edges::of(b"abcdefghij"));
                assert_eq!(lines.next().await.unwrap(), Ok(Some(b"kl".to_vec())));
            }
        }
    }

    #[tokio::test]
    async fn a_line_without_end_is_given_up() {
        let mut lines = BoundedLines::new(tokio::io::repeat(b'x'), 10);
        assert_eq!(lines.next().await.unwrap(), Err(LineTooLong));
        assert_eq!(lines.skip(1 << 20).await.unwrap(), None);
    }
}
