//! `vetgate holds`: the calls that wait for a person.

mod show;

pub(crate) use show::{show, title};

use crate::cli::{Holds, ListFormat};
use crate::console;
use crate::exhibit::shorter;
use crate::exit::Exit;
use crate::grid::{self, ALARM, ATTENTION, Cell, FAINT, STRONG, Screen};
use crate::ledger::Holding;
use crate::sessions::short;
use crate::today::now_ms;
use anyhow::{Context, bail};
use serde::Serialize;
use std::collections::BTreeSet;
use vetgate_ledger::{Body, Hold, HoldEnd};
use vetgate_report::escape;

/// Longest name and longest reason in a table.
const NAME: usize = 80;
const REASON: usize = 400;
/// Longest excerpt of arguments; all of them are shown with the call.
const EXCERPT: usize = 60;
/// From this risk on, and from this on.
const RISKY: (u8, u8) = (50, 70);

/// Lists them.
pub(crate) fn run(args: &Holds) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let holds = waiting(&holding)?;
    let text = match args.format {
        ListFormat::Json => {
            let rows: Vec<Row<'_>> = holds.iter().map(Row::from).collect();
            format!("{}\n", escape::json(&serde_json::to_string_pretty(&rows)?))
        }
        ListFormat::Terminal if holds.is_empty() => "No held calls.\n".to_owned(),
        ListFormat::Terminal => table(&holding, &holds, now_ms()),
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}

/// The calls that wait now and that nobody has decided about, the oldest first.
pub(crate) fn waiting(holding: &Holding) -> anyhow::Result<Vec<Hold>> {
    let mut holds = holding.reader()?.holds().with_context(|| holding.place())?;
    // One of a gateway that was killed is past its time before long, and is removed at the next start.
    holds.retain(|hold| hold.decision.is_none() && hold.until_ms > now_ms());
    Ok(holds)
}

/// The call that is meant by `id`, all of it or its beginning; how it ended, if it waits no longer.
pub(crate) fn named(holding: &Holding, id: &str) -> anyhow::Result<Result<Hold, HoldEnd>> {
    let mut holds = waiting(holding)?;
    holds.retain(|hold| hold.id.starts_with(id));
    let list = holding.command("holds");
    match holds.len() {
        1 => Ok(Ok(holds.remove(0))),
        0 => match HoldEnd::find(holding.reader()?.as_mut(), id).with_context(|| holding.place())? {
            Some(end) => Ok(Err(end)),
            None => bail!("there is no held call {id}; `{list}` lists all held calls"),
        },
        count => bail!("{count} held calls start with {id}; `{list}` shows their full ids"),
    }
}

/// A hold for programs.
#[derive(Serialize)]
struct Row<'h> {
    id: &'h str,
    principal: &'h str,
    session: &'h str,
    server: &'h str,
    method: &'h str,
    name: &'h str,
    arguments: &'h Body,
    risk: u8,
    reason: &'h str,
    explanation: &'h str,
    since_ms: u64,
    until_ms: u64,
}

impl<'h> From<&'h Hold> for Row<'h> {
    fn from(hold: &'h Hold) -> Self {
        Self {
            id: &hold.id,
            principal: &hold.principal,
            session: &hold.session,
            server: &hold.server,
            method: &hold.method,
            name: &hold.name,
            arguments: &hold.arguments,
            risk: hold.risk,
            reason: &hold.reason,
            explanation: &hold.explanation,
            since_ms: hold.since_ms,
            until_ms: hold.until_ms,
        }
    }
}

fn table(holding: &Holding, holds: &[Hold], now_ms: u64) -> String {
    let screen = Screen::of_output();
    // Enough of each to tell it from the others.
    let beginnings: BTreeSet<&str> = holds.iter().map(|hold| shorter(&hold.id)).collect();
    let is_enough = beginnings.len() == holds.len();
    let row = |hold: &Hold| {
        let id = if is_enough { shorter(&hold.id) } else { &hold.id };
        let risk = Cell::number(u64::from(hold.risk));
        let risk = match hold.risk {
            risky if risky >= RISKY.1 => risk.in_style(ALARM),
            risky if risky >= RISKY.0 => risk.in_style(ATTENTION),
            _ => risk,
        };
        vec![
            Cell::styled(id, STRONG).whole(),
            Cell::new(lasted(now_ms.saturating_sub(hold.since_ms))).whole(),
            Cell::styled(lasted(hold.until_ms.saturating_sub(now_ms)), FAINT).whole(),
            Cell::new(escape::cut(&hold.principal, NAME)),
            Cell::styled(escape::cut(short(&hold.session), NAME), FAINT),
            Cell::new(title(hold)),
            Cell::new(escape::cut(&hold.arguments.text, EXCERPT)),
            risk,
            Cell::new(escape::cut(&hold.reason, REASON)),
        ]
    };
    let rows: Vec<Vec<Cell>> = holds.iter().map(row).collect();
    let list = grid::render(
        screen,
        // table: the column headings of Vetgate's own output.
        &["call", "held for", "left", "agent", "session", "request", "arguments", "risk", "reason"],
        &rows,
    );
    let (approve, deny) = (holding.command("approve-call CALL"), holding.command("deny-call CALL"));
    format!("{list}\n{}\n", screen.paint(FAINT, &format!("{approve} shows a call and approves it, {deny} denies it")))
}

/// A span of time in its two largest parts.
fn lasted(ms: u64) -> String {
    let seconds = ms / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m {seconds:02}s"),
        (hours, minutes, _) => format!("{hours}h {minutes:02}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::lasted;

    #[test]
    fn a_span_is_told_in_its_two_largest_parts() {
        for (ms, expected) in [
            (0, "0s"),
            (999, "0s"),
            (59_999, "59s"),
            (61_000, "1m 01s"),
            (3_600_000, "1h 00m"),
            (90_061_000, "25h 01m"),
        ] {
            assert_eq!(lasted(ms), expected);
        }
    }
}
