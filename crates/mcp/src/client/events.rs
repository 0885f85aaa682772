//! Server-sent events, none larger than a limit.

/// One event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// `message` unless the stream says otherwise.
    pub(super) kind: String,
    /// The data lines, joined by line breaks.
    pub(super) data: Vec<u8>,
    /// The id to resume after, if the stream has given one.
    pub(super) id: Option<String>,
}

/// An event is larger than the limit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EventTooLarge;

/// Turns chunks of a body into events.
#[derive(Debug)]
pub(super) struct EventParser {
    line: Vec<u8>,
    event: Event,
    has_data: bool,
    /// The last byte was a carriage return, whose line feed may still come.
    after_return: bool,
    at_start: bool,
    limit: usize,
}

impl EventParser {
    pub(super) fn new(limit: usize) -> Self {
        let event = Event::default();
        Self { line: vec![], event, has_data: false, after_return: false, at_start: true, limit }
    }

    /// Reads a chunk and returns the events that it completes.
    pub(super) fn push(&mut self, mut chunk: &[u8]) -> Result<Vec<Event>, EventTooLarge> {
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
