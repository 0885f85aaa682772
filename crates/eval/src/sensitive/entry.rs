//! Texts with what is to be found in them: the project's corpus, or JSON Lines of anyone's.

use super::data_type::{self, Family, Type};
use crate::label::cut;
use crate::rows::{Fields, Form, Ids, Row, Rows, read};
use crate::scores::Corpus;
use crate::{File, Flaw, Rule, license};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ops::Range;
use vetgate_model::json::{Document, Node};

/// A corpus of texts with marked spans.
#[derive(Debug)]
pub struct Sensitive {
    /// The files it was read from.
    pub corpora: Vec<Corpus>,
    /// The texts, in the order of the files.
    pub entries: Vec<Entry>,
    /// What each file is about.
    scopes: Vec<Scope>,
}

/// One text.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// The part of the corpus that it is in, where the corpus has parts.
    pub split: String,
    /// What kind of text it is: `personal`, `secrets` or `harmless`, or what others call it.
    pub category: String,
    /// Who wrote it.
    pub source: String,
    /// The text itself.
    pub text: String,
    /// What is to be found, in characters.
    pub(super) spans: Vec<Span>,
    /// Types that it is said not to have.
    pub(super) negatives: Vec<&'static Type>,
    /// The file that it is from.
    file: usize,
}

/// A place in a text, in characters, and what stands there.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub(super) of: &'static Type,
    pub(super) place: Range<usize>,
}

/// What a file marks somewhere, and so could have marked everywhere.
#[derive(Debug, Default)]
struct Scope {
    families: BTreeSet<Family>,
    types: BTreeSet<&'static str>,
}

impl Scope {
    fn take(&mut self, marked: &'static Type) {
        self.families.insert(marked.family);
        self.types.insert(marked.name);
    }
}

/// The categories of the project's own texts.
const CATEGORIES: &[&str] = &["personal", "secrets", HARMLESS];
const HARMLESS: &str = "harmless";

impl Sensitive {
    /// Reads and validates files of texts.
    pub fn read(files: &[File]) -> Result<Self, Vec<Flaw>> {
        let (mut corpora, mut entries, mut scopes, mut flaws) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut ids = Ids::default();
        for file in files {
            let rows = match read(*file, &["entries"]) {
                Ok(rows) => rows,
                Err(broken) => {
                    flaws.extend(broken);
                    continue;
                }
            };
            let (mut corpus, mut scope) = (Corpus::of(file, &rows), Scope::default());
            for row in &rows.rows {
                let mut reader = Reader { row, rows: &rows, corpus: &mut corpus, scope: &mut scope };
                match reader.entry(&mut ids, scopes.len()) {
                    Ok(entry) => entries.push(entry),
                    Err(flaw) => flaws.push(flaw),
                }
            }
            if scope.families.is_empty() {
                scope.families.extend(Family::ALL);
            }
            corpora.push(corpus);
            scopes.push(scope);
        }
        if flaws.is_empty() { Ok(Self { corpora, entries, scopes }) } else { Err(flaws) }
    }

    /// Whether finding something of this type in a text is right or wrong, rather than not for its file to say.
    pub(super) fn scores(&self, entry: &Entry, found: &Type) -> bool {
        let scope = &self.scopes[entry.file];
        scope.types.contains(found.name) || !found.is_rarely_marked && scope.families.contains(&found.family)
    }
}

/// Reads one entry, and notes what its file is about.
struct Reader<'r, 't> {
    row: &'r Row<'t>,
    rows: &'r Rows<'t>,
    corpus: &'r mut Corpus,
    scope: &'r mut Scope,
}

#[derive(Deserialize)]
struct Marked {
    r#type: String,
    start: usize,
    end: usize,
}

impl Reader<'_, '_> {
    fn entry(&mut self, ids: &mut Ids, file: usize) -> Result<Entry, Flaw> {
        let row = self.row;
        let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
        let root = document.root();
        let fields = Fields::of(&root);
        let id = ids.take(row, self.rows.form, &fields, &["id"])?;
        let Some(text) = fields.text("text") else {
            return Err(row.flaw(Some(&id), Rule::Shape, "has no `text`; expected the text to scan"));
        };
        // Whole texts are labelled where secrets are collected. Any other label says no more than the spans do.
        let has_secret = match fields.text("label").as_deref() {
            Some("secret") => Some(true),
            Some("not_secret") => Some(false),
            _ => None,
        };
        if has_secret.is_some() {
            self.scope.families.insert(Family::Secret);
        }
        let mut spans = self.spans(&id, &fields, &text, has_secret.is_some())?;
        match has_secret {
            Some(true) if spans.is_empty() => {
                // Somewhere in it: wherever it is found is right.
                spans.push(Span { of: data_type::secret(), place: 0..text.chars().count() });
            }
            // What is marked in a text that is harmless is what it resembles.
            Some(false) => spans.clear(),
            _ => {}
        }
        let negatives = self.negatives(&id, &fields)?;
        spans.iter().map(|span| span.of).chain(negatives.iter().copied()).for_each(|marked| self.scope.take(marked));
        let category = self.category(&id, &root, &spans)?;
        let source = root.get("provenance").and_then(|node| Fields::of(&node).text("source"));
        let source = source.or_else(|| fields.text("source")).unwrap_or_else(|| "unnamed".to_owned());
        let split = fields.text("split").unwrap_or_default();
        Ok(Entry { id, split, category, source, text, spans, negatives, file })
    }

    fn spans(&mut self, id: &str, fields: &Fields, text: &str, is_of_secrets: bool) -> Result<Vec<Span>, Flaw> {
        let Some(node) = fields.some("spans") else {
            let is_own = self.rows.form == Form::Document;
            let missing =
                || self.row.flaw(Some(id), Rule::Shape, "has no `spans`; expected a list, which may be empty");
            return if is_own { Err(missing()) } else { Ok(Vec::new()) };
        };
        let marked: Vec<Marked> = serde_json::from_str(node.raw()).map_err(|error| {
            let message = format!("has `spans` that are not a list of {{type, start, end}}: {error}");
            self.row.flaw(Some(id), Rule::Shape, message)
        })?;
        let length = text.chars().count();
        let mut spans = Vec::new();
        for Marked { r#type: name, start, end } in marked {
            if start >= end || end > length {
                let message =
                    format!("has a span of {} from {start} to {end} in a text of {length} characters", cut(&name));
                return Err(self.row.flaw(Some(id), Rule::Span, message));
            }
            match data_type::named(&name).or_else(|| is_of_secrets.then(data_type::secret)) {
                Some(of) => spans.push(Span { of, place: start..end }),
                None if self.rows.form == Form::Document => {
                    let message = format!("has a span of the unknown type \"{}\"", cut(&name));
                    return Err(self.row.flaw(Some(id), Rule::Category, message));
                }
                None => self.corpus.leave_out(&format!("spans of {}", cut(&name))),
            }
        }
        Ok(spans)
    }

    fn negatives(&mut self, id: &str, fields: &Fields) -> Result<Vec<&'static Type>, Flaw> {
        let Some(node) = fields.some("negative_for") else { return Ok(Vec::new()) };
        let names: Vec<String> = serde_json::from_str(node.raw()).map_err(|error| {
            self.row.flaw(Some(id), Rule::Shape, format!("has a `negative_for` that is not a list of types: {error}"))
        })?;
        let mut negatives = Vec::new();
        for name in names {
            match data_type::named(&name) {
                Some(of) => negatives.push(of),
                None => self.corpus.leave_out(&format!("asserted negatives of {}", cut(&name))),
            }
        }
        Ok(negatives)
    }

    /// The category of an entry, which in the project's own shape must be known and agree with the spans.
    fn category(&self, id: &str, root: &Node, spans: &[Span]) -> Result<String, Flaw> {
        let told = Fields::of(root).text("category");
        if self.rows.form == Form::Lines {
            let is_secret = spans.iter().any(|span| span.of.family == Family::Secret);
            let own = if is_secret { "secrets" } else { CATEGORIES[0] };
            return Ok(told.unwrap_or_else(|| if spans.is_empty() { HARMLESS } else { own }.to_owned()));
        }
        license::check(self.row, id, root)?;
        let wrong = |message: String| Err(self.row.flaw(Some(id), Rule::Category, message));
        match told {
            Some(told) if !CATEGORIES.contains(&told.as_str()) => {
                wrong(format!("has the unknown category \"{}\"; expected one of {}", cut(&told), CATEGORIES.join(", ")))
            }
            Some(told) if (told == HARMLESS) != spans.is_empty() => {
                wrong(format!("has category {told}, but {} spans", spans.len()))
            }
            Some(told) => Ok(told),
            None => wrong(format!("has no `category`; expected one of {}", CATEGORIES.join(", "))),
        }
    }
}
