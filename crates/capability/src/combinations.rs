//! The table of tags that are worse together than alone.
//!
//! A new combination is one row. An id is stable, reads well after "found", and is never reused.

use crate::{Classification, Level, OperationClass, ParameterRole, Role, Tag};

/// One row: two tags, and what somebody can do who has both.
#[derive(Debug)]
pub(crate) struct Row {
    /// The risk pattern's id.
    pub(crate) id: &'static str,
    /// Which tags.
    pub(crate) tags: [Tag; 2],
    /// The risk, in one sentence.
    pub(crate) risk: &'static str,
    /// Whether a tool takes part with a tag that it has.
    counts: fn(&Classification, Tag) -> bool,
    /// In which direction something passes from one tag to the other. Without one, both tags must be on one server.
    pub(crate) flow: Option<Flow>,
}

/// What passes from one tag to another, so that the two may be on different servers.
#[derive(Debug)]
pub(crate) struct Flow {
    /// Where it comes from.
    pub(crate) from: Tag,
    /// Where it goes.
    pub(crate) to: Tag,
    /// The first step, after "can".
    pub(crate) first: &'static str,
    /// The second step, after "and".
    pub(crate) then: &'static str,
}

impl Row {
    /// Whether `tool` takes part in the combination with `tag`.
    pub(crate) fn counts(&self, tool: &Classification, tag: Tag) -> bool {
        tool.has(tag, Level::Medium) && (self.counts)(tool, tag)
    }
}

/// The row with this id.
pub(crate) fn row(id: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.id == id)
}

/// Every combination, in the order in which they are reported.
// table: the combinations that Vetgate reports, with its ids and messages.
pub(crate) const TABLE: &[Row] = &[
    Row {
        id: "exfil_pair",
        tags: [Tag::FsRead, Tag::NetEgress],
        risk: "Files can be read and sent out over the network.",
        counts: carries_out,
        flow: Some(Flow { from: Tag::FsRead, to: Tag::NetEgress, first: "read files", then: "send them out" }),
    },
    Row {
        id: "credential_exfil",
        tags: [Tag::SecretAccess, Tag::NetEgress],
        risk: "Credentials can be read and sent out over the network.",
        counts: carries_out,
        flow: Some(Flow { from: Tag::SecretAccess, to: Tag::NetEgress, first: "read secrets", then: "send them out" }),
    },
    Row {
        id: "database_exfil",
        tags: [Tag::DbQuery, Tag::NetEgress],
        risk: "The contents of a database can be read and sent out over the network.",
        counts: carries_out,
        flow: Some(Flow { from: Tag::DbQuery, to: Tag::NetEgress, first: "read a database", then: "send rows out" }),
    },
    Row {
        id: "write_then_execute",
        tags: [Tag::FsWrite, Tag::Exec],
        risk: "A file can be written and then run, so an attacker who controls the agent can run code.",
        counts: leaves_a_file,
        flow: Some(Flow { from: Tag::FsWrite, to: Tag::Exec, first: "write files", then: "run them" }),
    },
    Row {
        id: "self_modification",
        tags: [Tag::FsWrite, Tag::NetEgress],
        risk: "Content from the network can overwrite code or configuration, including the agent's own, \
               and persists there.",
        counts: brings_code_in,
        flow: Some(Flow {
            from: Tag::NetEgress,
            to: Tag::FsWrite,
            first: "fetch from the network",
            then: "write the result to any file",
        }),
    },
    Row {
        id: "database_takeover",
        tags: [Tag::DbQuery, Tag::DbWrite],
        risk: "One injected query can read and change the whole database.",
        counts: always,
        // One server's tools are taken to be on one database. The databases of two servers are two.
        flow: None,
    },
];

fn always(_: &Classification, _: Tag) -> bool {
    true
}

/// Only what the caller gives leaves the house: a tool that takes no free text carries nothing out.
fn carries_out(tool: &Classification, tag: Tag) -> bool {
    let is_bound = |reason: &String| reason == "enum" || reason.starts_with("type:");
    tag != Tag::NetEgress || tool.parameter_roles.values().any(|parameter| !parameter.evidence.iter().any(is_bound))
}

/// What was deleted cannot be run.
fn leaves_a_file(tool: &Classification, tag: Tag) -> bool {
    tag != Tag::FsWrite || tool.operation.class != OperationClass::Destructive
}

/// Code is at risk from a tool that writes only if its caller chooses the file and what goes into it: as contents, or
/// as a URL that is saved. Where a log tool writes is its server's choice, and one that deletes or renames brings in
/// nothing. A definition does not tell which folders a server guards, so a caller's path is taken to reach code. And
/// from the network comes only what is fetched: a tool that posts messages brings nothing in.
fn brings_code_in(tool: &Classification, tag: Tag) -> bool {
    let takes = |wanted: &[Role]| {
        tool.parameter_roles
            .values()
            .any(|parameter| wanted.contains(&parameter.role) && parameter.confidence.reaches(Level::Medium))
    };
    match tag {
        // A commit writes what is in the repository already.
        Tag::FsWrite => takes_own_path(tool) && takes(&[Role::Content, Role::Url]),
        _ => tool.operation.class <= OperationClass::Read || takes(&[Role::Url]),
    }
}

/// Whether the caller chooses a file, and not only the repository it is in.
fn takes_own_path(tool: &Classification) -> bool {
    let is_path = |(name, parameter): (&String, &ParameterRole)| {
        parameter.role == Role::Path && parameter.confidence.reaches(Level::Medium) && !name.starts_with("repo")
    };
    tool.parameter_roles.iter().any(is_path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_told_apart_and_its_direction_is_between_its_tags() {
        let mut ids = BTreeSet::new();
        for row in TABLE {
            assert!(ids.insert(row.id), "{} occurs twice", row.id);
            assert!(row.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{}", row.id);
            assert_ne!(row.tags[0], row.tags[1], "{}", row.id);
            assert!(row.risk.ends_with('.') && !row.risk.contains("  "), "{}", row.risk);
            if let Some(flow) = &row.flow {
                assert!(row.tags.contains(&flow.from) && row.tags.contains(&flow.to), "{}", row.id);
                assert_ne!(flow.from, flow.to, "{}", row.id);
            }
        }
    }
}
