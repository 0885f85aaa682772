//! What tools can do, measured on tools with labels.
//!
//! A tool is `{server, name, description, input_schema}` with those labels that there are: `capabilities`, `maybe`,
//! `operation`, `operation_maybe`, `parameter_roles`, `hints`. What nobody said is not scored. Each tool is classified
//! beside the others of its server, as in a scan: those of the same file with the same `source` and `server`.
//!
//! Detection is counted over tools and tags: each tag that a tool may or may not have is one item.

mod count;
mod tool;

pub use count::{Counts, Grades, score};
pub use tool::{Capability, Hints, Labels, Tool};

use crate::Watch;
use crate::watch::timed;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use vetgate_capability::{Classification, Level, OperationClass, Role, Tag, classify, classify_server};
use vetgate_model::Definition;

/// What was said of a tool.
#[derive(Debug, Clone, Serialize)]
pub struct Classified {
    /// The id of the tool.
    pub id: String,
    /// What it can do and how sure that is, however unsure.
    pub capabilities: BTreeMap<Tag, Level>,
    /// What its parameters take, by name.
    pub roles: BTreeMap<String, Role>,
    /// Whether it reads, writes or destroys.
    pub operation: OperationClass,
    /// How long that took: a server's tools are classified together, and each has its share.
    #[serde(skip)]
    pub took: Duration,
}

impl Classified {
    fn of(tool: &Tool, said: Classification, took: Duration) -> Self {
        Self {
            id: tool.id.clone(),
            capabilities: said.capabilities.iter().map(|found| (found.tag, found.confidence)).collect(),
            roles: said.parameter_roles.into_iter().map(|(name, found)| (name, found.role)).collect(),
            operation: said.operation.class,
            took,
        }
    }

    /// Whether the tool is said to have `tag` at `floor` or above.
    pub fn has(&self, tag: Tag, floor: Level) -> bool {
        self.capabilities.get(&tag).is_some_and(|level| level.reaches(floor))
    }
}

/// Classifies every tool of a corpus beside the others of its server.
pub fn judge(corpus: &Capability, watch: &dyn Watch) -> Vec<Classified> {
    let mut servers: BTreeMap<(usize, &str, &str), Vec<usize>> = BTreeMap::new();
    for (place, tool) in corpus.tools.iter().enumerate() {
        servers.entry((tool.file, &tool.source, tool.definition.server())).or_default().push(place);
    }
    let mut judged: BTreeMap<usize, Classified> = BTreeMap::new();
    for ((_, _, server), places) in servers {
        let tools: Vec<&Definition> = places.iter().map(|place| &corpus.tools[*place].definition).collect();
        let (said, took) = timed(watch, || classify_server(server, &tools));
        let share = took / u32::try_from(places.len()).unwrap_or(u32::MAX);
        judged.extend(
            places.iter().zip(said).map(|(place, said)| (*place, Classified::of(&corpus.tools[*place], said, share))),
        );
    }
    judged.into_values().collect()
}

/// Classifies every tool of a corpus as if its server had no other.
pub fn judge_alone(corpus: &Capability, watch: &dyn Watch) -> Vec<Classified> {
    let judge = |tool: &Tool| {
        let (said, took) = timed(watch, || classify(&tool.definition));
        Classified::of(tool, said, took)
    };
    corpus.tools.iter().map(judge).collect()
}
