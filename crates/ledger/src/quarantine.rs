//! The rules of the quarantine: what becomes of a standing when a server declares something, and when a person decides.
//!
//! ```text
//!             first seen                    a person approves
//!   nothing ─────────────▶ quarantined ───────────────────────▶ approved
//!                               │                            ▲      │ any field changes
//!                               │ a person blocks    approves│      ▼
//!                               └──────────▶ blocked ◀───── rug_pull
//! ```
//!
//! A call that shows that a tool is not what its server says puts it back to the quarantined ([`accuse`]).
//!
//! Nothing here approves by itself, with one exception: what a server declares when it is seen first, if a person has
//! said so, in its configuration or in its place ([`Trust`]). Such an approval is worth as much as the scan behind it:
//! where a later scan of the same version finds what would have kept it waiting, it waits for a person after all, and goes
//! on waiting if that is not found any more. What a person approved is theirs. A version that differs from the approved one is never in force, and a
//! change that is taken back is still a change. Spaces and the order of members are no change: versions are told apart
//! by their fingerprints alone.

use crate::standing::{CHANGES_PASS, Standing, State, Subject, Trust, UNDER_TRUST, Version};
use std::collections::BTreeSet;

/// What a person has configured for one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// How much the server is trusted.
    pub trust: Trust,
    /// Whether a change after the approval holds it back.
    pub detects_changes: bool,
}

/// What was done, where something was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It was seen for the first time and waits.
    Quarantined,
    /// It was seen for the first time, or changed where changes are let pass, and the policy approved it.
    Admitted,
    /// It is not what was approved.
    Changed,
    /// It waits already, and is another version now.
    Replaced,
    /// The same version has other findings than before: another scan, or other servers beside it.
    Rejudged,
    /// Those are such that the policy, which approved it, would not have: it waits for a person.
    Withdrawn,
    /// The server declares it again.
    Back,
    /// The server no longer declares it.
    Gone,
}

/// The standing after a server declared `seen`. `is_first_list` says that this server has never declared a list of the
/// kind before; `None` as a step means that nothing has changed.
pub fn observe(
    before: Option<Standing>,
    subject: &Subject,
    seen: Version,
    rules: Rules,
    is_first_list: bool,
    now_ms: u64,
) -> (Standing, Option<Step>) {
    let Some(mut standing) = before else { return first(subject, seen, rules, is_first_list, now_ms) };
    let is_same = standing.seen.fingerprint.combined == seen.fingerprint.combined;
    let was_gone = std::mem::replace(&mut standing.is_gone, false);
    let is_approved_version =
        standing.approved.as_ref().is_some_and(|approved| approved.fingerprint.combined == seen.fingerprint.combined);
    let is_rejudged = standing.seen.finding != seen.finding || standing.seen.is_covered != seen.is_covered;
    if is_same {
        // The text stays as it was first seen: a server that only formats it anew makes no record.
        standing.seen = Version { definition: std::mem::take(&mut standing.seen.definition), ..seen };
    } else {
        standing.seen = seen;
        standing.changed_ms = now_ms;
    }
    let step = match standing.state {
        State::Approved if !is_approved_version && rules.detects_changes => {
            standing.state = State::RugPull;
            Some(Step::Changed)
        }
        State::Approved if !is_approved_version => {
            standing.approved = Some(standing.seen.clone());
            standing.accepted.clear();
            // Not the person who approved the version before.
            standing.decided_by = CHANGES_PASS.to_owned();
            standing.decided_ms = now_ms;
            Some(Step::Admitted)
        }
        State::Approved if is_unfit_since(&standing, rules.trust) => {
            standing.state = State::Quarantined;
            standing.changed_ms = now_ms;
            Some(Step::Withdrawn)
        }
        _ if !is_same => Some(Step::Replaced),
        _ if was_gone => Some(Step::Back),
        _ if is_rejudged => Some(Step::Rejudged),
        _ => None,
    };
    (standing, step)
}

fn first(subject: &Subject, seen: Version, rules: Rules, is_first_list: bool, now_ms: u64) -> (Standing, Option<Step>) {
    let is_admitted = (is_first_list || rules.trust != Trust::Scan) && is_fit(&seen, rules.trust);
    let standing = Standing {
        subject: subject.clone(),
        state: if is_admitted { State::Approved } else { State::Quarantined },
        approved: is_admitted.then(|| seen.clone()),
        seen,
        accepted: BTreeSet::new(),
        decided_by: if is_admitted { format!("{UNDER_TRUST}{}", rules.trust) } else { String::new() },
        decided_ms: if is_admitted { now_ms } else { 0 },
        first_seen_ms: now_ms,
        changed_ms: now_ms,
        is_gone: false,
        accusation: String::new(),
        record: 0,
        seal: String::new(),
    };
    (standing, Some(if is_admitted { Step::Admitted } else { Step::Quarantined }))
}

/// Whether a scan says nothing of a version that would keep it from being approved at sight.
fn is_fit(seen: &Version, trust: Trust) -> bool {
    match trust {
        Trust::Manual => false,
        Trust::Scan => seen.is_clean(),
        // Where a check did not run, nobody knows that there is nothing hard to find.
        Trust::Auto => seen.is_covered && seen.hard().is_empty(),
    }
}

/// Whether the policy approved something of which a scan says by now what would have kept it waiting. More trust than at
/// that time counts, and less does not: what was approved stays approved.
fn is_unfit_since(standing: &Standing, trust: Trust) -> bool {
    standing.approved_under().is_some_and(|then| {
        let was_fit = standing.approved.as_ref().is_some_and(|approved| is_fit(approved, then));
        was_fit && !is_fit(&standing.seen, then) && !is_fit(&standing.seen, trust)
    })
}

/// The standing after the server declared a list without it.
pub fn miss(mut standing: Standing) -> (Standing, Option<Step>) {
    let was_gone = std::mem::replace(&mut standing.is_gone, true);
    (standing, (!was_gone).then_some(Step::Gone))
}

/// The standing after a call has shown that a definition is not what its server says: it waits for a person again,
/// whoever approved it. Nothing if that changes nothing: what is blocked stays blocked, and one accusation is enough.
pub fn accuse(mut standing: Standing, reason: &str, now_ms: u64) -> Option<Standing> {
    if standing.state == State::Blocked || reason.is_empty() || !standing.accusation.is_empty() {
        return None;
    }
    // A change stays one, because the siblings of a changed definition wait for the decision about it.
    if standing.state != State::RugPull {
        standing.state = State::Quarantined;
    }
    standing.changed_ms = now_ms;
    standing.accusation = reason.to_owned();
    Some(standing)
}

/// What a person decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The version with this combined fingerprint may be used.
    Approve {
        /// The version that the person has seen.
        fingerprint: String,
        /// The hard checks that the person has looked at and accepts.
        accept: BTreeSet<String>,
    },
    /// It may not be used, whatever it becomes.
    Block,
}

/// Why a decision cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// It is another version by now.
    #[error("the version has changed: review it again, then approve {seen}")]
    Moved {
        /// The version there is.
        seen: String,
    },
    /// A scan found something that was not accepted.
    #[error("a scan found it dangerous: {}; to approve it anyway, accept these checks by name", .checks.join(", "))]
    Dangerous {
        /// Which checks.
        checks: Vec<String>,
    },
}

/// The standing after a person has decided.
pub fn decide(mut standing: Standing, decision: &Decision, by: &str, now_ms: u64) -> Result<Standing, Objection> {
    match decision {
        Decision::Block => standing.state = State::Blocked,
        Decision::Approve { fingerprint, accept } => {
            let seen = &standing.seen;
            if *fingerprint != seen.fingerprint.combined.0 {
                return Err(Objection::Moved { seen: seen.fingerprint.combined.0.clone() });
            }
            let checks: Vec<String> = seen.hard().difference(accept).cloned().collect();
            if !checks.is_empty() {
                return Err(Objection::Dangerous { checks });
            }
            standing.accepted = seen.hard();
            standing.approved = Some(seen.clone());
            standing.state = State::Approved;
            standing.accusation.clear();
        }
    }
    standing.decided_by = by.to_owned();
    standing.decided_ms = now_ms;
    Ok(standing)
}
