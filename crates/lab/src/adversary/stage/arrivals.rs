//! What has arrived at servers.

use serde_json::Value;

/// The most bytes that are kept.
const MOST: usize = 64 * 1024 * 1024;

/// Texts that somebody has sent to a server, one a line.
#[derive(Debug, Default)]
pub(super) struct Arrivals(String);

impl Arrivals {
    /// Notes a text.
    pub(super) fn note(&mut self, text: &str) {
        if self.0.len() + text.len() < MOST {
            self.0.push_str(text);
            self.0.push('\n');
        }
    }

    /// Notes every text of a value, and the names of its members.
    pub(super) fn note_all(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.note(text),
            Value::Number(number) => self.note(&number.to_string()),
            Value::Array(values) => values.iter().for_each(|value| self.note_all(value)),
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                self.note(name);
                self.note_all(member);
            }),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Whether a text has arrived.
    pub(super) fn contain(&self, text: &str) -> bool {
        self.0.contains(text)
    }
}
