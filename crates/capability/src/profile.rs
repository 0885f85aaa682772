//! What the tools of one server can do together.

use crate::{Classification, Level, Tag, combinations};
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
    /// The tools that have one of them, in the order given, each once. It can be a single tool that has all.
    pub tools: Vec<String>,
    /// The risk pattern, as a stable id: `exfil_pair`, ...
    pub rationale: String,
}

impl Combination {
    /// The risk in one sentence; `None` for an id that this version does not know.
    pub fn risk(&self) -> Option<&'static str> {
        combinations::row(&self.rationale).map(|row| row.risk)
    }
}

impl Profile {
    /// The tools that bring each tag of a combination of this server, in the order given. A tool that has several of the
    /// tags stands with each. Nothing for a pattern that this version does not know.
    ///
    /// ```
    /// use vetgate_capability::{Profile, Tag, classify_all};
    /// use vetgate_model::{Definition, DefinitionKind};
    ///
    /// let raws = [
    ///     r#"{"name":"read_file","description":"Reads the file at the given path.",
    ///         "inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#,
    ///     r#"{"name":"post_message","description":"Posts a message to a Slack channel.",
    ///         "inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}"#,
    /// ];
    /// let tools = raws.map(|raw| Definition::parse("desk", DefinitionKind::Tool, raw).unwrap());
    /// let profile = Profile::of("desk", classify_all(&tools).into_iter().map(|(_, tool)| tool).collect());
    /// let parts = profile.parts(&profile.overbroad_combinations[0]);
    /// assert_eq!(parts[0], (Tag::FsRead, vec!["read_file".to_owned()]));
    /// assert_eq!(parts[1], (Tag::NetEgress, vec!["post_message".to_owned()]));
    /// ```
    pub fn parts(&self, combination: &Combination) -> Vec<(Tag, Vec<String>)> {
        let row = combinations::row(&combination.rationale);
        let counts = |row: &combinations::Row, tool: &Classification, tag| {
            // Of all combinations, a tool may be part by its tags alone.
            let is_by_tags = || {
                tool.has(tag, Level::Medium)
                    && !row.tags.into_iter().any(|tag| row.counts(tool, tag))
                    && combination.tools.contains(&tool.tool_name)
            };
            row.counts(tool, tag) || is_by_tags()
        };
        let part = |row: &combinations::Row, tag| (tag, named(&self.tools, |tool| counts(row, tool, tag)));
        row.map(|row| row.tags.map(|tag| part(row, tag)).to_vec()).unwrap_or_default()
    }

    /// Adds up the tools of `server`.
    ///
    /// Low labels do not count: a combination of guesses is no finding.
    ///
    /// ```
    /// use vetgate_capability::{Profile, Tag, classify_all};
    /// use vetgate_model::{Definition, DefinitionKind};
    ///
    /// let raws = [
    ///     r#"{"name":"fetch_url","description":"Fetches a web page.",
    ///         "inputSchema":{"type":"object","properties":{"url":{"type":"string"}}}}"#,
    ///     r#"{"name":"read_file","description":"Reads the file at the given path.",
    ///         "inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#,
    /// ];
    /// let tools = raws.map(|raw| Definition::parse("dev", DefinitionKind::Tool, raw).unwrap());
    /// let profile = Profile::of("dev", classify_all(&tools).into_iter().map(|(_, tool)| tool).collect());
    /// assert_eq!(profile.server_capability_set, [Tag::FsRead, Tag::NetEgress]);
    /// let pair = &profile.overbroad_combinations[0];
    /// assert_eq!(pair.rationale, "exfil_pair");
    /// assert_eq!(pair.tools, ["fetch_url", "read_file"]);
    /// ```
    pub fn of(server: impl Into<String>, tools: Vec<Classification>) -> Self {
        let has = |tag: &Tag| tools.iter().any(|tool| tool.has(*tag, Level::Medium));
        Self {
            server: server.into(),
            server_capability_set: Tag::ALL.into_iter().filter(has).collect(),
            overbroad_combinations: combinations(&tools, combinations::Row::counts),
            tools,
        }
    }

    /// The same tools, with every pair of tags of the table as a combination, whether or not the tools can play their
    /// part in it: the literal rule of the capability vocabulary v0.1.
    #[must_use]
    pub fn with_all_combinations(self) -> Self {
        let overbroad_combinations = combinations(&self.tools, |_, tool, tag| tool.has(tag, Level::Medium));
        Self { overbroad_combinations, ..self }
    }

    /// How many tools have `tag` at medium or above, and the surest level among all tools.
    pub fn heat(&self, tag: Tag) -> Option<(usize, Level)> {
        let level = self.tools.iter().filter_map(|tool| tool.level(tag)).max()?;
        Some((self.tools.iter().filter(|tool| tool.has(tag, Level::Medium)).count(), level))
    }

    /// Whether the server has the combination with this id by itself.
    pub(crate) fn combines(&self, rationale: &str) -> bool {
        self.overbroad_combinations.iter().any(|combination| combination.rationale == rationale)
    }
}

/// The combinations of which each tag has a tool that `counts`.
fn combinations(
    tools: &[Classification],
    counts: impl Fn(&combinations::Row, &Classification, Tag) -> bool,
) -> Vec<Combination> {
    let combined = |row: &combinations::Row| {
        let [one, other] = row.tags.map(|tag| named(tools, |tool| counts(row, tool, tag)));
        (!one.is_empty() && !other.is_empty()).then(|| Combination {
            tags: row.tags.to_vec(),
            tools: named(tools, |tool| row.tags.into_iter().any(|tag| counts(row, tool, tag))),
            rationale: row.id.to_owned(),
        })
    };
    combinations::TABLE.iter().filter_map(combined).collect()
}

/// The names of the tools that `take` part, in their order, each once.
pub(crate) fn named(tools: &[Classification], take: impl Fn(&Classification) -> bool) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let names = tools.iter().filter(|tool| take(tool)).map(|tool| tool.tool_name.as_str());
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
