//! The servers that a file lists, each with the value it was read from.

use super::tree::{Data, Value};
use super::{ANY_KEYS, ConfigError, entry, holds_servers};
use vetgate_model::{Pointer, ServerEntry};

/// One server as a file lists it.
#[derive(Debug, Clone)]
pub struct Listed<'v> {
    /// The name of the entry; the place in the list where it has none.
    pub name: String,
    /// Where in the file it stands.
    pub pointer: Pointer,
    /// The entry as it is written, for whoever keeps settings of its own in it.
    pub value: &'v Value,
    /// The entry as it was understood, or why it is no server.
    pub entry: Result<ServerEntry, ConfigError>,
}

/// Every server of `root`, under any of the keys that [`parse`](super::parse) knows, in the order of the file; two of
/// one name are both there.
pub fn servers<'v>(file: &str, root: &'v Value) -> Result<Vec<Listed<'v>>, ConfigError> {
    let keys: Vec<&str> = ANY_KEYS.iter().copied().filter(|key| holds_servers(root, key)).collect();
    at_keys(file, root, &keys)
}

pub(super) fn at_keys<'v>(file: &str, root: &'v Value, keys: &[&str]) -> Result<Vec<Listed<'v>>, ConfigError> {
    let shape = |value: &Value, place: String, expected| ConfigError::Shape {
        file: file.to_owned(),
        line: value.line,
        place,
        expected,
        found: value.kind(),
    };
    if !root.is_map() && root.data != Data::Null {
        return Err(shape(root, "/".to_owned(), "a map of settings"));
    }
    let mut listed = vec![];
    for (pointer, servers) in keys.iter().flat_map(|key| at(root, key)) {
        let mut add = |name: String, value: &'v Value, pointer: Pointer| {
            let is_twice = servers.members().iter().filter(|(other, _)| *other == name).count() > 1;
            let entry = match is_twice {
                // Readers disagree on which of them counts, so neither is used.
                true => Err(ConfigError::Ambiguous {
                    file: file.to_owned(),
                    line: value.line,
                    place: pointer.to_string(),
                    problem: "the name of this server occurs twice; give each server a different name".to_owned(),
                }),
                false => entry::read(file, &name, value, pointer.clone()),
            };
            listed.push(Listed { name, pointer, value, entry });
        };
        match &servers.data {
            Data::Null => {}
            Data::Map(members) => members.iter().for_each(|(name, value)| add(name.clone(), value, pointer.key(name))),
            // Continue lists its servers, each with a name.
            Data::List(elements) => elements.iter().enumerate().for_each(|(index, value)| {
                let name = value.get("name").and_then(Value::text).map_or_else(|| index.to_string(), str::to_owned);
                add(name, value, pointer.index(index));
            }),
            _ => {
                let name = pointer.tokens().last().unwrap_or_default();
                let entry = Err(shape(servers, pointer.to_string(), "a map of servers"));
                listed.push(Listed { name, pointer, value: servers, entry });
            }
        }
    }
    Ok(listed)
}

/// The values at `path`, in which `*` stands for any member.
pub(super) fn at<'v>(root: &'v Value, path: &str) -> Vec<(Pointer, &'v Value)> {
    path.split('/').fold(vec![(Pointer::root(), root)], |found, segment| {
        let members = found.into_iter().flat_map(|(pointer, value)| {
            let fits = move |(key, _): &&(String, Value)| segment == "*" || key == segment;
            value.members().iter().filter(fits).map(move |(key, member)| (pointer.key(key), member))
        });
        members.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn servers_under_every_spelling_are_listed_and_what_is_none_says_why() {
        let text = "{\"mcpServers\": {\"a\": {\"command\": \"c\"}, \"b\": {}, \"a\": 1},\n \"servers\": {\"d\": {\"url\": \"http://h\"}}}";
        let root = super::super::tree(Path::new("f.json"), text).unwrap();
        let listed = servers("f.json", &root).unwrap();
        let shown: Vec<_> = listed.iter().map(|s| (s.pointer.as_str(), s.value.line, s.entry.is_ok())).collect();
        let expected = [
            ("/mcpServers/a", 1, false),
            ("/mcpServers/b", 1, false),
            ("/mcpServers/a", 1, false),
            ("/servers/d", 2, true),
        ];
        assert_eq!(shown, expected);
    }
}
