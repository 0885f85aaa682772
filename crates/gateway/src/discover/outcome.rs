//! What the five tools answer: results of tools, once as text and once as the same value.

use super::{Found, Listed, Surface, Variant};
use vetgate_mcp::rpc::quote;
use vetgate_model::FacetKind;

/// The most characters of a description in a list.
const SHORT: usize = 200;

/// A call that was not made, with the reason and what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    message: String,
}

impl Refusal {
    pub(crate) fn new(message: String) -> Self {
        Self { message }
    }

    /// The result of the tool; JSON.
    pub(crate) fn result(&self) -> String {
        format!(r#"{{"content":[{{"type":"text","text":{}}}],"isError":true}}"#, quote(&self.message))
    }
}

/// The result of `search_tools`; JSON.
pub(crate) fn search(found: &[Found]) -> String {
    let entries: Vec<String> = found.iter().map(entry).collect();
    let entries = entries.join(",");
    if found.is_empty() {
        let hint = "No tool matches. Describe what you want to do in other words, or in fewer words.";
        return both(&format!(r#"{{"tools":[],"hint":{}}}"#, quote(hint)));
    }
    both(&format!(r#"{{"tools":[{entries}]}}"#))
}

/// The result of `describe_tool` for the tool called `name`; JSON. Its definition is given as the server wrote it.
pub(crate) fn describe(name: &str, listed: Option<&Listed>) -> String {
    let Some(listed) = listed else {
        let message = format!("There is no tool named `{name}`. Use {} to find tool names.", Surface::Search.name());
        return Refusal::new(message).result();
    };
    both(&format!(r#"{{{},"definition":{}}}"#, heading(listed), listed.definition.raw()))
}

fn entry(Found { listed, score }: &Found) -> String {
    let description = listed.definition.facets().iter().find(|facet| facet.kind == FacetKind::Description);
    let description = quote(&short(description.map_or("", |facet| facet.text.as_str())));
    format!(r#"{{{},"description":{description},"score":{score:.3}}}"#, heading(listed))
}

/// What is said of a tool wherever it is named.
fn heading(Listed { server, exposed, operation, available, .. }: &Listed) -> String {
    let (name, server) = (quote(exposed), quote(server));
    let call = Variant::for_operation(*operation).tool();
    format!(r#""name":{name},"server":{server},"operation":"{operation}","call_with":"{call}","available":{available}"#)
}

/// A value as the result of a tool: as text for those who read text, and as it is.
fn both(value: &str) -> String {
    format!(r#"{{"content":[{{"type":"text","text":{}}}],"structuredContent":{value}}}"#, quote(value))
}

/// The beginning of a description, in one line.
fn short(description: &str) -> String {
    let mut line = String::new();
    for word in description.split_whitespace() {
        let gap = usize::from(!line.is_empty());
        if line.chars().count() + gap + word.chars().count() > SHORT {
            if line.is_empty() {
                line.extend(word.chars().take(SHORT));
            }
            line.push('…');
            break;
        }
        line.extend(std::iter::repeat_n(' ', gap));
        line.push_str(word);
    }
    line
}
