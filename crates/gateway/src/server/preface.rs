//! What a server says of itself to every client at the start, and how much of that is text for a reader.
//!
//! Instructions are not the only such text: a title, a description or a member that nobody knows is read as well. All of
//! it is reviewed as one. Until it is approved, a client is told the server's name and version and no more.

use std::collections::BTreeSet;
use vetgate_mcp::link::{Era, Greeting};
use vetgate_mcp::rpc::{Edit, quote, unquote};
use vetgate_model::json::{Document, Kind, Node};
use vetgate_text::render::safe;

/// Bytes of a name or a version that is no more than that.
const LONGEST: usize = 200;
/// Levels down to which JSON is written in one way only.
const DEPTH: usize = 100;

/// What clients may be told; each JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Preface {
    /// Name and version, and what else there is.
    pub(crate) info: String,
    pub(crate) instructions: Option<String>,
    /// The whole result of the handshake, where there was one.
    pub(crate) whole: Option<String>,
}

impl Preface {
    pub(crate) fn of(greeting: &Greeting, era: &Era) -> Self {
        let instructions = greeting.instructions.clone();
        let whole = matches!(era, Era::Handshake(_)).then(|| {
            let edit = Edit::of_json(&greeting.result);
            match &instructions {
                Some(said) => edit.set(&["instructions"], said.clone()).finish(),
                None => edit.remove(&["instructions"]).finish(),
            }
        });
        Self { info: greeting.info.clone(), instructions, whole }
    }

    /// All of it that is text for a reader, as one JSON string; nothing if there is none.
    pub(crate) fn text(&self) -> Option<String> {
        let Some(rest) = self.rest() else { return self.instructions.clone() };
        let Some(said) = &self.instructions else { return Some(quote(&rest)) };
        Some(quote(&format!("{}\n\n{rest}", unquote(said).as_deref().unwrap_or(said))))
    }

    /// What is left for clients while nobody has approved the text.
    pub(crate) fn plain(&self) -> Self {
        let document = Document::parse(&self.info).ok();
        let said = |name: &str| document.as_ref()?.root().get(name)?.string();
        let members = ["name", "version"].into_iter().filter_map(|name| {
            let text = brief(&said(name)?.text);
            Some(format!("\"{name}\":{}", quote(&text)))
        });
        let info = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
        Self { info, instructions: None, whole: None }
    }

    /// What is neither instructions nor plain; JSON that is written in one way only.
    fn rest(&self) -> Option<String> {
        let mut rest = Vec::new();
        if let Ok(info) = Document::parse(&self.info) {
            match info.root().kind() {
                Kind::Object => {
                    let beyond = beyond(info.root(), |name, value| {
                        let is_plain = |text: &str| text.len() <= LONGEST && safe(text, LONGEST) == text;
                        let said = value.string().filter(|said| !said.lone_surrogate);
                        matches!(name, "name" | "version") && said.is_some_and(|said| is_plain(&said.text))
                    });
                    if !beyond.is_empty() {
                        rest.push(("serverInfo".to_owned(), object(beyond)));
                    }
                }
                _ => rest.push(("serverInfo".to_owned(), canonical(info.root(), 0))),
            }
        }
        if let Some(whole) = self.whole.as_ref().and_then(|whole| Document::parse(whole).ok()) {
            let known = ["protocolVersion", "capabilities", "serverInfo", "instructions"];
            rest.extend(beyond(whole.root(), |name, _| known.contains(&name)));
        }
        (!rest.is_empty()).then(|| object(rest))
    }
}

/// The members that are not as `is_plain` says, or that stand there once more.
fn beyond(object: Node, is_plain: impl Fn(&str, Node) -> bool) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let mut beyond = Vec::new();
    for (key, value) in object.members() {
        let is_first = seen.insert(key.text.to_string());
        if !is_first || !is_plain(&key.text, value) {
            beyond.push((key.text.into_owned(), canonical(value, 1)));
        }
    }
    beyond
}

/// A value written in one way only, with nothing escaped that can be shown. Members that are there twice stay so.
fn canonical(node: Node, depth: usize) -> String {
    match node.kind() {
        _ if depth > DEPTH => node.raw().to_owned(),
        Kind::String => match node.string() {
            Some(said) if !said.lone_surrogate => quote(&said.text),
            _ => node.raw().to_owned(),
        },
        Kind::Array => {
            let elements: Vec<String> = node.elements().map(|element| canonical(element, depth + 1)).collect();
            format!("[{}]", elements.join(","))
        }
        Kind::Object => {
            object(node.members().map(|(key, value)| (key.text.into_owned(), canonical(value, depth + 1))).collect())
        }
        Kind::Null | Kind::Bool(_) | Kind::Number => node.raw().to_owned(),
    }
}

fn object(mut members: Vec<(String, String)>) -> String {
    // Stable: of those that are there twice the first stays the first.
    members.sort_by(|(one, _), (other, _)| one.cmp(other));
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{}:{value}", quote(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// A name or a version that hides nothing and is not long.
fn brief(text: &str) -> String {
    let shown = safe(text, LONGEST);
    if shown.len() <= LONGEST {
        return shown;
    }
    format!("{}…", &shown[..shown.floor_char_boundary(LONGEST - '…'.len_utf8())])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preface(info: &str, instructions: Option<&str>, whole: &str) -> Preface {
        let instructions = instructions.map(quote);
        Preface { info: info.to_owned(), instructions, whole: Some(whole.to_owned()) }
    }

    #[test]
    fn a_plain_greeting_has_no_text_but_its_instructions() {
        let info = r#"{"name":"s","version":"1"}"#;
        let whole = r#"{"protocolVersion":"x","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
        assert_eq!(preface(info, None, whole).text(), None);
        assert_eq!(preface(info, Some("Be brief."), whole).text().as_deref(), Some(r#""Be brief.""#));
    }

    #[test]
    fn everything_else_is_text_and_written_in_one_way() {
        let info = r#"{"version":"1", "title":"\u0041dds","name":"s","name":"t"}"#;
        let whole = r#"{"serverInfo":{},"x":[ 1e400, {"b":1,"a":null} ],"serverInfo":"again"}"#;
        let text = preface(info, Some("Be brief."), whole).text().unwrap();
        let expected = "Be brief.\n\n".to_owned()
            + r#"{"serverInfo":{"name":"t","title":"Adds"},"serverInfo":"again","x":[1e400,{"a":null,"b":1}]}"#;
        assert_eq!(unquote(&text).unwrap(), expected);
    }

    #[test]
    fn a_name_that_is_more_than_a_name_is_text_and_is_cut_and_spelled_out() {
        for (name, shown) in
            [("a\u{200B}b".to_owned(), r"a\u{200B}b".to_owned()), ("é".repeat(101), format!("{}…", "é".repeat(98)))]
        {
            let preface = preface(&format!(r#"{{"name":{},"version":7}}"#, quote(&name)), None, "{}");
            assert!(preface.text().unwrap().contains("version"));
            assert_eq!(preface.plain().info, format!(r#"{{"name":{}}}"#, quote(&shown)));
        }
    }
}
