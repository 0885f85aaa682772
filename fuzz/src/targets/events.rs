//! Any body is events or too large, without a panic, and the same ones in any pieces; none is larger than the limit.
//!
//! The first byte is the size of the pieces.

use crate::transport::events::{Event, EventParser};

const LIMIT: usize = 256;

fn read(body: &[u8], size: usize) -> (Vec<Event>, Option<String>, bool) {
    let mut parser = EventParser::new(LIMIT);
    let mut events = vec![];
    for piece in body.chunks(size.max(1)) {
        match parser.push(piece) {
            Ok(more) => events.extend(more),
            Err(_) => return (vec![], None, false),
        }
    }
    (events, parser.last_id().map(str::to_owned), true)
}

pub(crate) fn run(input: &[u8]) {
    let Some((size, body)) = input.split_first() else { return };
    let whole = read(body, body.len());
    assert!(whole.0.iter().all(|event| event.data.len() <= LIMIT && !event.kind.is_empty()));
    assert_eq!(read(body, usize::from(*size)), whole);
}
