//! `vetgate diff`: what was approved against what is there now.

use crate::cli::{Diff, ListFormat};
use crate::exit::Exit;
use crate::grid::Screen;
use crate::ledger::Holding;
use crate::{console, exhibit, subjects};
use serde_json::json;
use vetgate_ledger::{Standing, State, diff};
use vetgate_report::escape;

/// Shows what differs of what `args` names.
pub(crate) fn run(args: &Diff) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let declared = subjects::of_server(&holding, &args.which, "diff", |one| differs(one) && !one.is_gone)?;
    let is_named = !args.which.names.is_empty() || args.which.instructions;
    let chosen = if is_named {
        subjects::named(&holding, &declared, &args.which)?
    } else {
        let is_meant = |one: &&Standing| !args.which.prompt || one.subject.item == args.which.item();
        declared.iter().filter(is_meant).filter(|one| differs(one) && !one.is_gone).cloned().collect()
    };
    match args.format {
        ListFormat::Json => {
            let rows: Vec<_> = chosen.iter().map(row).collect();
            console::print(&format!("{}\n", escape::json(&serde_json::to_string_pretty(&rows)?)))?;
        }
        ListFormat::Terminal if chosen.is_empty() => console::print("Nothing differs from what was approved.\n")?,
        ListFormat::Terminal => {
            let screen = Screen::of_output();
            let shown: Vec<String> = chosen.iter().map(|standing| exhibit::show(screen, standing)).collect();
            console::print(&shown.join("\n\n"))?;
        }
    }
    Ok(if chosen.iter().any(differs) { Exit::Findings } else { Exit::Clean })
}

/// Whether it is not what was approved, or was not at some time since.
fn differs(standing: &Standing) -> bool {
    let is_other = standing
        .approved
        .as_ref()
        .is_none_or(|approved| approved.fingerprint.combined != standing.seen.fingerprint.combined);
    is_other || standing.state == State::RugPull
}

fn row(standing: &Standing) -> serde_json::Value {
    json!({
        "id": standing.subject.id(),
        "server": standing.subject.server.name,
        "item": standing.subject.item,
        "name": standing.subject.name,
        "state": standing.state,
        "held": standing.held(),
        "version": standing.seen.fingerprint.combined.0,
        "approved_version": standing.approved.as_ref().map(|approved| &approved.fingerprint.combined.0),
        "diff": diff(standing.approved.as_ref(), &standing.seen),
    })
}
