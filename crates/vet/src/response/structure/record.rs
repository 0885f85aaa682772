//! Records of `key: value` lines, as YAML and many tools print them.
//!
//! No YAML reader: a list of records, each a list of keys with their values. A line that is indented deeper than its key goes on
//! with the value. Only a text that is made of such lines, nearly all of them, is a record.

use serde_json::{Map, Value};

/// A key is a name, not a sentence.
const LONGEST_KEY: usize = 40;

/// Fewer keys make no record.
const FEWEST_KEYS: usize = 2;

/// The records of `text` as JSON; `None` if it holds anything else.
pub(super) fn json(text: &str) -> Option<String> {
    let mut records: Vec<Map<String, Value>> = Vec::new();
    let mut open: Option<Entry> = None;
    let mut keys = 0;
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches([' ', '-']).len();
        let is_item = line.trim_start().starts_with("- ");
        let goes_on = open.as_ref().is_some_and(|entry| {
            indent > entry.indent && !is_item && !(entry.value.is_empty() && key_of(line).is_some())
        });
        if line.trim().is_empty() || goes_on {
            if let Some(entry) = &mut open {
                entry.go_on(line.trim());
            }
            continue;
        }
        let (key, value) = key_of(line)?;
        if let Some(entry) = open.take() {
            entry.close(&mut records);
        }
        if is_item || records.is_empty() || records.last().is_some_and(|record| record.contains_key(key)) {
            records.push(Map::new());
        }
        keys += 1;
        open = Some(Entry { key: key.to_owned(), value: value.to_owned(), indent });
    }
    open?.close(&mut records);
    (keys >= FEWEST_KEYS).then(|| Value::from_iter(records).to_string())
}

struct Entry {
    key: String,
    value: String,
    indent: usize,
}

impl Entry {
    /// A wrapped line goes on; an empty one breaks.
    fn go_on(&mut self, line: &str) {
        if line.is_empty() {
            self.value.push('\n');
        } else {
            if !self.value.is_empty() && !self.value.ends_with('\n') {
                self.value.push(' ');
            }
            self.value.push_str(line);
        }
    }

    fn close(self, records: &mut [Map<String, Value>]) {
        if let Some(record) = records.last_mut() {
            record.insert(self.key, Value::from(unquoted(self.value.trim())));
        }
    }
}

/// The key and the value of a line, if it has the form.
fn key_of(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches([' ', '-']);
    let (key, value) = line.split_once(':')?;
    let is_key = !key.is_empty()
        && key.len() <= LONGEST_KEY
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    (is_key && (value.is_empty() || value.starts_with(' '))).then(|| (key, value.trim()))
}

/// A value without the quotes around it and without the mark of a block.
fn unquoted(value: &str) -> String {
    let inner = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    if let Some(text) = inner('\'') {
        return text.replace("''", "'");
    }
    if let Some(text) = inner('"') {
        return text.replace("\\n", "\n").replace("\\\"", "\"");
    }
    let block = ["|-", ">-", "|", ">"].iter().find_map(|mark| value.strip_prefix(mark));
    block.filter(|rest| rest.starts_with([' ', '\n'])).unwrap_or(value).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::json;

    #[test]
    fn lists_of_records_and_wrapped_values_are_read() {
        let text = "- id: 1\n  subject: 'one\n\n    two'\n- id: 2\n  subject: three\n";
        assert_eq!(json(text).as_deref(), Some(r#"[{"id":"1","subject":"one\ntwo"},{"id":"2","subject":"three"}]"#));
    }

    #[test]
    fn prose_is_no_record() {
        for text in ["Note: this is prose.\nIt goes on here.", "Just a line", "", "a: 1", "12:30 start\n13:00 end"] {
            assert_eq!(json(text), None, "{text}");
        }
    }
}
