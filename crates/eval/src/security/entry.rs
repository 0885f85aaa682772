//! Labelled definitions: the project's corpus, or JSON Lines of anyone's.

use super::Category;
use crate::label::{self, cut};
use crate::rows::{Fields, Form, Ids, Row, Rows, read};
use crate::scores::Corpus;
use crate::{File, Flaw, Rule, license};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::json::{Document, Node};
use vetgate_model::{Definition, DefinitionKind};

/// A corpus of labelled definitions.
#[derive(Debug)]
pub struct Security {
    /// The files it was read from.
    pub corpora: Vec<Corpus>,
    /// The entries, in the order of the files.
    pub entries: Vec<Entry>,
}

/// One labelled definition.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Whether it is an attack.
    pub is_positive: bool,
    /// What it is an example of.
    pub category: String,
    /// What a harmless look-alike looks like.
    pub resembles: Option<String>,
    /// Who wrote it.
    pub source: String,
    /// What joins it with its twin.
    pub pair: Option<String>,
    /// The entry that it is a translation of.
    pub translation_of: Option<String>,
    /// The definition itself, then its peers.
    pub definitions: Vec<Definition>,
    /// Its words, for people.
    pub text: String,
}

/// The member names of a definition, as MCP and as corpora have them.
// table: the members of the datasets of this project, and those of a definition.
const MEMBERS: &[(&str, &[&str])] = &[
    ("name", &["name", "tool"]),
    ("title", &["title"]),
    ("description", &["description"]),
    ("inputSchema", &["input_schema", "inputSchema", "schema"]),
    ("outputSchema", &["output_schema", "outputSchema"]),
    ("annotations", &["annotations"]),
    ("_meta", &["meta", "_meta"]),
];

impl Security {
    /// Reads and validates files of entries.
    pub fn read(files: &[File]) -> Result<Self, Vec<Flaw>> {
        let (mut corpora, mut entries, mut flaws) = (Vec::new(), Vec::new(), Vec::new());
        let mut ids = Ids::default();
        for file in files {
            let rows = match read(*file, &["entries"]) {
                Ok(rows) => rows,
                Err(broken) => {
                    flaws.extend(broken);
                    continue;
                }
            };
            let mut corpus = Corpus::of(file, &rows);
            let first = entries.len();
            for row in &rows.rows {
                match entry(row, &rows, &mut ids) {
                    Ok(Some(entry)) => entries.push(entry),
                    Ok(None) => corpus.leave_out("synthetic"),
                    Err(flaw) => flaws.push(flaw),
                }
            }
            corpus.items = entries.len() - first;
            if rows.form == Form::Document {
                flaws.extend(whole(file, &entries[first..]));
            }
            corpora.push(corpus);
        }
        if flaws.is_empty() { Ok(Self { corpora, entries }) } else { Err(flaws) }
    }
}

fn entry(row: &Row, rows: &Rows, ids: &mut Ids) -> Result<Option<Entry>, Flaw> {
    let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
    let root = document.root();
    let fields = Fields::of(&root);
    let id = ids.take(row, rows.form, &fields, &["id"])?;
    if fields.some("synthetic").is_some_and(|node| node.is_true()) {
        return Ok(None);
    }
    let is_positive = label::read(row, &id, &fields)?;
    let is_own = rows.form == Form::Document;
    let category = match is_own {
        true => own_category(row, &id, &fields, is_positive)?,
        false => foreign_category(&fields, is_positive),
    };
    if is_own {
        license::check(row, &id, &root)?;
    }
    let source = root.get("provenance").and_then(|node| Fields::of(&node).text("source"));
    let definitions = definitions(row, &id, &root)?;
    Ok(Some(Entry {
        is_positive,
        category,
        resembles: fields.text("resembles"),
        source: source.or_else(|| fields.text("source")).unwrap_or_else(|| "unnamed".to_owned()),
        pair: fields.text("pair"),
        translation_of: fields.text("translation_of"),
        text: words(&definitions[0]),
        definitions,
        id,
    }))
}

/// The category of an entry of the project's own shape, which must be known and agree with the label.
fn own_category(row: &Row, id: &str, fields: &Fields, is_positive: bool) -> Result<String, Flaw> {
    let known = || Category::ALL.iter().map(|category| category.name()).collect::<Vec<_>>().join(", ");
    let Some(name) = fields.text("category") else {
        return Err(row.flaw(Some(id), Rule::Category, format!("has no `category`; expected one of {}", known())));
    };
    let Some(category) = Category::named(&name) else {
        let message = format!("has the unknown category \"{}\"; expected one of {}", cut(&name), known());
        return Err(row.flaw(Some(id), Rule::Category, message));
    };
    if category.is_attack() != is_positive {
        let label = if is_positive { "malicious" } else { "benign" };
        return Err(row.flaw(Some(id), Rule::Category, format!("is labelled {label}, but its category is {name}")));
    }
    Ok(name)
}

/// What others call the kind of an entry.
fn foreign_category(fields: &Fields, is_positive: bool) -> String {
    let named = fields.first(&["category", "signal", "attack_type"]).filter(|name| !name.is_empty() && name != "none");
    named.unwrap_or_else(|| if is_positive { "malicious" } else { "benign" }.to_owned())
}

/// The definition of an entry, then its peers.
fn definitions(row: &Row, id: &str, root: &Node) -> Result<Vec<Definition>, Flaw> {
    let fields = Fields::of(root);
    let shape = |message: String| row.flaw(Some(id), Rule::Shape, message);
    let wrong = |error: vetgate_model::DefinitionError| shape(format!("is not a definition: {error}"));
    let kind = match fields.text("kind").as_deref() {
        None | Some("tool") => DefinitionKind::Tool,
        Some("prompt") => DefinitionKind::Prompt,
        Some("resource") => DefinitionKind::Resource,
        Some("resource_template") => DefinitionKind::ResourceTemplate,
        Some("instructions") => DefinitionKind::Instructions,
        Some(other) => return Err(shape(format!("has the unknown kind \"{}\"", cut(other)))),
    };
    let raw = match (kind, fields.some("description")) {
        (_, None) if MEMBERS.iter().all(|(_, keys)| keys.iter().all(|key| fields.some(key).is_none())) => {
            return Err(shape("has no `description` and nothing else to judge".to_owned()));
        }
        (DefinitionKind::Instructions, description) => description.map_or("\"\"", |node| node.raw()).to_owned(),
        _ => object(&fields),
    };
    let server = fields.text("server").unwrap_or_default();
    let mut definitions = vec![Definition::parse(server, kind, &raw).map_err(wrong)?];
    for peer in root.get("peers").into_iter().flat_map(|peers| peers.elements()) {
        let Some(tool) = peer.get("tool") else {
            return Err(shape("has a peer without `tool`; expected {\"server\", \"tool\": {...}}".to_owned()));
        };
        let server = Fields::of(&peer).text("server").unwrap_or_default();
        definitions.push(Definition::parse(server, DefinitionKind::Tool, tool.raw()).map_err(wrong)?);
    }
    Ok(definitions)
}

/// The members of a definition as MCP names them.
pub(crate) fn object(fields: &Fields) -> String {
    let members = MEMBERS.iter().filter_map(|(name, keys)| {
        let value = keys.iter().find_map(|key| fields.some(key))?;
        Some(format!("\"{name}\":{}", value.raw()))
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Every string of a definition, for people who ask why it was judged as it was.
fn words(definition: &Definition) -> String {
    let words: Vec<&str> = definition.facets().iter().map(|facet| facet.text.as_ref()).collect();
    words.join(" · ")
}

/// What a document of the project's shape must hold as a whole.
fn whole(file: &File, entries: &[Entry]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut flaw = |id: Option<&str>, rule, message: String| {
        flaws.push(Flaw { place: file.name.to_owned(), id: id.map(str::to_owned), rule, message });
    };
    let attacks: BTreeSet<&str> =
        entries.iter().filter(|entry| entry.is_positive).map(|entry| entry.category.as_str()).collect();
    let resembled: BTreeSet<&str> = entries.iter().filter_map(|entry| entry.resembles.as_deref()).collect();
    // The seed's own shape has no `resembles`: there any hard negative stands for all.
    let has_any =
        entries.iter().any(|entry| entry.category == Category::HardNegative.name() && entry.resembles.is_none());
    for category in attacks.iter().filter(|category| !has_any && !resembled.contains(**category)) {
        let message = format!("has attacks of category {category}, but no hard negative that `resembles` it");
        flaw(None, Rule::HardNegative, message);
    }
    for entry in entries {
        let unknown = entry.resembles.as_deref().filter(|name| !Category::named(name).is_some_and(Category::is_attack));
        if let Some(name) = unknown {
            flaw(
                Some(&entry.id),
                Rule::Category,
                format!("resembles \"{}\", which is not an attack category", cut(name)),
            );
        }
        if let Some(of) = entry.translation_of.as_deref().filter(|of| entries.iter().all(|other| other.id != *of)) {
            flaw(Some(&entry.id), Rule::Dangling, format!("is a translation of \"{}\", which does not exist", cut(of)));
        }
    }
    let mut pairs: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for entry in entries {
        if let Some(pair) = &entry.pair {
            let (attacks, harmless) = pairs.entry(pair).or_default();
            *if entry.is_positive { attacks } else { harmless } += 1;
        }
    }
    for (pair, _) in pairs.iter().filter(|(_, (attacks, harmless))| *attacks == 0 || *harmless == 0) {
        let id = entries.iter().find(|entry| entry.pair.as_deref() == Some(pair)).map(|entry| entry.id.as_str());
        flaw(id, Rule::Pair, format!("the pair \"{}\" has no attack or no harmless counterpart", cut(pair)));
    }
    flaws
}
