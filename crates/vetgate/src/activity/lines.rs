//! Records for people: a line each, or all of one.

use super::told;
use crate::grid::{ALARM, ATTENTION, FAINT, GOOD, STRONG, Screen};
use crate::moment;
use crate::sessions::short;
use anstyle::Style;
use std::fmt::Write;
use vetgate_guard::{Decision, Note, explain};
use vetgate_ledger::{Kind, Record, SealedBody, Verdict};
use vetgate_model::json::Document;
use vetgate_report::escape;

/// Longest name and longest message in a line.
const NAME: usize = 80;
const MESSAGE: usize = 160;

/// One record as one line.
pub(super) fn summary(screen: Screen, record: &Record) -> String {
    let verdict = record.verdict.map_or("", Verdict::name);
    let mut line = format!(
        "{}  {}  {:13}  {}",
        screen.paint(FAINT, &format!("{:>6}", record.id)),
        screen.paint(FAINT, &moment::shown(record.time_ms)),
        record.kind.name(),
        screen.paint(look(record.verdict), &format!("{verdict:5}")),
    );
    let about = about(record);
    if !about.is_empty() {
        let _ = write!(line, "  {}", screen.paint(STRONG, &about));
    }
    let mut facts = told::happened(record);
    if !record.principal.is_empty() {
        facts.push(format!("by {}", escape::cut(&record.principal, NAME)));
    }
    facts.extend(record.duration_us.map(moment::lasted));
    if record.arguments.is_some() || record.response.is_some() {
        let bytes = |body: &Option<SealedBody>| size(body.as_ref().map_or(0, |body| body.bytes));
        facts.push(format!("{} → {}", bytes(&record.arguments), bytes(&record.response)));
    }
    let note = if record.kind == Kind::Call { Note::read(&record.note) } else { Note::default() };
    if record.risk > 0 {
        let whose = if is_of_response(record, &note) { " (response)" } else { "" };
        facts.push(format!("risk {}{whose}", record.risk));
    }
    if let Some(hold) = &note.hold {
        facts.push(escape::cut(&hold.to_string(), MESSAGE));
    }
    if note.decision.is_some_and(|decision| decision.is_flagged) {
        facts.push("flagged".to_owned());
    }
    if record.kind == Kind::Call && !record.session.is_empty() {
        facts.push(format!("session {}", escape::cut(short(&record.session), NAME)));
    }
    if !facts.is_empty() {
        let _ = write!(line, "  {}", facts.join(" · "));
    }
    if let Some(error) = &record.error {
        let _ = write!(line, "  {}", screen.paint(ALARM, &escape::cut(error, MESSAGE)));
    }
    line.trim_end().to_owned()
}

/// Whether it is the response that the risk of a record comes from, and not the call.
fn is_of_response(record: &Record, note: &Note) -> bool {
    note.assessment.as_ref().is_some_and(|assessment| assessment.risk.score < record.risk)
}

fn about(record: &Record) -> String {
    let parts = [&record.server, &record.name].into_iter().filter(|part| !part.is_empty());
    parts.map(|part| escape::cut(part, NAME)).collect::<Vec<_>>().join(" › ")
}

fn look(verdict: Option<Verdict>) -> Style {
    match verdict {
        Some(Verdict::Allow) => GOOD,
        Some(Verdict::Deny) => ALARM,
        Some(Verdict::Mask | Verdict::Hold) => ATTENTION,
        None => Style::new(),
    }
}

/// `812 B`, `4.0 KiB`, `12.3 MiB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// All of one record.
pub(super) fn whole(screen: Screen, record: &Record) -> String {
    let mut out = String::new();
    let optional = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    // table: the lines of Vetgate's own output.
    let fields = [
        ("record", Some(record.id.to_string())),
        ("time", Some(moment::stamp(record.time_ms))),
        ("kind", Some(record.kind.to_string())),
        ("verdict", record.verdict.map(|verdict| verdict.to_string())),
        ("outcome", outcome(record)),
        ("server", optional(&record.server)),
        ("method", optional(&record.method)),
        ("name", optional(&record.name)),
        ("principal", optional(&record.principal)),
        ("session", optional(&record.session)),
        ("request", optional(&record.request)),
        ("trace", optional(&record.trace)),
        ("risk", Some(risk(record))),
        ("duration", record.duration_us.map(moment::lasted)),
        ("error", record.error.clone()),
        ("note", optional(&said(record))),
        ("params", other_params(record)),
        ("previous", Some(record.previous.to_string())),
        ("hash", Some(record.hash.to_string())),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            let _ = writeln!(out, "{}  {}", screen.paint(FAINT, &format!("{name:9}")), escape::line(&value));
        }
    }
    explained(screen, record, &mut out);
    for (name, body) in [("arguments", &record.arguments), ("response", &record.response)] {
        let Some(body) = body else { continue };
        let cut = if body.is_cut { ", only the beginning was stored" } else { "" };
        let _ = writeln!(out, "\n{}  {}{cut}", screen.paint(STRONG, name), size(body.bytes));
        let _ = writeln!(out, "{}", screen.paint(FAINT, &format!("  hash {}", body.hash)));
        match &body.kept {
            None => {
                let _ =
                    writeln!(out, "  {}", screen.paint(ATTENTION, "Retention has removed the text, as configured."));
            }
            Some(kept) => kept_lines(&kept.text).iter().for_each(|line| {
                let _ = writeln!(out, "  │ {line}");
            }),
        }
    }
    out
}

/// The risk of a record, and whose it is where call and response differ.
fn risk(record: &Record) -> String {
    let note = if record.kind == Kind::Call { Note::read(&record.note) } else { Note::default() };
    match &note.assessment {
        Some(assessment) if is_of_response(record, &note) => {
            format!("{} of the response, {} of the call", record.risk, assessment.risk.score)
        }
        _ => record.risk.to_string(),
    }
}

/// The end of a held call.
fn outcome(record: &Record) -> Option<String> {
    let note = (record.kind == Kind::Call).then(|| Note::read(&record.note))?;
    note.hold.map(|hold| hold.to_string())
}

/// The parameters that a request had besides its arguments.
fn other_params(record: &Record) -> Option<String> {
    let note = if record.kind == Kind::Call { Note::read(&record.note) } else { Note::default() };
    note.params.map(|params| params.to_string())
}

/// What a note says in words. Of a call, what the guard says is told below.
fn said(record: &Record) -> String {
    match record.kind {
        Kind::Call => Note::read(&record.note).said.unwrap_or_default(),
        _ => record.note.clone(),
    }
}

/// What the guard says of a call, in full.
fn explained(screen: Screen, record: &Record, out: &mut String) {
    let note = if record.kind == Kind::Call { Note::read(&record.note) } else { return };
    if let Some(assessment) = &note.assessment {
        let decision = note.judgement().unwrap_or_else(|| Decision::unopposed(assessment));
        let title = if note.is_logged_only { "verdict, not enforced" } else { "verdict, in full" };
        let _ = writeln!(out, "\n{}", screen.paint(STRONG, title));
        for line in explain(assessment, &decision).lines() {
            let _ = writeln!(out, "  │ {}", escape::line(line));
        }
    }
    if let Some(handling) = note.handling() {
        let _ = writeln!(out, "\n{}\n  │ {}", screen.paint(STRONG, "how it was handled"), escape::line(&handling));
    }
    if !note.findings.is_empty() {
        let _ = writeln!(out, "\n{}", screen.paint(STRONG, "found in the response"));
        for finding in &note.findings {
            let _ = writeln!(out, "  │ {}", escape::line(finding));
        }
    }
}

/// A body in lines: JSON indented, anything else as it is.
fn kept_lines(text: &str) -> Vec<String> {
    let indented = Document::parse(text).is_ok().then(|| indented(text));
    indented.as_deref().unwrap_or(text).split('\n').map(|line| escape::line(line).into_owned()).collect()
}

/// JSON with its own words and numbers, and the whitespace of people. Nothing is read and written anew: a member that
/// is there twice is shown twice.
fn indented(text: &str) -> String {
    let (mut out, mut depth, mut is_string, mut is_escaped) = (String::new(), 0_usize, false, false);
    let mut chars = text.chars().filter(|c| !c.is_control()).peekable();
    while let Some(c) = chars.next() {
        if is_string {
            out.push(c);
            is_string = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            continue;
        }
        match c {
            ' ' => {}
            '"' => {
                is_string = true;
                out.push(c);
            }
            '{' | '[' => {
                out.push(c);
                while chars.next_if_eq(&' ').is_some() {}
                if let Some(close) = chars.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(close);
                } else {
                    depth += 1;
                    new_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c => out.push(c),
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    // A deep document is not pushed off the screen.
    out.push_str(&"  ".repeat(depth.min(40)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_ledger::{Entry, Hash};

    fn record(risk: u8, guard: &str) -> Record {
        let assessment = r#""assessment":{"tool":{"server":"web","name":"fetch","side":"external"},"operation":"read",
            "session":{"principal":"cursor","key":"session","call":1},"risk":{"score":7,"band":"low"}}"#;
        let note = format!(r#"{{"guard":{{{assessment}{guard}}}}}"#);
        let (session, method) = ("5f0c1e2a9b3d".to_owned(), "tools/call".to_owned());
        let entry = Entry { session, method, risk, note, ..Entry::new(Kind::Call) };
        Record::seal(entry, 1, Hash::NONE, [[0; 16]; 2])
    }

    #[test]
    fn a_risk_says_whose_it_is_and_a_flag_shows() {
        let screen = Screen { has_color: false, width: usize::MAX };
        let poisoned = record(100, r#","findings":["an order"],"handled":["response_annotated"]"#);
        let line = summary(screen, &poisoned);
        assert!(line.contains("the response was annotated") && line.contains("risk 100 (response)"), "{line}");
        assert!(line.contains("session 5f0c1e2a") && !line.contains("flagged"), "{line}");
        let all = whole(screen, &poisoned);
        assert!(
            all.contains("100 of the response, 7 of the call") && all.contains("the response was annotated"),
            "{all}"
        );
        assert!(all.contains("allow by tool_policy.read: No rule or detector objects."), "{all}");
        let decision =
            r#","decision":{"action":"allow","by":"tool_policy.read","reason":"Allowed.","is_flagged":true}"#;
        let line = summary(screen, &record(7, decision));
        assert!(line.contains("risk 7 · flagged · session"), "{line}");
    }

    #[test]
    fn json_is_indented_and_nothing_of_it_is_lost() {
        let text = r#"{"a":[1,{}],"a":"x, {\"y\"}","b" : [ ],"n":1e999}"#;
        let expected =
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"a\": \"x, {\\\"y\\\"}\",\n  \"b\": [],\n  \"n\": 1e999\n}";
        assert_eq!(indented(text), expected);
        assert_eq!(kept_lines("no JSON: {\u{1b}[2J"), ["no JSON: {\\u{1B}[2J"]);
    }
}
