//! The contradiction matrix of the guard, measured on labelled calls.
//!
//! An item is one call: `{id, label, tool: {name, description, inputSchema, annotations}, server, arguments, intent}`. It
//! is positive if two of its four signals (intent, annotations, name, arguments) cannot both be true. Each call meets a
//! fresh guard with the default policy, and is flagged if a row of the matrix fires.

use crate::judged::Judged;
use crate::label;
use crate::rows::{Fields, Form, Ids, Row, Rows, read_all};
use crate::scores::Corpus;
use crate::watch::timed;
use crate::{Evaluation, File, Flaw, Rule, Scores, Verdict, Watch, license};
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_guard::{Action, Call, Guard, KeyedBy, SessionKey, Settings, Tool};
use vetgate_model::json::Document;
use vetgate_model::{Definition, DefinitionKind, Tier};

/// A corpus of labelled calls.
#[derive(Debug)]
pub struct Contradictions {
    /// The files it was read from.
    pub corpora: Vec<Corpus>,
    /// The calls, in the order of the files.
    pub calls: Vec<LabelledCall>,
}

/// One labelled call.
#[derive(Debug, Clone)]
pub struct LabelledCall {
    /// Its id.
    pub id: String,
    /// True if two of its signals contradict each other.
    pub is_positive: bool,
    /// The kind of contradiction, or of consistent call.
    pub category: String,
    /// Its author.
    pub source: String,
    /// Joins a contradiction and its consistent twin.
    pub pair: Option<String>,
    /// Name of the server.
    pub server: String,
    /// The definition of the tool; JSON.
    pub tool: String,
    /// The arguments; JSON.
    pub arguments: String,
    /// The intent that the agent declared; JSON.
    pub intent: Option<String>,
}

impl Contradictions {
    /// Reads and validates files of calls.
    pub fn read(files: &[File]) -> Result<Self, Vec<Flaw>> {
        let (corpora, calls) = read_all(files, "entries", call)?;
        Ok(Self { corpora, calls })
    }
}

fn call(row: &Row, rows: &Rows, ids: &mut Ids) -> Result<LabelledCall, Flaw> {
    let document = Document::parse(row.raw).map_err(|error| row.flaw(None, Rule::Json, error.to_string()))?;
    let root = document.root();
    let fields = Fields::of(&root);
    let id = ids.take(row, rows.form, &fields, &["id"])?;
    let is_positive = label::read(row, &id, &fields)?;
    if rows.form == Form::Document {
        license::check(row, &id, &root)?;
    }
    let raw = |name: &str| fields.some(name).map(|node| node.raw().to_owned());
    let Some(tool) = raw("tool") else {
        return Err(row.flaw(Some(&id), Rule::Shape, "has no `tool`; expected the definition that is called"));
    };
    let server = fields.text("server").unwrap_or_default();
    if let Err(error) = Definition::parse(server.as_str(), DefinitionKind::Tool, &tool) {
        return Err(row.flaw(Some(&id), Rule::Shape, format!("`tool` is not a definition: {error}")));
    }
    let provenance = root.get("provenance").and_then(|node| Fields::of(&node).text("source"));
    Ok(LabelledCall {
        is_positive,
        category: fields.text("category").unwrap_or_else(|| "call".to_owned()),
        source: provenance.unwrap_or_else(|| "unnamed".to_owned()),
        pair: fields.text("pair"),
        server,
        tool,
        arguments: raw("arguments").unwrap_or_else(|| "{}".to_owned()),
        intent: raw("intent"),
        id,
    })
}

/// Judges every call of a corpus, each with a guard of its own.
pub fn judge(corpus: &Contradictions, watch: &dyn Watch) -> Vec<Judged> {
    let judge = |item: &LabelledCall| {
        let (verdict, took) = timed(watch, || judge_call(item));
        Judged {
            id: item.id.clone(),
            is_positive: item.is_positive,
            category: item.category.clone(),
            source: item.source.clone(),
            pair: item.pair.clone(),
            text: format!("{} {}", item.intent.as_deref().unwrap_or(""), item.arguments),
            verdict,
            took,
        }
    };
    corpus.calls.iter().map(judge).collect()
}

fn judge_call(item: &LabelledCall) -> Verdict {
    let guard = Guard::new(&Settings::default()).expect("the default settings are sound");
    let definition = Definition::parse(item.server.as_str(), DefinitionKind::Tool, &item.tool)
        .expect("the definition was parsed when the corpus was read");
    let side = Server { name: &item.server, url: None, tools: &[], configured: None }.classify();
    let before = guard.before(&Call {
        session: &SessionKey { by: KeyedBy::Session, name: item.id.clone() },
        principal: "agent",
        tool: &Arc::new(Tool::of(&definition, classify(&definition), side)),
        arguments: &item.arguments,
        is_address: false,
        other_params: None,
        intent: item.intent.as_deref(),
        now_ms: 0,
    });
    let found = &before.assessment.contradictions;
    let is_stopped = before.decision.action != Action::Allow;
    Verdict {
        flagged: !found.is_empty(),
        tier: (!found.is_empty()).then_some(if is_stopped { Tier::Hard } else { Tier::Soft }),
        severity: None,
        checks: found.iter().map(|contradiction| contradiction.id.clone()).collect(),
        confidence: found.first().map_or(0.0, |worst| f64::from(worst.severity) / 100.0),
    }
}

/// The figures of judged calls.
pub fn score(corpus: &Contradictions, judged: &[Judged]) -> Scores {
    Scores::of(Evaluation::Contradiction, corpus.corpora.clone(), judged, std::iter::empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Contradictions, Vec<Flaw>> {
        Contradictions::read(&[File { name: "rows.jsonl", text }])
    }

    #[test]
    fn a_call_that_says_read_and_deletes_is_flagged_and_one_that_reads_is_not() {
        let row = |id, label, name| {
            format!(
                r#"{{"id": "{id}", "label": "{label}", "server": "crm", "tool": {{"name": "{name}"}}, "arguments": {{"id": 7}}, "intent": {{"operation_type": "read"}}}}"#
            )
        };
        let text = format!("{}\n{}\n", row("a", "malicious", "delete_user"), row("b", "benign", "get_user"));
        let corpus = read(&text).expect("sound rows");
        let judged = judge(&corpus, &crate::Stopped);
        assert_eq!(judged[0].verdict.checks, ["read_but_name_destroys"]);
        let scores = score(&corpus, &judged);
        assert_eq!(scores.detector("engine").and_then(|engine| engine.tally.f1()), Some(1.0));
    }

    #[test]
    fn a_call_without_a_tool_is_refused_with_its_line() {
        let flaws = read(r#"{"id": "a", "label": "benign", "arguments": {}}"#).expect_err("no tool");
        assert!(flaws[0].to_string().starts_with("rows.jsonl:1: `a`: has no `tool`"), "{}", flaws[0]);
    }
}
