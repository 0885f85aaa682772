//! `vetgate replay`: what another policy would have done with a session.

use crate::cli::{ListFormat, Replay};
use crate::console;
use crate::exit::Exit;
use crate::grid::{self, ALARM, ATTENTION, Cell, FAINT, GOOD, STRONG, Screen};
use crate::ledger::Holding;
use crate::sessions;
use anyhow::{Context, anyhow, bail};
use serde::Serialize;
use vetgate_gateway::config::Config;
use vetgate_gateway::history::JudgedCalls;
use vetgate_guard::{Action, Decision, Policy, ReplaySummary, Replayed};
use vetgate_ledger::{Filter, Kind, Order, Query};
use vetgate_report::escape;

/// The most calls that are judged again.
const MOST: usize = 100_000;
/// Longest name and longest reason in a table.
const NAME: usize = 80;
const REASON: usize = 400;

/// Judges a session again.
pub(crate) fn run(args: &Replay) -> anyhow::Result<Exit> {
    let config = Config::load(&args.policy).map_err(|mistakes| anyhow!("{mistakes}"))?;
    let policy = Policy::compile(&config.guard()).with_context(|| args.policy.display().to_string())?;
    let holding = Holding::at(&args.place)?;
    let session = sessions::named(&holding, &args.session)?;
    let calls = calls_of(&holding, &session)?;
    let replayed = calls.replayed(&policy);
    let summary = ReplaySummary::of(&replayed);
    let shown: Vec<&Replayed> = replayed.iter().filter(|one| args.all || one.changed).collect();
    let text = match args.format {
        ListFormat::Json => {
            let JudgedCalls { unjudged, without_arguments, .. } = calls;
            let report = Report { session: &session, summary, unjudged, without_arguments, calls: shown };
            format!("{}\n", escape::json(&serde_json::to_string_pretty(&report)?))
        }
        ListFormat::Terminal => table(&calls, &summary, &shown),
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}

/// For programs.
#[derive(Serialize)]
struct Report<'r> {
    session: &'r str,
    summary: ReplaySummary,
    unjudged: usize,
    without_arguments: usize,
    calls: Vec<&'r Replayed>,
}

/// The calls of a session, as they were recorded.
fn calls_of(holding: &Holding, session: &str) -> anyhow::Result<JudgedCalls> {
    let mut reader = holding.reader()?;
    let filter = Filter { kinds: vec![Kind::Call], session: Some(session.to_owned()), ..Filter::default() };
    let mut page = |query: &Query| reader.page(query);
    let calls = JudgedCalls::read(&mut page, filter, Order::Oldest, MOST).with_context(|| holding.place())?;
    if !calls.is_whole {
        bail!("the session has more than {MOST} calls");
    }
    if calls.calls.is_empty() && calls.unjudged == 0 {
        let list = holding.command("activity --kind call --format json");
        bail!("the session {session} has no recorded calls; `{list}` shows the sessions of all calls");
    }
    Ok(calls)
}

fn table(calls: &JudgedCalls, summary: &ReplaySummary, shown: &[&Replayed]) -> String {
    let screen = Screen::of_output();
    let mut text = String::new();
    if !shown.is_empty() {
        let row = |one: &&Replayed| {
            vec![
                Cell::number(one.call),
                Cell::styled(escape::cut(&format!("{} › {}", one.server, one.tool), NAME), STRONG),
                Cell::number(u64::from(one.risk)),
                action(&one.was),
                action(&one.would),
                Cell::styled(escape::cut(&one.would.by, NAME), FAINT),
                Cell::new(escape::cut(&one.would.reason, REASON)),
            ]
        };
        let rows: Vec<Vec<Cell>> = shown.iter().map(row).collect();
        text = grid::render(screen, &["call", "tool", "risk", "was", "would be", "by", "why"], &rows);
        text.push('\n');
    }
    let counts = |[allowed, held, denied]: [usize; 3]| format!("{allowed} allowed, {held} held, {denied} denied");
    text.push_str(&format!(
        "{} of {} calls would be decided differently: {} more strictly, {} more leniently\nwas:      {}\nwould be: {}\n",
        summary.changed,
        summary.calls,
        summary.stricter,
        summary.looser,
        counts(summary.was),
        counts(summary.would)
    ));
    for (count, what) in [
        (calls.unjudged, "recorded without a judgement; not included"),
        (
            calls.without_arguments,
            "with arguments removed by retention: a rule that uses them counts as matched, unless it allows the call",
        ),
    ] {
        if count > 0 {
            let plural = if count == 1 { "" } else { "s" };
            text.push_str(&format!("{}\n", screen.paint(FAINT, &format!("{count} call{plural} {what}"))));
        }
    }
    text
}

fn action(decision: &Decision) -> Cell {
    let style = match decision.action {
        Action::Allow => GOOD,
        Action::Hold => ATTENTION,
        Action::Deny => ALARM,
    };
    let also = match (decision.is_flagged, decision.quarantines) {
        (_, true) => ", quarantine",
        (true, false) => ", flag",
        (false, false) => "",
    };
    Cell::styled(format!("{}{also}", decision.action), style).whole()
}
