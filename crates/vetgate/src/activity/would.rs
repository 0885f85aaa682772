//! What would have become of a call where verdicts are only written down.

use vetgate_guard::{Action, Handled, Note};
use vetgate_ledger::{Kind, Record, Verdict};

/// The verdict that the call would have had; nothing if it has the one that was meant for it.
pub(super) fn be(record: &Record) -> Option<Verdict> {
    if record.kind != Kind::Call || !record.note.contains("\"log_only\"") {
        return None;
    }
    let note = Note::read(&record.note);
    if !note.is_logged_only {
        return None;
    }
    let is_blocked = note.handled.contains(&Handled::ResponseBlocked);
    match note.decision.map(|decision| decision.action) {
        Some(Action::Deny) => Some(Verdict::Deny),
        _ if is_blocked => Some(Verdict::Deny),
        Some(Action::Hold) => Some(Verdict::Hold),
        _ => (!note.handled.is_empty()).then_some(Verdict::Mask),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_ledger::{Entry, Hash};

    #[test]
    fn what_was_only_written_down_is_found_by_what_it_would_have_been() {
        let decided = |action: &str| format!(r#""decision":{{"action":"{action}","by":"rule.1","reason":"no"}}"#);
        for (guard, expected) in [
            (format!(r#"{},"log_only":true"#, decided("deny")), Some(Verdict::Deny)),
            (format!(r#"{},"log_only":true"#, decided("hold")), Some(Verdict::Hold)),
            (format!(r#"{},"log_only":true"#, decided("allow")), None),
            (format!(r#"{},"log_only":true,"handled":["response_blocked"]"#, decided("approve")), Some(Verdict::Deny)),
            (r#""log_only":true,"handled":["arguments_masked"]"#.to_owned(), Some(Verdict::Mask)),
            (decided("deny"), None),
        ] {
            let note = format!(r#"{{"guard":{{{guard}}}}}"#);
            let entry = Entry { method: "tools/call".to_owned(), note, ..Entry::new(Kind::Call) };
            assert_eq!(be(&Record::seal(entry, 1, Hash::NONE, [[0; 16]; 2])), expected, "{guard}");
        }
    }
}
