//! One session as the ledger has it, for people.

use crate::grid::{ALARM, ATTENTION};
use crate::ledger::Holding;
use anstyle::Style;
use anyhow::{Context, bail};
use vetgate_gateway::history::{SessionFlow, Trifecta};
use vetgate_report::escape;

/// The most calls of a session that are read.
const MOST: usize = 100_000;

/// Reads the session of that name. There must be a call of it.
pub(super) fn read(holding: &Holding, name: &str, since_ms: Option<u64>) -> anyhow::Result<SessionFlow> {
    let mut reader = holding.reader()?;
    let mut page = |query: &_| reader.page(query);
    match SessionFlow::read(&mut page, name, since_ms, MOST).with_context(|| holding.place())? {
        Some((session, true)) => Ok(session),
        Some((_, false)) => bail!("the session has more than {MOST} calls; use --since to select the later ones"),
        None => {
            let list = holding.command("flows");
            bail!("the session {name} has no recorded calls; `{list}` lists the sessions with flows")
        }
    }
}

/// What else is to be known of a session, in sentences.
pub(super) fn facts(session: &SessionFlow) -> Vec<(Style, String)> {
    let mut facts = Vec::new();
    let read = "This session read private data and untrusted content, and";
    match session.trifecta {
        Some(Trifecta::Sent) => facts.push((ALARM, format!("{read} then sent data to an external destination."))),
        Some(Trifecta::Stopped) => {
            facts.push((
                ATTENTION,
                format!("{read} then tried to send data to an external destination. The call was not sent."),
            ));
        }
        None => {}
    }
    if session.is_truncated {
        let fact =
            "This session read more data than Vetgate keeps in memory: flows from the dropped data are not shown.";
        facts.push((ATTENTION, fact.to_owned()));
    }
    facts
}

/// A session's name for a sentence.
pub(super) fn shown(name: &str) -> String {
    if name.is_empty() { "(none)".to_owned() } else { escape::cut(name, 80) }
}
