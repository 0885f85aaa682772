//! What the classifier says about a tool.

use crate::{Level, OperationClass, Role, Tag};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a tool can do, and what its parameters take. Serializes to the per-tool object of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classification {
    /// The tool's name.
    pub tool_name: String,
    /// What it can do, in the order of [`Tag::ALL`]; a tag stands here once.
    pub capabilities: Vec<Capability>,
    /// What each parameter takes, by name. A nested parameter goes by its dotted path, as in `edits.oldText`.
    pub parameter_roles: BTreeMap<String, ParameterRole>,
    /// What it was read from.
    pub classification_mode: Mode,
    /// Whether it reads, writes or destroys.
    pub operation: Operation,
    /// What stands in the way of a better answer: `no_description`, `nothing_understood`, `weak_signal:...`, ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One capability of a tool, with the reasons for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// Which.
    pub tag: Tag,
    /// How sure.
    pub confidence: Level,
    /// Why, as `kind:detail` strings: `name_token:read`, `param:path:role=path:confidence=high`, ...
    pub evidence: Vec<String>,
}

/// The role of one parameter, with the reasons for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterRole {
    /// Which.
    pub role: Role,
    /// How sure.
    pub confidence: Level,
    /// Why.
    pub evidence: Vec<String>,
}

/// The operation class of a tool, with the reasons for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Which.
    pub class: OperationClass,
    /// How sure.
    pub confidence: Level,
    /// Why.
    pub evidence: Vec<String>,
}

/// What a classification was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// The definition alone.
    A,
    /// The definition and the source of its handler.
    B,
}

impl Classification {
    /// How sure it is that the tool has `tag`; `None` if nothing says so.
    pub fn level(&self, tag: Tag) -> Option<Level> {
        self.capabilities.iter().find(|capability| capability.tag == tag).map(|capability| capability.confidence)
    }

    /// Whether the tool has `tag` at `floor` or above.
    pub fn has(&self, tag: Tag, floor: Level) -> bool {
        self.level(tag).is_some_and(|level| level.reaches(floor))
    }
}
