//! What a model answered, if it is what was asked for.
//!
//! One fence around the object is taken off, since many models write one whatever they are told, and members that were
//! not asked for are passed over. Nothing else is repaired. An answer with a tag of the model's own, or with words around
//! the object, comes from a model that did not understand the question, and its labels are worth no more than its form.

use super::shown;
use crate::{Role, Tag};
use std::collections::BTreeSet;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Limits, Node, ReadError, Syntax};

/// The longest answer, in bytes.
const LENGTH: usize = 64 * 1024;

/// The most parameters that an answer labels.
const PARAMETERS: usize = 256;

/// How much of an answer a message quotes, in characters.
const QUOTE: usize = 40;

/// A model's labels for one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The capabilities, each once.
    pub capabilities: Vec<InferredTag>,
    /// The roles of parameters, each parameter once.
    pub parameter_roles: Vec<InferredRole>,
}

/// A capability that a model sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InferredTag {
    /// Which.
    pub tag: Tag,
    /// Why, in the model's words.
    pub reason: String,
}

/// A role that a model sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InferredRole {
    /// The parameter's name; a dotted path for a nested one.
    pub parameter: String,
    /// Which role.
    pub role: Role,
    /// Why, in the model's words.
    pub reason: String,
}

/// Why an answer is not one. What it quotes is safe to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Longer than any honest answer.
    #[error("the answer has {found} bytes, more than {LENGTH}")]
    TooLong {
        /// Its bytes.
        found: usize,
    },
    /// Not JSON, or not JSON alone.
    #[error("the answer is not one JSON object: line {}, column {}: {}", .0.line, .0.column, shown(&.0.message, 120))]
    Json(ReadError),
    /// A value of the wrong type.
    #[error("{}: expected {expected}, found {found}", place(.at))]
    Type {
        /// Where.
        at: Pointer,
        /// What was asked for.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// A member that is not there.
    #[error("{}: `{member}` is missing", place(.at))]
    Missing {
        /// Of which object.
        at: Pointer,
        /// Which.
        member: &'static str,
    },
    /// A label outside the vocabulary.
    #[error("{}: `{}` is not a {vocabulary}", place(.at), shown(.found, QUOTE))]
    Unknown {
        /// Where.
        at: Pointer,
        /// Of which vocabulary: `tag` or `role`.
        vocabulary: &'static str,
        /// What is there.
        found: String,
    },
    /// A member, tag or parameter for the second time.
    #[error("{}: `{}` occurs twice", place(.at), shown(.found, QUOTE))]
    Twice {
        /// Where the second one stands.
        at: Pointer,
        /// Which.
        found: String,
    },
    /// A list that is too long.
    #[error("{}: {found} entries, more than {most}", place(.at))]
    TooMany {
        /// Which.
        at: Pointer,
        /// How many may be there.
        most: usize,
        /// How many are.
        found: usize,
    },
}

/// Reads an answer, which must be one JSON object with the members of the question's schema, and nothing else but a fence
/// around it. Other members, a `confidence` of the model's own among them, have no effect.
///
/// ```
/// use vetgate_capability::inferred::answer;
///
/// let error = answer(r#"{"capabilities": [{"tag": "root", "reason": ""}], "parameter_roles": []}"#).unwrap_err();
/// assert_eq!(error.to_string(), "/capabilities/0/tag: `root` is not a tag");
/// ```
pub fn answer(text: &str) -> Result<Answer, AnswerError> {
    if text.len() > LENGTH {
        return Err(AnswerError::TooLong { found: text.len() });
    }
    let limits = Limits { depth: 16, values: LENGTH };
    let document = Document::parse_as(unfenced(text), Syntax::Strict, limits).map_err(AnswerError::Json)?;
    let at = Pointer::root();
    let [capabilities, parameter_roles] = object(document.root(), &at, ["capabilities", "parameter_roles"])?;
    Ok(Answer {
        capabilities: list(capabilities, &at.key("capabilities"), Tag::ALL.len(), |node, at| {
            let [tag, reason] = object(node, at, ["tag", "reason"])?;
            let reason = string(reason, &at.key("reason"))?;
            let tag = label(tag, &at.key("tag"), "tag", Tag::named)?;
            Ok((tag.name().to_owned(), InferredTag { tag, reason }))
        })?,
        parameter_roles: list(parameter_roles, &at.key("parameter_roles"), PARAMETERS, |node, at| {
            let [parameter, role, reason] = object(node, at, ["parameter", "role", "reason"])?;
            let parameter = string(parameter, &at.key("parameter"))?;
            let reason = string(reason, &at.key("reason"))?;
            let role = label(role, &at.key("role"), "role", Role::named)?;
            Ok((parameter.clone(), InferredRole { parameter, role, reason }))
        })?,
    })
}

/// What stands within one fence of three backticks, with or without `json` behind them; `text` if there is none.
fn unfenced(text: &str) -> &str {
    let inside = text.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let block = inside.and_then(|inside| inside.split_once('\n'));
    match block {
        Some((word, inside)) if ["", "json"].contains(&word.trim_end()) => inside,
        _ => text,
    }
}

/// The members of an object that has these, each once. Others, such as a confidence of the model's own, are passed over:
/// what a model says of itself changes no label.
fn object<'d, 't, const N: usize>(
    node: Node<'d, 't>,
    at: &Pointer,
    names: [&'static str; N],
) -> Result<[Node<'d, 't>; N], AnswerError> {
    expect(node, at, Kind::Object)?;
    let mut found = [None; N];
    for (key, value) in node.members() {
        let name = key.text.into_owned();
        let Some(slot) = names.iter().position(|wanted| *wanted == name) else { continue };
        if found[slot].replace(value).is_some() {
            return Err(AnswerError::Twice { at: at.key(&name), found: name });
        }
    }
    if let Some(slot) = found.iter().position(Option::is_none) {
        return Err(AnswerError::Missing { at: at.clone(), member: names[slot] });
    }
    // None is missing, so nothing falls back on the object itself.
    Ok(found.map(|value| value.unwrap_or(node)))
}

/// The entries of a list of at most `most`, no two with the same key.
fn list<T>(
    node: Node,
    at: &Pointer,
    most: usize,
    read: impl Fn(Node, &Pointer) -> Result<(String, T), AnswerError>,
) -> Result<Vec<T>, AnswerError> {
    expect(node, at, Kind::Array)?;
    let found = node.elements().count();
    if found > most {
        return Err(AnswerError::TooMany { at: at.clone(), most, found });
    }
    let mut seen = BTreeSet::new();
    let mut entries = Vec::with_capacity(found);
    for (index, element) in node.elements().enumerate() {
        let at = at.index(index);
        let (key, entry) = read(element, &at)?;
        if !seen.insert(key.clone()) {
            return Err(AnswerError::Twice { at, found: key });
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn label<T>(
    node: Node,
    at: &Pointer,
    vocabulary: &'static str,
    named: impl Fn(&str) -> Option<T>,
) -> Result<T, AnswerError> {
    let found = string(node, at)?;
    named(&found).ok_or_else(|| AnswerError::Unknown { at: at.clone(), vocabulary, found })
}

fn string(node: Node, at: &Pointer) -> Result<String, AnswerError> {
    expect(node, at, Kind::String)?;
    Ok(node.string().map(|string| string.text.into_owned()).unwrap_or_default())
}

fn expect(node: Node, at: &Pointer, kind: Kind) -> Result<(), AnswerError> {
    if node.kind() == kind {
        return Ok(());
    }
    Err(AnswerError::Type { at: at.clone(), expected: kind.name(), found: node.kind().name() })
}

/// A place in the answer. A pointer holds no text of the model: members are checked before they are entered.
fn place(at: &Pointer) -> &str {
    if at.is_root() { "the answer" } else { at.as_str() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with(capabilities: &str, roles: &str) -> String {
        format!(r#"{{"capabilities": [{capabilities}], "parameter_roles": [{roles}]}}"#)
    }

    #[test]
    fn an_answer_as_asked_for_is_read() {
        let text = with(
            r#"{"tag": "fs_read", "reason": "reads"}, {"reason": "sends", "tag": "net_egress"}"#,
            r#"{"parameter": "edits.path", "role": "path", "reason": ""}"#,
        );
        let read = answer(&format!(" {text}\n")).unwrap();
        assert_eq!(read.capabilities[1], InferredTag { tag: Tag::NetEgress, reason: "sends".to_owned() });
        assert_eq!(read.parameter_roles[0].parameter, "edits.path");
        assert_eq!(answer(&with("", "")).unwrap(), Answer { capabilities: vec![], parameter_roles: vec![] });
    }

    #[test]
    fn members_that_were_not_asked_for_change_nothing() {
        let plain =
            with(r#"{"tag": "exec", "reason": "runs"}"#, r#"{"parameter": "a", "role": "command", "reason": ""}"#);
        let more = r#"{"confidence": "high", "capabilities": [{"tag": "exec", "confidence": 0.99, "reason": "runs"}],
            "parameter_roles": [{"parameter": "a", "role": "command", "reason": "", "certain": true}], "notes": [{}]}"#;
        assert_eq!(answer(more), answer(&plain));
    }

    #[test]
    fn anything_else_is_refused_with_its_place() {
        let tag = |tag: &str| format!(r#"{{"tag": {tag}, "reason": ""}}"#);
        let role = |name: &str| format!(r#"{{"parameter": "{name}", "role": "id", "reason": ""}}"#);
        let many = |entry: &dyn Fn(usize) -> String, count| (0..count).map(entry).collect::<Vec<_>>().join(",");
        for (text, message) in [
            ("[]".to_owned(), "the answer: expected an object, found an array"),
            ("{}".to_owned(), "the answer: `capabilities` is missing"),
            (r#"{"capabilities": []}"#.to_owned(), "the answer: `parameter_roles` is missing"),
            (
                r#"{"capabilities": {}, "parameter_roles": []}"#.to_owned(),
                "/capabilities: expected an array, found an object",
            ),
            (
                r#"{"capabilities": [], "capabilities": [], "parameter_roles": []}"#.to_owned(),
                "/capabilities: `capabilities` occurs twice",
            ),
            (r#"{"note": 1}"#.to_owned(), "the answer: `capabilities` is missing"),
            (with("1", ""), "/capabilities/0: expected an object, found a number"),
            (with(r#"{"tag": "exec"}"#, ""), "/capabilities/0: `reason` is missing"),
            (with(&tag("null"), ""), "/capabilities/0/tag: expected a string, found null"),
            (with(&tag("\"Exec\""), ""), "/capabilities/0/tag: `Exec` is not a tag"),
            (with(&tag("\"a\\u001b[31m\\u202e\""), ""), "/capabilities/0/tag: `a\\u{1b}[31m\\u{202e}` is not a tag"),
            (with(&format!("{0}, {0}", tag("\"exec\"")), ""), "/capabilities/1: `exec` occurs twice"),
            (with(&many(&|_| tag("\"exec\""), 9), ""), "/capabilities: 9 entries, more than 8"),
            (with("", &format!("{0}, {0}", role("a"))), "/parameter_roles/1: `a` occurs twice"),
            (with("", &many(&|n| role(&n.to_string()), 257)), "/parameter_roles: 257 entries, more than 256"),
            (
                with("", r#"{"parameter": "a", "role": "secret", "reason": ""}"#),
                "/parameter_roles/0/role: `secret` is not a role",
            ),
        ] {
            assert_eq!(answer(&text).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn one_fence_around_the_object_is_taken_off() {
        let good = with("", "");
        for text in
            [format!("```json\n{good}\n```"), format!("\n```json \r\n{good}\r\n```\n"), format!("```\n{good}```")]
        {
            assert_eq!(answer(&text), answer(&good), "{text}");
        }
    }

    #[test]
    fn text_around_the_object_and_other_forms_of_json_are_refused() {
        let good = with("", "");
        for text in [
            "".to_owned(),
            format!("```json\n{good}\n``` Done."),
            format!("```js\n{good}\n```"),
            format!("```json\n```json\n{good}\n```\n```"),
            "```json".to_owned(),
            "``````".to_owned(),
            format!("Here it is: {good}"),
            format!("{good} Done."),
            format!("{good}{good}"),
            good.replace('"', "'"),
            "[".repeat(60_000),
        ] {
            assert!(matches!(answer(&text), Err(AnswerError::Json(_))), "{text}");
        }
        assert_eq!(answer(&" ".repeat(LENGTH + 1)), Err(AnswerError::TooLong { found: LENGTH + 1 }));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_a_short_message(text in "[\\[\\]{},:\"a-z_ \\\\\u{1b}\u{202e}0]{0,80}") {
            if let Err(error) = answer(&text) {
                let message = error.to_string();
                prop_assert!(message.chars().count() < 300 && !message.contains(['\u{1b}', '\u{202e}']), "{message}");
            }
        }
    }
}
