//! The JSON Schemas of datasets, which are files in `contracts/`.
//!
//! A schema says which members an item has and of which type. Rules across items (unique ids, pairs, references) are
//! checked where the dataset is read.

use crate::rows::File;
use crate::validate::Kind;
use crate::{Flaw, Rule};
use serde_json::Value;
use vetgate_model::json::{Document, Lines, Node};

/// Errors that are reported of one file; further ones are counted.
const MAX_REPORTED: usize = 20;

impl Kind {
    /// The file name and the text of its schema.
    pub const fn contract(self) -> (&'static str, &'static str) {
        macro_rules! contract {
            ($name:literal) => {
                (
                    concat!("contracts/", $name, ".schema.json"),
                    include_str!(concat!("../../../contracts/", $name, ".schema.json")),
                )
            };
        }
        match self {
            Self::Tools => contract!("tool_corpus"),
            Self::Queries => contract!("retrieval_golden"),
            Self::Security => contract!("security_corpus"),
            Self::Responses => contract!("responses_corpus"),
            Self::Sensitive => contract!("sensitive_corpus"),
            Self::Capability => contract!("capability_corpus"),
            Self::Flow => contract!("flow_corpus"),
            Self::Contradiction => contract!("contradiction_corpus"),
            Self::Baseline => contract!("baseline"),
            Self::CalibrationServers => contract!("calibration_servers"),
            Self::CalibrationLabels => contract!("calibration_labels"),
            Self::CalibrationFindings => contract!("calibration_findings"),
            Self::StaticRules => contract!("static_rules"),
        }
    }
}

/// Checks a document against the schema of its kind.
pub(crate) fn check(file: File<'_>, kind: Kind) -> Vec<Flaw> {
    let (name, schema) = kind.contract();
    let schema: Value = serde_json::from_str(schema).expect("the schemas are read by a test");
    // Linear-time patterns; the default engine can backtrack.
    let options = jsonschema::options().with_pattern_options(jsonschema::PatternOptions::regex());
    let validator = options.build(&schema).expect("the schemas are compiled by a test");
    let flaw = |place: String, message: String| Flaw { place, id: None, rule: Rule::Schema, message };
    let document: Value = match serde_json::from_str(file.text) {
        Ok(document) => document,
        Err(error) => return vec![flaw(format!("{}:{}", file.name, error.line()), format!("is not JSON: {error}"))],
    };
    let mut flaws = Vec::new();
    let mut count = 0;
    for error in validator.iter_errors(&document) {
        count += 1;
        if count > MAX_REPORTED {
            continue;
        }
        let pointer = error.instance_path().to_string();
        let place = match line_of(file.text, &pointer) {
            Some(line) => format!("{}:{line}", file.name),
            None => file.name.to_owned(),
        };
        let pointer = if pointer.is_empty() { "the document" } else { pointer.as_str() };
        // The value itself can be long and can hold a secret.
        flaws.push(flaw(place, format!("{pointer}: {} (by {name})", error.masked_with("the value"))));
    }
    if count > MAX_REPORTED {
        flaws.push(flaw(file.name.to_owned(), format!("{} more violations of {name}", count - MAX_REPORTED)));
    }
    flaws
}

/// The line of the value at a JSON pointer.
fn line_of(text: &str, pointer: &str) -> Option<usize> {
    let document = Document::parse(text).ok()?;
    let mut node = document.root();
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        node = step(node, &token)?;
    }
    Some(Lines::of(text).position(text, node.span().start).0)
}

fn step<'d, 't>(node: Node<'d, 't>, token: &str) -> Option<Node<'d, 't>> {
    match token.parse() {
        Ok(index) if node.get(token).is_none() => node.elements().nth(index),
        _ => node.get(token),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_is_reported_with_its_line_and_its_schema() {
        let text = "{\"version\": \"1\",\n \"generated_from\": \"x\", \"license\": \"MIT\",\n \"tools\": [\n  {\"tool_id\": \"a:b\", \"server\": \"a\", \"tool\": \"b\", \"description\": 3, \"schema\": {}}]}";
        let flaws = check(File { name: "f.json", text }, Kind::Tools);
        assert_eq!(flaws.len(), 1, "{flaws:?}");
        let shown = flaws[0].to_string();
        assert!(shown.starts_with("f.json:4: /tools/0/description: "), "{shown}");
        assert!(shown.ends_with("(by contracts/tool_corpus.schema.json) [schema]"), "{shown}");
    }

    #[test]
    fn many_violations_are_counted_and_not_all_listed() {
        let row = r#"{"tool_id": "a:b"}"#;
        let rows = vec![row; 50].join(",");
        let text = format!(r#"{{"version":"1","generated_from":"x","license":"MIT","tools":[{rows}]}}"#);
        let flaws = check(File { name: "f.json", text: &text }, Kind::Tools);
        assert_eq!(flaws.len(), MAX_REPORTED + 1);
        assert!(flaws[MAX_REPORTED].message.contains("180 more violations"), "{}", flaws[MAX_REPORTED]);
    }
}
