//! Who the servers of a run are: their own names, and the clients that have them.
//!
//! Results tell servers apart by labels such as `git (Cursor)`, in which words stand that are not the server's. What a
//! server is called in its own configuration, and beside which others it stands there, is kept here.

use std::collections::BTreeMap;

/// Servers by their labels.
#[derive(Debug, Default)]
pub(crate) struct Roster(BTreeMap<String, Known>);

#[derive(Debug, Default)]
struct Known {
    /// One for each configuration it stands in; the first is the one it goes by.
    names: Vec<String>,
    clients: Vec<Option<String>>,
}

impl Roster {
    /// Notes that the server labelled `label` is called `name` in the configuration `client`, or that it was named on
    /// the command line.
    pub(crate) fn add(&mut self, label: &str, name: &str, client: Option<&str>) {
        let known = self.0.entry(label.to_owned()).or_default();
        if !known.names.iter().any(|other| other == name) {
            known.names.push(name.to_owned());
        }
        if !known.clients.iter().any(|other| other.as_deref() == client) {
            known.clients.push(client.map(str::to_owned));
        }
    }

    /// The server's own names, at least one, the one it goes by first.
    pub(crate) fn names<'r>(&'r self, label: &'r str) -> Vec<&'r str> {
        match self.0.get(label) {
            Some(known) => known.names.iter().map(String::as_str).collect(),
            None => vec![label],
        }
    }

    /// The configurations that the server stands in; `None` is the command line.
    pub(crate) fn clients(&self, label: &str) -> Vec<Option<&str>> {
        match self.0.get(label) {
            Some(known) => known.clients.iter().map(Option::as_deref).collect(),
            None => vec![None],
        }
    }

    /// Whether any server is called `name`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.values().any(|known| known.names.iter().any(|other| other == name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_of_two_clients_belongs_to_both() {
        let mut roster = Roster::default();
        roster.add("git (Cursor)", "git", Some("a.json"));
        roster.add("git (Cursor)", "github", Some("b.json"));
        roster.add("git (Cursor)", "git", Some("b.json"));
        assert_eq!(roster.names("git (Cursor)"), ["git", "github"]);
        assert_eq!(roster.clients("git (Cursor)"), [Some("a.json"), Some("b.json")]);
        assert!(roster.has("github") && !roster.has("git (Cursor)"));
    }

    #[test]
    fn a_server_that_nobody_introduced_goes_by_its_label() {
        let roster = Roster::default();
        assert_eq!((roster.names("x"), roster.clients("x")), (vec!["x"], vec![None]));
    }
}
