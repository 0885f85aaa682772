//! Members of a definition that do not have the type that the protocol gives them.
//!
//! Readers disagree on what such a member says, and checks that expect the right type find nothing in it: a definition with
//! one is not clean. A member that is missing says nothing that could be misread: of a tool only the name is required here,
//! although MCP requires `inputSchema` too, because lists of tools in files leave it out.
//!
//! Source: <https://modelcontextprotocol.io/specification/2025-11-25/schema>, `Tool`, `ToolAnnotations`, `Prompt`, `Resource`
//! and `ResourceTemplate`.

use crate::DefinitionKind;
use crate::json::{Kind, Node};

/// The hints of a tool's annotations.
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// What does not fit in the definition of this kind at `root`, a sentence each.
pub(crate) fn misfits(kind: DefinitionKind, root: Node) -> Vec<String> {
    let mut shape = Shape { root, found: vec![] };
    match kind {
        DefinitionKind::Instructions | DefinitionKind::Response => return vec![],
        DefinitionKind::Tool => {
            shape.required("name");
            for schema in ["inputSchema", "input_schema"] {
                shape.object(root, schema, false);
            }
            for schema in ["parameters", "outputSchema", "output_schema", "annotations"] {
                shape.object(root, schema, true);
            }
            shape.annotations();
        }
        DefinitionKind::Prompt => {
            shape.required("name");
            shape.arguments();
        }
        DefinitionKind::Resource => shape.required("uri"),
        DefinitionKind::ResourceTemplate => shape.required("uriTemplate"),
    }
    for text in ["name", "title", "description"] {
        shape.member(root, text, "a string", true, |kind| kind == Kind::String);
    }
    shape.found.sort();
    shape.found.dedup();
    shape.found
}

struct Shape<'d, 't> {
    root: Node<'d, 't>,
    found: Vec<String>,
}

impl<'d, 't> Shape<'d, 't> {
    /// Notes a member of `node` that is there and does not fit; `null` may stand for one that is not there.
    fn member(&mut self, node: Node, key: &str, expected: &str, may_be_null: bool, fits: impl Fn(Kind) -> bool) {
        for (_, value) in node.members().filter(|(name, _)| name.text == key) {
            let kind = value.kind();
            if !(fits(kind) || may_be_null && kind == Kind::Null) {
                self.found.push(format!("`{key}` is {}, where {expected} is expected", kind.name()));
            }
        }
    }

    fn object(&mut self, node: Node, key: &str, may_be_null: bool) {
        self.member(node, key, "an object", may_be_null, |kind| kind == Kind::Object);
    }

    /// Notes that the name by which the definition is used is missing.
    fn required(&mut self, key: &str) {
        match self.root.get(key).map(|value| (value.kind(), value)) {
            Some((Kind::String, value)) => {
                if value.string().is_none_or(|string| string.text.trim().is_empty()) {
                    self.found.push(format!("`{key}` is empty"));
                }
            }
            Some(_) => self.member(self.root, key, "a string", false, |kind| kind == Kind::String),
            None => self.found.push(format!("there is no `{key}`")),
        }
    }

    fn annotations(&mut self) {
        let Some(annotations) = self.root.get("annotations") else { return };
        for hint in HINTS {
            self.member(annotations, hint, "true or false", true, |kind| matches!(kind, Kind::Bool(_)));
        }
        self.member(annotations, "title", "a string", true, |kind| kind == Kind::String);
    }

    fn arguments(&mut self) {
        self.member(self.root, "arguments", "an array", true, |kind| kind == Kind::Array);
        let arguments = self.root.get("arguments");
        for argument in arguments.into_iter().flat_map(|arguments| arguments.elements()) {
            let name = argument.get("name");
            if name.is_none_or(|name| name.string().is_none_or(|name| name.text.trim().is_empty())) {
                self.found.push("an argument has no name".to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Definition, DefinitionKind};

    fn caps(kind: DefinitionKind, raw: &str) -> Vec<String> {
        let definition = Definition::parse("s", kind, raw).unwrap();
        definition.caps().iter().map(|cap| format!("{} {}: {}", cap.cap, cap.place, cap.detail)).collect()
    }

    #[test]
    fn a_member_of_the_wrong_type_is_said() {
        for (raw, expected) in [
            (r#"{"description":"d"}"#, "there is no `name`"),
            (r#"{"name":""}"#, "`name` is empty"),
            (r#"{"name":5}"#, "`name` is a number, where a string is expected"),
            (r#"{"name":null}"#, "`name` is null, where a string is expected"),
            (r#"{"name":"a","description":["d"]}"#, "`description` is an array, where a string is expected"),
            (r#"{"name":"a","description":true}"#, "`description` is a boolean, where a string is expected"),
            (r#"{"name":"a","title":{}}"#, "`title` is an object, where a string is expected"),
            (r#"{"name":"a","inputSchema":"object"}"#, "`inputSchema` is a string, where an object is expected"),
            (r#"{"name":"a","inputSchema":null}"#, "`inputSchema` is null, where an object is expected"),
            (
                r#"{"name":"a","inputSchema":{},"inputSchema":[]}"#,
                "`inputSchema` is an array, where an object is expected",
            ),
            (r#"{"name":"a","annotations":"read"}"#, "`annotations` is a string, where an object is expected"),
            (r#"{"name":"a","annotations":7}"#, "`annotations` is a number, where an object is expected"),
            (
                r#"{"name":"a","annotations":{"readOnlyHint":"true"}}"#,
                "`readOnlyHint` is a string, where true or false is expected",
            ),
        ] {
            let name = if raw.contains(r#""name":"a""#) { "a" } else { "" };
            assert_eq!(caps(DefinitionKind::Tool, raw), [format!("mcp.definition s/{name}: {expected}")], "{raw}");
        }
        assert_eq!(caps(DefinitionKind::Prompt, r#"{"name":"p","arguments":[{"name":"a"},{},7]}"#).len(), 1);
        assert_eq!(caps(DefinitionKind::Prompt, r#"{"name":"p","arguments":{"a":1}}"#).len(), 1);
        assert_eq!(caps(DefinitionKind::Resource, r#"{"name":"r"}"#).len(), 1);
        assert_eq!(caps(DefinitionKind::ResourceTemplate, r#"{"name":"r","uriTemplate":7}"#).len(), 1);
    }

    #[test]
    fn what_is_left_out_or_of_the_right_type_is_fine() {
        for raw in [
            r#"{"name":"a"}"#,
            r#"{"name":"a","description":null,"title":null,"annotations":null,"outputSchema":null,"parameters":null}"#,
            r#"{"name":"a","description":"","inputSchema":{},"annotations":{"readOnlyHint":true,"title":"t","x":1}}"#,
            r#"{"name":"a","x-other":[1],"icons":[{"src":"data:,"}]}"#,
        ] {
            assert_eq!(caps(DefinitionKind::Tool, raw), [""; 0], "{raw}");
        }
        assert_eq!(caps(DefinitionKind::Prompt, r#"{"name":"p"}"#), [""; 0]);
        assert_eq!(caps(DefinitionKind::Resource, r#"{"uri":"file:///a"}"#), [""; 0]);
        assert_eq!(caps(DefinitionKind::Response, "7"), [""; 0]);
    }
}
