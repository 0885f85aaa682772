//! One self-contained HTML page, to keep, to send and to print.
//!
//! The page asks nothing of the network: its style and its small script are inline and allowed by their hashes, and the
//! content policy forbids everything else, so that even text that slipped through the escaping could neither run nor
//! load. Without the script all findings are shown; with it they can be searched and filtered.

mod card;
mod heat;
mod markup;
mod plot;
mod record;
mod sheet;
mod source;
mod survey;

pub(crate) use sheet::render as render_sheet;
pub(crate) use source::render as render_source;
pub(crate) use survey::render as render_survey;

use crate::Options;
use crate::capability::risky;
use crate::digest::{Digest, capital, plural};
use data_encoding::BASE64;
use markup::text;
use sha2::{Digest as _, Sha256};
use std::fmt::Write;
use vetgate_model::{Action, Report, Severity};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/filter.js");
/// Fewer findings than this fit on a screen or two and need no filter.
const FILTER_FROM: usize = 4;

pub(crate) fn render(report: &Report, options: &Options<'_>) -> String {
    let digest = Digest::of(report);
    let glossary = record::Glossary::of(&digest, options.checks);
    let mut out = String::new();
    head(&mut out, &digest.headline(), STYLE);
    out.push_str("<body>\n");
    banner(&mut out, &digest);
    out.push_str("<main>\n");
    if report.findings.len() >= FILTER_FROM {
        filter(&mut out, &digest);
    }
    let mut number = 0;
    for (severity, findings) in &digest.groups {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<section class=\"group\" aria-labelledby=\"{severity}\">\n<h2 id=\"{severity}\">{} <span class=\"count\">{}</span></h2>",
            capital(severity.name()),
            findings.len()
        );
        for finding in findings {
            number += 1;
            card::write(&mut out, number, finding, &glossary);
        }
        out.push_str("</section>\n");
    }
    let risky = risky(options.profiles, options.crossings);
    heat::write(&mut out, &options.profiles.iter().collect::<Vec<_>>(), false, risky.as_deref());
    record::targets(&mut out, &digest);
    record::coverage(&mut out, &digest);
    record::suppressed(&mut out, report);
    glossary.write(&mut out);
    out.push_str("</main>\n");
    footer(&mut out, options);
    if report.findings.len() >= FILTER_FROM {
        let _ = writeln!(out, "<script>{SCRIPT}</script>");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn head(out: &mut String, title: &str, style: &str) {
    let hash = |text: &str| BASE64.encode(&Sha256::digest(text.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(SCRIPT)
    );
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>Vetgate: {title}</title>\n<style>{style}</style>\n</head>\n"
    );
}

fn banner(out: &mut String, digest: &Digest<'_>) {
    let class = match digest.worst() {
        Some(severity) => severity.name(),
        None if digest.is_clear() => "clear",
        None => "open",
    };
    let _ = writeln!(
        out,
        "<header class=\"banner {class}\">\n<p class=\"brand\">Vetgate scan report</p>\n<div class=\"verdict\">"
    );
    ring(out, digest);
    let title = match digest.worst() {
        Some(severity) => format!("{} risk", capital(severity.name())),
        None => digest.headline(),
    };
    let _ = writeln!(out, "<div>\n<h1>{title}</h1>\n<p class=\"lead\">{}</p>", lead(digest));
    if !digest.is_empty() {
        let _ = writeln!(out, "<p class=\"scope\">{}</p>", digest.scope());
    }
    out.push_str("</div>\n</div>\n");
    if !digest.groups.is_empty() {
        out.push_str("<ul class=\"tiles\">\n");
        for severity in Severity::ALL.iter().rev() {
            let count = digest.count(*severity);
            let inner = format!("<strong>{count}</strong> {}", capital(severity.name()));
            let _ = match count {
                0 => writeln!(out, "<li class=\"none\"><span>{inner}</span></li>"),
                _ => writeln!(out, "<li class=\"{severity}\"><a href=\"#{severity}\">{inner}</a></li>"),
            };
        }
        out.push_str("</ul>\n");
    }
    if digest.is_empty() && digest.worst().is_some() {
        let _ = writeln!(out, "<p class=\"notice\"><strong>{}</strong></p>", digest.scope());
    }
    gaps(out, digest);
    out.push_str("</header>\n");
}

/// That something was not looked at, and where it is listed.
fn gaps(out: &mut String, digest: &Digest<'_>) {
    if !digest.gaps.is_empty() {
        let gaps = plural(digest.gaps.len(), "gap");
        let _ = writeln!(
            out,
            "<p class=\"notice\"><strong>Not everything was scanned.</strong> The coverage section lists \
             <a href=\"#coverage\">{gaps}</a>.</p>"
        );
    }
}

/// The highest risk as a ring; drawn by attributes, since the policy forbids inline styles.
fn ring(out: &mut String, digest: &Digest<'_>) {
    let risk = digest.report.summary.risk.min(100);
    let label = match digest.worst() {
        Some(_) => format!(
            "<text x=\"60\" y=\"64\" class=\"value\">{risk}</text><text x=\"60\" y=\"84\" class=\"of\">of 100</text>"
        ),
        None if digest.is_clear() => "<path class=\"mark\" d=\"M40 62l14 14 27-31\"/>".to_owned(),
        None => "<text x=\"60\" y=\"73\" class=\"value\">?</text>".to_owned(),
    };
    let _ = writeln!(
        out,
        "<svg class=\"ring\" viewBox=\"0 0 120 120\" role=\"img\" aria-label=\"Highest risk: {risk} of 100\">\
         <circle cx=\"60\" cy=\"60\" r=\"52\" class=\"track\"/>\
         <circle cx=\"60\" cy=\"60\" r=\"52\" class=\"level\" pathLength=\"100\" stroke-dasharray=\"{risk} 100\" \
         transform=\"rotate(-90 60 60)\"/>{label}</svg>"
    );
}

/// What the reader should take away, in a sentence or two.
fn lead(digest: &Digest<'_>) -> String {
    let quarantine = digest.findings().filter(|f| f.action == Action::Quarantine).count();
    let review = digest.report.findings.len() - quarantine;
    let are = |count: usize, rest: &str| format!("{} {rest}", plural(count, "definition"));
    match (quarantine, review) {
        (0, 0) if digest.is_empty() => "No tool, prompt or resource was read.".to_owned(),
        (0, 0) if digest.gaps.is_empty() => "The scanned definitions have no findings.".to_owned(),
        (0, 0) => "The scanned definitions have no findings, but some could not be scanned.".to_owned(),
        (0, 1) => "1 definition should be reviewed by a person before agents use it.".to_owned(),
        (0, review) => format!("{} by a person before agents use them.", are(review, "should be reviewed")),
        (quarantine, 0) => format!("{} from agents until a person decides.", are(quarantine, "should be kept")),
        (quarantine, review) => {
            format!(
                "{} from agents until a person decides; {review} more should be reviewed.",
                are(quarantine, "should be kept")
            )
        }
    }
}

fn filter(out: &mut String, digest: &Digest<'_>) {
    out.push_str(
        "<form id=\"filter\" hidden>\n<label class=\"search\"><span>Search findings</span>\
         <input id=\"search\" type=\"search\" placeholder=\"Server, tool, check or text\" autocomplete=\"off\"></label>\n\
         <fieldset><legend>Severity</legend>\n",
    );
    for (severity, findings) in &digest.groups {
        let _ = writeln!(
            out,
            "<label class=\"toggle {severity}\"><input type=\"checkbox\" value=\"{severity}\" checked> {} <span>{}</span></label>",
            capital(severity.name()),
            findings.len()
        );
    }
    out.push_str("</fieldset>\n<output id=\"shown\" aria-live=\"polite\"></output>\n</form>\n");
}

fn footer(out: &mut String, options: &Options<'_>) {
    let version = if options.version.is_empty() { String::new() } else { format!(" {}", text(options.version)) };
    let _ = writeln!(
        out,
        "<footer><p>Made by Vetgate{version}. Text from servers is quoted; hidden and control characters are shown as \
         escapes such as <code>\\u{{202E}}</code>.</p></footer>"
    );
}
