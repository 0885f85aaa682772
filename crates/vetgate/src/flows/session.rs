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
        Some((_, false)) => bail!("the session has more than {MOST} calls; --since takes the later ones"),
        None => {
            let list = holding.command("flows");
            bail!("there is no call of a session {name}; `{list}` lists the sessions that have flows")
        }
    }
}

/// What else is to be known of a session, in sentences.
pub(super) fn facts(session: &SessionFlow) -> Vec<(Style, String)> {
    let mut facts = Vec::new();
    let read = "It has read private data, taken in what strangers wrote, and";
    match session.trifecta {
        Some(Trifecta::Sent) => facts.push((ALARM, format!("{read} sent something outside after that."))),
        Some(Trifecta::Stopped) => {
            facts.push((ATTENTION, format!("{read} tried to send something outside, which was not sent.")));
        }
        None => {}
    }
    if session.is_truncated {
        let fact = "It read more than is remembered: flows from what was forgotten are not here.";
        facts.push((ATTENTION, fact.to_owned()));
    }
    facts
}

/// A session's name for a sentence.
pub(super) fn shown(name: &str) -> String {
    if name.is_empty() { "(none)".to_owned() } else { escape::cut(name, 80) }
}
