//! What is offered to the agent, and by which name.

use serde_json::Value;
use std::collections::BTreeMap;

/// Something that can be used, at one of the agent's links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) link: usize,
    /// The name, or the URI, by which it is asked for.
    pub(super) name: String,
    /// The server, where the link leads to one alone.
    server: Option<String>,
}

/// Everything that is offered now.
#[derive(Debug, Default)]
pub(super) struct Offers {
    tools: Vec<Offer>,
    prompts: Vec<Offer>,
    resources: Vec<Offer>,
    /// What the servers of the scenario are called at an endpoint that stands before all of them.
    known_as: BTreeMap<String, String>,
}

impl Offers {
    /// Notes what a server is called.
    pub(super) fn know(&mut self, server: &str, known_as: &str) {
        self.known_as.insert(server.to_owned(), known_as.to_owned());
    }

    pub(super) fn clear(&mut self) {
        self.tools.clear();
        self.prompts.clear();
        self.resources.clear();
    }

    /// Takes what a link has listed.
    pub(super) fn take(&mut self, link: usize, server: Option<&str>, shown: &Value) {
        let lists = [
            ("tools", "name", &mut self.tools),
            ("prompts", "name", &mut self.prompts),
            ("resources", "uri", &mut self.resources),
        ];
        for (list, key, offers) in lists {
            let names = shown.get(list).and_then(Value::as_array).into_iter().flatten();
            offers.extend(names.filter_map(|definition| definition.get(key)?.as_str()).map(|name| Offer {
                link,
                name: name.to_owned(),
                server: server.map(str::to_owned),
            }));
        }
    }

    pub(super) fn count(&self) -> usize {
        self.tools.len() + self.prompts.len() + self.resources.len()
    }

    /// A tool of a server. One that is called blindly need not have been listed: its name is guessed.
    pub(super) fn tool(&self, server: &str, tool: &str, is_blind: bool) -> Option<Offer> {
        let listed = self.find(&self.tools, server, tool);
        if listed.is_some() || !is_blind {
            return listed;
        }
        let beside = self.tools.iter().find(|offer| offer.server.as_deref() == Some(server));
        match self.known_as.get(server) {
            Some(known_as) => Some(Offer { link: 0, name: format!("{known_as}__{tool}"), server: None }),
            None => Some(Offer { link: beside?.link, name: tool.to_owned(), server: None }),
        }
    }

    pub(super) fn prompt(&self, server: &str, name: &str) -> Option<Offer> {
        self.find(&self.prompts, server, name)
    }

    /// A resource of a server. Those before whom it stands may write something before its URI.
    pub(super) fn resource(&self, server: &str, uri: &str) -> Option<Offer> {
        let fits = |offer: &&Offer| match &offer.server {
            Some(own) => own == server && offer.name == uri,
            None => offer.name.ends_with(uri),
        };
        self.resources.iter().find(fits).cloned()
    }

    fn find(&self, offers: &[Offer], server: &str, name: &str) -> Option<Offer> {
        if let Some(own) = offers.iter().find(|offer| offer.server.as_deref() == Some(server) && offer.name == name) {
            return Some(own.clone());
        }
        let known_as = folded(self.known_as.get(server)?);
        let behind = |offer: &&Offer| {
            let before = offer.name.strip_suffix(name);
            before.is_some_and(|before| folded(before) == known_as)
        };
        let alone = || {
            let mut same = offers.iter().filter(|offer| offer.name == name);
            same.next().filter(|_| same.next().is_none())
        };
        offers.iter().find(behind).or_else(alone).cloned()
    }
}

/// A name without what gateways write otherwise.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tools_are_found_by_whatever_name_a_gateway_gives_them() {
        for exposed in ["notes__read", "notes_read", "notes.read", "Notes-read", "notes/read"] {
            let mut offers = Offers::default();
            offers.know("notes", "notes");
            offers.know("mail", "mail");
            offers.take(0, None, &json!({"tools": [{"name": exposed}, {"name": "mail__read"}]}));
            assert_eq!(offers.tool("notes", "read", false).map(|offer| offer.name).as_deref(), Some(exposed));
        }
    }

    #[test]
    fn what_is_not_listed_is_not_found_unless_it_is_called_blindly() {
        let mut offers = Offers::default();
        offers.know("notes", "notes");
        offers.take(0, None, &json!({"tools": [{"name": "notes__read"}]}));
        assert_eq!(offers.tool("notes", "wipe", false), None);
        assert_eq!(offers.tool("notes", "wipe", true).map(|offer| offer.name).as_deref(), Some("notes__wipe"));
    }
}
