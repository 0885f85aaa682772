//! Which servers are taken over, and under which names.

use crate::client::GATEWAY;
use crate::console;
use crate::splice::Entry;
use std::collections::BTreeSet;
use vetgate_mcp::configs::Value;
use vetgate_model::{ServerEntry, Transport};
use vetgate_report::escape;
use vetgate_vet::config;

/// What the client of a file is called that is not known.
const UNKNOWN: &str = "file";

/// A server as one client has it.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// The client, as people call it.
    pub(crate) client: &'static str,
    pub(crate) entry: ServerEntry,
    /// What the entry says to the gateway: its `vetgate` block.
    pub(crate) own: Option<Value>,
    /// Whether it stands in a project's file, which may be a stranger's.
    pub(crate) is_project: bool,
}

/// What becomes of the servers of clients.
#[derive(Debug, Default)]
pub(crate) struct Merge {
    /// The entries that are new, under the names they get.
    pub(crate) added: Vec<Entry>,
    /// What is to be told, a line each.
    notes: Vec<String>,
}

impl Merge {
    /// Decides on `sources`, one after the other, beside the servers that are `there`.
    pub(crate) fn of(there: Vec<ServerEntry>, sources: Vec<Source>) -> Self {
        let mut merge = Self::default();
        let mut taken: Vec<(String, Transport)> =
            there.into_iter().map(|entry| (entry.name, entry.transport)).collect();
        for Source { client, entry, own, is_project } in sources {
            // A file that no client is known to read is nobody's.
            let of = if client == UNKNOWN { String::new() } else { format!(" of {client}") };
            let place = || format!("{}{of} ({})", entry.name, entry.file);
            if is_gateway(&entry) {
                merge.notes.push(format!("- {}: it is the gateway itself", place()));
                continue;
            }
            if let Some((name, _)) = taken.iter().find(|(_, transport)| *transport == entry.transport) {
                merge.notes.push(format!("- {}: it is the same server as {name}", place()));
                continue;
            }
            let names: BTreeSet<&str> = taken.iter().map(|(name, _)| name.as_str()).collect();
            let name = free(&entry.name, client, &names);
            match name == entry.name {
                true => merge.notes.push(format!("+ {}", place())),
                false => merge.notes.push(format!(
                    "+ {name} is {}, renamed because there is another {}",
                    place(),
                    entry.name
                )),
            }
            merge.warn(&name, &entry);
            // How much a server is trusted is not for those to say who bring it.
            let own = own.filter(|_| {
                if is_project {
                    merge
                        .notes
                        .push(format!("  left out: `{GATEWAY}` of a project's file; set the trust of {name} yourself"));
                }
                !is_project
            });
            merge.added.push(Entry::plain(&name, &entry, own.as_ref()));
            taken.push((name, entry.transport));
        }
        merge
    }

    /// Names the secrets that are copied, never their values.
    fn warn(&mut self, name: &str, entry: &ServerEntry) {
        let named = [(name.to_owned(), entry.clone())];
        let findings = config::inspect(&named).findings;
        let signals =
            findings.iter().flat_map(|finding| &finding.signals).filter(|signal| signal.check == "config.secret");
        let keys: BTreeSet<String> = signals
            .filter_map(|signal| {
                let below = signal.pointer.as_str().strip_prefix(entry.pointer.as_str())?;
                Some(below.trim_start_matches('/').replace('/', "."))
            })
            .collect();
        if !keys.is_empty() {
            let keys = keys.into_iter().collect::<Vec<_>>().join(", ");
            self.notes.push(format!(
                "  copied in clear text: {keys}; use references ${{env:NAME}} or ${{file:PATH}} instead"
            ));
        }
    }

    /// Says what was decided.
    pub(crate) fn tell(&self) {
        self.notes.iter().for_each(|note| console::note(&escape::line(note)));
    }
}

/// Whether this is the entry that `vetgate connect` writes.
pub(crate) fn is_gateway(entry: &ServerEntry) -> bool {
    let is_vetgate = |command: &str| {
        let name = command.rsplit(['/', '\\']).next().unwrap_or_default();
        name == GATEWAY || name == "vetgate.exe"
    };
    match &entry.transport {
        Transport::Stdio { command, args, .. } => is_vetgate(command) && args.iter().any(|arg| arg == "serve"),
        Transport::Http { .. } => entry.name == GATEWAY,
    }
}

/// A name that is not taken: the own one, or with the client's, or with a number.
fn free(name: &str, client: &str, taken: &BTreeSet<&str>) -> String {
    let client = client.to_lowercase().replace(' ', "-");
    let forms = [name.to_owned(), format!("{name}-{client}")].into_iter();
    let numbered = (2..).map(|number| format!("{name}-{client}-{number}"));
    forms.chain(numbered).find(|form| !taken.contains(form.as_str())).expect("there are more numbers than servers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use vetgate_mcp::configs;

    fn entries(json: &str) -> Vec<ServerEntry> {
        configs::parse(Path::new("m.json"), &format!("{{\"mcpServers\": {json}}}")).unwrap().entries.unwrap()
    }

    fn sources(client: &'static str, json: &str) -> Vec<Source> {
        entries(json).into_iter().map(|entry| Source { client, entry, own: None, is_project: false }).collect()
    }

    #[test]
    fn equal_servers_are_taken_once_and_equal_names_told_apart() {
        let there = entries(r#"{"git": {"command": "a"}}"#);
        let mut all =
            sources("Cursor", r#"{"git": {"command": "b"}, "same": {"command": "a"}, "new": {"url": "http://h"}}"#);
        all.extend(sources("VS Code", r#"{"git": {"command": "c"}, "new": {"url": "http://h"}}"#));
        all.extend(sources("Cursor", r#"{"git": {"command": "d"}}"#));
        let merge = Merge::of(there, all);
        let names: Vec<&str> = merge.added.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["git-cursor", "new", "git-vs-code", "git-cursor-2"]);
        assert!(
            merge.notes[1].contains("- same of Cursor (m.json): it is the same server as git"),
            "{:?}",
            merge.notes
        );
    }

    #[test]
    fn the_gateway_is_not_put_behind_itself() {
        let json = r#"{"vetgate": {"command": "/usr/bin/vetgate", "args": ["serve", "--stdio"]}, "x": {"command": "vetgate", "args": ["scan"]}}"#;
        let merge = Merge::of(vec![], sources("Cursor", json));
        assert_eq!(merge.added.len(), 1);
        assert!(
            Merge::of(vec![], sources("Cursor", r#"{"vetgate": {"url": "http://127.0.0.1:1/mcp"}}"#)).added.is_empty()
        );
    }

    #[test]
    fn secrets_are_named_and_never_shown() {
        let json = r#"{"a": {"command": "c", "env": {"GITHUB_TOKEN": "q7Jr92kdPw0sLmX4", "REF_TOKEN": "${env:X}"}}}"#;
        let merge = Merge::of(vec![], sources("Cursor", json));
        let notes = merge.notes.join("\n");
        assert!(notes.contains("copied in clear text: env.GITHUB_TOKEN;"), "{notes}");
        assert!(!notes.contains("q7Jr92") && !notes.contains("REF_TOKEN"), "{notes}");
    }
}
