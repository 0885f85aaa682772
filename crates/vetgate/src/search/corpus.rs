//! The tools that are searched.
//!
//! Whatever a scan reads as definitions, and one shape more: rows `{server, tool, description, schema}`, in `tools`, in
//! an array or as lines, as collections of tools for search are kept.

use crate::input::{self, Problem};
use crate::{declarations, target};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use vetgate_model::json::{Document, Kind, Lines, Node};
use vetgate_model::{Definition, DefinitionKind, FacetKind};

/// Tools by server and name; of two with one name the later counts.
#[derive(Debug, Default)]
pub(super) struct Corpus {
    pub(super) tools: BTreeMap<(Arc<str>, Arc<str>), Definition>,
    pub(super) problems: Vec<Problem>,
}

impl Corpus {
    /// Reads the file at `path`; `-` is standard input.
    pub(super) fn read(path: &Path) -> Result<Self, Problem> {
        let path = (path != Path::new("-")).then_some(path);
        let place = path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
        let server = path.map_or_else(|| "stdin".to_owned(), target::file_name);
        let text = input::read(path)?;
        let mut corpus = Self::of(&place, &server, &text.text);
        corpus.problems.splice(..0, text.left_out);
        Ok(corpus)
    }

    fn of(place: &str, server: &str, text: &str) -> Self {
        Self::of_rows(place, server, text).unwrap_or_else(|| {
            let declared = declarations::read(place, server, text);
            let mut corpus = Self { problems: declared.problems, ..Self::default() };
            let tools = declared.definitions.into_iter().filter(|definition| definition.kind() == DefinitionKind::Tool);
            tools.for_each(|tool| corpus.add(tool));
            corpus
        })
    }

    fn add(&mut self, tool: Definition) {
        self.tools.insert((tool.server().into(), tool.name().into()), tool);
    }

    /// The rows of `text`, if it is made of rows.
    fn of_rows(place: &str, server: &str, text: &str) -> Option<Self> {
        let mut corpus = Self::default();
        let positions = Lines::of(text);
        let mut read = |rows: &[Node], base: usize| {
            for row in rows {
                let (line, column) = positions.position(text, base + row.span().start);
                match row_of(*row, server) {
                    Ok(tool) => corpus.add(tool),
                    Err(message) => corpus.problems.push(Problem::new(format!("{place}:{line}:{column}"), message)),
                }
            }
        };
        if let Ok(document) = Document::parse(text) {
            let rows: Vec<Node> = match document.root().get("tools") {
                Some(list) => list.elements().collect(),
                None => document.root().elements().collect(),
            };
            rows.first().is_some_and(|row| is_row(*row)).then(|| read(&rows, 0))?;
            return Some(corpus);
        }
        let first = text.lines().find(|line| !line.trim().is_empty())?;
        if !Document::parse(first.trim()).is_ok_and(|document| is_row(document.root())) {
            return None;
        }
        let mut problems = vec![];
        let mut base = 0;
        for line in text.split_inclusive('\n') {
            match Document::parse(line.trim_end()) {
                Ok(document) => read(&[document.root()], base),
                Err(_) if line.trim().is_empty() => {}
                Err(error) => {
                    let (line, column) = positions.position(text, base + error.offset);
                    let message = format!("expected JSON: {}", error.message);
                    problems.push(Problem::new(format!("{place}:{line}:{column}"), message));
                }
            }
            base += line.len();
        }
        corpus.problems.extend(problems);
        Some(corpus)
    }

    /// The first line of a tool's description that says anything.
    pub(super) fn summary(&self, server: &Arc<str>, name: &Arc<str>) -> &str {
        let tool = self.tools.get(&(server.clone(), name.clone()));
        let facets = tool.map_or(&[][..], Definition::facets);
        let description = facets.iter().find(|facet| facet.kind == FacetKind::Description);
        let lines = description.map_or("", |facet| &facet.text).lines();
        lines.map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }
}

fn is_row(node: Node) -> bool {
    node.get("name").is_none() && node.get("tool").is_some_and(|tool| tool.kind() == Kind::String)
}

fn row_of(row: Node, server: &str) -> Result<Definition, String> {
    let expected = "expected a tool with `server`, `tool`, `description` and `schema`";
    if !is_row(row) {
        return Err(format!(
            "{expected}, found {}",
            if row.kind() == Kind::Object { "another object" } else { row.kind().name() }
        ));
    }
    let own = row.get("server").and_then(|server| Some(server.string()?.text.into_owned()));
    // table: the members of a row of Vetgate's own corpus, and those of a definition.
    let members = [("tool", "name"), ("title", "title"), ("description", "description"), ("schema", "inputSchema")];
    let members = members.iter().filter_map(|(key, name)| Some(format!("\"{name}\":{}", row.get(key)?.raw())));
    let raw = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    Definition::parse(own.as_deref().unwrap_or(server), DefinitionKind::Tool, &raw).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let corpus = Corpus::of("f.json", "f", text);
        assert!(corpus.problems.is_empty(), "{:?}", corpus.problems);
        corpus.tools.keys().map(|(server, name)| format!("{server}/{name}")).collect()
    }

    #[test]
    fn every_shape_is_read() {
        let row = r#"{"tool_id":"s:a","server":"s","tool":"a","description":"d","schema":{"properties":{"p":{}}}}"#;
        for text in [
            row.to_owned() + "\n" + row + "\n\n",
            format!("[{row}]"),
            format!(r#"{{"version":"1","generated_from":"x","tools":[{row}]}}"#),
            r#"{"tool_id":"s:a","server":"s","name":"a","description":"d","input_schema":{}}"#.to_owned(),
            r#"{"server":"s","tools":[{"name":"a"}],"prompts":[{"name":"p"}]}"#.to_owned(),
        ] {
            assert_eq!(names(&text), ["s/a"], "{text}");
        }
        assert_eq!(names(r#"{"result":{"tools":[{"name":"a"}]}}"#), ["f/a"]);
        let corpus = Corpus::of("f", "f", &format!(r#"{{"tools":[{row}]}}"#));
        let tool = corpus.tools.values().next().unwrap();
        assert_eq!(tool.parameters()[0].name, "p");
        assert_eq!(corpus.summary(&"s".into(), &"a".into()), "d");
    }

    #[test]
    fn what_is_no_row_is_named_with_its_place() {
        let row = r#"{"server":"s","tool":"a"}"#;
        let problem = |text: &str| Corpus::of("f", "f", text).problems[0].to_string();
        let expected = "expected a tool with `server`, `tool`, `description` and `schema`, found a number";
        assert_eq!(problem(&format!("{{\"tools\":[{row},\n 7]}}")), format!("f:2:2: {expected}"));
        assert_eq!(problem(&format!("{row}\n {{\n{row}\n")), "f:2:3: expected JSON: the object is never closed");
    }
}
