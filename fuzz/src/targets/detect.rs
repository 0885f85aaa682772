//! Any bytes are looked through without a panic, in any pieces with the same result, and every match stands inside.
//!
//! The first byte is the size of the pieces.

use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Inspector};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

pub(crate) fn run(input: &[u8]) {
    let Some((size, document)) = input.split_first() else { return };
    let whole = DETECTOR.inspect(document);
    let mut end = 0;
    for found in &whole {
        assert!(found.span.start >= end && found.span.end <= document.len() && !found.span.is_empty());
        end = found.span.end;
    }
    let mut pieces = Vec::new();
    let mut inspector = Inspector::new(&DETECTOR);
    for piece in document.chunks(usize::from(*size).max(1)) {
        inspector.push(piece, &mut |found| pieces.push(found));
    }
    inspector.finish(&mut |found| pieces.push(found));
    assert_eq!(pieces, whole);
}
