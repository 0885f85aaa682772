//! Reads a scenario from its file, and says what is wrong with it and where.

use super::{Category, Play, Scenario, Severity, Transport};
use crate::adversary::phrase::{self, PhraseError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of a file.
pub(crate) const LONGEST: usize = 1024 * 1024;

/// Why a file is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// It has not the form.
    #[error("{place}: {reason}; see docs/scenarios.md for the format")]
    Form {
        /// The file, and where it is known the line and the column.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// A text has something in double braces that stands for nothing.
    #[error("{place}: {error}")]
    Phrase {
        /// The file, and where it is known the line and the column.
        place: String,
        /// What is wrong.
        error: PhraseError,
    },
    /// It contradicts itself.
    #[error("{file}: {reason}; see docs/scenarios.md for the rules")]
    Sense {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// It is too long.
    #[error("{file}: has {bytes} bytes; a scenario has at most {LONGEST}")]
    Long {
        /// The file.
        file: String,
        /// How long it is.
        bytes: usize,
    },
}

/// What must be known before texts can be written out.
#[derive(Deserialize)]
struct Secrets {
    #[serde(default)]
    secrets: BTreeMap<String, String>,
}

impl Scenario {
    /// Reads a scenario. `file` is only named in errors.
    pub fn read(file: &str, text: &str) -> Result<Self, ScenarioError> {
        let named = || file.to_owned();
        if text.len() > LONGEST {
            return Err(ScenarioError::Long { file: named(), bytes: text.len() });
        }
        let yaml = |error: serde_saphyr::Error| misformed(file, &error);
        // Twice: the form as it stands, which knows the lines, and then with its texts written out.
        let _: Scenario = parsed(text).map_err(yaml)?;
        let Secrets { secrets } = parsed(text).map_err(yaml)?;
        let mut value: Value = parsed(text).map_err(yaml)?;
        expand(&mut value, &secrets)
            .map_err(|error| ScenarioError::Phrase { place: place_of(file, text, error.phrase().as_deref()), error })?;
        let scenario: Scenario = serde_json::from_value(value)
            .map_err(|error| ScenarioError::Form { place: named(), reason: error.to_string() })?;
        match scenario.mistake() {
            Some(reason) => Err(ScenarioError::Sense { file: named(), reason }),
            None => Ok(scenario),
        }
    }

    /// What the form allows and makes no sense.
    fn mistake(&self) -> Option<String> {
        let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || !self.id.chars().all(is_id) {
            return Some(format!("the id `{}` must contain only lower-case letters, digits and `-`", self.id));
        }
        if self.is_harmless() != (self.severity == Severity::None) {
            return Some("the severity must be `none` for harmless scenarios, and only for them".to_owned());
        }
        if self.is_harmless() == (self.harm.is_some() && self.expect.is_some()) {
            return Some(
                "an attack must have `harm` and `expect`, and a harmless scenario must have neither".to_owned(),
            );
        }
        if self.category != Category::Harmless && self.twin_of.is_some() {
            return Some("`twin_of` is only for harmless scenarios".to_owned());
        }
        self.mistaken_server().or_else(|| self.mistaken_step()).or_else(|| self.mistaken_ending())
    }

    fn mistaken_server(&self) -> Option<String> {
        let mut names = BTreeSet::new();
        if self.servers.is_empty() || self.servers.len() > 6 {
            return Some("it must have one to six servers".to_owned());
        }
        for server in &self.servers {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if server.name.is_empty() || !server.name.chars().all(is_name) {
                return Some(format!(
                    "the server name `{}` must contain only letters, digits, `-` and `_`",
                    server.name
                ));
            }
            if !names.insert(&server.name) {
                return Some(format!("two servers have the name `{}`", server.name));
            }
            if !server.wire.is_empty() && server.transport != Transport::Stdio {
                return Some(format!("`wire` of `{}` needs `transport: stdio`", server.name));
            }
            for definition in server.prompts.iter().chain(&server.resources) {
                if !definition.get("name").is_some_and(Value::is_string) {
                    return Some(format!("a prompt or resource of `{}` has no name", server.name));
                }
            }
        }
        None
    }

    fn mistaken_step(&self) -> Option<String> {
        for (number, step) in self.script.iter().enumerate() {
            let place = format!("step {} of the script", number + 1);
            let Some(play) = step.play() else {
                return Some(format!(
                    "{place} must have exactly one of call, prompt, read (each `SERVER/NAME`), list, wait, drop and render"
                ));
            };
            let server = match play {
                Play::Call(server, _) | Play::Prompt(server, _) | Play::Read(server, _) | Play::Drop(server) => server,
                Play::Render(label) if !self.labels().contains(label) => {
                    return Some(format!("{place} renders `{label}`, which is not a label"));
                }
                _ => continue,
            };
            let Some(server) = self.server(server) else {
                return Some(format!("{place} names the server `{server}`, which does not exist"));
            };
            if matches!(play, Play::Drop(_)) && server.transport != Transport::Stdio {
                return Some(format!("{place}: only the connection of a `stdio` server can break"));
            }
        }
        None
    }

    fn mistaken_ending(&self) -> Option<String> {
        let labels = self.labels();
        if let Some(harm) = &self.harm {
            if harm.seen.is_empty() && harm.arrived.is_empty() && harm.done.is_empty() {
                return Some("`harm` is empty".to_owned());
            }
            if let Some(label) = harm.done.iter().find(|label| !labels.contains(label.as_str())) {
                return Some(format!("`harm.done` names `{label}`, which is not a label"));
            }
        }
        let at = &self.expect.as_ref()?.at;
        (at != "start" && !labels.contains(at.as_str()))
            .then(|| format!("`expect.at` names `{at}`, which is not a label"))
    }

    fn labels(&self) -> BTreeSet<&str> {
        self.script.iter().filter_map(|step| step.label.as_deref()).collect()
    }
}

/// Reads YAML in which only `true` and `false` are booleans.
fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, serde_saphyr::Error> {
    serde_saphyr::from_str_with_options(text, serde_saphyr::options! { strict_booleans: true, with_snippet: false })
}

/// What the reader of YAML says, with the place before it, as editors and terminals know it.
fn misformed(file: &str, error: &serde_saphyr::Error) -> ScenarioError {
    let reason = error.to_string();
    let Some(at) = error.location() else { return ScenarioError::Form { place: file.to_owned(), reason } };
    let (line, column) = (at.line(), at.column());
    let behind = format!(" at line {line}, column {column}");
    let reason = reason.strip_suffix(&behind).unwrap_or(&reason).to_owned();
    ScenarioError::Form { place: format!("{file}:{line}:{column}"), reason }
}

/// Where a phrase first stands in a file, if it stands there as it is.
fn place_of(file: &str, text: &str, phrase: Option<&str>) -> String {
    let found = phrase.and_then(|phrase| text.find(&format!("{{{{{phrase}")));
    let Some(found) = found else { return file.to_owned() };
    let before = &text[..found];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{file}:{line}:{column}")
}

/// Writes out every text of a value.
fn expand(value: &mut Value, secrets: &BTreeMap<String, String>) -> Result<(), PhraseError> {
    match value {
        Value::String(text) if text.contains("{{") => *text = phrase::expand(text, secrets)?,
        Value::Array(values) => values.iter_mut().try_for_each(|value| expand(value, secrets))?,
        Value::Object(members) => {
            if members.keys().any(|key| key.contains("{{")) {
                for (key, member) in std::mem::take(members) {
                    members.insert(phrase::expand(&key, secrets)?, member);
                }
            }
            members.values_mut().try_for_each(|value| expand(value, secrets))?;
        }
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "
id: x
title: t
category: exfiltration
severity: high
stands_for: nothing
explanation: none
secrets: {key: k-17}
servers:
  - name: notes
    tools:
      - name: read
        inputSchema: {type: object}
        answers: [{text: 'the key is {{secret:key}}'}]
script:
  - call: notes/read
    as: first
harm: {seen: ['{{secret:key}}']}
expect: {do: mask, at: first}
";

    #[test]
    fn texts_are_written_out() {
        let scenario = Scenario::read("x.yaml", GOOD).unwrap();
        assert_eq!(scenario.servers[0].tools[0].answers[0].text.as_deref(), Some("the key is k-17"));
        assert_eq!(scenario.harm.unwrap().seen, ["k-17"]);
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("id: x", "id: X", "lower-case"),
            ("severity: high", "severity: none", "severity"),
            ("severity: high", "severity: awful", "awful"),
            ("call: notes/read", "call: mail/read", "`mail`, which does not exist"),
            ("call: notes/read", "call: read", "exactly one"),
            ("at: first", "at: later", "`later`, which is not a label"),
            ("{{secret:key}}'}]", "{{secret:lock}}'}]", "lock"),
            ("{{secret:key}}'}]", "{{shout:key}}'}]", "shout"),
            ("harm: {seen: ['{{secret:key}}']}", "harm: {}", "`harm` is empty"),
            ("harm: {seen: ['{{secret:key}}']}\nexpect: {do: mask, at: first}", "", "an attack must have"),
            ("title: t", "title: t\ncolour: red", "colour"),
            ("    tools:", "    wire: [{on: tools/call, twice: true}]\n    tools:", "stdio"),
        ];
        for (from, to, named) in cases {
            let text = GOOD.replace(from, to);
            assert_ne!(text, GOOD, "{from}");
            let error = Scenario::read("x.yaml", &text).expect_err(to).to_string();
            assert!(error.starts_with("x.yaml:") && error.contains(named), "{to}: {error}");
        }
    }

    #[test]
    fn mistakes_of_form_are_named_with_their_line_and_column() {
        let cases = [
            ("severity: high", "severity: awful", "x.yaml:5:11: unknown variant `awful`, expected one of none, low"),
            ("title: t", "title: t\ncolour: red", "x.yaml:4:1: unknown field `colour`, expected one of id, title"),
            ("title: t", "title: t: u", "x.yaml:3:9: "),
            ("{{secret:key}}'}]", "{{secret:lock}}'}]", "x.yaml:14:38: there is no secret `lock`"),
            ("{{secret:key}}'}]", "{{shout:key}}'}]", "x.yaml:14:38: `{{shout:key}}` is unknown: use secret, base64"),
        ];
        for (from, to, expected) in cases {
            let error = Scenario::read("x.yaml", &GOOD.replace(from, to)).expect_err(to).to_string();
            assert!(error.starts_with(expected) && !error.contains('\n'), "{to}: {error}");
        }
    }

    #[test]
    fn a_scenario_that_is_too_long_is_not_read() {
        let error = Scenario::read("x.yaml", &" ".repeat(LONGEST + 1)).unwrap_err();
        assert!(matches!(error, ScenarioError::Long { .. }));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(?s).{0,400}") {
            let _ = Scenario::read("x.yaml", &text);
        }
    }
}
