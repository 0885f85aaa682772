//! The forms of the result. Each writes piece by piece, so that nothing has to be kept.

use super::tally::{Tally, plural};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::fmt::Write;
use vetgate_model::Severity;
use vetgate_report::escape;
use vetgate_sensitive::{Grade, Match};

/// A match and where it stands.
#[derive(Debug, Serialize)]
pub(super) struct Spot<'m> {
    /// From 1.
    pub(super) line: usize,
    /// From 1, in bytes.
    pub(super) column: usize,
    pub(super) grade: Grade,
    #[serde(flatten)]
    pub(super) found: &'m Match,
}

/// A form of the result.
pub(super) trait Show {
    /// A file begins.
    fn begin(&mut self, path: &str, out: &mut String);
    /// Something was found in it.
    fn found(&mut self, spot: &Spot<'_>, out: &mut String);
    /// It is over, after so many bytes, and may have broken off.
    fn end(&mut self, bytes: usize, problem: Option<&str>, out: &mut String);
    /// Everything is over.
    fn finish(&mut self, tally: &Tally, out: &mut String);
}

// === impl Terminal ===

/// Lines for people: one a match, grouped by file.
#[derive(Debug)]
pub(super) struct Terminal {
    has_color: bool,
    path: String,
    is_named: bool,
}

impl Terminal {
    pub(super) fn new(has_color: bool) -> Self {
        Self { has_color, path: String::new(), is_named: false }
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.has_color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

impl Show for Terminal {
    fn begin(&mut self, path: &str, _: &mut String) {
        self.path = if path == "-" { "standard input".to_owned() } else { escape::line(path).into_owned() };
        self.is_named = false;
    }

    fn found(&mut self, spot: &Spot<'_>, out: &mut String) {
        if !std::mem::replace(&mut self.is_named, true) {
            let _ = writeln!(out, "{}", self.paint(Style::new().bold(), &self.path));
        }
        let found = spot.found;
        let place = format!("{}:{}", spot.line, spot.column);
        let severity = format!("{:<8}", found.severity.name().to_uppercase());
        let severity = self.paint(color(found.severity), &severity);
        let sample = format!("{:<27}", escape::cut(found.sample.as_str(), SAMPLE));
        let sample = self.paint(Style::new().bold(), &sample);
        let mut facts = format!("{} · {} · confidence {}", found.kind, escape::line(&found.name), spot.grade);
        if let Some(place) = place_in_document(found) {
            let _ = write!(facts, " · {place}");
        }
        let _ = writeln!(out, "  {place:<10}  {severity}  {sample}  {facts}");
    }

    fn end(&mut self, _: usize, _: Option<&str>, out: &mut String) {
        if self.is_named {
            out.push('\n');
        }
    }

    fn finish(&mut self, tally: &Tally, out: &mut String) {
        if tally.is_empty() && tally.failures() > 0 {
            // Each has been complained about, and there is nothing else to say.
            return;
        }
        let headline = tally.headline();
        let line = match tally.worst() {
            Some(worst) => self.paint(color(worst), &headline),
            None if tally.failures() > 0 => format!("{} {headline}", self.paint(color(Severity::Medium), "!")),
            None => format!("{} {headline}", self.paint(Style::new().fg_color(Some(AnsiColor::Green.into())), "✓")),
        };
        let _ = writeln!(out, "{line}");
        let more = tally.held_back();
        if more > 0 {
            let (are, them) = (plural(more, "more is", "more are"), if more == 1 { "it" } else { "them" });
            let _ = writeln!(out, "{are} below the minimum confidence: --min-confidence low shows {them}.");
        }
        if let Some(kind) = tally.commonest() {
            let hint = format!("How a kind is recognised: vetgate explain {kind}");
            let _ = writeln!(out, "{}", self.paint(Style::new().dimmed(), &hint));
        }
    }
}

/// Longest sample shown.
const SAMPLE: usize = 40;
/// Longest pointer shown; the JSON result has all of it.
const POINTER: usize = 120;

/// The pointer, and those into the documents inside that string.
fn place_in_document(found: &Match) -> Option<String> {
    let outer = found.pointer.as_ref()?;
    let pointers = std::iter::once(outer).chain(&found.inner).map(|pointer| match pointer.as_str() {
        "" => "/".to_owned(),
        pointer => escape::cut(pointer, POINTER),
    });
    Some(pointers.collect::<Vec<_>>().join(" › "))
}

fn color(severity: Severity) -> Style {
    let color = match severity {
        Severity::Critical => AnsiColor::BrightRed,
        Severity::High => AnsiColor::Red,
        Severity::Medium => AnsiColor::Yellow,
        Severity::Low => AnsiColor::Cyan,
    };
    Style::new().fg_color(Some(color.into())).bold()
}

// === impl Json ===

/// One JSON document for programs, with a line for each match.
#[derive(Debug, Default)]
pub(super) struct Json {
    files: usize,
    matches: usize,
}

impl Show for Json {
    fn begin(&mut self, path: &str, out: &mut String) {
        out.push_str(if self.files == 0 { "{\n  \"files\": [\n" } else { ",\n" });
        self.files += 1;
        self.matches = 0;
        let _ = write!(out, "    {{\"path\": {}, \"matches\": [", json(&path));
    }

    fn found(&mut self, spot: &Spot<'_>, out: &mut String) {
        out.push_str(if self.matches == 0 { "\n      " } else { ",\n      " });
        self.matches += 1;
        out.push_str(&json(spot));
    }

    fn end(&mut self, bytes: usize, problem: Option<&str>, out: &mut String) {
        out.push_str(if self.matches == 0 { "]" } else { "\n    ]" });
        let _ = write!(out, ", \"bytes\": {bytes}");
        if let Some(problem) = problem {
            let _ = write!(out, ", \"error\": {}", json(&problem));
        }
        out.push('}');
    }

    fn finish(&mut self, tally: &Tally, out: &mut String) {
        let _ = writeln!(out, "\n  ],\n  \"summary\": {}\n}}", json(tally));
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("strings and numbers can be written as JSON")
}
