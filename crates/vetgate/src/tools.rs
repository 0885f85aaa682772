//! `vetgate tools`: where everything stands that servers declare.

use crate::cli::{ListFormat, Tools};
use crate::exhibit::why;
use crate::exit::Exit;
use crate::grid::{self, ALARM, ATTENTION, Cell, FAINT, GOOD, Screen};
use crate::ledger::Holding;
use crate::{console, moment};
use anstyle::Style;
use anyhow::bail;
use serde_json::json;
use std::fmt::Write;
use vetgate_ledger::{Item, Standing, State};
use vetgate_report::escape;

/// Longest name in a table.
const NAME: usize = 80;

/// Lists what `args` asks for.
pub(crate) fn run(args: &Tools) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let mut standings = holding.standings()?;
    if let Some(server) = &args.server
        && !standings.iter().any(|standing| standing.subject.server.name == *server)
    {
        bail!("the ledger knows no server `{}`; `vetgate servers` lists those it knows", escape::cut(server, NAME));
    }
    standings.retain(|standing| {
        args.server.as_ref().is_none_or(|server| standing.subject.server.name == *server)
            && (args.states.is_empty() || args.states.contains(&standing.state))
    });
    let waiting = standings.iter().filter(|standing| holding.is_waiting(standing)).count();
    // What only an older command or address of a server declared.
    let former = standings.iter().filter(|one| one.is_pending() && !holding.is_waiting(one)).count();
    if args.pending {
        standings.retain(|standing| holding.is_waiting(standing));
    }
    standings.sort_by(|one, other| {
        let rank = |standing: &Standing| (!holding.is_waiting(standing), standing.is_gone);
        rank(one).cmp(&rank(other)).then_with(|| one.subject.cmp(&other.subject))
    });
    match args.format {
        ListFormat::Json => {
            let rows: Vec<_> = standings.iter().map(|standing| row(&holding, standing)).collect();
            console::print(&format!("{}\n", escape::json(&serde_json::to_string_pretty(&rows)?)))?;
        }
        ListFormat::Terminal => {
            let text = table(&holding, &standings) + &what_next(&standings, args, waiting, former);
            console::print(&text)?;
        }
    }
    Ok(if args.pending && waiting > 0 { Exit::Findings } else { Exit::Clean })
}

fn row(holding: &Holding, standing: &Standing) -> serde_json::Value {
    let version = |version: &vetgate_ledger::Version| version.fingerprint.combined.0.clone();
    let signals = standing.seen.finding.as_ref().map(|finding| finding.signals.clone()).unwrap_or_default();
    json!({
        "id": standing.subject.id(),
        "server": standing.subject.server.name,
        "identity": standing.subject.server.identity,
        "item": standing.subject.item,
        "name": standing.subject.name,
        "state": standing.state,
        "is_pending": holding.is_waiting(standing),
        "held": standing.held(),
        "risk": risk(standing),
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

fn risk(standing: &Standing) -> u8 {
    standing.seen.finding.as_ref().map_or(0, |finding| finding.risk)
}

fn table(holding: &Holding, standings: &[Standing]) -> String {
    if standings.is_empty() {
        return String::new();
    }
    let row = |standing: &Standing| {
        let subject = &standing.subject;
        let name = if subject.item == Item::Instructions { "–".to_owned() } else { escape::cut(&subject.name, NAME) };
        let since = match standing.state {
            State::Approved | State::Blocked => standing.decided_ms,
            State::Quarantined | State::RugPull => standing.changed_ms,
        };
        let mut why = why(standing);
        let aside = match (holding.is_former(&subject.server), standing.is_gone) {
            (true, _) => "the server is reached otherwise now",
            (_, true) => "gone",
            _ => "",
        };
        if !aside.is_empty() {
            why = [why.as_str(), aside].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        }
        vec![
            Cell::new(escape::cut(&subject.server.name, NAME)),
            Cell::new(subject.item.name()),
            Cell::new(name),
            Cell::styled(standing.state.name(), look(standing)),
            Cell::new(why),
            Cell::number(risk(standing).into()),
            Cell::styled(moment::shown(since), FAINT),
        ]
    };
    let rows: Vec<_> = standings.iter().map(row).collect();
    grid::render(Screen::of_output(), &["server", "item", "name", "state", "held for", "risk", "since"], &rows)
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
fn what_next(standings: &[Standing], args: &Tools, waiting: usize, former: usize) -> String {
    let mut text = String::new();
    if !standings.is_empty() {
        text.push('\n');
    }
    let _ = match waiting {
        _ if standings.is_empty() && !args.pending => writeln!(text, "There is nothing like that in the ledger."),
        0 if args.pending => writeln!(text, "Nothing waits."),
        0 => writeln!(text, "{} in all; nothing waits.", standings.len()),
        1 => writeln!(text, "1 waits. Look at it: vetgate diff SERVER NAME. Then: vetgate approve, or vetgate block."),
        _ => writeln!(text, "{waiting} wait. Look: vetgate diff SERVER NAME. Then: vetgate approve, or vetgate block."),
    };
    if former > 0 && args.pending {
        let _ = writeln!(text, "{former} more of servers that are reached otherwise now do not count.");
    }
    text
}
