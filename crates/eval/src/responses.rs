//! The text checks on what tools return, measured on labelled outputs: rows of `{id, text, label}`.

use crate::judged::Judged;
use crate::label;
use crate::rows::{Fields, Form, Ids, Row, Rows, read_all};
use crate::scores::Corpus;
use crate::watch::timed;
use crate::{Evaluation, File, Flaw, Rule, Scores, Verdict, Watch, license};
use vetgate_model::json::Document;
use vetgate_vet::{Response, inspect_response};

/// A corpus of labelled tool outputs.
#[derive(Debug)]
pub struct Responses {
    /// The files it was read from.
    pub corpora: Vec<Corpus>,
    /// The outputs, in the order of the files.
    pub outputs: Vec<Output>,
}

/// One labelled tool output.
#[derive(Debug, Clone)]
pub struct Output {
    /// Its id.
    pub id: String,
    /// Whether it carries an injected instruction.
    pub is_positive: bool,
    /// What kind of injection it is, or of harmless text.
    pub category: String,
    /// Who wrote it.
    pub source: String,
    /// What joins it with its twin.
    pub pair: Option<String>,
    /// The tool that returned it, where that is known.
    pub tool: String,
    /// The output itself.
    pub text: String,
}

impl Responses {
    /// Reads and validates files of outputs.
    pub fn read(files: &[File]) -> Result<Self, Vec<Flaw>> {
        let (corpora, outputs) = read_all(files, "entries", output)?;
        Ok(Self { corpora, outputs })
    }
}

fn output(row: &Row, rows: &Rows, ids: &mut Ids) -> Result<Output, Flaw> {
    let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
    let root = document.root();
    let fields = Fields::of(&root);
    let id = ids.take(row, rows.form, &fields, &["id"])?;
    let is_positive = label::read(row, &id, &fields)?;
    if rows.form == Form::Document {
        license::check(row, &id, &root)?;
    }
    let Some(text) = fields.text("text") else {
        return Err(row.flaw(Some(&id), Rule::Shape, "has no `text`; expected the text that a tool returned"));
    };
    let category = match fields.first(&["category", "attack_type", "attack"]) {
        Some(category) => category,
        None if rows.form == Form::Document => {
            return Err(row.flaw(Some(&id), Rule::Category, "has no `category`"));
        }
        None => if is_positive { "injection" } else { "benign" }.to_owned(),
    };
    let provenance = root.get("provenance").and_then(|node| Fields::of(&node).text("source"));
    let source = provenance.or_else(|| fields.text("source")).unwrap_or_else(|| "unnamed".to_owned());
    let (pair, tool) = (fields.text("pair"), fields.text("tool").unwrap_or_default());
    Ok(Output { id, is_positive, category, source, pair, tool, text })
}

/// Judges every output of a corpus.
pub fn judge(corpus: &Responses, watch: &dyn Watch) -> Vec<Judged> {
    let judge = |output: &Output| {
        let response = Response { server: "", tool: &output.tool, text: &output.text };
        let (finding, took) = timed(watch, || inspect_response(&response));
        Judged {
            id: output.id.clone(),
            is_positive: output.is_positive,
            category: output.category.clone(),
            source: output.source.clone(),
            pair: output.pair.clone(),
            text: output.text.clone(),
            verdict: Verdict::of(finding.as_ref()),
            took,
        }
    };
    corpus.outputs.iter().map(judge).collect()
}

/// The figures of judged outputs.
pub fn score(corpus: &Responses, judged: &[Judged]) -> Scores {
    Scores::of(Evaluation::Responses, corpus.corpora.clone(), judged, std::iter::empty())
}
