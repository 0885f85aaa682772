//! The four independent signals about what a call does.
//!
//! An agent says what it means to do, a server what its tool does, the tool's name says it again, and the arguments
//! cannot lie. [`signals`] gathers what each of them claims; where two cannot both be true is the matter of
//! [`contradictions`](crate::contradictions).
//!
//! A hot path: under 6 µs for 1 KB of arguments; benchmark `policy::signals_of`. One pass over the values; text is made only
//! for what is found.

mod annotation;
mod blob;
mod change;
mod command;
mod destination;
mod flag;
mod intent;
mod laden;
mod name;
mod receiver;
mod sensitive;
mod statement;
mod wildcard;

#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod tests;

pub use intent::Intent;
pub(crate) use sensitive::is_recipient;

use crate::{Arguments, Sensed, Tool};
use serde::{Deserialize, Serialize};
use std::fmt;
use vetgate_capability::OperationClass;
use vetgate_sensitive::Links;

/// Who says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalSource {
    /// The agent. A prompt injection can make it lie.
    AgentIntent,
    /// The server's annotations. A malicious operator writes them too.
    ServerAnnotations,
    /// The tool's name, and behind it what its definition says it can do. Hard to fake without making the tool useless.
    NameHeuristic,
    /// The arguments: ground truth.
    ArgumentAnalysis,
}

impl SignalSource {
    /// Every source, the least trusted first.
    pub const ALL: [Self; 4] =
        [Self::AgentIntent, Self::ServerAnnotations, Self::NameHeuristic, Self::ArgumentAnalysis];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AgentIntent => "agent_intent",
            Self::ServerAnnotations => "server_annotations",
            Self::NameHeuristic => "name_heuristic",
            Self::ArgumentAnalysis => "argument_analysis",
        }
    }

    /// How far it is believed.
    pub const fn trust(self) -> f64 {
        match self {
            Self::AgentIntent => 0.4,
            Self::ServerAnnotations => 0.6,
            Self::NameHeuristic => 0.8,
            Self::ArgumentAnalysis => 0.9,
        }
    }
}

impl fmt::Display for SignalSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a signal claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// It changes nothing.
    Read,
    /// It creates, changes, sends or runs.
    Write,
    /// It is destructive.
    Destructive,
    /// Something goes to a place outside.
    ExternalSend,
    /// It stays in its own domain.
    ClosedWorld,
    /// The data is for anybody.
    Public,
    /// The data is for those inside.
    Internal,
    /// The data is for few.
    Private,
    /// Personal data is in the arguments.
    Sensitive,
    /// A secret is in the arguments.
    Secret,
    /// Something long and encoded is in the arguments.
    Opaque,
    /// It cannot be understood, so that it claims nothing.
    Unclear,
}

impl Claim {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
            Self::ExternalSend => "external_send",
            Self::ClosedWorld => "closed_world",
            Self::Public => "public",
            Self::Internal => "internal",
            Self::Private => "private",
            Self::Sensitive => "sensitive",
            Self::Secret => "secret",
            Self::Opaque => "opaque",
            Self::Unclear => "unclear",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One claim of one source, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    /// Who says so.
    pub source: SignalSource,
    /// What it claims.
    pub claim: Claim,
    /// From what, as `kind:detail`; safe to show.
    ///
    /// - the agent: `operation_type:read`, `data_sensitivity:public`; `intent:…` says in words what is unclear;
    /// - annotations: `hint:readOnlyHint=true`;
    /// - the name: `name_token:delete`; what stands behind it: `description:…`, `param_value:…`, `capability:…`;
    /// - arguments: `flag:/force=true`, `option:/purge=true` (a parameter of the tool that erases), `statement:/sql:drop_table`, `command:/cmd:rm_recursive`, `method:/method=PUT`, `wildcard:/ids=*`,
    ///   `destination:/url:host`, `mention:/text:host`, `payload:/url:host`, `receiver:slack` (a server outside that is
    ///   sent something), `sensitive:/text:email`, `encoded:/data:2048`.
    pub evidence: String,
}

impl Signal {
    fn new(source: SignalSource, claim: Claim, evidence: String) -> Self {
        Self { source, claim, evidence }
    }

    /// What kind of evidence it stands on: `name_token`, `flag`, ...
    pub fn basis(&self) -> &str {
        self.evidence.split_once(':').map_or(self.evidence.as_str(), |(basis, _)| basis)
    }
}

/// What the four signals say of a call, and which hosts outside its arguments name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signals {
    /// What each claims, the least trusted first.
    pub signals: Vec<Signal>,
    /// Hosts outside, and the domains of mail addresses, that the arguments name; each once.
    pub destinations: Vec<String>,
}

/// Gathers what the four signals say of a call of `tool`. `sensitive` is what was found in the arguments, and `links`
/// knows which hosts are inside.
pub fn signals(
    tool: &Tool,
    arguments: &Arguments,
    intent: Option<&Intent>,
    sensitive: &[Sensed],
    links: &Links,
) -> Signals {
    let mut signals = vec![];
    if let Some(intent) = intent {
        intent.claims(&mut signals);
    }
    annotation::claims(&tool.hints, &mut signals);
    name::claims(tool, &mut signals);
    let mut destinations = vec![];
    let mut lines = command::Lines::default();
    let class = name::class(tool);
    let surroundings = destination::Surroundings { tool, sensitive, links };
    for leaf in arguments.leaves() {
        let place = flag::Place { arguments, leaf, class };
        flag::claims(tool, &place, &mut signals);
        let Some(text) = leaf.value.text() else { continue };
        wildcard::claims(&place, text, &mut signals);
        destination::claims(surroundings, &place, text, &mut destinations, &mut signals);
        blob::claims(&place, text, &mut signals);
        change::claims(&place, text, &mut signals);
        match statement::Language::of(tool, arguments, leaf) {
            None => {}
            Some(statement::Language::Query) => {
                let destroys = statement::claims(&place, text, &mut signals);
                change::of_query(&place, text, destroys, &mut signals);
            }
            Some(statement::Language::Command) => lines.add(&place, text),
            Some(statement::Language::Code) => {
                statement::claims(&place, text, &mut signals);
                lines.add(&place, text);
            }
        }
    }
    lines.claims(&mut signals);
    receiver::claims(tool, arguments, &mut signals);
    sensitive::claims(sensitive, &mut signals);
    Signals { signals, destinations }
}

/// What a call does, by the gravest signal but the agent's own word.
///
/// A flag such as `force=true` says how something is done, not what: it does not make a writing call a destructive one.
/// What a statement, a command or a wildcard destroys does. A `destructiveHint` counts where nothing better is known:
/// authors set it on whatever writes.
///
/// ```
/// use vetgate_capability::{OperationClass, Server, classify};
/// use vetgate_guard::{Arguments, Tool, operation, signals};
/// use vetgate_model::{Definition, DefinitionKind};
/// use vetgate_sensitive::Links;
///
/// let raw = r#"{"name":"run_query","description":"Runs a SQL query on the database.",
///     "inputSchema":{"type":"object","properties":{"sql":{"type":"string"}}}}"#;
/// let definition = Definition::parse("db", DefinitionKind::Tool, raw).unwrap();
/// let side = Server { name: "db", url: None, tools: &[], configured: None }.classify();
/// let tool = Tool::of(&definition, classify(&definition), side);
/// let arguments = Arguments::read(r#"{"sql": "DROP TABLE users"}"#);
/// let found = signals(&tool, &arguments, None, &[], &Links::default());
/// assert_eq!(operation(&tool, &found.signals), OperationClass::Destructive);
/// ```
pub fn operation(tool: &Tool, signals: &[Signal]) -> OperationClass {
    let mut class = name::class(tool);
    for signal in signals {
        let claimed = match (signal.source, signal.claim) {
            (SignalSource::AgentIntent, _) => continue,
            (SignalSource::ArgumentAnalysis, Claim::Destructive) if matches!(signal.basis(), "flag" | "option") => {
                continue;
            }
            (SignalSource::ServerAnnotations, Claim::Destructive) if class != OperationClass::Unknown => continue,
            (_, Claim::Destructive) => OperationClass::Destructive,
            (SignalSource::NameHeuristic | SignalSource::ArgumentAnalysis, Claim::Write) => OperationClass::Write,
            (SignalSource::ServerAnnotations, Claim::Write) if class == OperationClass::Unknown => {
                OperationClass::Write
            }
            (SignalSource::ServerAnnotations, Claim::Read) if class == OperationClass::Unknown => OperationClass::Read,
            _ => continue,
        };
        class = class.max(claimed);
    }
    class
}
