//! What stands behind the findings: targets, coverage, what is held back, and the checks that fired.

use super::card::{NAME, TEXT};
use super::markup::{cut, prose, text};
use crate::CheckInfo;
use crate::digest::{self, Digest, Gap, capital, named, plural};
use std::collections::BTreeMap;
use std::fmt::Write;
use vetgate_model::{Report, TargetKind, TargetStatus};

/// Every target with how it fared.
pub(super) fn targets(out: &mut String, digest: &Digest<'_>) {
    let targets = &digest.report.targets;
    if targets.is_empty() {
        return;
    }
    out.push_str(
        "<section>\n<h2>Targets</h2>\n<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Targets\"><table>\n<thead><tr><th scope=\"col\">Target</th>\
         <th scope=\"col\">Server</th><th scope=\"col\">Status</th><th scope=\"col\" class=\"number\">Tools</th>\
         <th scope=\"col\" class=\"number\">Findings</th></tr></thead>\n<tbody>\n",
    );
    for target in targets {
        let kind = match target.kind {
            TargetKind::File => "file",
            TargetKind::Config => "configuration",
            TargetKind::Url => "URL",
            TargetKind::Command => "command",
        };
        let (class, status) = match target.status {
            TargetStatus::Scanned => ("good", "Scanned"),
            TargetStatus::Skipped => ("plain", "Skipped"),
            TargetStatus::Failed => ("bad", "Failed"),
        };
        let detail = target.detail.as_deref().map(|detail| format!("<small>{}</small>", cut(detail, TEXT)));
        let scanned = target.server.as_ref().filter(|_| target.status == TargetStatus::Scanned);
        let findings = scanned.map(|server| {
            digest.report.findings.iter().filter(|finding| finding.server == *server).count().to_string()
        });
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code> <small>{kind}</small></td><td>{}</td><td><span class=\"status {class}\">{status}</span>{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            cut(&target.target, NAME),
            target.server.as_deref().map(|server| cut(server, NAME)).unwrap_or_else(|| "–".to_owned()),
            detail.unwrap_or_default(),
            target.tools,
            findings.unwrap_or_else(|| "–".to_owned()),
        );
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// What was looked at, and every gap.
pub(super) fn coverage(out: &mut String, digest: &Digest<'_>) {
    let coverage = &digest.report.coverage;
    out.push_str("<section>\n<h2 id=\"coverage\">Coverage</h2>\n<dl class=\"numbers\">\n");
    let limits = digest.gaps.iter().filter(|gap| matches!(gap, Gap::Cap(_))).count();
    let rows = [
        ("Tools", coverage.tools),
        ("Other definitions", coverage.others),
        ("Strings read", coverage.facets),
        ("Checks completed", coverage.checks_run),
        ("Checks failed", coverage.checks_failed),
        ("Limits reached", limits),
    ];
    for (name, count) in rows {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{count}</dd></div>");
    }
    out.push_str("</dl>\n");
    if digest.gaps.is_empty() && !digest.is_empty() {
        out.push_str("<p>All requested targets were scanned completely.</p>\n");
    }
    gaps(out, digest);
    out.push_str("</section>\n");
}

/// What was not looked at, and what is worth knowing.
pub(super) fn gaps(out: &mut String, digest: &Digest<'_>) {
    if !digest.gaps.is_empty() || !digest.notes.is_empty() {
        out.push_str("<ul class=\"gaps\">\n");
        for gap in &digest.gaps {
            let place = cut(named(gap.place()), NAME);
            let title = match gap {
                Gap::Target(_) => format!("<code>{place}</code> could not be {}", digest.undone),
                Gap::Check(_) => format!("Check <code>{place}</code> failed"),
                Gap::Cap(cap) => format!("<code>{place}</code> <small>{}</small>", cut(&cap.cap, NAME)),
            };
            line(out, "gap", &title, gap.detail());
        }
        for note in &digest.notes {
            let place = cut(named(&note.place), NAME);
            let title = match digest::note_subject(note) {
                Some(subject) => format!("{subject} at <code>{place}</code>"),
                None => format!("<code>{place}</code> <small>{}</small>", cut(&note.cap, NAME)),
            };
            line(out, "note", &title, &note.detail);
        }
        out.push_str("</ul>\n");
    }
}

fn line(out: &mut String, class: &str, title: &str, detail: &str) {
    let detail = prose(&capital(detail), TEXT);
    let stop = if detail.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    let _ = writeln!(out, "<li class=\"{class}\"><strong>{title}</strong> <span>{detail}{stop}</span></li>");
}

/// What ignore rules hold back, with their reasons.
pub(super) fn suppressed(out: &mut String, report: &Report) {
    if report.suppressed.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<section>\n<h2>Suppressed by ignore rules</h2>\n<p>{} accepted by a rule and not counted elsewhere.</p>\n\
         <div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Ignore rules\"><table>\n<thead><tr><th scope=\"col\">Where</th><th scope=\"col\">Check</th>\
         <th scope=\"col\">Reason</th><th scope=\"col\">Until</th></tr></thead>\n<tbody>",
        match report.suppressed.len() {
            1 => "1 signal is".to_owned(),
            count => format!("{} are", plural(count, "signal")),
        }
    );
    for held in &report.suppressed {
        let _ = writeln!(
            out,
            "<tr><td>{} <span class=\"sep\">›</span> {}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            cut(named(&held.server), NAME),
            cut(named(&held.tool), NAME),
            cut(&held.check, NAME),
            cut(&held.reason, TEXT),
            cut(&held.expires, NAME),
        );
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// The checks that fired, explained once each.
pub(super) struct Glossary<'a>(BTreeMap<&'a str, &'a CheckInfo>);

impl<'a> Glossary<'a> {
    pub(super) fn of(digest: &Digest<'_>, checks: &'a [CheckInfo]) -> Self {
        let fired = |id: &str| digest.findings().any(|finding| finding.signals.iter().any(|s| s.check == id));
        Self(checks.iter().filter(|check| fired(&check.id)).map(|check| (check.id.as_str(), check)).collect())
    }

    /// The check's id, as a link to its explanation if there is one.
    pub(super) fn link(&self, check: &str) -> String {
        let shown = cut(named(check), NAME);
        if !self.0.contains_key(check) {
            return format!("<code>{shown}</code>");
        }
        // Numbered, since an id could be anything.
        format!("<a href=\"#check-{}\"><code>{shown}</code></a>", self.0.range(..check).count() + 1)
    }

    pub(super) fn write(&self, out: &mut String) {
        if self.0.is_empty() {
            return;
        }
        out.push_str("<section>\n<h2>Checks of these findings</h2>\n<dl class=\"checks\">\n");
        for (index, (id, check)) in self.0.iter().enumerate() {
            let _ = writeln!(
                out,
                "<div id=\"check-{}\"><dt><code>{}</code> <small>{}</small></dt><dd><p>{}</p><p>{}</p></dd></div>",
                index + 1,
                text(id),
                capital(check.tier.name()),
                prose(&check.summary, TEXT),
                prose(&check.why, TEXT),
            );
        }
        out.push_str("</dl>\n</section>\n");
    }
}
