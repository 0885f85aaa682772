//! What the gathered tools can do, server by server, for `scan` and `classify`.
//!
//! Guarantees: servers stand in the order in which they were read, and so do their tools; a tool is read beside the
//! others of its server and under its server's own name; one on which the classifier breaks off is named and costs no
//! other.

use crate::roster::Roster;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vetgate_capability::{Classification, Crossing, Profile, classify_server};
use vetgate_model::{Cap, Definition, DefinitionKind};

/// A server and what is said of its tools.
pub(crate) struct Server<'d> {
    pub(crate) name: &'d str,
    pub(crate) tools: Vec<(&'d Definition, Classification)>,
}

impl Server<'_> {
    /// What its tools can do together.
    pub(crate) fn profile(self) -> Profile {
        Profile::of(self.name, self.tools.into_iter().map(|(_, classification)| classification).collect())
    }
}

/// Classifies the tools among `definitions` by what they say of themselves.
pub(crate) fn servers<'d>(definitions: &'d [Definition], roster: &Roster) -> (Vec<Server<'d>>, Vec<Cap>) {
    let mut groups: Vec<(&str, Vec<&Definition>)> = vec![];
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for tool in definitions.iter().filter(|definition| definition.kind() == DefinitionKind::Tool) {
        let place = *places.entry(tool.server()).or_insert_with(|| {
            groups.push((tool.server(), vec![]));
            groups.len() - 1
        });
        groups[place].1.push(tool);
    }
    let classified: Vec<Vec<Option<Classification>>> =
        groups.par_iter().map(|(label, tools)| classified(roster.names(label)[0], tools)).collect();
    let (mut servers, mut caps) = (vec![], vec![]);
    for ((name, group), classified) in groups.into_iter().zip(classified) {
        let mut tools = vec![];
        for (tool, classification) in group.into_iter().zip(classified) {
            match classification {
                Some(classification) => tools.push((tool, classification)),
                None => {
                    let place = format!("{name}/{}", tool.name());
                    caps.push(Cap::new("classify.failed", place, "the classifier failed; the tool is left out"));
                }
            }
        }
        if !tools.is_empty() {
            servers.push(Server { name, tools });
        }
    }
    (servers, caps)
}

/// The classifications of the tools of the server that is called `name`, in their order; nothing for one that the
/// classifier breaks off on.
fn classified(name: &str, tools: &[&Definition]) -> Vec<Option<Classification>> {
    let alone =
        |tool: &&Definition| catch_unwind(AssertUnwindSafe(|| classify_server(name, &[tool]).pop())).ok().flatten();
    match catch_unwind(AssertUnwindSafe(|| classify_server(name, tools))) {
        Ok(all) => all.into_iter().map(Some).collect(),
        Err(_) => tools.iter().map(alone).collect(),
    }
}

/// What the servers of each client can do together, and those that were named on the command line.
pub(crate) fn crossings(profiles: &[Profile], roster: &Roster) -> Vec<Crossing> {
    let mut clients: Vec<(Option<&str>, Vec<&Profile>)> = vec![];
    for profile in profiles {
        for client in roster.clients(&profile.server) {
            match clients.iter_mut().find(|(known, _)| *known == client) {
                Some((_, servers)) => servers.push(profile),
                None => clients.push((client, vec![profile])),
            }
        }
    }
    clients.into_iter().flat_map(|(client, servers)| vetgate_capability::crossings(client, &servers)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: &str = r#"{"name":"read_file","description":"Reads the file at the given path.",
        "inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}"#;
    const POST: &str = r#"{"name":"post_message","description":"Posts a message to a Slack channel.",
        "inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}"#;

    fn define(server: &str, kind: DefinitionKind, raw: &str) -> Definition {
        Definition::parse(server, kind, raw).unwrap()
    }

    #[test]
    fn servers_stand_in_the_order_in_which_they_were_read() {
        let definitions = [
            define("b", DefinitionKind::Tool, r#"{"name":"one"}"#),
            define("a", DefinitionKind::Tool, r#"{"name":"two"}"#),
            define("c", DefinitionKind::Prompt, r#"{"name":"greet"}"#),
            define("b", DefinitionKind::Tool, r#"{"name":"three"}"#),
        ];
        let (servers, caps) = servers(&definitions, &Roster::default());
        let names: Vec<(&str, Vec<&str>)> =
            servers.iter().map(|s| (s.name, s.tools.iter().map(|(tool, _)| tool.name()).collect())).collect();
        assert_eq!(names, [("b", vec!["one", "three"]), ("a", vec!["two"])]);
        assert!(caps.is_empty());
    }

    #[test]
    fn the_words_of_a_label_are_not_the_servers() {
        let raw = r#"{"name":"lookup","description":"Looks it up."}"#;
        let mut roster = Roster::default();
        roster.add("main (file, cc/dB.json:1)", "main", Some("cc/dB.json"));
        let labelled = [define("main (file, cc/dB.json:1)", DefinitionKind::Tool, raw)];
        let plain = [define("main", DefinitionKind::Tool, raw)];
        let said = |definitions: &[Definition]| servers(definitions, &roster).0[0].tools[0].1.clone();
        assert_eq!(said(&labelled), said(&plain));
    }

    #[test]
    fn only_servers_of_one_client_meet() {
        let definitions = [define("files", DefinitionKind::Tool, READ), define("slack", DefinitionKind::Tool, POST)];
        let found = |clients: [&[Option<&str>]; 2]| {
            let mut roster = Roster::default();
            for (server, clients) in ["files", "slack"].into_iter().zip(clients) {
                clients.iter().for_each(|client| roster.add(server, server, *client));
            }
            let profiles: Vec<Profile> = servers(&definitions, &roster).0.into_iter().map(Server::profile).collect();
            let exfil = crossings(&profiles, &roster).into_iter().filter(|crossing| crossing.rationale == "exfil_pair");
            exfil.map(|crossing| crossing.client).collect::<Vec<_>>()
        };
        let (a, b) = (Some("a.json"), Some("b.json"));
        assert_eq!(found([&[a], &[b]]), []);
        assert_eq!(found([&[a], &[None]]), []);
        assert_eq!(found([&[None], &[None]]), [None]);
        assert_eq!(found([&[a], &[b, a]]), [Some("a.json".to_owned())]);
        assert_eq!(found([&[a, b], &[b, a]]), [Some("a.json".to_owned()), Some("b.json".to_owned())]);
    }
}
