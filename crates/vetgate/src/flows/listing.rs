//! The sessions in which data moved, the gravest first.

use super::{counted, refuse_drawing, session, style};
use crate::cli::FlowsFormat;
use crate::console;
use crate::grid::{self, Cell, FAINT, STRONG, Screen};
use crate::ledger::Holding;
use anyhow::Context;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vetgate_flow::{Level, Pattern};
use vetgate_guard::Note;
use vetgate_ledger::{Filter, Kind, Order, Query, Record};
use vetgate_report::escape;

/// Records that are in memory at a time.
const PAGE: usize = 200;
/// Sessions that a table shows; JSON has all of them.
const MOST: usize = 50;

/// One session.
#[derive(Debug, Clone, Serialize)]
struct Row {
    session: String,
    principal: String,
    /// When its last call with a flow was, in milliseconds since 1970.
    last_ms: u64,
    critical: usize,
    suspicious: usize,
    safe: usize,
    /// The gravest kind of flow.
    pattern: Option<Pattern>,
    /// The greatest risk of a call with a flow.
    risk: u8,
    #[serde(skip)]
    gravest: Option<(Level, Pattern)>,
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
            "{} more have flows; --format json has all of them",
            counted(rows.len() - MOST, "session")
        ));
    }
    let cells: Vec<Vec<Cell>> = rows.iter().take(MOST).map(|row| cells(screen, row)).collect();
    let headings = ["session", "agent", "last", "critical", "suspicious", "safe", "risk", "gravest"];
    let list = grid::render(screen, &headings, &cells);
    let next = format!("What moved: {}; --format svg draws it", holding.command("flows SESSION"));
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
        Cell::styled(screen.moment(row.last_ms), FAINT).whole(),
        count(row.critical, Level::Critical),
        count(row.suspicious, Level::Suspicious),
        count(row.safe, Level::Safe),
        Cell::number(u64::from(row.risk)),
        Cell::new(row.pattern.map_or("", Pattern::name)),
    ]
}

/// Reads every call once; only sessions with flows are kept.
fn read(holding: &Holding, since_ms: Option<u64>) -> anyhow::Result<Vec<Row>> {
    let mut reader = holding.reader()?;
    let filter = Filter { since_ms, kinds: vec![Kind::Call], ..Filter::default() };
    let mut query = Query { filter, order: Order::Oldest, after: None, limit: PAGE };
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    loop {
        let page = reader.page(&query).with_context(|| holding.place())?;
        page.records.iter().for_each(|record| add(&mut rows, record));
        match page.next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    let mut rows: Vec<Row> = rows.into_values().collect();
    rows.sort_by_key(|row| Reverse((row.gravest, row.critical, row.suspicious, row.last_ms)));
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
        critical: 0,
        suspicious: 0,
        safe: 0,
        pattern: None,
        risk: 0,
        gravest: None,
    });
    row.last_ms = row.last_ms.max(record.time_ms);
    row.risk = row.risk.max(record.risk).max(assessment.risk.score);
    for edge in &assessment.edges {
        match edge.level {
            Level::Critical => row.critical += 1,
            Level::Suspicious => row.suspicious += 1,
            Level::Safe => row.safe += 1,
        }
        row.gravest = row.gravest.max(Some((edge.level, edge.pattern)));
    }
    row.pattern = row.gravest.map(|(_, pattern)| pattern);
}
