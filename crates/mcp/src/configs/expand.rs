//! References to the environment, as clients write them.

use super::credential::{self, Use};
use crate::words::client_config::CLIENT_NAMES;
use std::collections::BTreeSet;
use std::fmt;
use vetgate_model::Transport;

/// A reference in a configuration value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reference {
    /// `${NAME}`, `${env:NAME}`, `{env:NAME}`, or a whole value `$NAME`: an environment variable.
    Variable(String),
    /// `${input:id}` or `${{ secrets.NAME }}`: something the client asks the user for or keeps for them.
    Input(String),
    /// `${file:PATH}` or `{file:PATH}`: what stands in a file.
    File(String),
    /// Another name the client knows: `${workspaceFolder}`, `${userHome}`.
    Client(String),
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "${{{name}}}"),
            Self::Input(name) => write!(f, "${{input:{name}}}"),
            Self::File(path) => write!(f, "${{file:{path}}}"),
            Self::Client(name) => write!(f, "${{{name}}}"),
        }
    }
}

impl Reference {
    /// Whether `text`, as somebody wrote it, holds this reference in one of its spellings.
    pub fn is_in(&self, text: &str) -> bool {
        let forms = match self {
            Self::Variable(name) => {
                vec![format!("${{{name}}}"), format!("{{env:{name}}}"), format!("${{{name}:-"), format!("${name}")]
            }
            Self::Input(name) => vec![format!("${{input:{name}}}"), name.clone()],
            Self::File(path) => vec![format!("{{file:{path}}}")],
            Self::Client(name) => vec![format!("${{{name}}}")],
        };
        forms.iter().any(|form| text.contains(form.as_str()))
    }
}

/// A transport ready to connect with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The transport, every known reference replaced.
    pub transport: Transport,
    /// References that `lookup` does not know and that have no default, sorted; they are left as written.
    pub missing: Vec<Reference>,
    /// Values that references to variables, inputs and files resolved to. They must not be shown: hand them to
    /// [`Options`](crate::Options) or [`LinkOptions`](crate::link::LinkOptions).
    pub resolved: Vec<String>,
    /// Those of them that are credentials, by their form or their place: see
    /// [`LinkOptions::credentials`](crate::link::LinkOptions::credentials).
    pub credentials: Vec<String>,
}

/// Replaces the references in `transport` by what `lookup` knows.
///
/// What comes from `lookup` is not searched again, so a variable's value cannot name another.
///
/// ```
/// use vetgate_mcp::configs::{Reference, expand};
/// use vetgate_model::Transport;
///
/// let headers = [("Authorization".to_owned(), "Bearer ${env:TOKEN}".to_owned())].into();
/// let transport = Transport::Http { url: "https://${HOST:-example.com}/mcp".into(), headers, sse: false };
/// let expanded = expand(&transport, |_| None);
/// assert_eq!(expanded.missing, [Reference::Variable("TOKEN".into())]);
/// let Transport::Http { url, .. } = expanded.transport else { unreachable!() };
/// assert_eq!(url, "https://example.com/mcp");
/// ```
pub fn expand(transport: &Transport, lookup: impl Fn(&Reference) -> Option<String>) -> Expanded {
    let mut expander = Expander::new(&lookup);
    let mut transport = transport.clone();
    match &mut transport {
        Transport::Stdio { command, args, env, cwd } => {
            expander.text(command);
            args.iter_mut().chain(cwd).for_each(|text| expander.text(text));
            env.values_mut().for_each(|text| expander.value(text));
        }
        Transport::Http { url, headers, .. } => {
            expander.at = Use::Address;
            expander.text(url);
            expander.at = Use::Header;
            headers.values_mut().for_each(|text| expander.value(text));
        }
    }
    Expanded {
        transport,
        missing: expander.missing.into_iter().collect(),
        resolved: expander.resolved.into_iter().collect(),
        credentials: expander.credentials.into_iter().collect(),
    }
}

/// Replaces the references in one text by what `lookup` knows, and names those that it does not know.
///
/// ```
/// use vetgate_mcp::configs::expand_text;
/// assert_eq!(expand_text("Bearer ${env:TOKEN}", |_| Some("t".to_owned())), ("Bearer t".to_owned(), vec![]));
/// ```
pub fn expand_text(text: &str, lookup: impl Fn(&Reference) -> Option<String>) -> (String, Vec<Reference>) {
    let mut expander = Expander::new(&lookup);
    let mut text = text.to_owned();
    expander.value(&mut text);
    (text, expander.missing.into_iter().collect())
}

struct Expander<'l> {
    lookup: &'l dyn Fn(&Reference) -> Option<String>,
    missing: BTreeSet<Reference>,
    resolved: BTreeSet<String>,
    credentials: BTreeSet<String>,
    /// Where the text that is expanded is used.
    at: Use,
}

impl<'l> Expander<'l> {
    fn new(lookup: &'l dyn Fn(&Reference) -> Option<String>) -> Self {
        Self {
            lookup,
            missing: BTreeSet::new(),
            resolved: BTreeSet::new(),
            credentials: BTreeSet::new(),
            at: Use::Other,
        }
    }

    /// A value that may also be nothing but `$NAME`. Elsewhere that form is left to shells.
    fn value(&mut self, text: &mut String) {
        match text.strip_prefix('$') {
            Some(name) if is_name(name) => {
                let reference = Reference::Variable(name.to_owned());
                if let Some(found) = self.resolve(reference, None, text) {
                    *text = found;
                }
            }
            _ => self.text(text),
        }
    }

    fn text(&mut self, text: &mut String) {
        let mut done = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find('{') {
            let before = &rest[..at];
            let is_dollar = before.ends_with('$');
            let parsed = parse(&rest[at..], is_dollar);
            let Some((reference, default, length)) = parsed else {
                done.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
                continue;
            };
            let kept = if is_dollar { &before[..before.len() - 1] } else { before };
            match self.resolve(reference, default, text) {
                Some(found) => {
                    done.push_str(kept);
                    done.push_str(&found);
                }
                None => done.push_str(&rest[..at + length]),
            }
            rest = &rest[at + length..];
        }
        done.push_str(rest);
        *text = done;
    }

    fn resolve(&mut self, reference: Reference, default: Option<&str>, written: &str) -> Option<String> {
        let Some(found) = (self.lookup)(&reference) else {
            // A default is written in the file itself.
            if default.is_none() {
                self.missing.insert(reference);
            }
            return default.map(str::to_owned);
        };
        // Names that the client knows are folders and separators.
        if !matches!(reference, Reference::Client(_)) {
            self.resolved.insert(found.clone());
            self.credentials.extend(credential::of_address(&found));
            if credential::is_credential(&reference, &found, written, self.at) {
                self.credentials.insert(found.clone());
            }
        }
        Some(found)
    }
}

/// Reads the reference at the `{` that `text` starts with: itself, its default, and its length with braces.
fn parse(text: &str, is_dollar: bool) -> Option<(Reference, Option<&str>, usize)> {
    if let Some(inner) = text.strip_prefix("{{").filter(|_| is_dollar) {
        let end = inner.find("}}")?;
        return Some((Reference::Input(inner[..end].trim().to_owned()), None, end + 4));
    }
    let end = text.find('}')?;
    let inner = &text[1..end];
    let (kind, name) = inner.split_once(':').unwrap_or(("", inner));
    let reference = match kind {
        "env" if is_name(name) => Reference::Variable(name.to_owned()),
        "file" if !name.trim().is_empty() => Reference::File(name.to_owned()),
        _ if !is_dollar => return None,
        "input" => Reference::Input(name.to_owned()),
        "" if CLIENT_NAMES.contains(&name) => Reference::Client(name.to_owned()),
        "" if is_name(name) => Reference::Variable(name.to_owned()),
        _ if is_name(kind) && name.starts_with('-') => {
            return Some((Reference::Variable(kind.to_owned()), Some(&name[1..]), end + 1));
        }
        "config" | "command" | "workspaceFolder" => Reference::Client(inner.to_owned()),
        _ => return None,
    };
    Some((reference, None, end + 1))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> (String, Vec<Reference>) {
        let env = [("V".to_owned(), text.to_owned())].into();
        let transport = Transport::Stdio { command: "c".into(), args: vec![], env, cwd: None };
        let known = |reference: &Reference| match reference {
            Reference::Variable(name) if name == "A" => Some("${B}".to_owned()),
            Reference::Client(name) if name == "userHome" => Some("/home/ada".to_owned()),
            Reference::Input(name) if name == "key" => Some("k".to_owned()),
            Reference::File(path) if path == "./a.txt" => Some("f".to_owned()),
            _ => None,
        };
        let found = expand(&transport, known);
        let Transport::Stdio { mut env, .. } = found.transport else { unreachable!() };
        (env.remove("V").unwrap(), found.missing)
    }

    #[test]
    fn every_form_of_reference_is_replaced_once() {
        let cases = [
            ("${A}", "${B}"),
            ("${env:A}x", "${B}x"),
            ("{env:A}", "${B}"),
            ("$A", "${B}"),
            ("${input:key}", "k"),
            ("${userHome}/x", "/home/ada/x"),
            ("a ${file:./a.txt}", "a f"),
            ("{file:./a.txt}", "f"),
            ("${file:}", "${file:}"),
            ("${C:-d e}", "d e"),
            ("a$A", "a$A"),
            ("$", "$"),
            ("${", "${"),
            ("{A}", "{A}"),
            ("${}", "${}"),
            ("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 1}}"),
        ];
        for (text, expected) in cases {
            assert_eq!(expanded(text), (expected.to_owned(), vec![]), "{text}");
        }
    }

    #[test]
    fn a_reference_is_found_in_every_spelling() {
        let variable = Reference::Variable("A".to_owned());
        for text in ["x${A}", "${env:A}", "{env:A}", "$A", "${A:-b}"] {
            assert!(variable.is_in(text), "{text}");
        }
        assert!(!variable.is_in("A"));
        assert!(Reference::File("p".to_owned()).is_in("${file:p}"));
        assert_eq!(Reference::File("p".to_owned()).to_string(), "${file:p}");
    }

    #[test]
    fn what_is_not_known_stays_as_written_and_is_named() {
        let (text, missing) = expanded("${Z}-${input:i}-${{ secrets.S }}-${workspaceFolder}");
        assert_eq!(text, "${Z}-${input:i}-${{ secrets.S }}-${workspaceFolder}");
        let names = [
            Reference::Variable("Z".into()),
            Reference::Input("i".into()),
            Reference::Input("secrets.S".into()),
            Reference::Client("workspaceFolder".into()),
        ];
        assert_eq!(missing, names);
    }

    proptest::proptest! {
        #[test]
        fn text_without_known_references_is_never_changed(text in "[$A-Z{}:a-z -]{0,30}") {
            let transport = Transport::Stdio { command: text.clone(), args: vec![], env: Default::default(), cwd: None };
            let found = expand(&transport, |_| None);
            let Transport::Stdio { command, .. } = found.transport else { unreachable!() };
            // Only a default may stand in.
            proptest::prop_assume!(!text.contains(":-"));
            assert_eq!(command, text);
        }
    }
}
