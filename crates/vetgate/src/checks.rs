//! Every check of every kind, and `vetgate checks`.

use crate::cli::{Checks, ListFormat};
use crate::console;
use crate::exit::Exit;
use crate::explanation::{capitalized, markdown, one_line};
use crate::static_rules;
use serde_json::json;
use std::fmt::Write;
use vetgate_report::CheckInfo;
use vetgate_vet::{Explanation, Meta, checks, config, lock};

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
            lifecycle: None,
            threat_type: meta.threat,
            summary: capitalized(&explanation.summary),
            why: one_line(explanation.section("Why it matters").unwrap_or_default()),
            help_markdown: markdown(meta.id, &explanation),
        }
    };
    all().into_iter().map(info).collect()
}

/// Lists every check.
pub(crate) fn run(args: &Checks) -> anyhow::Result<Exit> {
    let infos = infos();
    let text = match args.format {
        ListFormat::Json => {
            let rules = static_rules::infos();
            let row = |info: &CheckInfo| {
                let mut row = json!({
                    "id": info.id, "tier": info.tier, "threat_type": info.threat_type, "summary": info.summary,
                });
                if let Some(lifecycle) = info.lifecycle {
                    row["lifecycle"] = json!(lifecycle);
                }
                row
            };
            let rows: Vec<_> = infos.iter().chain(&rules).map(row).collect();
            format!("{}\n", serde_json::to_string_pretty(&rows)?)
        }
        ListFormat::Terminal => {
            let width = infos.iter().map(|info| info.id.len()).max().unwrap_or(0);
            let mut text = String::new();
            for info in &infos {
                let _ = writeln!(text, "{:width$}  {}  {}", info.id, info.tier, one_line(&info.summary));
            }
            let rules = static_rules::infos();
            if !rules.is_empty() {
                text.push_str("\nStatic rules, for `vetgate analyze`:\n\n");
            }
            for rule in rules {
                let lifecycle = rule.lifecycle.map(|lifecycle| lifecycle.name()).unwrap_or_default();
                let _ = writeln!(text, "{:width$}  {lifecycle:12}  {}", rule.id, one_line(&rule.summary));
            }
            text.push_str(
                "\nhard: quarantines the definition. soft: asks for a review. `vetgate explain CHECK` shows details.\n\
                 stable: calibrated on vulnerable and on fixed servers. experimental: not yet calibrated.\n",
            );
            text
        }
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}
