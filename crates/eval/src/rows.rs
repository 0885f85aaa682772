//! Files of labelled items: one JSON document of the project's shape, or JSON Lines of anyone's.
//!
//! A document holds its items in one member (`entries`, `tools`, `queries`, ...) beside a `version`; it is the project's
//! own form and is held to every rule. JSON Lines have one item a line and are taken as they are, as far as they say
//! enough to be scored.

use crate::scores::Corpus;
use crate::{Flaw, Rule};
use std::collections::BTreeMap;
use vetgate_model::json::{Document, Kind, Lines, Node};

/// A file as the user named it, and what is in it.
#[derive(Debug, Clone, Copy)]
pub struct File<'t> {
    /// As messages show it.
    pub name: &'t str,
    /// Its text, unpacked.
    pub text: &'t str,
}

/// How a file holds its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One document with a list of items.
    Document,
    /// One item a line.
    Lines,
}

/// The items of a file.
#[derive(Debug)]
pub(crate) struct Rows<'t> {
    pub(crate) form: Form,
    /// The dataset's version, where it states one.
    pub(crate) version: Option<String>,
    pub(crate) rows: Vec<Row<'t>>,
}

/// One item: its JSON and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Row<'t> {
    pub(crate) file: &'t str,
    pub(crate) line: usize,
    pub(crate) raw: &'t str,
}

impl Row<'_> {
    pub(crate) fn flaw(&self, id: Option<&str>, rule: Rule, message: impl Into<String>) -> Flaw {
        let place = format!("{}:{}", self.file, self.line);
        Flaw { place, id: id.map(str::to_owned), rule, message: message.into() }
    }
}

/// Reads the items of `file`, which a document holds in one of `members`.
pub(crate) fn read<'t>(file: File<'t>, members: &[&'static str]) -> Result<Rows<'t>, Vec<Flaw>> {
    let flaw = |line: Option<usize>, rule, message: String| {
        let place = line.map_or_else(|| file.name.to_owned(), |line| format!("{}:{line}", file.name));
        vec![Flaw { place, id: None, rule, message }]
    };
    match Document::parse(file.text) {
        Ok(document) => {
            let root = document.root();
            let list = match root.kind() {
                Kind::Array => Some(("", root)),
                Kind::Object => members.iter().find_map(|member| Some((*member, root.get(member)?))),
                _ => None,
            };
            match list {
                Some((member, list)) if list.kind() == Kind::Array => Ok(items(file, &root, member, &list)),
                Some((member, _)) => {
                    Err(flaw(None, Rule::Shape, format!("`{member}` is not a list; expected a list of items")))
                }
                // One line of JSON Lines is a document too.
                None if root.kind() == Kind::Object && file.text.trim().lines().count() == 1 => lines(file),
                None => {
                    let wanted = members.iter().map(|member| format!("`{member}`")).collect::<Vec<_>>().join(" or ");
                    let message =
                        format!("has no member {wanted}; expected a document with such a list, or JSON Lines");
                    Err(flaw(None, Rule::Shape, message))
                }
            }
        }
        Err(error) => {
            let first = file.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            if Document::parse(first).is_ok() {
                return lines(file);
            }
            if file.text.trim().is_empty() {
                return Err(flaw(None, Rule::Json, "is empty; expected a document or JSON Lines".to_owned()));
            }
            Err(flaw(Some(error.line), Rule::Json, format!("is not JSON: column {}: {}", error.column, error.message)))
        }
    }
}

fn items<'t>(file: File<'t>, root: &Node<'_, 't>, member: &'static str, list: &Node<'_, 't>) -> Rows<'t> {
    let index = Lines::of(file.text);
    let rows = list.elements().map(|node| {
        let (line, _) = index.position(file.text, node.span().start);
        Row { file: file.name, line, raw: node.raw() }
    });
    // A bare list has no version and none of the project's promises.
    let form = if member.is_empty() { Form::Lines } else { Form::Document };
    Rows { form, version: Fields::of(root).text("version"), rows: rows.collect() }
}

fn lines(file: File<'_>) -> Result<Rows<'_>, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let mut rows = Vec::new();
    for (number, line) in file.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row = Row { file: file.name, line: number + 1, raw: line };
        match Document::parse(line) {
            Ok(_) => rows.push(row),
            Err(error) => {
                flaws.push(row.flaw(
                    None,
                    Rule::Json,
                    format!("is not JSON: column {}: {}", error.column, error.message),
                ));
            }
        }
    }
    match flaws.is_empty() {
        true => Ok(Rows { form: Form::Lines, version: None, rows }),
        false => Err(flaws),
    }
}

/// Reads every item of every file with `item`, which has nothing to remember from one to the next but the ids. Any flaw
/// anywhere, and there is nothing to score.
pub(crate) fn read_all<T>(
    files: &[File],
    member: &'static str,
    item: impl Fn(&Row, &Rows, &mut Ids) -> Result<T, Flaw>,
) -> Result<(Vec<Corpus>, Vec<T>), Vec<Flaw>> {
    let (mut corpora, mut items, mut flaws) = (Vec::new(), Vec::new(), Vec::new());
    let mut ids = Ids::default();
    for file in files {
        match read(*file, &[member]) {
            Ok(rows) => {
                corpora.push(Corpus::of(file, &rows));
                for row in &rows.rows {
                    match item(row, &rows, &mut ids) {
                        Ok(item) => items.push(item),
                        Err(flaw) => flaws.push(flaw),
                    }
                }
            }
            Err(broken) => flaws.extend(broken),
        }
    }
    if flaws.is_empty() { Ok((corpora, items)) } else { Err(flaws) }
}

/// Reads the members of one item. Text with lone surrogates is read as the model would see it, never refused.
pub(crate) struct Fields<'n, 'd, 't>(&'n Node<'d, 't>);

impl<'n, 'd, 't> Fields<'n, 'd, 't> {
    pub(crate) fn of(node: &'n Node<'d, 't>) -> Self {
        Self(node)
    }

    /// A member that is text.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        Some(self.0.get(key)?.string()?.text.into_owned())
    }

    /// The first of `keys` that is text.
    pub(crate) fn first(&self, keys: &[&str]) -> Option<String> {
        keys.iter().find_map(|key| self.text(key))
    }

    /// A member that is there and not `null`.
    pub(crate) fn some(&self, key: &str) -> Option<Node<'d, 't>> {
        self.0.get(key).filter(|node| node.kind() != Kind::Null)
    }
}

/// Finds ids that were given before.
#[derive(Debug, Default)]
pub(crate) struct Ids(BTreeMap<String, String>);

impl Ids {
    /// The id of an item, in one of `keys`. An item of JSON Lines may do without: it goes by its place.
    pub(crate) fn take(&mut self, row: &Row, form: Form, fields: &Fields, keys: &[&str]) -> Result<String, Flaw> {
        let id = match fields.first(keys) {
            Some(id) if !id.trim().is_empty() => id,
            Some(_) => return Err(row.flaw(None, Rule::Id, "has an empty id")),
            None if form == Form::Lines => format!("{}:{}", row.file, row.line),
            None => return Err(row.flaw(None, Rule::Id, format!("has no `{}`", keys[0]))),
        };
        let place = format!("{}:{}", row.file, row.line);
        match self.0.insert(id.clone(), place) {
            None => Ok(id),
            Some(first) => {
                let message = format!("has the same id as the entry at {first}; ids must be unique");
                Err(row.flaw(Some(&id), Rule::Id, message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Rows<'_>, Vec<Flaw>> {
        read(File { name: "f", text }, &["entries", "tools"])
    }

    #[test]
    fn a_document_a_list_and_lines_are_read_with_their_lines() {
        let document =
            read_text("{\"version\": \"1\",\n \"entries\": [\n {\"id\": 1},\n {\"id\": 2}]}").expect("a document");
        assert_eq!((document.form, document.version.as_deref(), document.rows[1].line), (Form::Document, Some("1"), 4));
        let list = read_text("[{\"id\": 1},\n {\"id\": 2}]").expect("a list");
        assert_eq!((list.form, list.rows.len(), list.rows[1].line), (Form::Lines, 2, 2));
        let lines = read_text("{\"id\": 1}\n\n{\"id\": 2}\n").expect("lines");
        assert_eq!((lines.form, lines.rows.len(), lines.rows[1].line), (Form::Lines, 2, 3));
        assert_eq!(read_text("{\"id\": 1}\n").expect("one line").rows.len(), 1);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        for (text, told) in [
            ("", "f: is empty; expected a document or JSON Lines [json]"),
            ("{\"a\": 1}\n{\"a\": }\n", "f:2: is not JSON: column 7:"),
            ("{\"entries\": 3}", "f: `entries` is not a list"),
            ("{\n\"other\": []}", "f: has no member `entries` or `tools`"),
            ("{\"entries\": [", "f:1: is not JSON: column"),
        ] {
            let flaws = read_text(text).expect_err("cannot be read");
            assert!(flaws[0].to_string().starts_with(told), "{text}: {}", flaws[0]);
        }
    }
}
