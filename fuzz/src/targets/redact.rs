//! JSON stays JSON of the same shape, other text stays text, a few passes find all there is to find, and pieces make no
//! difference unless JSON breaks off.
//!
//! Numbers: the mode, and the size of the pieces.

use super::numbers;
use serde_json::Value;
use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Grade, Limits, Masker, Mode, Redactor, Session, SessionKey};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// How many passes may find more.
const PASSES: usize = 8;

/// Whether both have as many members and items, and numbers at most became strings.
fn is_alike(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => before.len() == after.len(),
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(before, after)| is_alike(before, after))
        }
        (Value::String(_) | Value::Number(_), Value::String(_)) => true,
        (before, after) => before == after,
    }
}

pub(crate) fn run(input: &str) {
    let ([mode, size], text) = numbers(input);
    let mode = Mode::ALL[mode % Mode::ALL.len()];
    let mut session = Session::new(SessionKey::from_bytes([7; 32]), Limits { entries: 1000, bytes: 1 << 20 });
    let once = DETECTOR.redact(text.as_bytes(), session.masker(mode, "a", "b"), Grade::Medium);
    assert!(std::str::from_utf8(&once).is_ok(), "UTF-8 stays UTF-8");
    if let Ok(before @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
        let after = serde_json::from_slice(&once).expect("JSON stays JSON");
        assert!(is_alike(&before, &after));
    }
    if mode != Mode::Hash {
        // A secret around a surer value gives way to it, and one beside it may be read otherwise: both are seen when that is
        // gone. So another pass may find more, and a few of them find all.
        let mut again = once;
        let is_settled = (0..PASSES).any(|_| {
            let next = DETECTOR.redact(&again, session.masker(mode, "a", "b"), Grade::Medium);
            let is_same = next == again;
            again = next;
            is_same
        });
        assert!(is_settled, "each of {PASSES} passes finds more");
    }

    let mut pieces = Vec::new();
    let mut redactor = Redactor::new(&DETECTOR, Masker::redact(), Grade::Medium);
    for piece in text.as_bytes().chunks(size.max(1)) {
        redactor.push(piece, &mut pieces);
    }
    redactor.finish(&mut pieces);
    // What begins as JSON and breaks off is text from there on, and what was handed on before stays as it is.
    let is_broken = text.trim_start().starts_with(['{', '[', '"']) && serde_json::from_str::<Value>(text).is_err();
    if !is_broken {
        assert_eq!(pieces, DETECTOR.redact(text.as_bytes(), Masker::redact(), Grade::Medium));
    }
}
