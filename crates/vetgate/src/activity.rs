//! `vetgate activity`: what happened.

mod follow;
mod lines;
mod told;
mod would;

use crate::cli::{Activity, ListFormat};
use crate::console;
use crate::exit::Exit;
use crate::grid::Screen;
use crate::ledger::Holding;
use crate::sink::Sink;
use crate::today::now_ms;
use anyhow::{Context, bail};
use vetgate_ledger::{Order, Query, Record, Verdict, to_json};
use vetgate_report::escape;

/// Records that are in memory at a time.
const PAGE: usize = 100;
/// Records that are shown unless somebody says how many.
const USUAL: usize = 50;
const USUAL_BEFORE_FOLLOWING: usize = 10;

/// Shows the records that `args` asks for.
pub(crate) fn run(args: &Activity) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let would = args.would.clone();
    let mut log = Log { sink: Sink::open(None)?, format: args.format, screen: Screen::of_output(), would };
    if let Some(id) = args.id {
        one(&holding, id, &mut log).with_context(|| holding.place())?;
    } else if args.follow {
        follow::run(args, &holding, &mut log)?;
    } else {
        list(args, &holding, &mut log).with_context(|| holding.place())?;
    }
    Ok(Exit::Clean)
}

/// Where records are shown.
struct Log {
    sink: Sink,
    format: ListFormat,
    screen: Screen,
    /// The verdicts that a call must have missed to be shown; empty for all.
    would: Vec<Verdict>,
}

impl Log {
    /// Whether a record is one of those that are shown.
    fn shows(&self, record: &Record) -> bool {
        self.would.is_empty() || would::be(record).is_some_and(|verdict| self.would.contains(&verdict))
    }

    fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        let line = match self.format {
            ListFormat::Json => escape::json(&to_json(record)),
            ListFormat::Terminal => lines::summary(self.screen, record),
        };
        self.sink.write(format!("{line}\n").as_bytes())
    }
}

fn one(holding: &Holding, id: u64, log: &mut Log) -> anyhow::Result<()> {
    let found = holding.reader()?.records(id.saturating_sub(1), 1)?;
    let Some(record) = found.into_iter().find(|record| record.id == id) else {
        bail!("there is no record {id}: it is not written yet, or retention has removed it");
    };
    match log.format {
        ListFormat::Json => log.add(&record),
        ListFormat::Terminal => log.sink.write(lines::whole(log.screen, &record).as_bytes()),
    }
}

fn list(args: &Activity, holding: &Holding, log: &mut Log) -> anyhow::Result<()> {
    let mut reader = holding.reader()?;
    let order = if args.oldest { Order::Oldest } else { Order::Newest };
    let mut left = args.limit.unwrap_or(USUAL);
    let mut query = Query { filter: args.filters.at(now_ms()), order, after: args.cursor, limit: 0 };
    let mut is_empty = true;
    while left > 0 && !log.sink.is_closed() {
        query.limit = if log.would.is_empty() { left.min(PAGE) } else { PAGE };
        let page = reader.page(&query)?;
        let mut next = page.next;
        for record in &page.records {
            if !log.shows(record) {
                continue;
            }
            log.add(record)?;
            is_empty = false;
            left -= 1;
            if left == 0 {
                // The rest of this page is for the next time.
                let is_last = page.records.last().is_some_and(|last| last.id == record.id);
                next = if is_last { next } else { Some(record.id) };
                break;
            }
        }
        match next {
            Some(next) if left == 0 => console::note(&format!("More records match: continue with --cursor {next}")),
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    if is_empty && args.limit != Some(0) && args.format == ListFormat::Terminal {
        console::note("No records match.");
    }
    Ok(())
}
