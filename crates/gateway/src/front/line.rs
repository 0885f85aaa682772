//! Messages as lines: how they are written to one, and read from a stream of them without ever holding more than may be.

use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// Appends a message without its line breaks. Between the values of JSON they mean nothing, and within strings
/// they do not occur.
pub(crate) fn push(text: &mut String, message: &str) {
    let mut rest = message;
    while let Some(place) = rest.find(['\n', '\r']) {
        text.push_str(&rest[..place]);
        text.push(' ');
        rest = &rest[place + 1..];
    }
    text.push_str(rest);
}

/// A line, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end.
    Text(String),
    /// Longer than may be; it was skipped.
    TooLong,
    /// No UTF-8.
    NoText,
    /// There are no more.
    End,
}

/// Reads the next line of at most `limit` bytes; empty ones are passed over.
pub(crate) async fn next(input: &mut (impl AsyncBufRead + Unpin), limit: usize) -> io::Result<Line> {
    loop {
        let mut bytes = Vec::new();
        let mut too_long = false;
        let ended = loop {
            let buffer = input.fill_buf().await?;
            if buffer.is_empty() {
                break true;
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            too_long |= bytes.len() + part.len() > limit;
            if too_long {
                bytes = Vec::new();
            } else {
                bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            input.consume(used);
            if end.is_some() {
                break false;
            }
        };
        if too_long {
            return Ok(Line::TooLong);
        }
        if !bytes.trim_ascii().is_empty() {
            return Ok(String::from_utf8(bytes).map_or(Line::NoText, Line::Text));
        }
        if ended {
            return Ok(Line::End);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::BufReader;

    #[test]
    fn a_message_is_written_as_one_line() {
        let mut text = String::new();
        push(&mut text, "{\n\"a\":\r\n1}");
        assert_eq!(text, "{ \"a\":  1}");
    }

    #[tokio::test]
    async fn lines_are_read_whatever_the_size_of_the_pieces() {
        let input = b"one\n\n \r\ntwo\r\n0123456789\n01234567890\n\xff\nlast";
        for size in [1, 2, 3, 7, 100] {
            let mut input = BufReader::with_capacity(size, &input[..]);
            let mut lines = Vec::new();
            loop {
                match next(&mut input, 10).await.unwrap() {
                    Line::End => break,
                    line => lines.push(line),
                }
            }
            let text = |text: &str| Line::Text(text.to_owned());
            let expected = [text("one"), text("two\r"), text("0123456789"), Line::TooLong, Line::NoText, text("last")];
            assert_eq!(lines, expected, "{size}");
        }
    }
}
