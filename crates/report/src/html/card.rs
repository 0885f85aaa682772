//! A finding as a card: what, where, the evidence, what it means and what to do.

use super::markup::{cut, prose, text};
use super::record::Glossary;
use crate::advice;
use crate::digest::{self, capital, named};
use std::fmt::Write;
use vetgate_model::{Finding, Signal};

/// Longest name shown.
pub(super) const NAME: usize = 300;
/// Longest sentence or evidence shown.
pub(super) const TEXT: usize = 4_000;

pub(super) fn write(out: &mut String, number: usize, finding: &Finding, glossary: &Glossary<'_>) {
    let (name, kind) = digest::title(finding);
    let kind = kind.map(|kind| format!(" <span class=\"kind\">{kind}</span>")).unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<article class=\"card {0}\" data-severity=\"{0}\" aria-labelledby=\"finding-{number}\">\n<header>\n\
         <h3 id=\"finding-{number}\"><span class=\"server\">{1}</span> <span class=\"sep\">›</span> {2}{kind}</h3>\n\
         <p class=\"facts\"><span class=\"badge\">{3}</span> <span>{4}</span> <span>Risk {5} of 100</span> \
         <span>Confidence {6}</span></p>\n</header>",
        finding.severity,
        cut(named(&finding.server), NAME),
        cut(name, NAME),
        capital(finding.severity.name()),
        capital(advice::threat(finding.threat_type)),
        finding.risk,
        percent(finding.confidence),
    );
    for quote in digest::quotes(finding) {
        write_quote(out, &quote, glossary);
    }
    let _ = writeln!(
        out,
        "<div class=\"so\">\n<div><h4>What it means</h4><p>{}</p></div>\n<div><h4>What to do</h4><p>{}</p></div>\n</div>\n</article>",
        text(advice::meaning(finding)),
        text(&advice::remedy(finding)),
    );
}

/// What several checks say of the same words, and then the words.
fn write_quote(out: &mut String, signals: &[&Signal], glossary: &Glossary<'_>) {
    out.push_str("<section class=\"signal\">\n");
    for (index, signal) in signals.iter().enumerate() {
        let detail = if signal.detail.is_empty() { named(&signal.check) } else { &signal.detail };
        // All of them have one place.
        let mut place = String::new();
        if index == 0 {
            place = format!(" <code>{}</code>", cut(&digest::place(signal), NAME));
            if signal.location.is_some() {
                place = format!("{place} <code>{}</code>", cut(digest::pointer(signal), NAME));
            }
        }
        let _ = writeln!(
            out,
            "<h4>{}</h4>\n<p class=\"meta\">{} <span>{} signal, {}</span>{place}</p>",
            prose(detail, TEXT),
            glossary.link(&signal.check),
            capital(signal.tier.name()),
            percent(signal.confidence),
        );
    }
    if let Some(signal) = signals.first().filter(|signal| !signal.evidence.is_empty()) {
        let _ = writeln!(out, "<pre><code>{}</code></pre>", cut(&signal.evidence, TEXT));
    }
    out.push_str("</section>\n");
}

fn percent(confidence: vetgate_model::Confidence) -> String {
    format!("{:.0} %", confidence.value() * 100.0)
}
