//! What the tools of one server can do together.

use crate::{Classification, Level, Tag};
use serde::{Deserialize, Serialize};

/// What a server can do through all its tools. Serializes to the per-server object of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The server's name.
    pub server: String,
    /// Every tool, in the order given.
    pub tools: Vec<Classification>,
    /// The tags that some tool has at medium or above.
    pub server_capability_set: Vec<Tag>,
    /// Sets of tags that are worse together than alone.
    pub overbroad_combinations: Vec<Combination>,
}

/// Tags that are worse together than alone, and the tools that bring them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combination {
    /// Which.
    pub tags: Vec<Tag>,
    /// The tools that have one of them, in the order given.
    pub tools: Vec<String>,
    /// The risk pattern, as a stable id: `exfil_pair`, ...
    pub rationale: String,
}

impl Profile {
    /// How many tools have `tag` at medium or above, and the surest level among all tools.
    pub fn heat(&self, tag: Tag) -> Option<(usize, Level)> {
        let level = self.tools.iter().filter_map(|tool| tool.level(tag)).max()?;
        Some((self.tools.iter().filter(|tool| tool.has(tag, Level::Medium)).count(), level))
    }
}
