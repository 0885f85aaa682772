//! References to the environment, as clients write them.

use std::collections::BTreeSet;
use vetgate_model::Transport;

/// A reference in a configuration value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reference {
    /// `${NAME}`, `${env:NAME}`, `{env:NAME}`, or a whole value `$NAME`: an environment variable.
    Variable(String),
    /// `${input:id}` or `${{ secrets.NAME }}`: something the client asks the user for or keeps for them.
    Input(String),
    /// Another name the client knows: `${workspaceFolder}`, `${userHome}`.
    Client(String),
}

/// A transport ready to connect with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The transport, every known reference replaced.
    pub transport: Transport,
    /// References that `lookup` does not know and that have no default, sorted; they are left as written.
    pub missing: Vec<Reference>,
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
    let mut expander = Expander { lookup: &lookup, missing: BTreeSet::new() };
    let mut transport = transport.clone();
    match &mut transport {
        Transport::Stdio { command, args, env, cwd } => {
            expander.text(command);
            args.iter_mut().chain(cwd).for_each(|text| expander.text(text));
            env.values_mut().for_each(|text| expander.value(text));
        }
        Transport::Http { url, headers, .. } => {
            expander.text(url);
            headers.values_mut().for_each(|text| expander.value(text));
        }
    }
    Expanded { transport, missing: expander.missing.into_iter().collect() }
}

/// Names in `${...}` that are the client's own.
const CLIENT_NAMES: &[&str] = &[
    "workspaceFolder",
    "workspaceFolderBasename",
    "workspaceRoot",
    "userHome",
    "pathSeparator",
    "/",
    "extensionPath",
    "CLAUDE_PLUGIN_ROOT",
    "__dirname",
];

struct Expander<'l> {
    lookup: &'l dyn Fn(&Reference) -> Option<String>,
    missing: BTreeSet<Reference>,
}

impl Expander<'_> {
    /// A value that may also be nothing but `$NAME`. Elsewhere that form is left to shells.
    fn value(&mut self, text: &mut String) {
        match text.strip_prefix('$') {
            Some(name) if is_name(name) => {
                let reference = Reference::Variable(name.to_owned());
                if let Some(found) = self.resolve(reference, None) {
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
            match self.resolve(reference, default) {
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

    fn resolve(&mut self, reference: Reference, default: Option<&str>) -> Option<String> {
        let found = (self.lookup)(&reference).or_else(|| default.map(str::to_owned));
        if found.is_none() {
            self.missing.insert(reference);
        }
        found
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
