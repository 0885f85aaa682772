//! Calls that wait for a person.
//!
//! ```text
//!  gateway ── hold ──▶ row ── decide ──▶ row with a decision ── close ──▶ the gateway has it
//!                       │                                        ▲
//!                       └── timed out, left, stopped: close ─────┘ without one
//! ```
//!
//! A row is there for as long as the call waits, so that other processes see it. A hold is decided once, in one
//! transaction with the record of it; whoever closes it gets that decision, or knows that there will be none. Rows and
//! decisions are sealed: what somebody else writes into the store releases nothing.

mod end;

pub use end::HoldEnd;

use crate::entry::named;
use crate::ledger::{Ledger, LedgerError};
use crate::record::{Digest, Hash};
use crate::store::StoreError;
use crate::writer::Desk;
use crate::{Body, Entry, Kind, Reply, SigningKey, Verdict};
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};

named! {
    /// What a person says to a call that waits.
    Answer {
        /// It may be sent, this once.
        Approve = "approve",
        /// It may not.
        Deny = "deny",
    }
}

named! {
    /// Why a hold ends where nobody has decided.
    Closing {
        /// Nobody has decided in time.
        TimedOut = "timed_out",
        /// The client does not wait any more.
        Left = "left",
        /// The gateway stops.
        Stopped = "stopped",
        /// The gateway was gone before the hold was over.
        Interrupted = "interrupted",
    }
}

impl Answer {
    const fn done(self) -> &'static str {
        match self {
            Self::Approve => "approved",
            Self::Deny => "denied",
        }
    }
}

impl From<HoldEnd> for HoldError {
    fn from(end: HoldEnd) -> Self {
        match end.answer {
            Some(answer) => Self::Decided { by: end.by, answer },
            None => Self::Over { why: end.reason },
        }
    }
}

impl Closing {
    fn words(self) -> &'static str {
        match self {
            Self::TimedOut => "no decision came in time",
            Self::Left => "the client stopped waiting",
            Self::Stopped => "the gateway has stopped",
            Self::Interrupted => "the gateway ended before a decision was made",
        }
    }
}

/// A call that is to wait. Texts are raw here; the ledger masks them.
#[derive(Debug, Clone, Default)]
pub struct Waiting<'w> {
    /// Who calls.
    pub principal: &'w str,
    /// The short name of the client's session.
    pub session: &'w str,
    /// The server.
    pub server: &'w str,
    /// The method.
    pub method: &'w str,
    /// The tool, prompt or resource.
    pub name: &'w str,
    /// What would be sent; JSON.
    pub arguments: &'w str,
    /// 0 to 100.
    pub risk: u8,
    /// Why it waits, in one sentence.
    pub reason: &'w str,
    /// Why it waits, in full.
    pub explanation: &'w str,
    /// The same for programs; JSON, or nothing.
    pub judgement: &'w str,
    /// How long it waits, in milliseconds.
    pub patience_ms: u64,
    /// The [number](crate::Ticket::number) of the call that has begun.
    pub call: Option<u64>,
}

/// A call that waits, as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// What names it: 16 hexadecimal digits that nobody can guess.
    pub id: String,
    /// The run of the gateway in which it waits.
    pub run: String,
    /// Who calls.
    pub principal: String,
    /// The short name of the client's session.
    pub session: String,
    /// The server.
    pub server: String,
    /// The method.
    pub method: String,
    /// The tool, prompt or resource.
    pub name: String,
    /// What would be sent, masked.
    pub arguments: Body,
    /// 0 to 100.
    pub risk: u8,
    /// Why it waits, in one sentence.
    pub reason: String,
    /// Why it waits, in full.
    pub explanation: String,
    /// The same for programs, masked; JSON, or nothing if there is none or it is too long.
    #[serde(default)]
    pub judgement: String,
    /// Since when, in milliseconds since 1970.
    pub since_ms: u64,
    /// Until when.
    pub until_ms: u64,
    /// The number of the call within the run, where it is on the record as begun.
    #[serde(default)]
    pub call: Option<u64>,
    /// The ledger's mark on all of that.
    pub seal: String,
    /// What was decided, from then until the gateway takes it up.
    pub decision: Option<HoldDecision>,
}

/// What a person has decided about a call that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldDecision {
    /// What.
    pub answer: Answer,
    /// Who.
    pub by: String,
    /// Why; empty if they did not say.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// The ledger's mark on it, and on what it is about.
    pub seal: String,
}

/// Why a hold cannot be decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HoldError {
    /// No call with this id waits, and none is known to have waited.
    #[error("there is no held call with this id")]
    Unknown,
    /// Somebody was faster.
    #[error("{by} has already {} it", .answer.done())]
    Decided {
        /// Who.
        by: String,
        /// What.
        answer: Answer,
    },
    /// It has ended, and nobody has decided.
    #[error("it was denied: {why}")]
    Over {
        /// Why, in words.
        why: String,
    },
    /// Somebody else has written it.
    #[error("it was changed outside of Vetgate, so it cannot be approved")]
    Forged,
}

impl Hold {
    /// A row that cannot be read. It has no seal, so it releases nothing, and waits in no gateway, so it is removed.
    pub(crate) fn unreadable() -> Self {
        Self {
            id: String::new(),
            run: String::new(),
            principal: String::new(),
            session: String::new(),
            server: String::new(),
            method: String::new(),
            name: String::new(),
            arguments: Body::whole(""),
            risk: 0,
            reason: String::new(),
            explanation: String::new(),
            judgement: String::new(),
            since_ms: 0,
            until_ms: 0,
            call: None,
            seal: String::new(),
            decision: None,
        }
    }

    fn sealed(&self) -> Hash {
        let mut digest = Digest::new(b"vetgate.hold.v2");
        for text in [&self.id, &self.run, &self.principal, &self.session, &self.server, &self.method, &self.name] {
            digest.part(text.as_bytes());
        }
        let Body { bytes, is_cut, text } = &self.arguments;
        digest.number(*bytes).number(u64::from(*is_cut)).part(text.as_bytes()).number(u64::from(self.risk));
        digest.part(self.reason.as_bytes()).part(self.explanation.as_bytes()).part(self.judgement.as_bytes());
        digest.number(self.since_ms).number(self.until_ms);
        if let Some(call) = self.call {
            digest.number(call);
        }
        digest.finish()
    }

    pub(crate) fn is_genuine(&self, id: &str, key: &SigningKey) -> bool {
        self.id == id && key.has_sealed(self.sealed(), &self.seal)
    }

    /// The decision, if the ledger itself has written it.
    fn decided(&self, key: &SigningKey) -> Option<&HoldDecision> {
        self.decision.as_ref().filter(|decision| key.has_sealed(decision.sealed(self), &decision.seal))
    }

    /// What a record says of it.
    fn entry(&self, method: &str, verdict: Verdict, principal: &str, reason: &str) -> Entry {
        Entry {
            session: self.session.clone(),
            principal: principal.to_owned(),
            server: self.server.clone(),
            method: method.to_owned(),
            name: self.name.clone(),
            verdict: Some(verdict),
            risk: self.risk,
            note: serde_json::json!({"hold": self.id, "reason": reason}).to_string(),
            ..Entry::new(Kind::Decision)
        }
    }
}

impl HoldDecision {
    fn sealed(&self, hold: &Hold) -> Hash {
        let mut digest = Digest::new(b"vetgate.hold-decision.v1");
        digest.part(&hold.sealed().0).part(self.answer.name().as_bytes());
        digest.part(self.by.as_bytes()).part(self.reason.as_bytes()).number(self.time_ms);
        digest.finish()
    }
}

impl Ledger {
    /// Has a call wait. The id is known at once, so that a call which is given up before the row is written can be closed
    /// all the same: what is submitted later is done later.
    pub fn hold(&self, waiting: &Waiting<'_>) -> Result<(String, Reply<Hold>), LedgerError> {
        let mut bytes = [0; 8];
        let filled = SystemRandom::new().fill(&mut bytes);
        filled.map_err(|_| LedgerError::File("the operating system returned no random bytes".to_owned()))?;
        let id = HEXLOWER.encode(&bytes);
        // Masked as an entry, so that what is known for a secret in one part is taken out of all of them.
        let (entry, _) = self.mask.entry(Entry {
            session: waiting.session.to_owned(),
            principal: waiting.principal.to_owned(),
            server: waiting.server.to_owned(),
            method: waiting.method.to_owned(),
            name: waiting.name.to_owned(),
            error: Some(waiting.reason.to_owned()),
            note: waiting.explanation.to_owned(),
            arguments: Some(self.body(waiting.arguments)),
            response: Some(self.body(waiting.judgement)),
            ..Entry::new(Kind::Decision)
        });
        let (run, risk, patience_ms) = (self.run().to_owned(), waiting.risk, waiting.patience_ms);
        let call = waiting.call;
        let named = id.clone();
        let reply = self.submit(move |desk| {
            let mut hold = Hold {
                id: named,
                run,
                principal: entry.principal,
                session: entry.session,
                server: entry.server,
                method: entry.method,
                name: entry.name,
                arguments: entry.arguments.unwrap_or_else(|| Body::whole("{}")),
                risk,
                reason: entry.error.unwrap_or_default(),
                explanation: entry.note,
                judgement: entry.response.filter(|body| !body.is_cut).map(|body| body.text).unwrap_or_default(),
                since_ms: desk.now_ms,
                until_ms: desk.now_ms.saturating_add(patience_ms),
                call,
                seal: String::new(),
                decision: None,
            };
            hold.seal = desk.key.seal(hold.sealed());
            desk.rows.put_hold(&hold)?;
            desk.record(hold.entry("hold", Verdict::Hold, &hold.principal, &hold.reason))?;
            Ok(hold)
        });
        Ok((id, reply))
    }

    /// The calls that wait and that nobody has decided about, the oldest first. Leaves out what the ledger itself has not
    /// written, and what waits in a gateway that is gone.
    pub fn holds(&self) -> Result<Vec<Hold>, LedgerError> {
        let mut holds = self.read(|rows| rows.holds())?;
        holds.retain(|hold| hold.decision.is_none() && hold.is_genuine(&hold.id, self.key()) && !self.is_gone(hold));
        Ok(holds)
    }

    /// Whether somebody has decided about a call that waits, or its row is gone. It may block.
    pub fn is_hold_decided(&self, id: &str) -> Result<bool, LedgerError> {
        self.read(|rows| rows.hold(id)).map(|hold| hold.is_none_or(|hold| hold.decision.is_some()))
    }

    /// Decides about a call that waits. Whoever is first decides; `by` is who.
    pub fn decide_hold(&self, id: &str, answer: Answer, by: &str, reason: &str) -> Reply<Result<Hold, HoldError>> {
        let (id, by, reason) = (id.to_owned(), self.mask.brief(by), self.mask.brief(reason));
        let gone = self.read(|rows| rows.hold(&id)).ok().flatten().filter(|hold| self.is_gone(hold));
        self.submit(move |desk| {
            if let Some(gone) = gone {
                close(desk, &gone.id, Closing::Interrupted)?;
            }
            let Some(mut hold) = desk.rows.hold(&id)? else {
                let end = HoldEnd::find(desk.rows, &id)?.filter(|end| end.id == id);
                return Ok(Err(end.map_or(HoldError::Unknown, HoldError::from)));
            };
            if !hold.is_genuine(&id, desk.key) {
                return Ok(Err(HoldError::Forged));
            }
            if let Some(HoldDecision { by, answer, .. }) = hold.decided(desk.key) {
                return Ok(Err(HoldError::Decided { by: by.clone(), answer: *answer }));
            }
            let mut decision = HoldDecision { answer, by, reason, time_ms: desk.now_ms, seal: String::new() };
            decision.seal = desk.key.seal(decision.sealed(&hold));
            let (method, verdict) = match answer {
                Answer::Approve => ("approve_call", Verdict::Allow),
                Answer::Deny => ("deny_call", Verdict::Deny),
            };
            desk.record(hold.entry(method, verdict, &decision.by, &decision.reason))?;
            hold.decision = Some(decision);
            desk.rows.put_hold(&hold)?;
            Ok(Ok(hold))
        })
    }

    /// Ends a hold. The decision, if somebody has decided: whatever is decided after this concerns nobody.
    pub fn close_hold(&self, id: &str, closing: Closing) -> Reply<Option<HoldDecision>> {
        let id = id.to_owned();
        self.submit(move |desk| close(desk, &id, closing))
    }

    fn is_gone(&self, hold: &Hold) -> bool {
        hold.run.is_empty() || self.is_run_over(&hold.run)
    }

    /// Ends what waited in gateways that are gone.
    pub(crate) fn close_interrupted_holds(&self) -> Result<(), LedgerError> {
        let mut gone = self.read(|rows| rows.holds())?;
        gone.retain(|hold| self.is_gone(hold));
        if gone.is_empty() {
            return Ok(());
        }
        self.submit(move |desk| gone.iter().try_for_each(|hold| close(desk, &hold.id, Closing::Interrupted).map(drop)))
            .wait()
    }
}

fn close(desk: &mut Desk<'_>, id: &str, closing: Closing) -> Result<Option<HoldDecision>, StoreError> {
    let Some(hold) = desk.rows.hold(id)? else { return Ok(None) };
    desk.rows.remove_hold(id)?;
    if !hold.is_genuine(id, desk.key) {
        let note = format!("the hold {id} was not written by the gateway");
        desk.record(Entry { method: "forged_hold".to_owned(), note, ..Entry::new(Kind::Security) })?;
        return Ok(None);
    }
    let decision = hold.decided(desk.key).cloned();
    if decision.is_none() {
        desk.record(hold.entry("close_hold", Verdict::Deny, "", closing.words()))?;
    }
    Ok(decision)
}

#[cfg(test)]
mod tests;
