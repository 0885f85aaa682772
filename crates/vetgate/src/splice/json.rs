//! Edits of JSON with comments.
//!
//! A new member is written as the first one, behind the `{` and what else stands on its line: so no comma has to be added
//! to what is there, and every comment keeps its neighbour.

use super::{Edit, entry};
use std::ops::Range;
use vetgate_mcp::configs::{Data, Value};
use vetgate_model::json::{Document, Kind, Limits, Node, Syntax};

/// A list that is longer is written with one element a line.
const LINE: usize = 80;

/// Makes one edit to the object at `keys`. Nothing if the text is not as it should be.
pub(super) fn edit(text: &str, keys: &[&str], edit: &Edit) -> Option<String> {
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    let document = Document::parse_as(text, Syntax::WithComments, Limits { depth: 64, ..Limits::default() }).ok()?;
    let writer = Writer::like(text, document.root());
    let mut node = document.root();
    for (depth, key) in keys.iter().enumerate() {
        match (only(node, key)?, edit) {
            (Some(member), _) => node = member,
            (None, Edit::Remove(_)) => return Some(text.to_owned()),
            (None, Edit::Put(new)) => {
                let inner = entry::map(vec![(new.name.as_str(), new.value.clone())]);
                let value = keys[depth + 1..].iter().rev().fold(inner, |inner, key| entry::map(vec![(*key, inner)]));
                return Some(writer.insert(node, key, &value));
            }
        }
    }
    match edit {
        Edit::Put(new) => match only(node, &new.name)? {
            Some(member) => {
                let indent = indent_at(text, member.span().start);
                Some(cut(text, &[(member.span(), &writer.pretty(&new.value, indent))]))
            }
            None => Some(writer.insert(node, &new.name, &new.value)),
        },
        Edit::Remove(name) => match only(node, name)? {
            Some(member) => Some(remove(text, node, member)),
            None => Some(text.to_owned()),
        },
    }
}

/// The member `key` of an object, if it has one. Nothing if it has several, or is no object.
fn only<'d, 't>(object: Node<'d, 't>, key: &str) -> Option<Option<Node<'d, 't>>> {
    if object.kind() != Kind::Object {
        return None;
    }
    let mut named = object.members().filter(|(name, _)| name.text == key).map(|(_, node)| node);
    let first = named.next();
    named.next().is_none().then_some(first)
}

/// Writes in the style of a text.
struct Writer<'t> {
    text: &'t str,
    newline: &'static str,
    /// One level of indentation.
    unit: &'t str,
}

impl<'t> Writer<'t> {
    fn like(text: &'t str, root: Node<'_, 't>) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let first = root.children().find_map(|member| own_line(text, member.key_span()?.start));
        Self { text, newline, unit: first.filter(|indent| !indent.is_empty()).unwrap_or("  ") }
    }

    /// The text with one more member in `object`.
    fn insert(&self, object: Node<'_, '_>, name: &str, value: &Value) -> String {
        let span = object.span();
        let open = span.start + 1;
        let inside = &self.text[open..span.end - 1];
        let has_members = object.children().next().is_some();
        let line = inside.split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let is_short =
            !inside.contains('\n') && (has_members || !self.text.trim_end().contains('\n') && !is_new(self.text));
        if is_short || has_members && !is_remark(line) {
            let at = open + inside.len() - inside.trim_start_matches([' ', '\t']).len();
            let gap = if has_members { ", " } else { "" };
            return cut(self.text, &[(at..at, &format!("{}: {}{gap}", quoted(name), short(value)))]);
        }
        let own = indent_at(self.text, span.start);
        let first = object.children().find_map(|member| own_line(self.text, member.key_span()?.start));
        let indent = first.map_or_else(|| format!("{own}{}", self.unit), str::to_owned);
        let member = format!("{}{indent}{}: {}", self.newline, quoted(name), self.pretty(value, &indent));
        if inside.trim().is_empty() {
            return cut(self.text, &[(span, &format!("{{{member}{}{own}}}", self.newline))]);
        }
        let at = if is_remark(line) { open + line.len() } else { open };
        cut(self.text, &[(at..at, &format!("{member}{}", if has_members { "," } else { "" }))])
    }

    /// A value over several lines, of which all but the first start with `indent`.
    fn pretty(&self, value: &Value, indent: &str) -> String {
        let line = short(value);
        let inner = format!("{}{indent}{}", self.newline, self.unit);
        let deeper = format!("{indent}{}", self.unit);
        let (open, parts, close): (_, Vec<String>, _) = match &value.data {
            Data::Map(members) => {
                let member =
                    |(key, value): &(String, Value)| format!("{}: {}", quoted(key), self.pretty(value, &deeper));
                ('{', members.iter().map(member).collect(), '}')
            }
            Data::List(elements) if line.chars().count() > LINE => {
                ('[', elements.iter().map(|element| self.pretty(element, &deeper)).collect(), ']')
            }
            _ => return line,
        };
        if parts.is_empty() {
            return line;
        }
        format!("{open}{inner}{}{}{indent}{close}", parts.join(&format!(",{inner}")), self.newline)
    }
}

/// Whether nothing stands in the file yet, so that there is no style to follow.
fn is_new(text: &str) -> bool {
    text.trim() == "{}"
}

/// The text without `member`, its comma and its line.
fn remove(text: &str, object: Node<'_, '_>, member: Node<'_, '_>) -> String {
    let span = member.span();
    let key = member.key_span().map_or(span.start, |key| key.start);
    if let Some(comma) = comma_after(text, span.end) {
        let is_near = text[span.end..comma].trim().is_empty();
        let end = if is_near { comma + 1 } else { span.end };
        let range = with_line(text, key, end);
        let space = text[range.end..].len() - text[range.end..].trim_start_matches(' ').len();
        return match (is_near, range.start == key) {
            (true, true) => cut(text, &[(key..range.end + space, "")]),
            (true, false) => cut(text, &[(range, "")]),
            (false, _) => cut(text, &[(range, ""), (comma..comma + 1, "")]),
        };
    }
    let range = with_line(text, key, span.end);
    let before = object.children().take_while(|other| other.span() != span).last();
    if let Some(comma) = before.and_then(|before| comma_after(text, before.span().end)) {
        return cut(text, &[(comma..comma + 1, ""), (range, "")]);
    }
    let whole = object.span();
    let around = [&text[whole.start + 1..range.start], &text[range.end..whole.end - 1]];
    match around.iter().all(|part| part.trim().is_empty()) {
        true => cut(text, &[(whole, "{}")]),
        false => cut(text, &[(range, "")]),
    }
}

/// What is cut for a member from `start` to `end`: the break and the space before it too, if it has its line to itself. What
/// comes behind it must not end up behind a comment of the line before.
fn with_line(text: &str, start: usize, end: usize) -> Range<usize> {
    let rest = text[end..].split('\n').next().unwrap_or_default().trim_start();
    let Some(indent) = own_line(text, start) else { return start..end };
    let line = start - indent.len();
    if !(rest.is_empty() || rest.starts_with("//")) || !text[end..].contains('\n') {
        return start..end;
    }
    let newline = if text[..line].ends_with("\r\n") { 2 } else { 1 };
    line - newline..end
}

/// Where the comma behind a value stands, comments and space between them aside.
fn comma_after(text: &str, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let rest = &text[at..];
        let skipped = rest.trim_start();
        at += rest.len() - skipped.len();
        at += match skipped.as_bytes() {
            [b',', ..] => return Some(at),
            [b'/', b'/', ..] => skipped.find('\n')?,
            [b'/', b'*', ..] => skipped.find("*/")? + 2,
            _ => return None,
        };
    }
}

/// `text` with each of the ranges, which are in order, replaced.
fn cut(text: &str, pieces: &[(Range<usize>, &str)]) -> String {
    let (mut done, mut at) = (String::with_capacity(text.len() + 256), 0);
    for (range, new) in pieces {
        done.push_str(&text[at..range.start]);
        done.push_str(new);
        at = range.end;
    }
    done + &text[at..]
}

/// What stands before `at` on its line, if that is only space.
fn own_line(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n')? + 1;
    let before = &text[start..at];
    before.trim().is_empty().then_some(before)
}

/// The space that the line of `at` starts with.
fn indent_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Whether a line holds nothing but a comment that ends with it.
fn is_remark(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with("//") || line.starts_with("/*") && line.find("*/") == Some(line.len() - 2)
}

/// A value on one line.
fn short(value: &Value) -> String {
    match &value.data {
        Data::Null => "null".to_owned(),
        Data::Bool(value) => value.to_string(),
        Data::Number(text) => text.clone(),
        Data::Text(text) => quoted(text),
        Data::List(elements) => format!("[{}]", elements.iter().map(short).collect::<Vec<_>>().join(", ")),
        Data::Map(members) => {
            let member = |(key, value): &(String, Value)| format!("{}: {}", quoted(key), short(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
