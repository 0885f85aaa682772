//! What the agent says it means to do.

use super::{Claim, Signal, SignalSource};
use std::borrow::Cow;
use vetgate_model::json::{Document, Kind, Limits, Node, Syntax};
use vetgate_text::render::safe;

/// What an agent declares with a call. It can be made to lie, so that this is only ever held against the rest.
///
/// ```
/// use vetgate_guard::{Claim, Intent};
///
/// let intent = Intent::read(r#"{"operation_type": "read", "data_sensitivity": "public", "reason": "look it up"}"#);
/// assert_eq!((intent.operation, intent.sensitivity), (Some(Claim::Read), Some(Claim::Public)));
/// let garbage = Intent::read("reading, I swear");
/// assert!(garbage.operation.is_none() && garbage.note.is_some());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent {
    /// `read`, `write` or `destructive`, if it says so.
    pub operation: Option<Claim>,
    /// `public`, `internal` or `private`, if it says so.
    pub sensitivity: Option<Claim>,
    /// Why, in the agent's words; escaped and cut.
    pub reason: Option<String>,
    /// What could not be understood.
    pub note: Option<String>,
}

/// The most bytes of a declaration that are read.
const LONGEST: usize = 16 * 1024;
/// The most characters of a reason that are kept.
const REASON: usize = 200;
/// The most characters of a wrong value that a note shows.
const SHOWN: usize = 16;

impl Intent {
    /// Reads a declaration. What cannot be understood claims nothing, and leaves a note.
    pub fn read(text: &str) -> Self {
        let note = |what: &str| Self { note: Some(what.to_owned()), ..Self::default() };
        if text.len() > LONGEST {
            return note("the declared intent is too long");
        }
        let Ok(document) = Document::parse_as(text, Syntax::Strict, Limits { depth: 32, values: 1_000 }) else {
            return note("the declared intent is not a JSON object");
        };
        let root = document.root();
        if root.kind() != Kind::Object {
            return note(&format!("the declared intent is {}, not an object with operation_type", root.kind().name()));
        }
        if root.members().next().is_none() {
            return note("the declared intent is empty");
        }
        let mut intent = Self::default();
        for key in ["operation_type", "operation"] {
            if intent.operation.is_none() {
                intent.operation = intent.word(root, key, operation);
            }
        }
        intent.sensitivity = intent.word(root, "data_sensitivity", sensitivity);
        intent.reason = text_of(root, "reason").map(|reason| safe(&reason, REASON)).filter(|reason| !reason.is_empty());
        intent
    }

    fn word(&mut self, root: Node, key: &str, known: fn(&str) -> Option<Option<Claim>>) -> Option<Claim> {
        let node = root.get(key)?;
        let Some(text) = text_of(root, key) else {
            self.note = Some(format!("the declared {key} is {}", node.kind().name()));
            return None;
        };
        let word = text.trim().to_ascii_lowercase();
        known(&word).unwrap_or_else(|| {
            // Only what looks like a word is shown: whatever else stands there is nobody's business.
            let is_word = word.len() <= SHOWN && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            let shown = if is_word { format!(" \"{word}\"") } else { String::new() };
            self.note = Some(format!("the declared {key}{shown} is not known"));
            None
        })
    }

    /// What it claims.
    pub(super) fn claims(&self, out: &mut Vec<Signal>) {
        let mut claim = |claim: Option<Claim>, key: &str| {
            if let Some(claim) = claim {
                out.push(Signal::new(SignalSource::AgentIntent, claim, format!("{key}:{claim}")));
            }
        };
        claim(self.operation, "operation_type");
        claim(self.sensitivity, "data_sensitivity");
        // Nobody is to wonder why a declaration counted for nothing.
        if let Some(note) = &self.note {
            out.push(Signal::new(SignalSource::AgentIntent, Claim::Unclear, format!("intent:{note}")));
        }
    }
}

fn text_of<'t>(root: Node<'_, 't>, key: &str) -> Option<Cow<'t, str>> {
    Some(root.get(key)?.string()?.text)
}

/// The claim that a word for an operation makes; `Some(None)` for a word that claims nothing.
fn operation(word: &str) -> Option<Option<Claim>> {
    Some(match word {
        "read" => Some(Claim::Read),
        "write" => Some(Claim::Write),
        "destructive" => Some(Claim::Destructive),
        "unknown" | "" => None,
        _ => return None,
    })
}

fn sensitivity(word: &str) -> Option<Option<Claim>> {
    Some(match word {
        "public" => Some(Claim::Public),
        "internal" => Some(Claim::Internal),
        "private" => Some(Claim::Private),
        "unknown" | "" => None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_declaration_is_read_leniently() {
        let table: &[(&str, Option<Claim>, Option<Claim>, bool)] = &[
            (r#"{"operation_type":"read"}"#, Some(Claim::Read), None, false),
            (r#"{"operation":"WRITE "}"#, Some(Claim::Write), None, false),
            (
                r#"{"operation_type":"destructive","data_sensitivity":"private"}"#,
                Some(Claim::Destructive),
                Some(Claim::Private),
                false,
            ),
            (r#"{"data_sensitivity":"internal"}"#, None, Some(Claim::Internal), false),
            (r#"{"operation_type":"unknown","data_sensitivity":"unknown"}"#, None, None, false),
            (r#"{"operation_type":"harmless"}"#, None, None, true),
            (r#"{"operation_type":["read"]}"#, None, None, true),
            (r#"{"operation_type":["read"],"operation":"read"}"#, Some(Claim::Read), None, true),
            ("[]", None, None, true),
            ("{}", None, None, true),
            ("read", None, None, true),
            ("", None, None, true),
        ];
        for (text, operation, sensitivity, has_note) in table {
            let intent = Intent::read(text);
            assert_eq!((intent.operation, intent.sensitivity), (*operation, *sensitivity), "{text}");
            assert_eq!(intent.note.is_some(), *has_note, "{text}: {:?}", intent.note);
        }
    }

    #[test]
    fn what_counts_for_nothing_is_told_without_what_is_no_word() {
        let table: &[(&str, &str)] = &[
            (r#"{"operation_type":"raed"}"#, "intent:the declared operation_type \"raed\" is not known"),
            (r#"{"operation_type":"hunter2 hunter2"}"#, "intent:the declared operation_type is not known"),
            (r#""read""#, "intent:the declared intent is a string, not an object with operation_type"),
            ("read", "intent:the declared intent is not a JSON object"),
        ];
        for (text, expected) in table {
            let mut out = vec![];
            Intent::read(text).claims(&mut out);
            let told: Vec<_> = out.iter().map(|signal| (signal.claim, signal.evidence.as_str())).collect();
            assert_eq!(told, [(Claim::Unclear, *expected)], "{text}");
        }
    }

    #[test]
    fn a_reason_is_escaped_and_cut() {
        let intent = Intent::read(&format!(r#"{{"reason":"a\u202e{}"}}"#, "b".repeat(1_000)));
        let reason = intent.reason.expect("it gives a reason");
        assert!(reason.starts_with(r"a\u{202E}b") && reason.chars().count() <= REASON, "{reason}");
    }

    #[test]
    fn a_declaration_that_is_too_long_claims_nothing() {
        let text = format!(r#"{{"operation_type":"read","reason":"{}"}}"#, "b".repeat(LONGEST));
        assert_eq!(Intent::read(&text).operation, None);
    }

    proptest! {
        #[test]
        fn any_declaration_is_read(text in any::<String>()) {
            Intent::read(&text);
        }
    }
}
