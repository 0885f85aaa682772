//! Definitions as agents get them where `tool_quarantine.sanitize` is set.
//!
//! Texts for a reader, which are descriptions, titles and instructions at any depth, lose their invisible characters and
//! terminal sequences. Names, values and everything else that a call depends on stay as they are, and so do the bytes that
//! are scanned, fingerprinted and recorded.

use vetgate_mcp::rpc::quote;
use vetgate_model::json::{Document, Kind, Node};
use vetgate_text::clean::cleaned;

/// Members whose text is for a reader.
const TEXTS: [&str; 3] = ["title", "description", "instructions"];
/// Members that hold data and not definitions: their texts are values.
const DATA: [&str; 6] = ["default", "const", "enum", "examples", "_meta", "icons"];
/// Members of a schema whose own members are named by the author.
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// The definition or greeting `raw`, which is JSON, with its texts cleaned; nothing if there is nothing to clean.
pub(super) fn sanitized(raw: &str) -> Option<String> {
    let document = Document::parse(raw).ok()?;
    let mut edits = Vec::new();
    match document.root().string() {
        Some(_) => edits.extend(edit(document.root())),
        None => collect(document.root(), false, &mut edits),
    }
    if edits.is_empty() {
        return None;
    }
    let (mut out, mut at) = (String::with_capacity(raw.len()), 0);
    for (start, end, text) in edits {
        out.push_str(&raw[at..start]);
        out.push_str(&text);
        at = end;
    }
    out.push_str(&raw[at..]);
    Some(out)
}

/// Gathers the texts to replace, in their order. The members of what `is_named` have names and no meaning.
fn collect(node: Node, is_named: bool, edits: &mut Vec<(usize, usize, String)>) {
    for child in node.children() {
        let Some(key) = child.key().filter(|_| node.kind() == Kind::Object) else {
            collect(child, false, edits);
            continue;
        };
        let is = |names: &[&str]| !is_named && names.contains(&key.text.as_ref());
        if child.kind() == Kind::String {
            edits.extend(edit(child).filter(|_| is(&TEXTS)));
        } else if !is(&DATA) {
            collect(child, is(&NAMED), edits);
        }
    }
}

fn edit(node: Node) -> Option<(usize, usize, String)> {
    let clean = cleaned(&node.string()?.text)?;
    Some((node.span().start, node.span().end, quote(&clean)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn clean(value: &Value) -> Value {
        sanitized(&value.to_string()).map_or_else(|| value.clone(), |raw| serde_json::from_str(&raw).unwrap())
    }

    #[test]
    fn texts_for_readers_are_cleaned_and_values_are_not() {
        let tool = |odd: &str| {
            json!({
                "name": "add",
                "title": format!("Add{odd}"),
                "description": format!("Adds{odd} \"two\" numbers."),
                "annotations": {"title": format!("Adder{odd}")},
                "inputSchema": {"type": "object", "properties": {
                    "a": {"type": "number", "description": format!("first{odd}")},
                    "description": {"type": "string", "title": format!("named like a text{odd}")},
                    "default": {"type": "string", "description": format!("named like data{odd}")},
                }},
            })
        };
        for odd in ["\u{200B}", "\u{1B}[38;5;231;49m", "\u{E0041}"] {
            assert_eq!(clean(&tool(odd)), tool(""), "{odd:?}");
        }
        assert_eq!(sanitized(&tool("").to_string()), None);
        let kept = json!({
            "name": "a\u{200B}b",
            "inputSchema": {"properties": {"m\u{200B}": {
                "enum": ["x\u{200B}"], "const": "\u{200B}", "default": {"description": "\u{200B}"},
                "examples": [{"title": "\u{200B}"}], "pattern": "\u{200B}",
            }}},
            "_meta": {"x": {"description": "\u{200B}"}},
        });
        assert_eq!(sanitized(&kept.to_string()), None);
    }

    #[test]
    fn instructions_are_a_text_of_their_own() {
        assert_eq!(sanitized(r#""Be\u200b brief.""#).as_deref(), Some(r#""Be brief.""#));
        assert_eq!(
            sanitized(r#"{"instructions":"Be\u001b[m brief."}"#).as_deref(),
            Some(r#"{"instructions":"Be brief."}"#)
        );
        assert_eq!(sanitized("{broken"), None);
    }
}
