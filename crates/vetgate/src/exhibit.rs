//! What a person decides about, shown so that it cannot deceive: a definition, what has changed in it, what was found.
//!
//! Guarantees: nothing in it acts on a terminal or hides. Every line of a stranger's text stands behind a margin, so that
//! none can pass for a line of ours; runs of blanks and empty lines, which push text out of sight, are counted instead.

mod words;

use crate::grid::{ALARM, ATTENTION, FAINT, GOOD, STRONG, Screen};
use crate::moment;
use anstyle::Style;
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use vetgate_ledger::{Change, Diff, FieldChange, Held, Item, Standing, State, Subject, diff};
use vetgate_model::{Signal, Tier};
use vetgate_report::escape;
use words::{Line, Sign};

/// Longest name shown; JSON has all of it.
const NAME: usize = 120;
/// Longest sentence of a check.
const SENTENCE: usize = 600;
/// Blanks and empty lines in a row that are shown as they are.
const BLANKS: usize = 24;
const EMPTY_LINES: usize = 2;
/// Places that are named for one field.
const PLACES: usize = 4;
/// The fields that tell most, in this order; the others follow by the alphabet.
const FIRST: &[&str] = &["description", "title", "inputSchema", "outputSchema", "annotations"];
/// Digits of a fingerprint that are shown.
const DIGITS: usize = 16;

/// `notes › search (tool)`.
pub(crate) fn title(subject: &Subject) -> String {
    let server = escape::cut(&subject.server.name, NAME);
    match subject.item {
        Item::Instructions => format!("{server} › instructions"),
        item => format!("{server} › {} ({item})", escape::cut(&subject.name, NAME)),
    }
}

/// Enough of a fingerprint or an identity to tell it from others.
pub(crate) fn short(hash: &str) -> &str {
    hash.get(..DIGITS).unwrap_or(hash)
}

/// As much of an identity as a column has room for; `--identity` takes it.
pub(crate) fn shorter(identity: &str) -> &str {
    identity.get(..DIGITS / 2).unwrap_or(identity)
}

/// What is said of what a scan spoke against after it was approved at sight.
const WITHDRAWN: &str = "approval withdrawn";

/// Why something is held back, in few words.
pub(crate) fn why(standing: &Standing) -> String {
    let found = |checks: Vec<String>| format!("found: {}", escape::line(&checks.join(", ")));
    let unaccepted = || standing.seen.hard().difference(&standing.accepted).cloned().collect::<Vec<_>>();
    let mut why = match standing.held() {
        None => return String::new(),
        Some(Held::Blocked) => return "blocked".to_owned(),
        Some(Held::Dangerous { checks }) => return found(checks),
        Some(held @ (Held::Unfit | Held::Forged)) => return held.to_string(),
        Some(Held::Sibling { changed }) => return beside(&changed),
        Some(Held::Accused { seen }) => format!("a call contradicted it: {}", escape::line(&seen)),
        Some(Held::Withdrawn { checks }) if checks.is_empty() => return WITHDRAWN.to_owned(),
        Some(Held::Withdrawn { checks }) => return format!("{WITHDRAWN}; {}", found(checks)),
        Some(Held::New) => "new".to_owned(),
        Some(Held::ChangedBack) => "changed, and changed back".to_owned(),
        Some(Held::Changed { fields }) => format!("changed: {}", escape::line(&fields.join(", "))),
    };
    let hard = unaccepted();
    if !hard.is_empty() {
        why = format!("{why}; {}", found(hard));
    }
    why
}

/// What is said of an approved definition beside one that has changed.
pub(crate) fn beside(changed: &[String]) -> String {
    format!("beside what has changed: {}", escape::line(&changed.join(", ")))
}

/// Everything that a person needs to decide about `standing`.
pub(crate) fn show(screen: Screen, standing: &Standing) -> String {
    let mut out = format!("{}\n", screen.paint(STRONG, &title(&standing.subject)));
    for line in facts(standing) {
        let _ = writeln!(out, "{}", screen.paint(FAINT, &line));
    }
    let before = standing.approved.as_ref();
    let difference = diff(before, &standing.seen);
    let mut fields: Vec<&FieldChange> = difference.fields.iter().collect();
    fields.sort_by_key(|field| FIRST.iter().position(|name| *name == field.field).unwrap_or(FIRST.len()));
    // A new thing's name stands above already, if it is shown as it is.
    let is_said =
        |field: &FieldChange| field.field == "name" && field.after.as_deref() == Some(standing.subject.name.as_str());
    for field in fields.into_iter().filter(|field| before.is_some() || !is_said(field)) {
        show_field(screen, field, before.is_none(), &mut out);
    }
    if let Some(Held::ChangedBack) = standing.held() {
        let text = "It is identical to the approved version, but was different in between.";
        let _ = writeln!(out, "\n{}", screen.paint(ATTENTION, text));
    } else if before.is_some() && difference.fields.is_empty() {
        let _ = writeln!(out, "\n{}", screen.paint(GOOD, "It is identical to the approved version."));
    }
    show_findings(screen, standing, &difference, &mut out);
    out
}

fn facts(standing: &Standing) -> Vec<String> {
    let since = match standing.state {
        State::Approved | State::Blocked => standing.decided_ms,
        State::Quarantined | State::RugPull => standing.changed_ms,
    };
    let gone = if standing.is_gone { "; its server no longer declares it" } else { "" };
    let mut lines = vec![
        format!("{} since {}{gone}", standing.state, moment::shown(since)),
        format!("version  {}", short(&standing.seen.fingerprint.combined.0)),
    ];
    if let Some(approved) = &standing.approved
        && approved.fingerprint.combined != standing.seen.fingerprint.combined
    {
        lines.push(format!("approved {}", short(&approved.fingerprint.combined.0)));
    }
    if standing.decided_ms > 0 {
        let by = escape::cut(&standing.decided_by, NAME);
        lines.push(format!("decided  {} by {by}", moment::shown(standing.decided_ms)));
    }
    lines
}

/// A stranger's text behind its margin.
pub(crate) fn quoted(screen: Screen, text: &str) -> String {
    let mut out = String::new();
    let lines: Vec<Line> = text.split('\n').map(|line| Line::plain(Sign::Same, line)).collect();
    show_lines(screen, &lines, &mut out);
    out
}

// === Fields

fn show_field(screen: Screen, field: &FieldChange, is_new: bool, out: &mut String) {
    let name = escape::cut(&field.field, NAME);
    let whole = format!("/{name}");
    let mut heading = if is_new { name } else { format!("{name} {}", field.change) };
    let mut places: Vec<String> = field.pointers.iter().map(|pointer| escape::cut(pointer.as_str(), NAME)).collect();
    places.retain(|place| *place != whole);
    if !places.is_empty() && field.change == Change::Changed {
        let more = places.len().saturating_sub(PLACES);
        places.truncate(PLACES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = write!(heading, " at {}{more}", places.join(", "));
    }
    let _ = writeln!(out, "\n{}", screen.paint(STRONG, &heading));
    if field.is_alike {
        let text = "    The two texts look the same here, because the difference was masked.";
        let _ = writeln!(out, "{}", screen.paint(ATTENTION, text));
        return;
    }
    let all = |sign, text: &str| text.split('\n').map(|line| Line::plain(sign, line)).collect::<Vec<_>>();
    let lines = match (&field.before, &field.after) {
        (Some(before), Some(after)) => words::changes(before, after),
        (Some(before), None) => all(Sign::Gone, before),
        (None, Some(after)) => all(if is_new { Sign::Same } else { Sign::New }, after),
        (None, None) => vec![],
    };
    show_lines(screen, &lines, out);
}

fn show_lines(screen: Screen, lines: &[Line], out: &mut String) {
    let is_empty = |line: &&Line| line.pieces.iter().all(|(_, text)| text.trim().is_empty());
    let mut rest = lines;
    while let Some(line) = rest.first() {
        let empty = rest.iter().take_while(is_empty).take_while(|next| next.sign == line.sign).count();
        if empty > EMPTY_LINES {
            show_line(screen, &Line::plain(line.sign, format!("⋮ {empty} empty lines")), out);
            rest = &rest[empty..];
        } else {
            show_line(screen, line, out);
            rest = &rest[1..];
        }
    }
}

/// One line behind its margin; on a terminal, in as many rows as it needs, each behind the margin.
fn show_line(screen: Screen, line: &Line, out: &mut String) {
    let (sign, style) = match line.sign {
        Sign::Same => ("    ", Style::new()),
        Sign::Gone => ("  - ", Style::new().fg_color(Some(anstyle::AnsiColor::Red.into()))),
        Sign::New => ("  + ", Style::new().fg_color(Some(anstyle::AnsiColor::Green.into()))),
        Sign::Aside => ("    ", FAINT),
    };
    let most = screen.width.saturating_sub(sign.len()).max(20);
    let mut rows: Vec<Vec<(bool, String)>> = vec![vec![]];
    let mut used = 0;
    for (is_changed, text) in &line.pieces {
        for word in squeezed(&escape::line(text)).split_inclusive(' ') {
            for part in parts(word, most) {
                if used > 0 && used + part.trim_end().width() > most {
                    rows.push(vec![]);
                    used = 0;
                }
                used += part.width();
                if let Some(row) = rows.last_mut() {
                    words::add(row, *is_changed, part);
                }
            }
        }
    }
    for row in rows {
        let piece = |(is_changed, text): &(bool, String)| {
            screen.paint(if *is_changed { style.bold().underline() } else { style }, text)
        };
        let row: String = row.iter().map(piece).collect();
        let _ = writeln!(out, "{}", format!("{}{row}", screen.paint(style, sign)).trim_end());
    }
}

/// A word in pieces that fit.
fn parts(word: &str, most: usize) -> Vec<&str> {
    let (mut parts, mut start, mut used) = (vec![], 0, 0);
    for (at, c) in word.char_indices() {
        let width = c.width().unwrap_or(0);
        if used + width > most && at > start && c != ' ' {
            parts.push(&word[start..at]);
            (start, used) = (at, 0);
        }
        used += width;
    }
    parts.push(&word[start..]);
    parts
}

/// `text` with long runs of blanks counted: they move what follows out of sight.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(' ') {
        let blanks = rest[at..].bytes().take_while(|byte| *byte == b' ').count();
        out.push_str(&rest[..at]);
        if blanks > BLANKS {
            let _ = write!(out, " ⋯{blanks} blanks⋯ ");
        } else {
            out.push_str(&rest[at..at + blanks]);
        }
        rest = &rest[at + blanks..];
    }
    out.push_str(rest);
    out
}

// === Findings

fn show_findings(screen: Screen, standing: &Standing, difference: &Diff, out: &mut String) {
    let seen = standing.seen.finding.iter().flat_map(|finding| &finding.signals);
    let is_new = |signal: &&Signal| difference.new_signals.contains(signal);
    let (new, known): (Vec<&Signal>, Vec<&Signal>) = seen.partition(is_new);
    let gone: Vec<&Signal> = difference.gone_signals.iter().collect();
    let was_approved = standing.approved.is_some();
    let groups = [
        (new, if was_approved { "New findings since the approval:" } else { "Found:" }),
        (known, "Findings now and at the approval:"),
        (gone, "Findings at the approval that are gone now:"),
    ];
    for (signals, heading) in groups {
        if !signals.is_empty() {
            let _ = writeln!(out, "\n{}", screen.paint(STRONG, heading));
            show_signals(screen, signals, standing, out);
        }
    }
    if !standing.seen.is_covered {
        let _ = writeln!(out, "\n{}", screen.paint(ATTENTION, "! Some checks did not scan all of it."));
    } else if standing.seen.is_clean() {
        let _ = writeln!(out, "\n{}", screen.paint(GOOD, "✓ No findings."));
    }
}

/// Checks that found the same words stand together, and the words once.
fn show_signals(screen: Screen, mut signals: Vec<&Signal>, standing: &Standing, out: &mut String) {
    while let Some(first) = signals.first().copied() {
        let is_alike = |signal: &&Signal| signal.evidence == first.evidence;
        let (alike, others): (Vec<&Signal>, Vec<&Signal>) = signals.into_iter().partition(is_alike);
        alike.iter().for_each(|signal| show_signal(screen, signal, standing, out));
        if !first.evidence.is_empty() {
            let _ = writeln!(out, "        │ {}", squeezed(&escape::cut(&first.evidence, SENTENCE)));
        }
        signals = others;
    }
}

fn show_signal(screen: Screen, signal: &Signal, standing: &Standing, out: &mut String) {
    let style = if signal.tier == Tier::Hard { ALARM } else { ATTENTION };
    let tier = screen.paint(style, &format!("{:4}", signal.tier));
    let pointer = match signal.pointer.as_str() {
        "" => "/",
        pointer => pointer,
    };
    let accepted = if standing.accepted.contains(&signal.check) { " · accepted" } else { "" };
    let check = escape::cut(&signal.check, NAME);
    let place = escape::cut(pointer, NAME);
    let _ = writeln!(out, "  {tier}  {check} · confidence {} · at {place}{accepted}", signal.confidence);
    let _ = writeln!(out, "        {}", escape::cut(&signal.detail, SENTENCE));
}

#[cfg(test)]
mod tests;
