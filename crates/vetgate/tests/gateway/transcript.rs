//! What a client wrote of its steps with a server, and how two of them are held against each other.

use crate::place::finish;
use serde_json::Value;
use std::process::Command;

const NEWEST: &str = "2026-07-28";
const INVALID_PARAMS: i32 = -32602;

/// What the newest revision says of every result. A server's that speaks it comes through to clients that do not; the first
/// says who answers, which for lists is the gateway.
const MARKS: [&str; 4] = ["_meta", "resultType", "ttlMs", "cacheScope"];

/// The steps of a client, by name, with the revision it agreed on.
pub(crate) struct Transcript {
    agreed: String,
    steps: serde_json::Map<String, Value>,
}

impl Transcript {
    /// Runs a client to its end and reads what it wrote.
    pub(crate) fn of(command: &mut Command) -> Self {
        let (out, err) = finish(command);
        let read = serde_json::from_str::<Value>(&out);
        let mut value = read.unwrap_or_else(|error| panic!("{command:?} wrote no transcript ({error}): {out}\n{err}"));
        let agreed = value["agreed"].as_str().unwrap_or_default().to_owned();
        let Value::Object(steps) = value["results"].take() else { panic!("no steps in {out}") };
        Self { agreed, steps }
    }

    /// Demands that every step went as in `direct`, and that none of that one ran out of time.
    ///
    /// What is not there is refused by the gateway itself, as the specification says; servers say it in many ways.
    pub(crate) fn must_equal(&self, direct: &Self) {
        let mut differences = Vec::new();
        for (step, expected) in &direct.steps {
            assert_ne!(expected, "TIMEOUT", "{step} hangs without the gateway");
            let (mut expected, mut found) = (expected.clone(), self.steps.get(step).cloned().unwrap_or_default());
            let marks = if direct.agreed == NEWEST { &MARKS[..1] } else { &MARKS[..] };
            without(marks, &mut expected);
            without(marks, &mut found);
            let refused = step.ends_with("not there") && found["refused"] == INVALID_PARAMS;
            if expected != found && !refused {
                differences.push(format!("{step}:\n  direct  {expected}\n  through {found}"));
            }
        }
        assert!(
            differences.is_empty(),
            "agreed on {} directly and on {} through the gateway\n{}",
            direct.agreed,
            self.agreed,
            differences.join("\n")
        );
    }
}

fn without(marks: &[&str], value: &mut Value) {
    match value {
        Value::Object(fields) => {
            marks.iter().for_each(|mark| drop(fields.remove(*mark)));
            fields.values_mut().for_each(|value| without(marks, value));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| without(marks, item)),
        _ => {}
    }
}
