//! One server's entry, ready to be written.

use crate::client::GATEWAY;
use std::collections::BTreeMap;
use vetgate_mcp::configs::{Data, Value};
use vetgate_model::{ServerEntry, Transport};

/// A server's entry with its members in the order in which they are written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) value: Value,
}

impl Entry {
    pub(crate) fn new(name: &str, members: Vec<(&str, Value)>) -> Self {
        Self { name: name.to_owned(), value: map(members) }
    }

    /// The entry in the form in which most clients, and the gateway, write it.
    /// `own` is what it says to the gateway.
    pub(crate) fn plain(name: &str, entry: &ServerEntry, own: Option<&Value>) -> Self {
        let mut members = match &entry.transport {
            Transport::Stdio { command, args, env, cwd } => {
                let mut members = vec![("command", text(command)), ("args", list(args))];
                if !env.is_empty() {
                    members.push(("env", strings(env)));
                }
                members.extend(cwd.as_deref().map(|cwd| ("cwd", text(cwd))));
                members
            }
            Transport::Http { url, headers, sse } => {
                let mut members = vec![];
                if *sse {
                    members.push(("type", text("sse")));
                }
                members.push(("url", text(url)));
                if !headers.is_empty() {
                    members.push(("headers", strings(headers)));
                }
                members
            }
        };
        if entry.disabled {
            members.push(("disabled", flag(true)));
        }
        members.extend(own.map(|own| (GATEWAY, own.clone())));
        Self::new(name, members)
    }
}

/// What was not read from a file has no line.
fn value(data: Data) -> Value {
    Value { line: 0, data }
}

pub(crate) fn text(text: &str) -> Value {
    value(Data::Text(text.to_owned()))
}

pub(crate) fn flag(flag: bool) -> Value {
    value(Data::Bool(flag))
}

pub(crate) fn list(words: &[String]) -> Value {
    value(Data::List(words.iter().map(|word| text(word)).collect()))
}

pub(super) fn map(members: Vec<(&str, Value)>) -> Value {
    value(Data::Map(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()))
}

fn strings(strings: &BTreeMap<String, String>) -> Value {
    map(strings.iter().map(|(key, value)| (key.as_str(), text(value))).collect())
}
