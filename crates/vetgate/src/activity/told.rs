//! What happened, in words. Records name it for programs: a method, and for some a note in JSON.

use serde_json::Value;
use vetgate_guard::Note;
use vetgate_ledger::{Kind, Record};
use vetgate_report::escape;

/// Longest name and longest note in a line.
const NAME: usize = 80;
const NOTE: usize = 160;

/// What the record says besides whom it is about; nothing where that says it all.
pub(super) fn happened(record: &Record) -> Vec<String> {
    let words = match record.kind {
        Kind::Call if record.method == "tools/call" => String::new(),
        Kind::Call => escape::cut(&record.method, NAME),
        Kind::Scan => scan(record),
        _ => word(&record.method).map_or_else(|| escape::cut(&record.method, NAME), str::to_owned),
    };
    let mut told = vec![words];
    told.extend(note(record));
    told.retain(|part| !part.is_empty());
    told
}

/// The words for a method that is Vetgate's own.
fn word(method: &str) -> Option<&'static str> {
    Some(match method {
        "up" => "connected",
        "down" => "unavailable",
        "removed" => "removed",
        "catalog_changed" => "the list has changed",
        "quarantined" => "new, pending approval",
        "admitted" => "approved automatically",
        "changed" => "changed since its approval, quarantined",
        "replaced" => "changed again while pending",
        "rejudged" => "scanned again",
        "siblings_flagged" => "an approved definition has changed, the others are flagged for review",
        "server_withheld" => "an approved definition has changed, the whole server is withheld",
        "withdrawn" => "quarantined: new findings since the automatic approval",
        "accused" => "quarantined: a call contradicted its definition",
        "back" => "declared again",
        "gone" => "no longer declared",
        "approve" => "approved",
        "block" => "blocked",
        "set_trust" => "trust set",
        "hold" => "held a call for approval",
        "approve_call" => "approved a call",
        "deny_call" => "denied a call",
        "close_hold" => "a call is no longer held",
        "forged_hold" => "a held call in the store was not written by Vetgate",
        "carried" => "kept by retention",
        "redacted" => "texts removed",
        "listening" => "listening",
        "not_enforced" => "set, but not enforced",
        "log_only" => "verdicts are recorded, but not enforced",
        "reloaded" => "reloaded",
        "reload_failed" => "reload failed",
        "stopped" => "stopped",
        "turned_away" => "rejected",
        "disagreement" => "content and structuredContent differ",
        "dropped" => "dropped",
        "session_opened" => "session opened",
        "session_closed" => "session closed",
        "alert_failed" => "alert not delivered",
        "alert_dropped" => "alert discarded",
        "unrecorded" => "the activity record could not be written for a while",
        "forged_call" => "a call in the store was not written by Vetgate",
        _ => return None,
    })
}

fn scan(record: &Record) -> String {
    let list = escape::cut(&record.method, NAME);
    let Some(note) = object(record) else { return format!("{list} scanned") };
    let count = |name: &str| note[name].as_u64().unwrap_or_default();
    let found: Vec<String> =
        [("dangerous", "dangerous"), ("warnings", "with warnings"), ("uncovered", "not scanned completely")]
            .into_iter()
            .filter(|(name, _)| count(name) > 0)
            .map(|(name, words)| format!("{} {words}", count(name)))
            .collect();
    let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
    format!("{list} scanned: {}, {found}", count("definitions"))
}

/// What a note adds for people.
fn note(record: &Record) -> Option<String> {
    let note = object(record);
    let number = |name: &str| note.as_ref().and_then(|note| note[name].as_u64());
    let text = |name: &str| note.as_ref().and_then(|note| note[name].as_str());
    match (record.kind, record.method.as_str()) {
        (Kind::Decision, "hold" | "approve_call" | "deny_call" | "close_hold") => {
            let reason = escape::cut(text("reason")?, NOTE);
            Some(if reason.is_empty() { text("hold")?.to_owned() } else { reason })
        }
        (Kind::Decision, "set_trust") => Some(escape::cut(text("trust")?, NAME)),
        // What they add is for programs, or was told.
        (Kind::Decision | Kind::Quarantine | Kind::Scan, _) | (Kind::Ledger, "carried") => None,
        (Kind::Server, "up") => {
            let tools = number("tools")?;
            let plural = if tools == 1 { "" } else { "s" };
            Some(format!("{tools} tool{plural}, protocol {}", escape::cut(text("revision")?, NAME)))
        }
        (Kind::Ledger, "removed" | "redacted") => {
            let count = number("count")?;
            let plural = if count == 1 { "" } else { "s" };
            Some(format!(
                "{count} record{plural} up to {}, by {}",
                number("through")?,
                escape::cut(text("reason")?, NAME)
            ))
        }
        (Kind::Call, _) => Some(guarded(record)),
        _ => Some(escape::cut(&record.note, NOTE)),
    }
}

/// What the guard says of a call, and what else there is to say. Why it was refused is its error.
fn guarded(record: &Record) -> String {
    let note = Note::read(&record.note);
    let is_told = |sentence: &String| {
        let sentence = sentence.trim_end_matches('.');
        !record.error.as_ref().is_some_and(|error| error.starts_with(sentence))
    };
    let parts = note.sentence().filter(is_told).into_iter().chain(note.handling()).chain(note.said);
    parts.map(|part| escape::cut(&part, NOTE)).collect::<Vec<_>>().join(" · ")
}

/// A note that is an object.
fn object(record: &Record) -> Option<Value> {
    serde_json::from_str(&record.note).ok().filter(Value::is_object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_ledger::{Entry, Hash};

    fn told(kind: Kind, method: &str, note: &str) -> String {
        let entry = Entry { method: method.to_owned(), note: note.to_owned(), ..Entry::new(kind) };
        happened(&Record::seal(entry, 1, Hash::NONE, [[0; 16]; 2])).join(" · ")
    }

    #[test]
    fn what_happened_is_told_in_words() {
        for (kind, method, note, words) in [
            (Kind::Call, "tools/call", "", ""),
            (Kind::Call, "prompts/get", "", "prompts/get"),
            (Kind::Call, "tools/call", "resumes", "resumes"),
            (
                Kind::Call,
                "tools/call",
                r#"{"guard":{"findings":["an order to the agent"]},"said":"resumes"}"#,
                "an order to the agent · resumes",
            ),
            (
                Kind::Call,
                "tools/call",
                r#"{"guard":{"decision":{"action":"deny","by":"rule.1","reason":"no mail"},"log_only":true}}"#,
                "would be denied: no mail",
            ),
            (
                Kind::Call,
                "tools/call",
                r#"{"guard":{"findings":["an order"],"handled":["response_annotated","response_masked"]}}"#,
                "an order · the response was annotated and masked",
            ),
            (
                Kind::Call,
                "tools/call",
                r#"{"guard":{"log_only":true,"handled":["response_blocked"]}}"#,
                "the response would be blocked",
            ),
            (Kind::Server, "up", r#"{"revision":"2025-11-25","tools":1}"#, "connected · 1 tool, protocol 2025-11-25"),
            (Kind::Scan, "tools", r#"{"definitions":2,"dangerous":0,"warnings":0}"#, "tools scanned: 2, nothing found"),
            (
                Kind::Scan,
                "tools",
                r#"{"definitions":9,"dangerous":1,"warnings":2,"uncovered":1}"#,
                "tools scanned: 9, 1 dangerous, 2 with warnings, 1 not scanned completely",
            ),
            (Kind::Ledger, "carried", r#"{"subject":"x"}"#, "kept by retention"),
            (
                Kind::Ledger,
                "removed",
                r#"{"through":7,"hash":"0","count":7,"reason":"keep_days"}"#,
                "removed · 7 records up to 7, by keep_days",
            ),
            (Kind::Decision, "admitted", r#"{"subject":"x"}"#, "approved automatically"),
            (
                Kind::Decision,
                "deny_call",
                r#"{"hold":"5d0c1f7e9a2b4c68","reason":"not today"}"#,
                "denied a call · not today",
            ),
            (Kind::Decision, "set_trust", r#"{"trust":"auto","configured":"manual"}"#, "trust set · auto"),
            (Kind::Decision, "approve_call", r#"{"hold":"5d0c","reason":""}"#, "approved a call · 5d0c"),
            (Kind::Configuration, "listening", "http://127.0.0.1:1/mcp", "listening · http://127.0.0.1:1/mcp"),
            (Kind::Security, "something_new", "{", "something_new · {"),
        ] {
            assert_eq!(told(kind, method, note), words);
        }
    }
}
