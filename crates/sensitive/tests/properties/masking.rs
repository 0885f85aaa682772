//! A masked document is the same document without the values.

use crate::documents::Planted;
use crate::texts::Draw;
use crate::{DETECTOR, shown};
use proptest::prelude::*;
use serde_json::Value;
use vetgate_sensitive::{Grade, Limits, Mode, Session, SessionKey};

fn session() -> Session {
    Session::new(SessionKey::from_bytes([7; 32]), Limits { entries: 10_000, bytes: 1 << 20 })
}

fn masked(session: &mut Session, mode: Mode, text: &str) -> String {
    let out = DETECTOR.redact(text.as_bytes(), session.masker(mode, "there", "here"), Grade::Medium);
    String::from_utf8(out).expect("what was UTF-8 stays UTF-8")
}

/// Whether both have the same members, lengths and types, but for numbers that became strings and names that hold a
/// value.
fn is_alike(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.len() == after.len()
                && before.iter().all(|(name, value)| {
                    name.contains('@') || after.get(name).is_some_and(|after| is_alike(value, after))
                })
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(before, after)| is_alike(before, after))
        }
        (Value::String(before), Value::String(after)) => match serde_json::from_str::<Value>(before) {
            Ok(inner @ Value::Object(_)) => serde_json::from_str(after).is_ok_and(|after| is_alike(&inner, &after)),
            _ => true,
        },
        (Value::Number(_), Value::String(_)) => true,
        (before, after) => before == after,
    }
}

/// Every string and number of the document, and of those inside its strings, as text.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            out.push(name.clone());
            texts(value, out);
        }),
        Value::Array(items) => items.iter().for_each(|item| texts(item, out)),
        Value::String(text) => {
            out.push(text.clone());
            if let Ok(inner @ Value::Object(_)) = serde_json::from_str(text) {
                texts(&inner, out);
            }
        }
        other => out.push(other.to_string()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn json_stays_json_and_no_value_gets_out(seed: u64) {
        let mut draw = Draw::new(seed);
        let planted = Planted::new(&mut draw);
        let text = planted.text(&mut draw);
        for mode in Mode::ALL {
            let mut session = session();
            let once = masked(&mut session, *mode, &text);
            let after: Value = match serde_json::from_str(&once) {
                Ok(after) => after,
                Err(error) => return Err(TestCaseError::fail(format!("{mode}: {error}: {text} became {once}"))),
            };
            prop_assert!(is_alike(&planted.document, &after), "{mode}: {text} became {once}");
            let mut seen = vec![once.clone()];
            texts(&after, &mut seen);
            for value in &planted.values {
                prop_assert!(!seen.iter().any(|seen| seen.contains(value)), "{mode}: {value} is in {once} from {text}");
            }
            let twice = masked(&mut session, *mode, &once);
            prop_assert_eq!(&twice, &once, "{}: masked twice", mode);
        }
    }

    #[test]
    fn what_was_hidden_can_be_restored(seed: u64) {
        let mut draw = Draw::new(seed);
        let planted = Planted::new(&mut draw);
        let text: String = planted.values.join(" and then ");
        let mut session = session();
        let hidden = masked(&mut session, Mode::Tokenize, &text);
        prop_assert_eq!(session.vault.restore(&hidden), text);
    }

    #[test]
    fn bytes_without_a_finding_pass_through(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        if shown(&bytes).is_empty() {
            let out = DETECTOR.redact(&bytes, session().masker(Mode::Redact, "there", "here"), Grade::Medium);
            prop_assert_eq!(out, bytes);
        }
    }
}
