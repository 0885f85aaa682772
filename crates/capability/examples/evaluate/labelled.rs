//! Tools with their labels: the project's corpus, or JSON Lines of anyone's.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use vetgate_capability::{OperationClass, Role, Tag};
use vetgate_model::json::{Document, Node};
use vetgate_model::{Definition, DefinitionKind};

/// A tool with what a person says of it. What nobody said is not scored.
pub(crate) struct Labelled {
    pub(crate) definition: Definition,
    pub(crate) labels: Labels,
}

/// What a person says of a tool. The corpus and JSON Lines name some members differently; both names are read.
#[derive(Deserialize)]
pub(crate) struct Labels {
    #[serde(default)]
    pub(crate) split: String,
    pub(crate) capabilities: Option<Vec<Tag>>,
    /// Tags that are defensible either way: not scored.
    #[serde(default)]
    pub(crate) maybe: Vec<Tag>,
    pub(crate) operation: Option<OperationClass>,
    /// A class that is accepted too.
    pub(crate) operation_maybe: Option<OperationClass>,
    /// By the name of a top-level parameter; what names none is left out.
    #[serde(default, alias = "roles")]
    pub(crate) parameter_roles: BTreeMap<String, Role>,
    /// What the server's author claims.
    #[serde(default)]
    pub(crate) hints: Hints,
}

#[derive(Default, Deserialize)]
pub(crate) struct Hints {
    #[serde(rename = "readOnly")]
    read_only: Option<bool>,
    destructive: Option<bool>,
}

impl Labels {
    /// Whether it may have `tag`; `None` if that is not to be scored.
    pub(crate) fn has(&self, tag: Tag) -> Option<bool> {
        let capabilities = self.capabilities.as_ref()?;
        (!self.maybe.contains(&tag)).then(|| capabilities.contains(&tag))
    }

    /// Whether nothing at all can be said against calling it harmless.
    pub(crate) fn is_harmless(&self) -> bool {
        self.capabilities.as_ref().is_some_and(Vec::is_empty) && self.maybe.is_empty()
    }

    /// Whether the author claims that it changes nothing.
    pub(crate) fn claims_to_read(&self) -> Option<bool> {
        self.hints.read_only.or(self.hints.destructive.filter(|destructive| *destructive).map(|_| false))
    }
}

/// A file of the project's shape: `{version, ..., tools: [...]}`.
pub(crate) fn corpus(path: &Path) -> Result<Vec<Labelled>, Box<dyn Error>> {
    let text = text(path)?;
    let document = Document::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let tools = document.root().get("tools").ok_or_else(|| format!("{}: no member `tools`", path.display()))?;
    let names = Names { name: "tool", schema: "schema" };
    tools.elements().enumerate().map(|(at, tool)| labelled(tool, &names, path, at)).collect()
}

/// JSON Lines, one tool a line, with `name` and `input_schema`.
pub(crate) fn rows(path: &Path) -> Result<Vec<Labelled>, Box<dyn Error>> {
    let names = Names { name: "name", schema: "input_schema" };
    let text = text(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            let document = Document::parse(line).map_err(|error| format!("{}:{}: {error}", path.display(), at + 1))?;
            labelled(document.root(), &names, path, at)
        })
        .collect()
}

/// How a file calls what MCP calls `name` and `inputSchema`.
struct Names {
    name: &'static str,
    schema: &'static str,
}

fn labelled(row: Node, names: &Names, path: &Path, at: usize) -> Result<Labelled, Box<dyn Error>> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: tool {}: {error}", path.display(), at + 1);
    let members = [
        ("name", names.name),
        ("title", "title"),
        ("description", "description"),
        ("inputSchema", names.schema),
        ("annotations", "annotations"),
    ];
    let members = members.iter().filter_map(|(member, key)| Some(format!("\"{member}\":{}", row.get(key)?.raw())));
    let raw = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    #[derive(Deserialize)]
    struct Of {
        server: String,
    }
    let of: Of = serde_json::from_str(row.raw()).map_err(|error| wrong(&error))?;
    let mut labels: Labels = serde_json::from_str(row.raw()).map_err(|error| wrong(&error))?;
    let definition = Definition::parse(of.server, DefinitionKind::Tool, &raw).map_err(|error| wrong(&error))?;
    let is_own = |name: &String| definition.parameters().iter().any(|own| !own.nested && own.name == *name);
    labels.parameter_roles.retain(|name, _| is_own(name));
    Ok(Labelled { definition, labels })
}

#[allow(clippy::disallowed_methods, reason = "a corpus is read whole, by tests and tools only")]
fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    Ok(std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?)
}
