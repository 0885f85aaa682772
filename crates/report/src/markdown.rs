//! Markdown for a pull request or a ticket.
//!
//! A table of the totals, then each finding with its evidence. Stays below the size that GitHub takes as a comment:
//! findings beyond that are counted in a last line, never dropped in silence. Strangers' text is quoted so that it
//! renders as itself; see [`quote`].

mod heat;
mod quote;
mod sheet;
mod source;
mod survey;

pub(crate) use sheet::render as render_sheet;
pub(crate) use source::render as render_source;
pub(crate) use survey::render as render_survey;

use crate::capability::risky;
use crate::digest::{self, Digest, Gap, capital, named, plural};
use crate::{Options, advice};
use quote::{block, code, prose};
use std::fmt::Write;
use vetgate_model::{Finding, Report, Severity, Signal, TargetStatus};

/// GitHub takes 65,536 characters in a comment.
const BUDGET: usize = 60_000;
/// What is set aside of it for gaps, targets and ignore rules; also the most that one finding takes.
const SHARE: usize = 12_000;
/// The most that one list takes.
const LIST: usize = SHARE / 3;
/// Longest evidence shown.
const EVIDENCE: usize = 1_000;
/// Longest name or sentence shown.
const SENTENCE: usize = 400;

pub(crate) fn render(report: &Report, options: &Options<'_>) -> String {
    let digest = Digest::of(report);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "## Vetgate: {}\n", digest.headline());
    if !report.findings.is_empty() || !digest.is_empty() {
        let _ = writeln!(out, "{}\n", digest.scope());
    }
    gaps(&mut out, &digest);
    if !report.findings.is_empty() {
        totals(&mut out, &digest);
    }
    let mut left = report.findings.len();
    for finding in digest.findings() {
        let text = finding_text(finding);
        if out.len() + text.len() <= BUDGET - SHARE {
            out.push_str(&text);
            left -= 1;
        }
    }
    if left > 0 {
        let _ = writeln!(out, "**Not shown here: {}.** The JSON and HTML reports list all.\n", plural(left, "finding"));
    }
    if !options.profiles.is_empty() {
        out.push_str("### What the servers can do\n\n");
        heat::write(&mut out, &options.profiles.iter().collect::<Vec<_>>(), LIST, false);
        if let Some(text) = risky(options.profiles, options.crossings) {
            let _ = writeln!(out, "**{text}**\n");
        }
    }
    targets(&mut out, &digest);
    suppressed(&mut out, report);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn gaps(out: &mut String, digest: &Digest<'_>) {
    if !digest.gaps.is_empty() {
        out.push_str("> [!WARNING]\n> Not everything was scanned:\n>\n");
        let lines = digest.gaps.iter().map(|gap| {
            let (place, detail) = (code(&short(named(gap.place()))), prose(&short(gap.detail())));
            match gap {
                Gap::Target(_) => format!("> - {place} could not be {}: {detail}", digest.undone),
                Gap::Check(_) => format!("> - check {place} failed: {detail}"),
                Gap::Cap(cap) => format!("> - {place}: {detail} ({})", code(&short(&cap.cap))),
            }
        });
        list(out, lines, digest.gaps.len(), "> - ", LIST);
    }
    if !digest.notes.is_empty() {
        out.push_str("> [!NOTE]\n");
        let lines = digest.notes.iter().map(|note| {
            let (place, detail) = (code(&short(named(&note.place))), prose(&short(&note.detail)));
            match digest::note_subject(note) {
                Some(subject) => format!("> - {subject} at {place}: {detail}"),
                None => format!("> - {place}: {detail} ({})", code(&short(&note.cap))),
            }
        });
        list(out, lines, digest.notes.len(), "> - ", LIST);
    }
}

fn totals(out: &mut String, digest: &Digest<'_>) {
    out.push_str("| Critical | High | Medium | Low | Highest risk |\n| ---: | ---: | ---: | ---: | ---: |\n");
    let counts: Vec<String> = Severity::ALL.iter().rev().map(|s| digest.count(*s).to_string()).collect();
    let _ = writeln!(out, "| {} | {} of 100 |\n", counts.join(" | "), digest.report.summary.risk);
}

fn finding_text(finding: &Finding) -> String {
    let (name, kind) = digest::title(finding);
    let kind = kind.map(|kind| format!(" ({kind})")).unwrap_or_default();
    let mut out = format!(
        "### {}: {} › {}{kind}\n\n",
        capital(finding.severity.name()),
        code(&short(named(&finding.server))),
        code(&short(name)),
    );
    let threat = capital(advice::threat(finding.threat_type));
    let _ = writeln!(out, "{threat} · risk {} of 100 · confidence {}\n", finding.risk, finding.confidence);
    let mut left = finding.signals.len();
    for quote in digest::quotes(finding) {
        let text = quote_text(&quote);
        if left < finding.signals.len() && out.len() + text.len() > SHARE {
            let _ = writeln!(out, "{} more.\n", plural(left, "signal"));
            break;
        }
        left -= quote.len();
        out.push_str(&text);
    }
    let _ = writeln!(out, "**What to do.** {}\n", advice::remedy(finding));
    out
}

/// What several checks say of the same words, and then the words.
fn quote_text(signals: &[&Signal]) -> String {
    let mut out = String::new();
    for signal in signals {
        if !signal.detail.is_empty() {
            let _ = writeln!(out, "{}\n", prose(&short(&signal.detail)));
        }
        let place = code(&short(&digest::place(signal)));
        let check = code(&short(named(&signal.check)));
        let _ = writeln!(out, "{check} ({}, {}) at {place}\n", signal.tier, signal.confidence);
    }
    if let Some(signal) = signals.first().filter(|signal| !signal.evidence.is_empty()) {
        let _ = writeln!(out, "{}", block(&signal.evidence, EVIDENCE));
    }
    out
}

fn targets(out: &mut String, digest: &Digest<'_>) {
    let targets = &digest.report.targets;
    if targets.is_empty() {
        return;
    }
    out.push_str("<details><summary>Targets</summary>\n\n| Target | Status | Tools |\n| --- | --- | ---: |\n");
    let lines = targets.iter().map(|target| {
        let status = match target.status {
            TargetStatus::Scanned => "scanned",
            TargetStatus::Skipped => "skipped",
            TargetStatus::Failed => "**failed**",
        };
        let why = target.detail.as_deref().map(|detail| format!(": {}", code(&short(detail)))).unwrap_or_default();
        format!("| {} | {status}{why} | {} |", code(&short(&target.target)), target.tools)
    });
    list(out, lines, targets.len(), "| ", LIST);
    out.push_str("</details>\n\n");
}

fn suppressed(out: &mut String, report: &Report) {
    if report.suppressed.is_empty() {
        return;
    }
    let count = plural(report.suppressed.len(), "signal");
    let _ = writeln!(out, "<details><summary>{count} suppressed by ignore rules</summary>\n");
    let lines = report.suppressed.iter().map(|s| {
        let place = code(&short(&format!("{} › {}", named(&s.server), named(&s.tool))));
        format!(
            "- {} on {place} until {}: {}",
            code(&short(&s.check)),
            code(&short(&s.expires)),
            prose(&short(&s.reason))
        )
    });
    list(out, lines, report.suppressed.len(), "- ", LIST);
    out.push_str("</details>\n\n");
}

/// Lines up to `most` characters, then how many more there are.
fn list(out: &mut String, lines: impl Iterator<Item = String>, count: usize, mark: &str, most: usize) {
    let start = out.len();
    for (index, line) in lines.enumerate() {
        if out.len() + line.len() - start > most {
            let _ = writeln!(out, "{mark}and {} more", count - index);
            break;
        }
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
}

/// Cut before quoting, so that a cut never opens a quote.
fn short(text: &str) -> String {
    crate::escape::cut(text, SENTENCE)
}
