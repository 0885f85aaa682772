//! Which tool brings which tag to a combination.

use crate::profile::named;
use crate::{Combination, Profile, Tag, combinations};

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
        let part = |row: &combinations::Row, tag| (tag, named(&self.tools, |tool| row.counts(tool, tag)));
        row.map(|row| row.tags.map(|tag| part(row, tag)).to_vec()).unwrap_or_default()
    }
}
