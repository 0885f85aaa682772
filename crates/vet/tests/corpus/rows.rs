//! Labelled definitions, one JSON object a line, each scanned beside its `peers`.

use vetgate_model::json::{Document, Node};
use vetgate_model::{Definition, DefinitionKind, Finding};
use vetgate_vet::{Catalog, checks, scan};

/// One labelled definition.
#[allow(dead_code, reason = "not every user of this file reads every field")]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) malicious: bool,
    pub(crate) description: String,
    /// How the definition gives itself away, where the corpus says so.
    pub(crate) signal: String,
    pub(crate) attack_type: String,
    /// The definition itself, then its peers.
    pub(crate) definitions: Vec<Definition>,
}

impl Row {
    /// What a scan of the definition and its peers finds on the definition.
    #[allow(dead_code, reason = "not every user of this file scans")]
    pub(crate) fn finding(&self) -> Option<Finding> {
        let outcome = scan(&Catalog::of(&self.definitions), checks::all());
        let subject = &self.definitions[0];
        outcome.findings.into_iter().find(|f| f.tool == subject.name() && f.server == subject.server())
    }
}

/// Reads a file of rows; those marked `synthetic` are left out.
pub(crate) fn read(path: &std::path::Path) -> Vec<Row> {
    #[allow(clippy::disallowed_methods, reason = "a corpus is read whole, by tests and tools only")]
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.trim().is_empty()).filter_map(row).collect()
}

/// The members of a row that make up the definition, and what the protocol calls them.
const MEMBERS: &[(&str, &str)] = &[
    ("name", "name"),
    ("title", "title"),
    ("description", "description"),
    ("input_schema", "inputSchema"),
    ("output_schema", "outputSchema"),
    ("annotations", "annotations"),
    ("meta", "_meta"),
];

fn row(line: &str) -> Option<Row> {
    let document = Document::parse(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    let root = document.root();
    if root.get("synthetic").is_some_and(|node| node.is_true()) {
        return None;
    }
    let members: Vec<String> =
        MEMBERS.iter().filter_map(|(key, member)| Some(format!("\"{member}\":{}", root.get(key)?.raw()))).collect();
    let raw = format!("{{{}}}", members.join(","));
    let mut definitions = vec![Definition::parse(string(root, "server"), DefinitionKind::Tool, &raw).ok()?];
    if let Some(peers) = root.get("peers") {
        for peer in peers.elements() {
            let tool = peer.get("tool")?;
            definitions.push(Definition::parse(string(peer, "server"), DefinitionKind::Tool, tool.raw()).ok()?);
        }
    }
    Some(Row {
        id: string(root, "id"),
        malicious: string(root, "label") == "malicious",
        description: string(root, "description"),
        signal: string(root, "signal"),
        attack_type: string(root, "attack_type"),
        definitions,
    })
}

fn string(node: Node, key: &str) -> String {
    node.get(key).and_then(|n| n.string()).map(|s| s.text.into_owned()).unwrap_or_default()
}
