//! Tools with their labels: the project's corpus, or JSON Lines of anyone's.

use crate::rows::{Fields, Form, Ids, Row, Rows, read};
use crate::scores::Corpus;
use crate::security::object;
use crate::{File, Flaw, Rule};
use serde::Deserialize;
use std::collections::BTreeMap;
use vetgate_capability::{OperationClass, Role, Tag};
use vetgate_model::json::Document;
use vetgate_model::{Definition, DefinitionKind};

/// A corpus of labelled tools.
#[derive(Debug)]
pub struct Capability {
    /// The files it was read from.
    pub corpora: Vec<Corpus>,
    /// The tools, in the order of the files.
    pub tools: Vec<Tool>,
}

/// A tool with what a person says of it.
#[derive(Debug, Clone)]
pub struct Tool {
    /// Its id.
    pub id: String,
    /// Who collected it.
    pub source: String,
    /// The tool itself.
    pub definition: Definition,
    /// What is said of it.
    pub labels: Labels,
    /// The file that it is from.
    pub(super) file: usize,
}

/// What a person says of a tool. What nobody said is not scored.
#[derive(Debug, Clone, Deserialize)]
pub struct Labels {
    /// The part of the corpus that it is in, where the corpus has parts.
    #[serde(default)]
    pub split: String,
    /// What it can do.
    pub capabilities: Option<Vec<Tag>>,
    /// Tags that are defensible either way: not scored.
    #[serde(default)]
    pub maybe: Vec<Tag>,
    /// Whether it reads, writes or destroys.
    pub operation: Option<OperationClass>,
    /// A class that is accepted too.
    pub operation_maybe: Option<OperationClass>,
    /// What its top-level parameters take, by name.
    #[serde(default, alias = "roles")]
    pub parameter_roles: BTreeMap<String, Role>,
    /// What the server's author claims.
    #[serde(default)]
    pub hints: Hints,
}

/// What a server's author claims of a tool.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct Hints {
    /// That it changes nothing.
    #[serde(rename = "readOnly")]
    pub read_only: Option<bool>,
    /// That what it does cannot be taken back.
    pub destructive: Option<bool>,
}

impl Labels {
    /// Whether it has `tag`; `None` if that is not to be scored.
    pub fn has(&self, tag: Tag) -> Option<bool> {
        let capabilities = self.capabilities.as_ref()?;
        (!self.maybe.contains(&tag)).then(|| capabilities.contains(&tag))
    }

    /// Whether nothing at all can be said against calling it harmless.
    pub fn is_harmless(&self) -> bool {
        self.capabilities.as_ref().is_some_and(Vec::is_empty) && self.maybe.is_empty()
    }

    /// Whether the author claims that it changes nothing.
    pub fn claims_to_read(&self) -> Option<bool> {
        self.hints.read_only.or(self.hints.destructive.filter(|destructive| *destructive).map(|_| false))
    }

    fn is_empty(&self) -> bool {
        self.capabilities.is_none()
            && self.operation.is_none()
            && self.parameter_roles.is_empty()
            && self.claims_to_read().is_none()
    }
}

impl Capability {
    /// Reads and validates files of tools.
    pub fn read(files: &[File]) -> Result<Self, Vec<Flaw>> {
        let (mut corpora, mut tools, mut flaws) = (Vec::new(), Vec::new(), Vec::new());
        let mut ids = Ids::default();
        for file in files {
            let rows = match read(*file, &["tools"]) {
                Ok(rows) => rows,
                Err(broken) => {
                    flaws.extend(broken);
                    continue;
                }
            };
            let mut corpus = Corpus::of(file, &rows);
            for row in &rows.rows {
                match tool(row, &rows, &mut ids, corpora.len()) {
                    Ok(tool) => {
                        if tool.labels.is_empty() {
                            // It is still what others stand beside.
                            corpus.leave_out("tools without labels");
                            corpus.items -= 1;
                        }
                        tools.push(tool);
                    }
                    Err(flaw) => flaws.push(flaw),
                }
            }
            corpora.push(corpus);
        }
        if flaws.is_empty() { Ok(Self { corpora, tools }) } else { Err(flaws) }
    }
}

fn tool(row: &Row, rows: &Rows, ids: &mut Ids, file: usize) -> Result<Tool, Flaw> {
    let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
    let root = document.root();
    let fields = Fields::of(&root);
    let id = ids.take(row, rows.form, &fields, &["tool_id", "id"])?;
    let mut labels: Labels = serde_json::from_str(row.raw)
        .map_err(|error| row.flaw(Some(&id), Rule::Label, format!("has labels that cannot be read: {error}")))?;
    if rows.form == Form::Document && (labels.capabilities.is_none() || labels.operation.is_none()) {
        return Err(row.flaw(Some(&id), Rule::Label, "has no `capabilities` or no `operation`"));
    }
    let server = fields.text("server").unwrap_or_default();
    let definition = Definition::parse(server, DefinitionKind::Tool, &object(&fields))
        .map_err(|error| row.flaw(Some(&id), Rule::Shape, format!("is not a definition: {error}")))?;
    // Labels may name parameters that the definition does not have.
    let is_own = |name: &String| definition.parameters().iter().any(|own| !own.nested && own.name == *name);
    labels.parameter_roles.retain(|name, _| is_own(name));
    let source = fields.text("source").unwrap_or_else(|| "unnamed".to_owned());
    Ok(Tool { id, source, definition, labels, file })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_word_is_told_with_its_place() {
        let text = r#"{"id": "a", "server": "s", "name": "n", "capabilities": ["fly"]}"#;
        let flaws = Capability::read(&[File { name: "f", text }]).expect_err("no such tag");
        assert!(flaws[0].to_string().starts_with("f:1: `a`: has labels that cannot be read: unknown variant `fly`"));
    }
}
