//! `vetgate tools`: where everything stands that servers declare.

use crate::cli::{ListFormat, Tools};
use crate::console;
use crate::exhibit::{beside, shorter, why};
use crate::exit::Exit;
use crate::grid::{self, ALARM, ATTENTION, Cell, FAINT, GOOD, Screen};
use crate::ledger::Holding;
use crate::moment;
use anstyle::Style;
use anyhow::bail;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;
use vetgate_gateway::config::{Config, OnRugPull};
use vetgate_ledger::{Item, ServerKey, Siblings, Standing, State};
use vetgate_report::escape;

/// Longest name in a table; no server that keeps to the protocol has one.
const NAME: usize = 160;

/// Lists what `args` asks for.
pub(crate) fn run(args: &Tools) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let mut standings = holding.standings()?;
    let siblings = Siblings::of(&standings);
    if let Some(server) = &args.server
        && !standings.iter().any(|standing| standing.subject.server.name == *server)
    {
        let list = holding.command("servers");
        bail!("the ledger has no server `{}`; `{list}` lists all servers", escape::cut(server, NAME));
    }
    standings.retain(|standing| {
        args.server.as_ref().is_none_or(|server| standing.subject.server.name == *server)
            && (args.states.is_empty() || args.states.contains(&standing.state))
    });
    let waiting = standings.iter().filter(|standing| standing.is_pending()).count();
    if args.pending {
        standings.retain(Standing::is_pending);
    }
    standings.sort_by(|one, other| {
        let rank = |standing: &Standing| (!standing.is_pending(), standing.is_gone);
        rank(one).cmp(&rank(other)).then_with(|| one.subject.cmp(&other.subject))
    });
    match args.format {
        ListFormat::Json => {
            let rows: Vec<_> = standings.iter().map(|standing| row(&holding, &siblings, standing)).collect();
            console::print(&format!("{}\n", escape::json(&serde_json::to_string_pretty(&rows)?)))?;
        }
        ListFormat::Terminal => {
            let text =
                table(&holding, &siblings, &standings) + &what_next(&holding, &siblings, &standings, args, waiting);
            console::print(&text)?;
        }
    }
    Ok(if args.pending && waiting > 0 { Exit::Findings } else { Exit::Clean })
}

fn row(holding: &Holding, siblings: &Siblings, standing: &Standing) -> serde_json::Value {
    let held = if withholds(holding) { siblings.held_beside(standing) } else { standing.held() };
    let version = |version: &vetgate_ledger::Version| version.fingerprint.combined.0.clone();
    let signals = standing.seen.finding.as_ref().map(|finding| finding.signals.clone()).unwrap_or_default();
    json!({
        "id": standing.subject.id(),
        "server": standing.subject.server.name,
        "identity": standing.subject.server.identity,
        "item": standing.subject.item,
        "name": standing.subject.name,
        "state": standing.state,
        "is_pending": standing.is_pending(),
        "held": held,
        "siblings_changed": siblings.changed_beside(standing),
        "risk": standing.risk(),
        "findings": signals,
        "accepted": standing.accepted,
        "is_covered": standing.seen.is_covered,
        "version": version(&standing.seen),
        "approved_version": standing.approved.as_ref().map(version),
        "is_gone": standing.is_gone,
        "is_former": holding.is_former(&standing.subject.server),
        "first_seen_ms": standing.first_seen_ms,
        "changed_ms": standing.changed_ms,
        "decided_ms": (standing.decided_ms > 0).then_some(standing.decided_ms),
        "decided_by": standing.decided_by,
    })
}

/// Whether a change of one definition withholds its whole server.
fn withholds(holding: &Holding) -> bool {
    let is_set = |config: &Config| config.security.tool_quarantine.on_rug_pull == OnRugPull::Server;
    holding.config.as_ref().is_some_and(is_set)
}

fn table(holding: &Holding, siblings: &Siblings, standings: &[Standing]) -> String {
    if standings.is_empty() {
        return String::new();
    }
    let screen = Screen::of_output();
    let has_items = standings.iter().any(|standing| standing.subject.item != Item::Tool);
    let has_namesakes = has_namesakes(standings);
    let row = |standing: &Standing| {
        let subject = &standing.subject;
        let name = if subject.item == Item::Instructions { "–".to_owned() } else { escape::cut(&subject.name, NAME) };
        let since = match standing.state {
            State::Approved | State::Blocked => standing.decided_ms,
            State::Quarantined | State::RugPull => standing.changed_ms,
        };
        let changed = siblings.changed_beside(standing);
        let mut why = match changed.is_empty() {
            true => why(standing),
            false if withholds(holding) => format!("withheld {}", beside(&changed)),
            false => format!("in use, to be reviewed {}", beside(&changed)),
        };
        let aside = match (holding.is_former(&subject.server), standing.is_gone) {
            (true, _) => "differs from the configured server",
            (_, true) => "gone",
            _ => "",
        };
        if !aside.is_empty() {
            why = [why.as_str(), aside].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        }
        let identity = Cell::styled(shorter(&subject.server.identity), FAINT).whole();
        let cells = [
            Some(Cell::new(escape::cut(&subject.server.name, NAME))),
            has_namesakes.then_some(identity),
            has_items.then(|| Cell::new(subject.item.name())),
            Some(Cell::new(name).whole()),
            Some(Cell::styled(standing.state.name(), if changed.is_empty() { look(standing) } else { ATTENTION })),
            Some(Cell::number(standing.risk().into())),
            Some(Cell::styled(moment::on(screen, since), FAINT).whole()),
            Some(Cell::new(why)),
        ];
        cells.into_iter().flatten().collect()
    };
    let rows: Vec<_> = standings.iter().map(row).collect();
    let mut headings = vec!["server", "identity", "item", "name", "state", "risk", "since", "held for"];
    headings.retain(|heading| match *heading {
        "identity" => has_namesakes,
        "item" => has_items,
        _ => true,
    });
    grid::render(screen, &headings, &rows)
}

/// Whether several servers have the same name, so that it does not tell which is meant.
fn has_namesakes(standings: &[Standing]) -> bool {
    let servers: BTreeSet<&ServerKey> = standings.iter().map(|standing| &standing.subject.server).collect();
    let names: BTreeSet<&str> = servers.iter().map(|server| server.name.as_str()).collect();
    names.len() < servers.len()
}

fn look(standing: &Standing) -> Style {
    match standing.state {
        State::RugPull => ALARM,
        State::Quarantined => ATTENTION,
        State::Approved if standing.held().is_some() => ALARM,
        State::Approved => GOOD,
        State::Blocked => FAINT,
    }
}

/// What a person can do now.
fn what_next(holding: &Holding, siblings: &Siblings, standings: &[Standing], args: &Tools, waiting: usize) -> String {
    let mut text = String::new();
    let is_off = |config: &Config| !config.security.tool_quarantine.enabled;
    if holding.config.as_ref().is_some_and(is_off) {
        text.push_str("\nThe quarantine is off: agents can use unapproved definitions.\n");
    }
    if !standings.is_empty() {
        text.push('\n');
    }
    let beside = standings.iter().filter(|standing| !siblings.changed_beside(standing).is_empty()).count();
    if beside > 0 {
        let (stands, is) = if beside == 1 { ("definition stands", "is") } else { ("definitions stand", "are") };
        let became = if withholds(holding) { "withheld" } else { "in use and to be reviewed" };
        let _ = writeln!(
            text,
            "{beside} approved {stands} beside one that has changed and {is} {became} until you decide about the change."
        );
    }
    let [diff, approve, block] =
        ["diff SERVER NAME", "approve SERVER NAME", "block SERVER NAME"].map(|words| holding.command(words));
    let _ = match waiting {
        _ if standings.is_empty() && !args.pending => writeln!(text, "Nothing in the ledger matches."),
        0 if args.pending => writeln!(text, "Nothing to review."),
        0 => writeln!(text, "{} in total; nothing is pending.", standings.len()),
        _ => {
            let (wait, it) = if waiting == 1 { ("waits", "it") } else { ("wait", "them") };
            writeln!(text, "{waiting} {wait} for approval. Review {it}, then decide:\n  {diff}\n  {approve}\n  {block}")
        }
    };
    text
}
