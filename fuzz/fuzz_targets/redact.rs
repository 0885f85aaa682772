//! JSON stays JSON of the same shape, other text stays text, replacements are not replaced, and pieces make no difference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Grade, Limits, Masker, Mode, Redactor, Session, SessionKey};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

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

fuzz_target!(|input: (u8, u16, &str)| {
    let (mode, size, text) = input;
    let mode = Mode::ALL[usize::from(mode) % Mode::ALL.len()];
    let mut session = Session::new(SessionKey::from_bytes([7; 32]), Limits { entries: 1000, bytes: 1 << 20 });
    let once = DETECTOR.redact(text.as_bytes(), session.masker(mode, "a", "b"), Grade::Medium);
    assert!(std::str::from_utf8(&once).is_ok(), "UTF-8 stays UTF-8");
    if let Ok(before @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
        let after = serde_json::from_slice(&once).expect("JSON stays JSON");
        assert!(is_alike(&before, &after));
    }
    if mode != Mode::Hash {
        let twice = DETECTOR.redact(&once, session.masker(mode, "a", "b"), Grade::Medium);
        assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once), "a second pass changes nothing");
    }

    let mut pieces = Vec::new();
    let mut redactor = Redactor::new(&DETECTOR, Masker::redact(), Grade::Medium);
    for piece in text.as_bytes().chunks(usize::from(size).max(1)) {
        redactor.push(piece, &mut pieces);
    }
    redactor.finish(&mut pieces);
    assert_eq!(pieces, DETECTOR.redact(text.as_bytes(), Masker::redact(), Grade::Medium));
});
