//! Server-sent events, none larger than a limit.

use std::time::Duration;

/// One event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// `message` unless the stream says otherwise.
    pub(crate) kind: String,
    /// The data lines, joined by line breaks.
    pub(crate) data: Vec<u8>,
    /// The id to resume after, if the stream has given one.
    pub(crate) id: Option<String>,
}

/// An event is larger than the limit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EventTooLarge;

/// Turns chunks of a body into events.
#[derive(Debug)]
pub(crate) struct EventParser {
    line: Vec<u8>,
    event: Event,
    has_data: bool,
    /// The last byte was a carriage return, whose line feed may still come.
    after_return: bool,
    at_start: bool,
    /// The id of the last event that was complete, with or without data.
    last_id: Option<String>,
    retry: Option<Duration>,
    limit: usize,
}

impl EventParser {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            line: vec![],
            event: Event::default(),
            has_data: false,
            after_return: false,
            at_start: true,
            last_id: None,
            retry: None,
            limit,
        }
    }

    /// The id behind which a stream that broke off is to be resumed, if the stream has given one.
    pub(crate) fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long the stream wants a client to wait before it comes back.
    pub(crate) fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Reads a chunk and returns the events that it completes.
    pub(crate) fn push(&mut self, mut chunk: &[u8]) -> Result<Vec<Event>, EventTooLarge> {
        let mut events = vec![];
        while !chunk.is_empty() {
            if std::mem::take(&mut self.after_return) && chunk[0] == b'\n' {
                chunk = &chunk[1..];
                continue;
            }
            let end = chunk.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if self.line.len() + self.event.data.len() + part.len() > self.limit {
                return Err(EventTooLarge);
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else { break };
            self.after_return = chunk[end] == b'\r';
            chunk = &chunk[end + 1..];
            events.extend(self.end_line());
        }
        Ok(events)
    }

    fn end_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        let mut line = line.as_slice();
        if std::mem::take(&mut self.at_start) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch();
        }
        let colon = line.iter().position(|b| *b == b':').unwrap_or(line.len());
        let (field, value) = (&line[..colon], line.get(colon + 1..).unwrap_or(b""));
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"event" => self.event.kind = String::from_utf8_lossy(value).into_owned(),
            b"id" if !value.contains(&0) => self.event.id = Some(String::from_utf8_lossy(value).into_owned()),
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                self.retry = std::str::from_utf8(value).ok().and_then(|ms| ms.parse().ok()).map(Duration::from_millis);
            }
            b"data" => {
                if self.has_data {
                    self.event.data.push(b'\n');
                }
                self.has_data = true;
                self.event.data.extend_from_slice(value);
            }
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<Event> {
        let id = self.event.id.clone();
        self.last_id.clone_from(&id);
        let mut event = std::mem::replace(&mut self.event, Event { id, ..Event::default() });
        if event.kind.is_empty() {
            event.kind.push_str("message");
        }
        std::mem::take(&mut self.has_data).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, step: usize) -> Vec<(String, String)> {
        let mut parser = EventParser::new(1000);
        let events = text.as_bytes().chunks(step).flat_map(|chunk| parser.push(chunk).unwrap());
        events.map(|event| (event.kind, String::from_utf8(event.data).unwrap())).collect()
    }

    #[test]
    fn chunks_may_break_anywhere() {
        let text = "\u{feff}: hi\r\nevent: endpoint\r\ndata: /m\r\n\r\ndata:a\ndata: b\n\nid: 4\r\rdata\r\r";
        let expected = [("endpoint", "/m"), ("message", "a\nb"), ("message", "")];
        let expected = expected.map(|(k, d)| (k.to_owned(), d.to_owned()));
        for step in 1..text.len() {
            assert_eq!(parse(text, step), expected, "in steps of {step}");
        }
    }

    #[test]
    fn an_event_that_never_ends_is_refused() {
        let mut parser = EventParser::new(10);
        assert_eq!(parser.push(b"data: 1234\ndata: 5678\ndata: 9"), Err(EventTooLarge));
    }

    #[test]
    fn an_id_stays_until_the_next_one() {
        let mut parser = EventParser::new(100);
        let events = parser.push(b"id: 1\ndata: a\n\ndata: b\n\n").unwrap();
        assert_eq!(events[1].id.as_deref(), Some("1"));
    }

    #[test]
    fn an_event_without_data_still_says_where_and_when_to_resume() {
        let mut parser = EventParser::new(100);
        assert_eq!(parser.push(b"id: 7\nretry: 250\n\nid: 8\nretry: x").unwrap(), []);
        assert_eq!((parser.last_id(), parser.retry()), (Some("7"), Some(Duration::from_millis(250))));
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_the_parser_panic_or_exceed_its_limit(bytes: Vec<u8>, step in 1usize..20) {
            let mut parser = EventParser::new(64);
            for chunk in bytes.chunks(step) {
                match parser.push(chunk) {
                    Ok(events) => assert!(events.iter().all(|e| e.data.len() <= 64)),
                    Err(EventTooLarge) => break,
                }
            }
        }
    }
}
