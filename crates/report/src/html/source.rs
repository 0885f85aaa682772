//! What was found in source, as one page.

use super::markup::{cut, prose};
use super::{STYLE, footer, head};
use crate::Options;
use crate::digest::capital;
use crate::source::{Reading, place};
use std::fmt::Write;
use vetgate_model::{SourceFinding, SourceReport, Step};

/// Longest name or place shown.
const NAME: usize = 200;
/// Longest sentence or line shown.
const TEXT: usize = 1_000;

pub(crate) fn render(report: &SourceReport, options: &Options<'_>) -> String {
    let reading = Reading::of(report);
    let mut out = String::new();
    head(&mut out, &reading.headline(), STYLE);
    let class = match reading.worst() {
        Some(severity) => severity.name(),
        None if reading.is_clear() => "clear",
        None => "open",
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<body>\n<header class=\"banner {class}\">\n<p class=\"brand\">Vetgate source report</p>\n\
         <div class=\"verdict\">\n<div>\n<h1>{}</h1>\n<p class=\"scope\">Analyzed {}.</p>\n</div>\n</div>\n</header>\n<main>",
        reading.headline(),
        reading.extent()
    );
    for finding in &report.findings {
        card(&mut out, finding);
    }
    let unseen = reading.unseen();
    if !unseen.is_empty() {
        out.push_str("<section>\n<h2 id=\"coverage\">Not analyzed</h2>\n<ul class=\"gaps\">\n");
        for (place, detail) in &unseen {
            let _ = writeln!(out, "<li><code>{}</code> {}</li>", cut(place, NAME), cut(detail, TEXT));
        }
        out.push_str("</ul>\n</section>\n");
    }
    if !reading.notes.is_empty() {
        out.push_str("<section>\n<h2 id=\"notes\">Notes</h2>\n<ul class=\"gaps\">\n");
        for note in &reading.notes {
            let _ = writeln!(out, "<li><code>{}</code> {}</li>", cut(&note.place, NAME), cut(&note.detail, TEXT));
        }
        out.push_str("</ul>\n</section>\n");
    }
    out.push_str("</main>\n");
    footer(&mut out, options);
    out.push_str("</body>\n</html>\n");
    out
}

fn card(out: &mut String, finding: &SourceFinding) {
    let tool = finding.tool.as_ref().map(|tool| format!("<code>{}</code> · ", cut(tool, NAME))).unwrap_or_default();
    let _ = writeln!(
        out,
        "<section>\n<h2>{}: {} {}</h2>\n<p><strong>{}</strong></p>\n<p>{tool}<code>{}</code> · confidence {}</p>\n<pre>{}</pre>",
        capital(finding.severity.name()),
        finding.rule,
        finding.name,
        prose(&finding.message, TEXT),
        cut(&place(&finding.location), NAME),
        finding.confidence,
        cut(&finding.snippet, TEXT)
    );
    steps(out, "Data flow", &finding.flow);
    if finding.flow.is_empty() {
        steps(out, "Called through", &finding.calls);
    }
    if let Some(step) = &finding.near_miss {
        steps(out, "Insufficient check", std::slice::from_ref(step));
    }
    let _ = writeln!(out, "<p><strong>What to do.</strong> {}</p>\n</section>", prose(&finding.advice, TEXT));
}

fn steps(out: &mut String, title: &str, steps: &[Step]) {
    if steps.is_empty() {
        return;
    }
    let _ = writeln!(out, "<p>{title}:</p>\n<ol>");
    for step in steps {
        let at = cut(&place(&step.location), NAME);
        let _ = writeln!(out, "<li><code>{at}</code> {}</li>", cut(&step.message, TEXT));
    }
    out.push_str("</ol>\n");
}
