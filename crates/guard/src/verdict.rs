//! What the guard is told of a call, and what it answers.

use crate::{Assessment, Decision, Tool};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What tells one session from others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionKey {
    /// What the name is made of.
    pub by: KeyedBy,
    /// The name. Whoever makes it takes care that two sessions never share one.
    pub name: String,
}

/// What a session is told from others by, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyedBy {
    /// The stdio connection.
    Connection,
    /// The protocol's session.
    Session,
    /// The agent's token, the client's identity and the trace.
    Trace,
    /// The agent's token and the client's identity alone.
    Agent,
}

impl KeyedBy {
    /// Every way, the best first.
    pub const ALL: [Self; 4] = [Self::Connection, Self::Session, Self::Trace, Self::Agent];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Session => "session",
            Self::Trace => "trace",
            Self::Agent => "agent",
        }
    }
}

/// A call as the guard sees it: what is really sent.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    /// The session.
    pub session: &'c SessionKey,
    /// Who calls.
    pub principal: &'c str,
    /// What is called. A prompt or resource is given as a tool that reads.
    pub tool: &'c Arc<Tool>,
    /// The arguments as JSON; `{}` where there are none.
    pub arguments: &'c str,
    /// The other parameters that the server gets, as a JSON object: `_meta`, and whatever else there is. Data flow and
    /// sensitive data are looked for in them; signals, baselines and rules see the arguments alone.
    pub other_params: Option<&'c str>,
    /// Whether the arguments are the address of a resource: they are never masked.
    pub is_address: bool,
    /// What the agent says it means to do, as JSON: `operation_type` (or `operation`), `data_sensitivity`, `reason`.
    pub intent: Option<&'c str>,
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

/// What is to become of a call before it is sent.
#[derive(Debug, Clone)]
pub struct Before {
    /// What the policy says.
    pub decision: Decision,
    /// Whether that is to be acted on; in `log_only` mode everything goes through, and this says what would have been.
    pub is_enforced: bool,
    /// What is sent in the place of the arguments, if something else is; JSON.
    pub arguments: Option<String>,
    /// What is sent in the place of the other parameters, if something else is; JSON.
    pub other_params: Option<String>,
    /// Everything that is known.
    pub assessment: Assessment,
    /// What somebody should hear of.
    pub notices: Vec<Notice>,
    /// The call, for [`Guard::sent`](crate::Guard::sent) and [`Guard::after`](crate::Guard::after).
    pub ticket: Ticket,
}

/// A call that was judged.
#[derive(Debug, Clone, Default)]
pub struct Ticket {
    /// Which call of its session it is, from 1.
    pub call: u64,
    /// What leaves with it.
    pub(crate) outgoing: crate::guard::Outgoing,
}

/// What is to become of a response before it is handed over.
#[derive(Debug, Clone, Default)]
pub struct After {
    /// Why it does not go on, if it does not; for the client to read.
    pub blocked: Option<String>,
    /// What is handed over instead, if something else is; JSON.
    pub result: Option<String>,
    /// Whether personal data or secrets in it were masked.
    pub is_masked: bool,
    /// What was found, in one sentence each; safe to show.
    pub findings: Vec<String>,
    /// 0 to 100.
    pub risk: u8,
    /// What somebody should hear of.
    pub notices: Vec<Notice>,
}

/// Something that somebody should hear of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is about.
    pub about: About,
    /// 0 to 100.
    pub severity: u8,
    /// In one sentence; safe to show.
    pub text: String,
}

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Data that leaves.
    Exfiltration,
    /// Personal data or secrets that show up where they should not.
    PiiExposure,
    /// Signals that disagree.
    Contradiction,
    /// A session that stands on all three legs.
    Trifecta,
    /// An instruction to the agent in what a tool returned.
    Injection,
    /// A tool that is not used as it was.
    Drift,
    /// A session of which something is forgotten.
    Memory,
    /// Something that a server asks of its client.
    Request,
}
