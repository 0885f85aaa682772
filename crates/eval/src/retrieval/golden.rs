//! Tools to search and queries whose answers are known.
//!
//! The project's shape, or JSON Lines: tools `{tool_id, server, name, description, input_schema}`, queries
//! `{qid, query, relevant: {tool_id: grade}}`.

use crate::label::cut;
use crate::rows::{Fields, Form, Ids, Row, Rows, read};
use crate::scores::Corpus;
use crate::security::object;
use crate::{File, Flaw, Rule};
use std::collections::BTreeMap;
use vetgate_model::json::{Document, Kind, Node};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::Index;

/// The tools that are searched.
#[derive(Debug)]
pub struct Tools {
    /// The version they state.
    pub version: Option<String>,
    /// By their ids.
    definitions: BTreeMap<String, Definition>,
    /// Ids by server and name, which is how the index knows tools.
    ids: BTreeMap<(String, String), String>,
    index: Index,
}

/// Queries over tools.
#[derive(Debug)]
pub struct Golden {
    /// The files of both.
    pub corpora: Vec<Corpus>,
    /// The version that the queries state.
    pub version: Option<String>,
    /// What is searched.
    pub tools: Tools,
    /// What is asked.
    pub queries: Vec<Query>,
}

/// A query and what answers it.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its id.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// Grades by tool: 2 is the tool for it, 1 would do, 0 was judged and will not.
    pub relevance: BTreeMap<String, u8>,
}

impl Golden {
    /// Reads and validates tools and the queries over them.
    pub fn read(tools: &[File], queries: &[File]) -> Result<Self, Vec<Flaw>> {
        let (tool_files, tools) = Tools::read(tools)?;
        let mut golden = Self { corpora: tool_files, version: None, tools, queries: Vec::new() };
        let mut flaws = Vec::new();
        let mut ids = Ids::default();
        for file in queries {
            match read(*file, &["queries"]) {
                Ok(rows) => {
                    golden.corpora.push(Corpus::of(file, &rows));
                    golden.version = golden.version.or_else(|| rows.version.clone());
                    flaws.extend(other_version(file, &golden.tools));
                    for row in &rows.rows {
                        match query(row, &rows, &mut ids, &golden.tools) {
                            Ok(query) => golden.queries.push(query),
                            Err(flaw) => flaws.push(flaw),
                        }
                    }
                }
                Err(broken) => flaws.extend(broken),
            }
        }
        if flaws.is_empty() { Ok(golden) } else { Err(flaws) }
    }

    /// Takes a tool away, as a server that goes takes its tools along.
    pub fn remove(&mut self, tool_id: &str) {
        self.tools.remove(tool_id);
    }
}

impl Tools {
    /// Reads and validates files of tools.
    pub fn read(files: &[File]) -> Result<(Vec<Corpus>, Self), Vec<Flaw>> {
        let mut corpora = Vec::new();
        let mut tools = Self { version: None, definitions: BTreeMap::new(), ids: BTreeMap::new(), index: Index::new() };
        let mut flaws = Vec::new();
        let mut ids = Ids::default();
        for file in files {
            match read(*file, &["tools"]) {
                Ok(rows) => {
                    corpora.push(Corpus::of(file, &rows));
                    tools.version = tools.version.or_else(|| rows.version.clone());
                    flaws.extend(rows.rows.iter().filter_map(|row| tools.add(row, &rows, &mut ids).err()));
                }
                Err(broken) => flaws.extend(broken),
            }
        }
        if flaws.is_empty() { Ok((corpora, tools)) } else { Err(flaws) }
    }

    fn add(&mut self, row: &Row, rows: &Rows, ids: &mut Ids) -> Result<(), Flaw> {
        let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
        let root = document.root();
        let fields = Fields::of(&root);
        let id = ids.take(row, rows.form, &fields, &["tool_id", "id"])?;
        let wrong = |message: String| row.flaw(Some(&id), Rule::Shape, message);
        let server = fields.text("server").unwrap_or_default();
        let name =
            fields.first(&["tool", "name"]).ok_or_else(|| wrong("has no `tool`; expected its name".to_owned()))?;
        if rows.form == Form::Document && id != format!("{server}:{name}") {
            return Err(wrong(format!("expected the tool_id \"{}:{}\"", cut(&server), cut(&name))));
        }
        let definition = Definition::parse(server.as_str(), DefinitionKind::Tool, &object(&fields))
            .map_err(|error| wrong(format!("is not a definition: {error}")))?;
        if let Some(other) = self.ids.insert((server, name), id.clone()) {
            let message = format!("has the same server and name as \"{}\"; they must be unique", cut(&other));
            return Err(row.flaw(Some(&id), Rule::Id, message));
        }
        self.index.insert(&definition);
        self.definitions.insert(id, definition);
        Ok(())
    }

    fn remove(&mut self, tool_id: &str) {
        if let Some(definition) = self.definitions.remove(tool_id) {
            self.index.remove(definition.server(), definition.name());
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// The ids of the tools that answer `query`, best first.
    pub fn search(&self, query: &str, limit: usize) -> Vec<&str> {
        let hits = self.index.search(query, limit);
        let id = |hit: &vetgate_search::Hit| self.ids.get(&(hit.server.to_string(), hit.name.to_string()));
        hits.iter().filter_map(id).map(String::as_str).collect()
    }
}

/// Whether the queries say that they are over another version of the tools.
fn other_version(file: &File, tools: &Tools) -> Option<Flaw> {
    let document = Document::parse(file.text).ok()?;
    let root = document.root();
    let wanted = Fields::of(&root).text("corpus_version")?;
    let is_other = tools.version.as_ref().is_some_and(|version| *version != wanted);
    let message =
        format!("refers to version {} of the tools, but these are version {}", cut(&wanted), tools.version.as_deref()?);
    is_other.then(|| Flaw { place: file.name.to_owned(), id: None, rule: Rule::Dangling, message })
}

fn query(row: &Row, rows: &Rows, ids: &mut Ids, tools: &Tools) -> Result<Query, Flaw> {
    let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
    let root = document.root();
    let fields = Fields::of(&root);
    let id = ids.take(row, rows.form, &fields, &["id", "qid"])?;
    let Some(text) = fields.text("query").filter(|text| !text.trim().is_empty()) else {
        return Err(row.flaw(Some(&id), Rule::Shape, "has no `query`"));
    };
    let mut relevance = BTreeMap::new();
    for (tool, grade) in grades(row, &id, &root)? {
        if !tools.definitions.contains_key(&tool) {
            let message = format!("labels \"{}\", which is not among the tools", cut(&tool));
            return Err(row.flaw(Some(&id), Rule::Dangling, message));
        }
        if relevance.insert(tool.clone(), grade).is_some() {
            return Err(row.flaw(Some(&id), Rule::Label, format!("labels \"{}\" twice", cut(&tool))));
        }
    }
    if relevance.values().all(|grade| *grade == 0) {
        return Err(row.flaw(
            Some(&id),
            Rule::Relevant,
            "has no relevant tool; expected a label with relevance 1 or 2",
        ));
    }
    if let Some(twin) = near_duplicate(&fields).filter(|twin| !tools.definitions.contains_key(twin)) {
        let message = format!("is a near-dup of \"{}\", which is not among the tools", cut(&twin));
        return Err(row.flaw(Some(&id), Rule::Dangling, message));
    }
    if rows.form == Form::Document
        && let Some(tool) = relevance.iter().filter(|(_, grade)| **grade > 0).find_map(|(tool, _)| named(&text, tool))
    {
        let message =
            format!("names the tool \"{}\" that it searches for; describe the task in other words", cut(tool));
        return Err(row.flaw(Some(&id), Rule::Names, message));
    }
    Ok(Query { id, text, relevance })
}

/// The tool that a hard negative is close to, by its note: `hard-negative: near-dup of <tool_id>`.
fn near_duplicate(fields: &Fields) -> Option<String> {
    let notes = fields.text("notes")?;
    let (_, rest) = notes.split_once("near-dup of ")?;
    let id = rest.split_whitespace().next()?.trim_end_matches(['.', ',', ';']);
    Some(id.to_owned())
}

/// The labels of a query: `labels: [{tool_id, relevance}]` or `relevant: {tool_id: grade}`.
fn grades(row: &Row, id: &str, root: &Node) -> Result<Vec<(String, u8)>, Flaw> {
    let grade = |tool: &str, node: Option<Node>| match node.map(|node| node.raw()) {
        Some("0") => Ok(0),
        Some("1") => Ok(1),
        Some("2") => Ok(2),
        other => {
            let found = other.map_or("no relevance".to_owned(), |raw| format!("the relevance {}", cut(raw)));
            Err(row.flaw(Some(id), Rule::Label, format!("grades \"{}\" with {found}; expected 0, 1 or 2", cut(tool))))
        }
    };
    let mut all = Vec::new();
    match (root.get("labels"), root.get("relevant")) {
        (Some(labels), _) if labels.kind() == Kind::Array => {
            for label in labels.elements() {
                let Some(tool) = Fields::of(&label).text("tool_id") else {
                    return Err(row.flaw(Some(id), Rule::Label, "has a label without `tool_id`"));
                };
                let grade = grade(&tool, label.get("relevance"))?;
                all.push((tool, grade));
            }
        }
        (_, Some(relevant)) if relevant.kind() == Kind::Object => {
            for (tool, node) in relevant.members() {
                let grade = grade(&tool.text, Some(node))?;
                all.push((tool.text.into_owned(), grade));
            }
        }
        _ => {
            let message = "has no labels; expected `labels: [{tool_id, relevance}]` or `relevant: {tool_id: grade}`";
            return Err(row.flaw(Some(id), Rule::Label, message));
        }
    }
    Ok(all)
}

/// The tool if the query writes its name as it is, which only someone who knows it would.
fn named<'i>(query: &str, tool_id: &'i str) -> Option<&'i str> {
    let name = tool_id.rsplit(':').next().unwrap_or(tool_id);
    // A name of one plain word is a word that anyone may use.
    let is_a_name = name.chars().any(|c| c == '_' || c == '-') || name.chars().skip(1).any(char::is_uppercase);
    (is_a_name && query.to_lowercase().contains(&name.to_lowercase())).then_some(tool_id)
}
