//! What the servers of one client can do together.
//!
//! A server that only reads files and a server that only sends messages are harmless apart. In one client they are an
//! exfiltration path, because the agent carries what it read on the one to the other. Only combinations with a
//! direction cross servers: something is read or fetched here and used there. Two databases on two servers are no
//! combination.

use crate::combinations::{self, Flow, Row};
use crate::profile::named;
use crate::{Profile, Tag};
use serde::{Deserialize, Serialize};

/// A risk pattern that runs from some servers of a client to others.
///
/// It stands for every pair of a server in `from` and one in `to`, so a client with a hundred servers has one crossing
/// for each pattern and not thousands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// The client's configuration; `None` if the servers were put together in another way.
    pub client: Option<String>,
    /// The tags of the combination.
    pub tags: Vec<Tag>,
    /// The risk pattern, as a stable id: `exfil_pair`, ...
    pub rationale: String,
    /// The servers that it comes from, with their tools. None of them has the combination by itself.
    pub from: Vec<Party>,
    /// The servers that it goes to, with their tools. One that has the combination by itself stands here too, since
    /// others can go through it.
    pub to: Vec<Party>,
}

/// The part that one server has in a crossing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// The server's name.
    pub server: String,
    /// Its tools that take part, in the order given.
    pub tools: Vec<String>,
}

/// How many servers a sentence names on each side.
const NAMED: usize = 3;

/// The risk patterns between the servers of one client, in the order of the table of combinations. Servers of two
/// clients do not meet: no agent carries anything from the one to the other.
///
/// What a server does alone is said in its [`Profile`] and not repeated: it is no source of a crossing of that
/// pattern, because it needs nobody else. So no server is on both sides of a crossing. Profiles are told apart by
/// their place in the list, not by name.
///
/// ```
/// use vetgate_capability::{Profile, classify, crossings};
/// use vetgate_model::{Definition, DefinitionKind};
///
/// let profile = |server: &str, raw| {
///     let tool = Definition::parse(server, DefinitionKind::Tool, raw).unwrap();
///     Profile::of(server, vec![classify(&tool)])
/// };
/// let files = profile("files", r#"{"name":"read_file","description":"Reads a file.",
///     "inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#);
/// let slack = profile("slack", r#"{"name":"post_message","description":"Posts a message to a Slack channel.",
///     "inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}"#);
/// let found = crossings(Some("mcp.json"), &[&files, &slack]);
/// assert_eq!(found[0].rationale, "exfil_pair");
/// assert_eq!(found[0].sentence("This client"), "This client can read files through files and send them out through slack.");
/// ```
pub fn crossings(client: Option<&str>, servers: &[&Profile]) -> Vec<Crossing> {
    combinations::TABLE.iter().filter_map(|row| crossing(client, row, row.flow.as_ref()?, servers)).collect()
}

fn crossing(client: Option<&str>, row: &Row, flow: &Flow, servers: &[&Profile]) -> Option<Crossing> {
    let party = |server: &Profile, tag| Party {
        server: server.server.clone(),
        tools: named(&server.tools, |tool| row.counts(tool, tag)),
    };
    let takes_part = |party: &Party| !party.tools.is_empty();
    let needy = servers.iter().filter(|server| !server.combines(row.id));
    let from: Vec<Party> = needy.map(|server| party(server, flow.from)).filter(takes_part).collect();
    let to: Vec<Party> = servers.iter().map(|server| party(server, flow.to)).filter(takes_part).collect();
    (!from.is_empty() && !to.is_empty()).then(|| Crossing {
        client: client.map(str::to_owned),
        tags: row.tags.to_vec(),
        rationale: row.id.to_owned(),
        from,
        to,
    })
}

impl Crossing {
    /// What `subject` can do in plain English, naming a few servers of each side and counting the rest.
    ///
    /// The names are as the configuration has them: escape the sentence before you show it.
    pub fn sentence(&self, subject: &str) -> String {
        let (first, then) = match combinations::row(&self.rationale).and_then(|row| row.flow.as_ref()) {
            Some(flow) => (flow.first, flow.then),
            None => ("begin what is dangerous", "finish it"),
        };
        format!("{subject} can {first} through {} and {then} through {}.", list(&self.from), list(&self.to))
    }

    /// The risk in one sentence; `None` for an id that this version does not know.
    pub fn risk(&self) -> Option<&'static str> {
        combinations::row(&self.rationale).map(|row| row.risk)
    }
}

/// `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`.
fn list(parties: &[Party]) -> String {
    let names: Vec<&str> = parties.iter().map(|party| party.server.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] if names.len() <= NAMED => format!("{} and {last}", most.join(", ")),
        [..] => {
            let (shown, rest) = names.split_at(NAMED);
            format!("{} and {} more", shown.join(", "), rest.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{server, taking, tool};
    use crate::{Level, Role};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn found(servers: &[Profile], rationale: &str) -> Option<(Vec<String>, Vec<String>)> {
        let names = |parties: Vec<Party>| parties.into_iter().map(|party| party.server).collect();
        let crossing = crossings(None, &servers.iter().collect::<Vec<_>>())
            .into_iter()
            .find(|crossing| crossing.rationale == rationale)?;
        Some((names(crossing.from), names(crossing.to)))
    }

    fn names(from: &[&str], to: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Some((owned(from), owned(to)))
    }

    #[test]
    fn every_pattern_with_a_direction_crosses_and_no_other_does() {
        for row in combinations::TABLE {
            let written = [("path", Role::Path, Level::High), ("content", Role::Content, Level::High)];
            let [one, other] =
                row.tags.map(|tag| Profile::of(tag.name(), vec![taking(tool(tag.name(), &[tag]), &written)]));
            let expected = row.flow.as_ref().and_then(|flow| names(&[flow.from.name()], &[flow.to.name()]));
            assert_eq!(found(&[one, other], row.id), expected, "{}", row.id);
        }
    }

    #[test]
    fn a_server_that_needs_nobody_is_no_source_but_others_go_through_it() {
        let both = server("both", &[Tag::FsRead, Tag::NetEgress]);
        let reads = server("reads", &[Tag::FsRead]);
        let sends = server("sends", &[Tag::NetEgress]);
        assert_eq!(found(std::slice::from_ref(&both), "exfil_pair"), None);
        assert_eq!(found(&[both.clone(), sends.clone()], "exfil_pair"), None);
        assert_eq!(found(&[both.clone(), reads.clone()], "exfil_pair"), names(&["reads"], &["both"]));
        assert_eq!(found(&[both, reads, sends], "exfil_pair"), names(&["reads"], &["both", "sends"]));
    }

    #[test]
    fn each_side_names_the_tools_that_take_part() {
        let files =
            Profile::of("files", vec![tool("read", &[Tag::FsRead]), tool("time", &[]), tool("list", &[Tag::FsRead])]);
        let crossing = &crossings(Some("mcp.json"), &[&files, &server("mail", &[Tag::NetEgress])])[0];
        assert_eq!(
            crossing.from,
            [Party { server: "files".to_owned(), tools: vec!["read".to_owned(), "list".to_owned()] }]
        );
        assert_eq!(crossing.to[0].tools, ["net_egress"]);
        let json = serde_json::to_value(crossing).unwrap();
        assert_eq!(json["client"], "mcp.json");
        assert_eq!(json["from"][0], serde_json::json!({ "server": "files", "tools": ["read", "list"] }));
        assert_eq!(serde_json::from_value::<Crossing>(json).unwrap(), *crossing);
    }

    #[test]
    fn a_hundred_servers_make_one_readable_crossing() {
        let mut servers: Vec<Profile> = (0..50).map(|n| server(&format!("r{n}"), &[Tag::SecretAccess])).collect();
        servers.extend((0..50).map(|n| server(&format!("w{n}"), &[Tag::NetEgress])));
        let crossings = crossings(None, &servers.iter().collect::<Vec<_>>());
        assert_eq!(crossings.len(), 1);
        assert_eq!(
            crossings[0].sentence("This client"),
            "This client can read secrets through r0, r1, r2 and 47 more and send them out through w0, w1, w2 and 47 more."
        );
    }

    #[test]
    fn names_are_listed_as_people_do() {
        for (count, listed) in [(1, "a"), (2, "a and b"), (3, "a, b and c"), (4, "a, b, c and 1 more")] {
            let parties: Vec<Party> = ["a", "b", "c", "d"][..count]
                .iter()
                .map(|name| Party { server: (*name).to_owned(), tools: vec![] })
                .collect();
            assert_eq!(list(&parties), listed);
        }
    }

    #[test]
    fn every_sentence_reads_as_one() {
        let written = [("path", Role::Path, Level::High), ("content", Role::Content, Level::High)];
        let servers = [
            server("net", &[Tag::NetEgress]),
            Profile::of("disk", vec![taking(tool("write", &[Tag::FsWrite]), &written), tool("read", &[Tag::FsRead])]),
            server("db", &[Tag::DbQuery, Tag::DbWrite]),
            server("vault", &[Tag::SecretAccess]),
            server("shell", &[Tag::Exec]),
        ];
        let crossings = crossings(None, &servers.iter().collect::<Vec<_>>());
        let sentences: Vec<String> = crossings.iter().map(|crossing| crossing.sentence("This client")).collect();
        assert_eq!(
            sentences,
            [
                "This client can read files through disk and send them out through net.",
                "This client can read secrets through vault and send them out through net.",
                "This client can read a database through db and send rows out through net.",
                "This client can write files through disk and run them through shell.",
                "This client can fetch from the network through net and write the result to any file through disk.",
            ]
        );
    }

    proptest! {
        #[test]
        fn no_server_is_on_both_sides_and_every_pair_is_new(
            sets in prop::collection::vec(prop::collection::btree_set(prop::sample::select(&Tag::ALL), 0..4), 0..12),
        ) {
            let servers: Vec<Profile> = sets
                .iter()
                .enumerate()
                .map(|(index, tags)| server(&index.to_string(), &tags.iter().copied().collect::<Vec<_>>()))
                .collect();
            for crossing in crossings(None, &servers.iter().collect::<Vec<_>>()) {
                let from: BTreeSet<&String> = crossing.from.iter().map(|party| &party.server).collect();
                let to: BTreeSet<&String> = crossing.to.iter().map(|party| &party.server).collect();
                prop_assert!(from.is_disjoint(&to));
                for server in servers.iter().filter(|server| from.contains(&server.server)) {
                    prop_assert!(!server.combines(&crossing.rationale));
                }
            }
        }
    }
}
