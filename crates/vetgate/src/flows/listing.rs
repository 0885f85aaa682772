//! The sessions in which data moved, the gravest first.

use super::{counted, refuse_drawing, session, style};
use crate::cli::FlowsFormat;
use crate::console;
use crate::grid::{self, Cell, FAINT, STRONG, Screen};
use crate::ledger::Holding;
use crate::moment;
use anyhow::Context;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vetgate_flow::{Level, Pattern};
use vetgate_gateway::history::{self, FlowCounts};
use vetgate_guard::Note;
use vetgate_ledger::{Filter, Kind, Order, Query, Record};
use vetgate_report::escape;

/// Sessions that a table shows; JSON has all of them.
const MOST: usize = 50;

/// One session.
#[derive(Debug, Clone, Serialize)]
struct Row {
    session: String,
    principal: String,
    /// When its last call with a flow was, in milliseconds since 1970.
    last_ms: u64,
    #[serde(flatten)]
    flows: FlowCounts,
    /// The greatest risk of a call with a flow.
    risk: u8,
}

/// The list in that format.
pub(super) fn text(
    holding: &Holding,
    since_ms: Option<u64>,
    format: FlowsFormat,
    screen: Screen,
) -> anyhow::Result<String> {
    refuse_drawing(format, holding)?;
    let rows = read(holding, since_ms)?;
    if format == FlowsFormat::Json {
        return Ok(format!("{}\n", escape::json(&serde_json::to_string_pretty(&rows)?)));
    }
    if rows.is_empty() {
        return Ok("No session has flows.\n".to_owned());
    }
    if rows.len() > MOST {
        console::note(&format!(
            "{} more have flows; --format json shows all of them",
            counted(rows.len() - MOST, "session")
        ));
    }
    let cells: Vec<Vec<Cell>> = rows.iter().take(MOST).map(|row| cells(screen, row)).collect();
    // table: the column headings of Vetgate's own output.
    let headings = ["session", "agent", "last", "critical", "suspicious", "safe", "risk", "most severe"];
    let list = grid::render(screen, &headings, &cells);
    let next = format!("Details: {}; --format svg draws the flows", holding.command("flows SESSION"));
    Ok(format!("{list}\n{}\n", screen.paint(FAINT, &next)))
}

fn cells(screen: Screen, row: &Row) -> Vec<Cell> {
    let count = |count: usize, level: Level| {
        let cell = Cell::number(count as u64);
        if count > 0 { cell.in_style(style(level)) } else { cell }
    };
    vec![
        Cell::styled(session::shown(&row.session), STRONG).whole(),
        Cell::new(escape::cut(&row.principal, 80)),
        Cell::styled(moment::on(screen, row.last_ms), FAINT).whole(),
        count(row.flows.critical, Level::Critical),
        count(row.flows.suspicious, Level::Suspicious),
        count(row.flows.safe, Level::Safe),
        Cell::number(u64::from(row.risk)),
        Cell::new(row.flows.pattern.map_or("", Pattern::name)),
    ]
}

/// Reads every call once; only sessions with flows are kept.
fn read(holding: &Holding, since_ms: Option<u64>) -> anyhow::Result<Vec<Row>> {
    let mut reader = holding.reader()?;
    let filter = Filter { since_ms, kinds: vec![Kind::Call], ..Filter::default() };
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut page = |query: &Query| reader.page(query);
    let mut each = |record: Record| add(&mut rows, &record);
    history::walk(&mut page, filter, Order::Oldest, usize::MAX, &mut each).with_context(|| holding.place())?;
    let mut rows: Vec<Row> = rows.into_values().collect();
    rows.sort_by_key(|row| Reverse((row.flows.gravity(), row.last_ms)));
    Ok(rows)
}

fn add(rows: &mut BTreeMap<String, Row>, record: &Record) {
    // Most calls take nothing from earlier ones, and their notes need not be read.
    if !record.note.contains("\"edges\"") {
        return;
    }
    let Some(assessment) = Note::read(&record.note).assessment.filter(|assessment| !assessment.edges.is_empty()) else {
        return;
    };
    let row = rows.entry(record.session.clone()).or_insert_with(|| Row {
        session: record.session.clone(),
        principal: record.principal.clone(),
        last_ms: 0,
        flows: FlowCounts::default(),
        risk: 0,
    });
    row.last_ms = row.last_ms.max(record.time_ms);
    row.risk = row.risk.max(record.risk).max(assessment.risk.score);
    assessment.edges.iter().for_each(|edge| row.flows.add(edge));
}
