//! Writes the verdict on every item of the datasets, their disguises and the fuzz corpus, one line each.
//!
//! ```text
//! cargo run --release -p vetgate-eval --example verdicts > verdicts.txt
//! ```
//!
//! A change that claims to leave detection alone gives the same bytes before and after it. A line has the kind of item, its
//! file, its id, and the verdict as JSON: signals with tier, confidence and place, matches with their spans and masks, and
//! the decisions of the guard, capabilities of tools. Texts for people are left out.

#![allow(clippy::disallowed_methods, reason = "reads the datasets of this repository")]

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_eval::capability::{self, Capability};
use vetgate_eval::contradiction::Contradictions;
use vetgate_eval::flow::{self, Flow};
use vetgate_eval::responses::Responses;
use vetgate_eval::security::{Entry, Security};
use vetgate_eval::sensitive::Sensitive;
use vetgate_eval::{File, Stopped, disguises};
use vetgate_guard::{Call, Guard, KeyedBy, SessionKey, Settings, Tool};
use vetgate_model::{Definition, DefinitionKind, Finding};
use vetgate_sensitive::{Detector, Grade, Masker};
use vetgate_vet::{Catalog, Response, checks, inspect_one, inspect_response};

/// The seed of the disguises; any will do.
const SEED: u64 = 7;
/// Larger seeds of the fuzz corpus test limits, not verdicts.
const MAX_SEED_BYTES: usize = 64 << 10;
/// Members of assessments that are texts for people.
const TEXTS: [&str; 5] = ["reason", "detail", "text", "why", "because"];

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dataset = |name: &str| std::fs::read_to_string(root.join("datasets").join(name));
    let mut out = Verdicts { out: BufWriter::new(io::stdout().lock()), detector: Detector::new() };
    for name in ["security_corpus_v1.json", "security_held_out_v1.json"] {
        let text = dataset(name)?;
        let corpus = Security::read(&[File { name, text: &text }]).expect("a sound dataset");
        for entry in &corpus.entries {
            out.definition("definition", name, &entry.id, entry)?;
        }
        for (disguise, entry) in disguises(&corpus, SEED) {
            out.definition("disguise", name, &format!("{} {disguise}", entry.id), &entry)?;
        }
    }
    let name = "responses_corpus_v1.json";
    let text = dataset(name)?;
    for output in Responses::read(&[File { name, text: &text }]).expect("a sound dataset").outputs {
        out.response(name, &output.id, &output.tool, &output.text)?;
        out.sensitive(name, &output.id, &output.text)?;
    }
    let name = "sensitive_corpus_v1.json";
    let text = dataset(name)?;
    for entry in Sensitive::read(&[File { name, text: &text }]).expect("a sound dataset").entries {
        out.sensitive(name, &entry.id, &entry.text)?;
    }
    let name = "contradiction_corpus_v1.json";
    let text = dataset(name)?;
    for item in Contradictions::read(&[File { name, text: &text }]).expect("a sound dataset").calls {
        let definition = Definition::parse(item.server.as_str(), DefinitionKind::Tool, &item.tool).expect("a tool");
        let steps = [Step { arguments: &item.arguments, intent: item.intent.as_deref(), result: None }];
        out.session(name, &item.id, &steps, |_| tool(&definition, &item.server))?;
    }
    let name = "capability_corpus_v1.json";
    let text = dataset(name)?;
    let corpus = Capability::read(&[File { name, text: &text }]).expect("a sound dataset");
    for (tool, classified) in corpus.tools.iter().zip(capability::judge(&corpus, &Stopped)) {
        out.write("capability", name, &tool.id, &json!(classified))?;
    }
    let name = "flow_corpus_v1.json";
    let text = dataset(name)?;
    for session in Flow::read(&[File { name, text: &text }]).expect("a sound dataset").sessions {
        let tools = flow::tools(&session);
        let step = |step: &'_ flow::Step| -> Option<String> { Some(flow::result_of(&step.output)) };
        let steps: Vec<Step> = session
            .steps
            .iter()
            .map(|s| Step { arguments: &s.arguments, intent: s.intent.as_deref(), result: step(s) })
            .collect();
        let tool = |at: usize| Arc::clone(&tools[&(&*session.steps[at].server, &*session.steps[at].tool)]);
        out.session(name, &session.id, &steps, tool)?;
    }
    out.seeds(&root.join("fuzz/corpus"))?;
    out.out.flush()
}

/// One call of a session.
struct Step<'s> {
    arguments: &'s str,
    intent: Option<&'s str>,
    result: Option<String>,
}

struct Verdicts<W: Write> {
    out: W,
    detector: Detector,
}

impl<W: Write> Verdicts<W> {
    fn write(&mut self, kind: &str, file: &str, id: &str, verdict: &Value) -> io::Result<()> {
        writeln!(self.out, "{kind}\t{file}\t{id}\t{verdict}")
    }

    fn definition(&mut self, kind: &str, file: &str, id: &str, entry: &Entry) -> io::Result<()> {
        let catalog = Catalog::of(&entry.definitions);
        let finding = inspect_one(&catalog, 0, checks::all());
        self.write(kind, file, id, &signals(finding.as_ref()))
    }

    fn response(&mut self, file: &str, id: &str, tool: &str, text: &str) -> io::Result<()> {
        let finding = inspect_response(&Response { server: "", tool, text });
        self.write("response", file, id, &signals(finding.as_ref()))
    }

    fn sensitive(&mut self, file: &str, id: &str, text: &str) -> io::Result<()> {
        let matches = self.detector.inspect(text.as_bytes());
        let masked = self.detector.redact(text.as_bytes(), Masker::mask(), Grade::Medium);
        let masked = if matches.is_empty() { Value::Null } else { json!(String::from_utf8_lossy(&masked)) };
        self.write("sensitive", file, id, &json!({"matches": matches, "masked": masked}))
    }

    fn session(&mut self, file: &str, id: &str, steps: &[Step], tool: impl Fn(usize) -> Arc<Tool>) -> io::Result<()> {
        let guard = Guard::new(&Settings::default()).expect("the default settings are sound");
        let key = SessionKey { by: KeyedBy::Session, name: id.to_owned() };
        for (at, step) in steps.iter().enumerate() {
            let call = Call {
                session: &key,
                principal: "agent",
                tool: &tool(at),
                arguments: step.arguments,
                other_params: None,
                is_address: false,
                intent: step.intent,
                now_ms: (at as u64 + 1) * 20_000,
            };
            let before = guard.before(&call);
            let mut assessment = json!(before.assessment);
            remove_texts(&mut assessment);
            let mut verdict = json!({
                "action": before.decision.action,
                "by": before.decision.by,
                "flagged": before.decision.is_flagged,
                "quarantines": before.decision.quarantines,
                "masked": before.arguments,
                "assessment": assessment,
            });
            if let Some(result) = &step.result {
                guard.sent(&call, &before.ticket);
                let after = guard.after(&call, &before.ticket, result);
                verdict["response"] = json!({
                    "blocked": after.blocked.is_some(),
                    "masked": after.result.filter(|_| after.is_masked),
                    "findings": after.findings.len(),
                    "risk": after.risk,
                });
            }
            self.write("call", file, &format!("{id} {at}"), &verdict)?;
        }
        Ok(())
    }

    /// Gives every file of the fuzz corpus to every reader of text.
    fn seeds(&mut self, corpus: &Path) -> io::Result<()> {
        let mut files = BTreeMap::new();
        collect(corpus, corpus, &mut files)?;
        let definition = Definition::parse("notes", DefinitionKind::Tool, r#"{"name": "send_note"}"#).expect("a tool");
        for (name, path) in files {
            let bytes = std::fs::read(path)?;
            if bytes.len() > MAX_SEED_BYTES {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes);
            let raw = json!({"name": "seed", "description": text}).to_string();
            let described = Definition::parse("seed", DefinitionKind::Tool, &raw).expect("a tool");
            let finding = inspect_one(&Catalog::of(&[described]), 0, checks::all());
            self.write("definition", "fuzz", &name, &signals(finding.as_ref()))?;
            self.response("fuzz", &name, "seed", &text)?;
            self.sensitive("fuzz", &name, &text)?;
            let arguments = json!({"text": text}).to_string();
            let steps = [Step { arguments: &arguments, intent: None, result: Some(flow::result_of(&text)) }];
            self.session("fuzz", &name, &steps, |_| tool(&definition, "notes"))?;
        }
        Ok(())
    }
}

fn tool(definition: &Definition, server: &str) -> Arc<Tool> {
    let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
    Arc::new(Tool::of(definition, classify(definition), side))
}

fn signals(finding: Option<&Finding>) -> Value {
    let Some(finding) = finding else { return Value::Null };
    let mut verdict = json!(finding);
    remove_texts(&mut verdict);
    verdict
}

fn remove_texts(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !TEXTS.contains(&name.as_str()));
            members.values_mut().for_each(remove_texts);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_texts),
        _ => {}
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else {
            let name = path.strip_prefix(root).expect("a path below the root").display().to_string();
            files.insert(name, path);
        }
    }
    Ok(())
}
