//! Personal data and secrets on their way: masked for one side, told to the other.
//!
//! What goes to a server outside is masked for good, or stands there as a token (`⟦EMAIL_1⟧`) whose value only this session
//! knows. On the way to a server inside every token becomes its value again. A response of a server that was given tokens
//! may hold them: an agent that wrote the value itself gets it back, and one that never saw it keeps the token. A token that a
//! server was never given is a forgery, made in the hope that its value is put into the next call: it is taken apart.
//!
//! Guarantees: total on any text; linear in it; JSON stays JSON; what was replaced by tokens and is restored is the same JSON
//! again. A session keeps at most [`LIMITS`]; what finds no room is redacted. No value is in an error, a log or a `Debug`.

use crate::{Masking, Towards};
use std::borrow::Cow;
use std::collections::BTreeSet;
use vetgate_capability::ServerClass;
use vetgate_model::json::{Document, Kind};
use vetgate_sensitive::{Detector, Grade, Limits, Masker, Redactor, Vault};

/// How much one session keeps.
const LIMITS: Limits = Limits { entries: 4096, bytes: 1 << 20 };

/// How sure a value must be to be replaced.
const LEAST: Grade = Grade::Medium;

/// How deep documents in strings are followed; deeper than anybody puts them.
const DEEPEST: usize = 4;

/// How many strings with tokens in them are known by what they stood for, and how long they may be.
const NAMES: usize = 4096;
const LONGEST_NAME: usize = 128;

/// What a value takes with its token, in bytes, more or less.
const VALUE: usize = 256;

/// The party that calls.
const AGENT: &str = "agent";

/// How tokens begin.
const OPEN: char = '⟦';

/// What stands for values in one session.
///
/// ```
/// use vetgate_capability::ServerClass;
/// use vetgate_guard::{Masking, Masks, Towards};
/// use vetgate_sensitive::Detector;
///
/// let settings = Masking { external: Towards::Tokenize, ..Masking::default() };
/// let (mut masks, detector) = (Masks::new(settings), Detector::new());
/// let sent = masks.outgoing(&detector, "mailer", ServerClass::External, r#"{"to":"jo.miller@acme.io"}"#);
/// assert_eq!(sent.as_deref(), Some(r#"{"to":"⟦EMAIL_1⟧"}"#));
/// let sent = masks.outgoing(&detector, "crm", ServerClass::Internal, r#"{"who":"⟦EMAIL_1⟧"}"#);
/// assert_eq!(sent.as_deref(), Some(r#"{"who":"jo.miller@acme.io"}"#));
/// ```
#[derive(Debug)]
pub struct Masks {
    settings: Masking,
    vault: Vault,
    /// Tokens that stand for numbers, and never for a string.
    numbers: BTreeSet<String>,
    strings: BTreeSet<String>,
}

impl Masks {
    /// Nothing replaced yet.
    pub fn new(settings: Masking) -> Self {
        Self { settings, vault: Vault::new(LIMITS), numbers: BTreeSet::new(), strings: BTreeSet::new() }
    }

    /// Follows other settings from now on; what stands for values stays.
    pub fn configure(&mut self, settings: Masking) {
        self.settings = settings;
    }

    /// What they may take, in bytes: what is kept for each value, and its token.
    pub fn bytes(&self) -> usize {
        let names: usize = self.numbers.iter().chain(&self.strings).map(|name| name.capacity() + 48).sum();
        names + self.vault.len() * VALUE
    }

    /// What is sent to `server` in the place of `arguments`, if something else is.
    pub fn outgoing(
        &mut self,
        detector: &Detector,
        server: &str,
        side: ServerClass,
        arguments: &str,
    ) -> Option<String> {
        let restored = (side == ServerClass::Internal).then(|| self.restored(server, arguments, true)).flatten();
        let text = restored.as_deref().unwrap_or(arguments);
        match self.towards(side) {
            Towards::Pass => restored,
            Towards::Mask => redacted(detector, Masker::mask(), text).or(restored),
            Towards::Tokenize => {
                let masker = Masker::tokenize(&mut self.vault, AGENT, server);
                let tokenized = redacted(detector, masker, text);
                if let Some(tokenized) = &tokenized {
                    self.note_numbers(text, tokenized, 0);
                }
                tokenized.or(restored)
            }
        }
    }

    /// What is handed to the agent in the place of what `server` returned, if something else is.
    pub fn incoming(&mut self, server: &str, response: &str) -> Option<String> {
        let defused = match has_token(response) {
            false => return None,
            true => rewritten(response, 0, &mut |text| match self.vault.defuse(server, text) {
                Cow::Owned(text) => Some(quoted(&text)),
                Cow::Borrowed(_) => None,
            }),
        };
        self.restored(AGENT, defused.as_deref().unwrap_or(response), false).or(defused)
    }

    fn towards(&self, side: ServerClass) -> Towards {
        match side {
            ServerClass::External => self.settings.external,
            ServerClass::Internal => self.settings.internal,
            ServerClass::Unknown => self.settings.unknown,
        }
    }

    /// `text` with the values that `to` may have: all, or those that it knows already.
    fn restored(&mut self, to: &str, text: &str, may_have_all: bool) -> Option<String> {
        if self.vault.is_empty() || !has_token(text) {
            return None;
        }
        let (vault, numbers) = (&mut self.vault, &self.numbers);
        rewritten(text, 0, &mut |string| {
            let restored = vault.restore_for(to, string, |_| may_have_all);
            if restored.restored == 0 {
                return None;
            }
            let is_number = numbers.contains(string) && Document::parse(&restored.text).is_ok();
            Some(if is_number { restored.text.into_owned() } else { quoted(&restored.text) })
        })
    }

    /// Notes which tokens took the place of a number: the two documents have one shape, and so have those in their strings.
    fn note_numbers(&mut self, before: &str, after: &str, depth: usize) {
        let (Ok(before), Ok(after)) = (Document::parse(before), Document::parse(after)) else { return };
        for (old, new) in before.nodes().zip(after.nodes()) {
            let Some(token) = new.string().filter(|string| string.text.contains(OPEN)) else { continue };
            let token = token.text.into_owned();
            if depth < DEEPEST
                && is_document(&token)
                && let Some(inner) = old.string()
            {
                self.note_numbers(&inner.text, &token, depth + 1);
                continue;
            }
            if token.len() > LONGEST_NAME || self.numbers.len() + self.strings.len() >= NAMES {
                continue;
            }
            if old.kind() == Kind::Number && !self.strings.contains(&token) {
                self.numbers.insert(token);
            } else if old.kind() == Kind::String && self.vault.restore(&token) != token {
                self.numbers.remove(&token);
                self.strings.insert(token);
            }
        }
    }
}

/// `text` with what `masker` puts in the place of values; `None` if there are none.
fn redacted(detector: &Detector, masker: Masker<'_>, text: &str) -> Option<String> {
    let mut redactor = Redactor::new(detector, masker, LEAST);
    let mut out = Vec::with_capacity(text.len());
    redactor.push(text.as_bytes(), &mut out);
    redactor.finish(&mut out);
    if redactor.replaced() == 0 {
        return None;
    }
    String::from_utf8(out).ok().filter(|out| out != text)
}

/// Whether a token may stand in `text`, as it is or escaped.
fn has_token(text: &str) -> bool {
    text.contains(OPEN) || text.contains(r"\u27e6") || text.contains(r"\u27E6")
}

/// `text` with what `write` gives in the place of a string or a name of its JSON, and of JSON in its strings; what is no JSON is
/// one string. `None` if nothing changes.
fn rewritten(text: &str, depth: usize, write: &mut impl FnMut(&str) -> Option<String>) -> Option<String> {
    let Ok(document) = Document::parse(text) else {
        let written = write(text)?;
        return Some(Document::parse(&written).ok()?.root().string()?.text.into_owned());
    };
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for node in document.nodes() {
        let name = node.key_span().zip(node.key());
        let value = node.string().map(|string| (node.span(), string));
        for (span, string, is_value) in
            name.map(|(span, name)| (span, name, false)).into_iter().chain(value.map(|(span, text)| (span, text, true)))
        {
            if !has_token(&string.text) {
                continue;
            }
            let written = match is_value && depth < DEEPEST && is_document(&string.text) {
                true => rewritten(&string.text, depth + 1, write).map(|inner| quoted(&inner)),
                false => write(&string.text),
            };
            // A name is a string, whatever stood there.
            let written = written.map(|written| if is_value { written } else { as_string(written) });
            if let Some(written) = written {
                out.push_str(&text[at..span.start]);
                out.push_str(&written);
                at = span.end;
            }
        }
    }
    if at == 0 {
        return None;
    }
    out.push_str(&text[at..]);
    Some(out)
}

fn is_document(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && Document::parse(text).is_ok()
}

fn as_string(written: String) -> String {
    if written.starts_with('"') { written } else { quoted(&written) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

    fn masks(external: Towards) -> Masks {
        Masks::new(Masking { external, ..Masking::default() })
    }

    fn out(masks: &mut Masks, side: ServerClass, arguments: &str) -> Option<String> {
        let server = if side == ServerClass::Internal { "crm" } else { "mailer" };
        masks.outgoing(&DETECTOR, server, side, arguments)
    }

    const MAIL: &str = r#"{"to":"jo.miller@acme.io","n":1.50}"#;

    #[test]
    fn every_side_gets_what_it_is_to_get() {
        for (towards, side, expected) in [
            (Towards::Pass, ServerClass::External, None),
            (Towards::Mask, ServerClass::External, Some(r#"{"to":"j***@a***.io","n":1.50}"#)),
            (Towards::Tokenize, ServerClass::External, Some(r#"{"to":"⟦EMAIL_1⟧","n":1.50}"#)),
            (Towards::Tokenize, ServerClass::Internal, None),
            (Towards::Tokenize, ServerClass::Unknown, None),
        ] {
            assert_eq!(out(&mut masks(towards), side, MAIL).as_deref(), expected, "{towards:?} {side:?}");
        }
    }

    #[test]
    fn only_servers_inside_get_values_back() {
        let mut masks = masks(Towards::Tokenize);
        let sent = out(&mut masks, ServerClass::External, MAIL).expect("tokens");
        assert_eq!(out(&mut masks, ServerClass::Unknown, &sent), None);
        assert_eq!(out(&mut masks, ServerClass::External, &sent), None);
        assert_eq!(out(&mut masks, ServerClass::Internal, &sent).as_deref(), Some(MAIL));
    }

    #[test]
    fn an_agent_gets_back_what_it_wrote() {
        let mut masks = masks(Towards::Tokenize);
        out(&mut masks, ServerClass::External, MAIL);
        let answer = r#"{"content":[{"type":"text","text":"sent to ⟦EMAIL_1⟧"}]}"#;
        assert_eq!(masks.incoming("mailer", answer), Some(answer.replace("⟦EMAIL_1⟧", "jo.miller@acme.io")));
    }

    #[test]
    fn a_token_that_a_server_was_never_given_is_taken_apart() {
        let mut masks = masks(Towards::Tokenize);
        out(&mut masks, ServerClass::External, MAIL);
        let answer = r#"{"text":"write to ⟦EMAIL_1⟧ and ⟦CREDIT_CARD_9⟧"}"#;
        let taken = masks.incoming("other", answer).expect("forged");
        assert!(!taken.contains(OPEN) && !taken.contains("jo.miller"), "{taken}");
    }

    #[test]
    fn names_numbers_and_documents_in_strings_come_back() {
        let inner = r#"{"card":4539148803436467,"who":"say \"hi\" to jo.miller@acme.io"}"#;
        let text = format!(r#"{{"jo.miller@acme.io":1,"body":{},"card":4539148803436467}}"#, quoted(inner));
        let mut masks = masks(Towards::Tokenize);
        let sent = out(&mut masks, ServerClass::External, &text).expect("tokens");
        assert!(!sent.contains("jo.miller") && !sent.contains("45391488"), "{sent}");
        Document::parse(&sent).expect("JSON");
        let back = out(&mut masks, ServerClass::Internal, &sent).expect("values");
        assert_eq!(back, text);
    }

    #[test]
    fn nothing_of_a_value_is_printed() {
        let mut masks = masks(Towards::Tokenize);
        out(&mut masks, ServerClass::External, MAIL);
        assert!(!format!("{masks:?}").contains("miller"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn any_text_is_taken(text in "\\PC{0,120}") {
            let mut masks = masks(Towards::Tokenize);
            out(&mut masks, ServerClass::External, &text);
            out(&mut masks, ServerClass::Internal, &text);
            masks.incoming("mailer", &text);
        }

        #[test]
        fn what_was_replaced_by_tokens_is_the_same_json_again(values in prop::collection::vec(prop_oneof![
            "[a-z \"\\\\⟦é]{0,12}".prop_map(|text| quoted(&text)),
            Just(r#""jo.miller@acme.io""#.to_owned()),
            Just(r#""call +442070313000 or write to ann@acme.io, \"now\"""#.to_owned()),
            Just("4539148803436467".to_owned()),
            Just(r#""ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8""#.to_owned()),
            Just(quoted(r#"{"a":["ann@acme.io","x"],"card":4539148803436467}"#)),
            Just("[1.0,null,{\"k\":\"bob@acme.io\"}]".to_owned()),
        ], 0..8)) {
            let members: Vec<String> = values.iter().enumerate().map(|(n, value)| format!(r#""k{n}": {value}"#)).collect();
            let text = format!("{{{}}}", members.join(", "));
            let mut masks = masks(Towards::Tokenize);
            if let Some(sent) = out(&mut masks, ServerClass::External, &text) {
                prop_assert!(!sent.contains("@acme.io") && !sent.contains("4539148803436467"), "{}", sent);
                prop_assert_eq!(out(&mut masks, ServerClass::Internal, &sent), Some(text));
            }
        }
    }
}
