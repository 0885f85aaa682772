//! `vetgate servers`: every server that the ledger or the configuration knows.

use crate::cli::{ListFormat, Servers};
use crate::console;
use crate::exhibit::shorter;
use crate::exit::Exit;
use crate::grid::{self, ALARM, ATTENTION, Cell, FAINT, Screen};
use crate::ledger::Holding;
use crate::moment;
use anyhow::Context;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_ledger::store::{Calls, Reading};
use vetgate_ledger::{Filter, Query, ServerKey, Standing, State, Trust};
use vetgate_report::escape;

/// Longest name in a table.
const NAME: usize = 80;

/// Lists them.
pub(crate) fn run(args: &Servers) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let rows = rows(&holding).with_context(|| holding.place())?;
    let text = match args.format {
        ListFormat::Json => format!("{}\n", escape::json(&serde_json::to_string_pretty(&rows)?)),
        ListFormat::Terminal if rows.is_empty() => "No server has been seen yet.\n".to_owned(),
        // A gateway may run with another configuration than the usual one, so that one says nothing about absence.
        ListFormat::Terminal => table(&rows, args.place.config.is_some()),
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}

/// One server by one identity.
#[derive(Debug, Default, Serialize)]
struct Row {
    server: String,
    identity: Option<String>,
    /// Nothing if no configuration is at hand, or it does not have the server.
    trust: Option<Trust>,
    configured: Option<Configured>,
    approved: u64,
    waiting: u64,
    changed: u64,
    blocked: u64,
    gone: u64,
    /// The newest record about a server of this name.
    last_seen_ms: Option<u64>,
    calls: u64,
    failed_calls: u64,
}

/// What the configuration at hand says of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Configured {
    /// It has it.
    Yes,
    /// It has it, switched off.
    Off,
    /// It has another server by the name.
    Otherwise,
    /// It does not have it.
    No,
}

fn rows(holding: &Holding) -> anyhow::Result<Vec<Row>> {
    let mut reader = holding.reader()?;
    let mut servers: BTreeMap<ServerKey, Vec<Standing>> = BTreeMap::new();
    for standing in reader.standings()? {
        servers.entry(standing.subject.server.clone()).or_default().push(standing);
    }
    let calls = reader.calls()?;
    let mut rows = Vec::new();
    for (server, standings) in &servers {
        let mut row = row(holding, &server.name, Some(server), &calls, reader.as_mut())?;
        for standing in standings {
            *match standing.state {
                _ if standing.is_gone => &mut row.gone,
                State::Blocked => &mut row.blocked,
                State::RugPull => &mut row.changed,
                State::Approved if standing.held().is_none() => &mut row.approved,
                State::Approved | State::Quarantined => &mut row.waiting,
            } += 1;
        }
        rows.push(row);
    }
    let configured = holding.config.iter().flat_map(|config| config.servers.keys());
    for name in configured.filter(|name| !servers.keys().any(|server| server.name == **name)) {
        rows.push(row(holding, name, None, &calls, reader.as_mut())?);
    }
    rows.sort_by(|one, other| (&one.server, &one.identity).cmp(&(&other.server, &other.identity)));
    Ok(rows)
}

/// What is known of a server besides what it declares.
fn row(
    holding: &Holding,
    name: &str,
    server: Option<&ServerKey>,
    calls: &BTreeMap<String, Calls>,
    reader: &mut dyn Reading,
) -> anyhow::Result<Row> {
    let entry = holding.config.as_ref().map(|config| config.servers.get(name));
    let configured = entry.map(|entry| match entry {
        None => Configured::No,
        Some(_) if server.is_some_and(|server| holding.is_former(server)) => Configured::Otherwise,
        Some(entry) if entry.disabled => Configured::Off,
        Some(_) => Configured::Yes,
    });
    let filter = Filter { server: Some(name.to_owned()), ..Filter::default() };
    let newest = reader.page(&Query { filter, limit: 1, ..Query::default() })?.records.pop();
    let made = calls.get(name).copied().unwrap_or_default();
    let is_current = matches!(configured, Some(Configured::Yes | Configured::Off));
    Ok(Row {
        server: name.to_owned(),
        identity: server.map(|server| server.identity.clone()),
        trust: entry.flatten().filter(|_| is_current).map(|entry| entry.settings.trust),
        configured,
        last_seen_ms: newest.map(|record| record.time_ms),
        calls: made.all,
        failed_calls: made.failed,
        ..Row::default()
    })
}

fn table(rows: &[Row], is_config_named: bool) -> String {
    let screen = Screen::of_output();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.server.as_str()).collect();
    let has_namesakes = names.len() < rows.len();
    let shown = |row: &Row| {
        let count = |number: u64, style| match number {
            0 => Cell::number(0),
            number => Cell::number(number).in_style(style),
        };
        let identity = Cell::styled(row.identity.as_deref().map_or("–", shorter), FAINT).whole();
        let last_seen = row.last_seen_ms.map_or("never".to_owned(), |ms| moment::on(screen, ms));
        let cells = [
            Some(Cell::new(escape::cut(&row.server, NAME))),
            has_namesakes.then_some(identity),
            Some(Cell::number(row.approved)),
            Some(count(row.waiting, ATTENTION)),
            Some(count(row.changed, ALARM)),
            Some(Cell::number(row.blocked)),
            Some(Cell::number(row.calls)),
            Some(Cell::styled(last_seen, FAINT).whole()),
            Some(Cell::styled(notes(row, is_config_named), FAINT)),
        ];
        cells.into_iter().flatten().collect()
    };
    let mut headings =
        vec!["server", "identity", "approved", "waiting", "changed", "blocked", "calls", "last seen", "notes"];
    headings.retain(|heading| *heading != "identity" || has_namesakes);
    grid::render(screen, &headings, &rows.iter().map(shown).collect::<Vec<_>>())
}

/// What is to be said of few servers.
fn notes(row: &Row, is_config_named: bool) -> String {
    let counted = |count: u64, what: &str| (count > 0).then(|| format!("{count} {what}"));
    let configured = match row.configured {
        Some(Configured::Off) => Some("switched off"),
        Some(Configured::Otherwise) => Some("differs from the configured server"),
        Some(Configured::No) if is_config_named => Some("not configured"),
        Some(Configured::No | Configured::Yes) | None => None,
    };
    let notes = [
        row.trust.map(|trust| format!("trust {trust}")),
        counted(row.failed_calls, "failed"),
        counted(row.gone, "gone"),
        configured.map(str::to_owned),
    ];
    notes.into_iter().flatten().collect::<Vec<_>>().join("; ")
}
