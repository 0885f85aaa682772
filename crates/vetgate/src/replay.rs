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
use vetgate_guard::{Action, Assessment, Decision, Note, Policy, Recorded, ReplaySummary, Replayed, replay};
use vetgate_ledger::{Filter, Kind, Order, Query, Record};
use vetgate_report::escape;

/// Records that are in memory at a time.
const PAGE: usize = 200;
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
    let calls = Calls::of(&holding, &session)?;
    let recorded = calls.judged.iter().map(|call| Recorded {
        assessment: &call.assessment,
        decision: &call.decision,
        arguments: &call.arguments,
    });
    let replayed = replay(recorded, &policy);
    let summary = ReplaySummary::of(&replayed);
    let shown: Vec<&Replayed> = replayed.iter().filter(|one| args.all || one.changed).collect();
    let text = match args.format {
        ListFormat::Json => {
            let Calls { unjudged, without_arguments, .. } = calls;
            let report = Report { session: &session, summary, unjudged, without_arguments, calls: shown };
            format!("{}\n", escape::json(&serde_json::to_string_pretty(&report)?))
        }
        ListFormat::Terminal => table(&calls, &summary, &shown),
    };
    console::print(&text)?;
    Ok(Exit::Clean)
}

/// The calls of a session, as they were recorded.
#[derive(Default)]
struct Calls {
    judged: Vec<Call>,
    /// Calls whose records hold no judgement that can be read.
    unjudged: usize,
    /// Calls whose arguments are no longer kept whole.
    without_arguments: usize,
}

struct Call {
    assessment: Assessment,
    decision: Decision,
    /// Masked; empty where they are no longer kept.
    arguments: String,
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

impl Calls {
    fn of(holding: &Holding, session: &str) -> anyhow::Result<Self> {
        let mut reader = holding.reader()?;
        let filter = Filter { kinds: vec![Kind::Call], session: Some(session.to_owned()), ..Filter::default() };
        let mut query = Query { filter, order: Order::Oldest, after: None, limit: PAGE };
        let mut calls = Self::default();
        loop {
            let page = reader.page(&query).with_context(|| holding.place())?;
            for record in page.records {
                calls.add(record);
            }
            if calls.judged.len() + calls.unjudged > MOST {
                bail!("the session has more than {MOST} calls");
            }
            match page.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        if calls.judged.is_empty() && calls.unjudged == 0 {
            let list = holding.command("activity --kind call --format json");
            bail!("there is no call of a session {session}; `{list}` shows the sessions of all calls");
        }
        Ok(calls)
    }

    fn add(&mut self, record: Record) {
        let note = Note::read(&record.note);
        let (Some(decision), Some(assessment)) = (note.judgement(), note.assessment) else {
            self.unjudged += 1;
            return;
        };
        let whole = record.arguments.filter(|body| !body.is_cut).and_then(|body| body.kept);
        self.without_arguments += usize::from(whole.is_none());
        let arguments = whole.map(|kept| kept.text).unwrap_or_default();
        self.judged.push(Call { assessment, decision, arguments });
    }
}

fn table(calls: &Calls, summary: &ReplaySummary, shown: &[&Replayed]) -> String {
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
        "{} of {} calls would be decided otherwise: {} more strictly, {} more leniently\nwas:      {}\nwould be: {}\n",
        summary.changed,
        summary.calls,
        summary.stricter,
        summary.looser,
        counts(summary.was),
        counts(summary.would)
    ));
    for (count, what) in [
        (calls.unjudged, "recorded without a judgement, left out"),
        (
            calls.without_arguments,
            "without arguments any more: a rule that looks at them counts as matched, unless it allows",
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
        Action::Approve => ATTENTION,
        Action::Deny => ALARM,
    };
    let also = match (decision.is_flagged, decision.quarantines) {
        (_, true) => ", quarantine",
        (true, false) => ", flag",
        (false, false) => "",
    };
    Cell::styled(format!("{}{also}", decision.action), style).whole()
}
