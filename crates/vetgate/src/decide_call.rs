//! `vetgate approve-call` and `vetgate deny-call`: a person decides about one call.

use crate::cli::{ApproveCall, DenyCall};
use crate::consent::Consent;
use crate::console;
use crate::exit::Exit;
use crate::grid::Screen;
use crate::holds::{self, title};
use crate::ledger::Holding;
use crate::moment;
use crate::person::who;
use anyhow::bail;
use vetgate_ledger::{Answer, Hold, HoldEnd, HoldError};

/// Shows a call that waits, asks, and lets it through.
pub(crate) fn approve(args: &ApproveCall) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    let hold = match holds::named(&holding, &args.id)? {
        Ok(hold) => hold,
        Err(end) => return Ok(too_late(end)),
    };
    console::print(&format!("{}\n", holds::show(Screen::of_output(), &hold)))?;
    if Consent::to_change(&format!("Approve this one call of {}?", title(&hold)), args.yes) != Consent::Given {
        return Ok(Exit::Incomplete);
    }
    decide(&holding, &hold, Answer::Approve, "")
}

/// Refuses a call that waits. That needs no second thought: the agent can make it again.
pub(crate) fn deny(args: &DenyCall) -> anyhow::Result<Exit> {
    let holding = Holding::at(&args.place)?;
    match holds::named(&holding, &args.id)? {
        Ok(hold) => decide(&holding, &hold, Answer::Deny, args.reason.as_deref().unwrap_or_default()),
        Err(end) => Ok(too_late(end)),
    }
}

/// Says what became of a call that waits no longer.
fn too_late(end: HoldEnd) -> Exit {
    let (id, when) = (end.id.clone(), moment::shown(end.time_ms));
    console::complain(&format!("the call {id} is no longer held: {} ({when})", HoldError::from(end)));
    Exit::Findings
}

fn decide(holding: &Holding, hold: &Hold, answer: Answer, reason: &str) -> anyhow::Result<Exit> {
    let title = title(hold);
    let ledger = holding.open()?;
    match ledger.decide_hold(&hold.id, answer, &who(), reason).wait()? {
        Ok(_) => {
            console::print(&match answer {
                Answer::Approve => format!("approved this call of {title}\n"),
                Answer::Deny => format!("denied this call of {title}\n"),
            })?;
            Ok(Exit::Clean)
        }
        Err(error @ (HoldError::Decided { .. } | HoldError::Over { .. } | HoldError::Forged)) => {
            console::complain(&format!("the call of {title} can no longer be decided: {error}"));
            Ok(Exit::Findings)
        }
        Err(error @ HoldError::Unknown) => bail!("{title}: {error}"),
    }
}
