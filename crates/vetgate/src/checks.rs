//! Every check of every kind, and `vetgate checks`.

use crate::cli::{Checks, ListFormat};
use crate::console;
use crate::exit::Exit;
use serde_json::json;
use std::fmt::Write;
use vetgate_model::{Severity, Tier};
use vetgate_report::CheckInfo;
use vetgate_vet::{Explanation, Meta, checks, config, lock, source};

/// Every check: those on definitions, on configurations and on the lock.
pub(crate) fn all() -> Vec<Meta> {
    let definitions = checks::all().iter().map(|check| check.meta());
    let configurations = config::all().iter().map(|check| check.meta());
    definitions.chain(configurations).chain(lock::checks()).collect()
}

/// What every check says about itself, for reports.
pub(crate) fn infos() -> Vec<CheckInfo> {
    let info = |meta: Meta| {
        let explanation = Explanation::of(meta.source);
        CheckInfo {
            id: meta.id.to_owned(),
            tier: meta.tier,
            threat_type: meta.threat,
            summary: capitalized(&explanation.summary),
            why: one_line(explanation.section("Why it matters").unwrap_or_default()),
            help_markdown: markdown(meta.id, &explanation),
        }
    };
    all().into_iter().map(info).collect()
}

/// What every static rule says about itself, for reports.
pub(crate) fn of_source() -> Vec<CheckInfo> {
    let info = |rule: &&dyn source::Rule| {
        let meta = rule.meta();
        let explanation = Explanation::of(meta.source);
        CheckInfo {
            id: meta.id.to_owned(),
            // In SARIF the tier decides how an alert is sorted.
            tier: if meta.severity >= Severity::High { Tier::Hard } else { Tier::Soft },
            threat_type: meta.threat,
            summary: format!("{}: {}", meta.name, explanation.summary),
            why: one_line(explanation.section("Why it matters").unwrap_or_default()),
            help_markdown: markdown(&format!("{} {}", meta.id, meta.name), &explanation),
        }
    };
    source::all().iter().map(info).collect()
}

/// The whole explanation in Markdown.
pub(crate) fn markdown(id: &str, explanation: &Explanation) -> String {
    let mut text = format!("# `{id}`\n\n{}\n", capitalized(&explanation.summary));
    for (heading, section) in &explanation.sections {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {heading}\n\n{section}\n");
    }
    text
}

/// A summary as a sentence of its own.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}

/// Lists every check.
pub(crate) fn run(args: &Checks) -> anyhow::Result<Exit> {
    let infos = infos();
    let text = match args.format {
        ListFormat::Json => {
            let rows: Vec<_> = infos
                .iter()
                .map(|info| json!({"id": info.id, "tier": info.tier, "threat_type": info.threat_type, "summary": info.summary}))
                .collect();
            format!("{}\n", serde_json::to_string_pretty(&rows)?)
        }
        ListFormat::Terminal => {
            let width = infos.iter().map(|info| info.id.len()).max().unwrap_or(0);
            let mut text = String::new();
            for info in &infos {
                let _ = writeln!(text, "{:width$}  {}  {}", info.id, info.tier, one_line(&info.summary));
            }
            text.push_str(
                "\nhard: quarantines on its own. soft: asks a person to look. `vetgate explain CHECK` says more.\n",
            );
            text
        }
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}
