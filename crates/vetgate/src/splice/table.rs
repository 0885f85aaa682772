//! Edits of TOML: an entry is a table of its own at the end of the file.

use super::Edit;
use toml::de::{DeTable, DeValue};
use vetgate_mcp::configs::{Data, Value};

/// Makes one edit to the tables under `keys`. Nothing if it cannot be made.
pub(super) fn edit(text: &str, keys: &[&str], edit: &Edit) -> Option<String> {
    match edit {
        Edit::Remove(name) => Some(without(text, &[keys, &[name]].concat())),
        Edit::Put(entry) => {
            let path = [keys, &[entry.name.as_str()]].concat();
            let mut text = without(text, &path);
            let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
            if !text.is_empty() {
                text.push_str(if text.ends_with('\n') { newline } else { "\n\n" });
            }
            table(&mut text, &path, &entry.value, newline)?;
            Some(text)
        }
    }
}

/// The text without the tables at `path` and below. What is said right above the table that follows stays with that.
fn without(text: &str, path: &[&str]) -> String {
    let (mut kept, mut is_cut, mut remarks) = (String::with_capacity(text.len()), false, String::new());
    for line in text.split_inclusive('\n') {
        if let Some(header) = header(line) {
            is_cut = header.len() >= path.len() && path.iter().zip(&header).all(|(a, b)| a == b);
            if !is_cut {
                kept.push_str(&remarks);
            }
            remarks.clear();
        }
        match is_cut {
            false => kept.push_str(line),
            true if line.trim_start().starts_with('#') => remarks.push_str(line),
            true => remarks.clear(),
        }
    }
    if is_cut {
        // The empty line that set the table off goes with it.
        let end = kept.trim_end_matches(['\n', '\r']).len();
        let rest = kept[end..].find('\n').map_or(kept.len(), |newline| end + newline + 1);
        kept.truncate(if end == 0 { 0 } else { rest });
        kept.push_str(&remarks);
    }
    kept
}

/// The keys of a line that starts a table.
fn header(line: &str) -> Option<Vec<String>> {
    let line = line.trim();
    if !line.starts_with('[') {
        return None;
    }
    // Read as the table it starts, so that quotes, dots and comments are what they are in TOML.
    let read = DeTable::parse(line).ok()?;
    let mut keys = vec![];
    let mut table = read.get_ref();
    while let Some((key, value)) = table.iter().next() {
        keys.push(key.get_ref().to_string());
        table = match value.get_ref() {
            DeValue::Table(inner) => inner,
            DeValue::Array(elements) => match elements.first().map(|element| element.get_ref()) {
                Some(DeValue::Table(inner)) => inner,
                _ => break,
            },
            _ => break,
        };
    }
    (!keys.is_empty()).then_some(keys)
}

/// Writes a map as a table, and the maps in it as tables below.
fn table(text: &mut String, path: &[&str], value: &Value, newline: &str) -> Option<()> {
    let header: Vec<String> = path.iter().map(|name| key(name)).collect();
    text.push_str(&format!("[{}]{newline}", header.join(".")));
    let is_table = |value: &&(String, Value)| value.1.is_map();
    for (name, member) in value.members().iter().filter(|member| !is_table(member)) {
        text.push_str(&format!("{} = {}{newline}", key(name), short(member)?));
    }
    for (name, member) in value.members().iter().filter(is_table) {
        text.push_str(newline);
        table(text, &[path, &[name.as_str()]].concat(), member, newline)?;
    }
    Some(())
}

/// A value on one line; TOML has no null.
fn short(value: &Value) -> Option<String> {
    Some(match &value.data {
        Data::Null => return None,
        Data::Bool(value) => value.to_string(),
        Data::Number(text) => text.clone(),
        Data::Text(text) => quoted(text),
        Data::List(elements) => {
            format!("[{}]", elements.iter().map(short).collect::<Option<Vec<_>>>()?.join(", "))
        }
        Data::Map(members) => {
            let member = |(name, value): &(String, Value)| Some(format!("{} = {}", key(name), short(value)?));
            format!("{{ {} }}", members.iter().map(member).collect::<Option<Vec<_>>>()?.join(", "))
        }
    })
}

fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    // A JSON string is a TOML string, but for the one control character that JSON may leave as it is.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}
