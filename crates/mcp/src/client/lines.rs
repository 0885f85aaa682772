//! Lines of a byte stream, none longer than a limit.

use tokio::io::{AsyncRead, AsyncReadExt};

/// A line is longer than the limit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LineTooLong;

/// Reads lines. Cancel safe: what was read before a dropped [`next`](Self::next) is still there.
pub(super) struct BoundedLines<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Up to here there is no line break.
    searched: usize,
    limit: usize,
}

impl<R: AsyncRead + Unpin> BoundedLines<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self { reader, buffer: Vec::new(), searched: 0, limit }
    }

    /// The next line without its break; at the end of the stream what is left, then `None`.
    pub(super) async fn next(&mut self) -> std::io::Result<Result<Option<Vec<u8>>, LineTooLong>> {
        loop {
            if let Some(at) = self.buffer[self.searched..].iter().position(|b| *b == b'\n') {
                let rest = self.buffer.split_off(self.searched + at + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                self.searched = 0;
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(if line.len() > self.limit { Err(LineTooLong) } else { Ok(Some(line)) });
            }
            self.searched = self.buffer.len();
            if self.buffer.len() > self.limit {
                return Ok(Err(LineTooLong));
            }
            self.buffer.reserve(8 << 10);
            if self.reader.read_buf(&mut self.buffer).await? == 0 {
                self.searched = 0;
                let rest = std::mem::take(&mut self.buffer);
                return Ok(Ok((!rest.is_empty()).then_some(rest)));
            }
        }
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
}
