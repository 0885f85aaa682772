//! Every string of a definition, with its place and its kind.
//!
//! A definition is never scanned as concatenated JSON: a sentence means one thing in a description, another
//! in an enum, and quotes around it mean something only if the author wrote them.

use crate::json::{Kind, Node};
use crate::{Cap, DefinitionKind, Hints, Pointer, fold_case};
use std::collections::BTreeSet;

/// What a string is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FacetKind {
    /// The definition's name.
    Name,
    /// Its display title.
    Title,
    /// Its description.
    Description,
    /// A parameter's name.
    ParameterName,
    /// A parameter's title or description, or that of a schema around it.
    ParameterDescription,
    /// A value a parameter may take.
    Enum,
    /// A value a parameter takes when the caller is silent.
    Default,
    /// An example value.
    Example,
    /// Another string of the input schema: `$ref`, `pattern`, `format`, ...
    Schema,
    /// A string of the output schema.
    Output,
    /// A string of the annotations.
    Annotation,
    /// A string of `_meta`.
    Meta,
    /// A resource's URI or URI template.
    Uri,
    /// The server's instructions.
    Instructions,
    /// A string of what a tool returned.
    Response,
    /// The name of a member that nobody validates, where it reads like text.
    MemberName,
    /// A string of a field the protocol does not know.
    Unknown,
}

impl FacetKind {
    /// Whether people write prose here, so that a sentence is expected.
    pub const fn is_prose(self) -> bool {
        matches!(
            self,
            Self::Description | Self::ParameterDescription | Self::Instructions | Self::Output | Self::Response
        )
    }
}

/// One string of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// Where it stands. For a parameter's name, the place of its schema.
    pub pointer: Pointer,
    /// What it is for.
    pub kind: FacetKind,
    /// The string, unescaped.
    pub text: String,
}

/// A parameter of the input schema, or an argument of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Where its schema stands.
    pub pointer: Pointer,
    /// Whether the caller must give it.
    pub required: bool,
    /// Its type, if it is declared as one word.
    pub kind: Option<String>,
    /// Its format, as `uri` or `date-time`, if it has one.
    pub format: Option<String>,
    /// Its description, if there is one.
    pub description: Option<String>,
    /// Whether it is a member of another parameter.
    pub nested: bool,
}

/// How deep a schema is followed; deeper text is reported as a cap.
const DEPTH: usize = 200;

/// How long a pointer may be, in bytes: a name of megabytes must not be copied for everything inside it.
const LENGTH: usize = 4096;

/// A name of so many parts is a text.
const PARTS_OF_A_TEXT: usize = 5;

pub(crate) struct Read {
    pub(crate) facets: Vec<Facet>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) hints: Hints,
    pub(crate) caps: Vec<Cap>,
    pub(crate) duplicate_keys: Vec<Pointer>,
    pub(crate) lone_surrogates: Vec<Pointer>,
}

/// Reads every string of the definition at `root`.
pub(crate) fn read(kind: DefinitionKind, root: Node, place: &str) -> Read {
    let mut walk = Walk::new();
    let start = Pointer::root();
    match kind {
        DefinitionKind::Instructions => walk.text(root, FacetKind::Instructions, &start),
        DefinitionKind::Response => walk.every_text(root, FacetKind::Response, &start, 0),
        _ => walk.definition(root, &start),
    }
    walk.finish(place)
}

/// Reads the strings of a response at `root` that are the values with the numbers `wanted`, in their order, and the names
/// of these values.
pub(crate) fn read_some(root: Node, mut wanted: &[usize], place: &str) -> Read {
    let mut walk = Walk::new();
    walk.some_text(root, &Pointer::root(), 0, &mut wanted);
    walk.finish(place)
}

/// The place of the member `key` of what stands at `at`. Where that would be longer than anybody writes, what is inside
/// is placed at the member around it: nothing is lost but the exact place.
fn below(at: &Pointer, key: &str) -> Pointer {
    if at.as_str().len() + key.len() > LENGTH { at.clone() } else { at.key(key) }
}

struct Walk {
    read: Read,
    too_deep: bool,
}

impl Walk {
    fn new() -> Self {
        let read = Read {
            facets: vec![],
            parameters: vec![],
            hints: Hints::default(),
            caps: vec![],
            duplicate_keys: vec![],
            lone_surrogates: vec![],
        };
        Self { read, too_deep: false }
    }

    fn finish(mut self, place: &str) -> Read {
        if self.too_deep {
            let detail = format!("text nested deeper than {DEPTH} levels was not looked at");
            self.read.caps.push(Cap::new("definition.depth", place, detail));
        }
        self.read
    }

    fn definition(&mut self, root: Node, at: &Pointer) {
        self.note_duplicates(root, at);
        self.note_lookalikes(root, at);
        for (key, node) in root.members() {
            let pointer = below(at, &key.text);
            match key.text.as_ref() {
                "name" => self.every_text(node, FacetKind::Name, &pointer, 0),
                "title" => self.every_text(node, FacetKind::Title, &pointer, 0),
                "description" => self.every_text(node, FacetKind::Description, &pointer, 0),
                "uri" | "uriTemplate" => self.every_text(node, FacetKind::Uri, &pointer, 0),
                "inputSchema" | "input_schema" | "parameters" => self.schema(node, &pointer, 0),
                "arguments" => self.arguments(node, &pointer),
                "outputSchema" | "output_schema" => self.every_text(node, FacetKind::Output, &pointer, 0),
                "annotations" => {
                    self.read.hints = Hints::read(node);
                    self.every_text(node, FacetKind::Annotation, &pointer, 0);
                }
                "_meta" => self.every_text(node, FacetKind::Meta, &pointer, 0),
                _ => self.unknown(&key.text, node, &pointer, 0),
            }
        }
    }

    /// A JSON Schema object: its own texts, its parameters, and the schemas inside it.
    fn schema(&mut self, node: Node, at: &Pointer, depth: usize) {
        if depth > DEPTH {
            self.too_deep = true;
            return;
        }
        if node.kind() != Kind::Object {
            return self.every_text(node, FacetKind::Schema, at, depth);
        }
        self.note_duplicates(node, at);
        for (key, value) in node.members() {
            let pointer = below(at, &key.text);
            let depth = depth + 1;
            match key.text.as_ref() {
                "properties" | "patternProperties" => self.properties(node, value, &pointer, depth),
                "title" | "description" if value.kind() == Kind::String => {
                    self.text(value, FacetKind::ParameterDescription, &pointer);
                }
                "enum" | "const" => self.every_text(value, FacetKind::Enum, &pointer, depth),
                "default" => self.every_text(value, FacetKind::Default, &pointer, depth),
                "example" | "examples" => self.every_text(value, FacetKind::Example, &pointer, depth),
                "items"
                | "prefixItems"
                | "anyOf"
                | "oneOf"
                | "allOf"
                | "not"
                | "if"
                | "then"
                | "else"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "contains"
                | "propertyNames"
                | "contentSchema" => match value.kind() {
                    Kind::Array => {
                        for (index, element) in value.elements().enumerate() {
                            self.schema(element, &pointer.index(index), depth);
                        }
                    }
                    _ => self.schema(value, &pointer, depth),
                },
                "$defs" | "definitions" | "dependentSchemas" if value.kind() == Kind::Object => {
                    self.note_duplicates(value, &pointer);
                    for (name, inner) in value.members() {
                        let place = below(&pointer, &name.text);
                        self.member_name(&name.text, &place);
                        self.schema(inner, &place, depth);
                    }
                }
                "$ref" | "$id" | "$schema" | "$comment" | "$anchor" | "$dynamicRef" | "$dynamicAnchor"
                | "$vocabulary" | "type" | "format" | "pattern" | "required" | "contentEncoding"
                | "contentMediaType" | "dependentRequired" => {
                    self.every_text(value, FacetKind::Schema, &pointer, depth)
                }
                _ => self.unknown(&key.text, value, &pointer, depth),
            }
        }
    }

    fn properties(&mut self, schema: Node, properties: Node, at: &Pointer, depth: usize) {
        if properties.kind() != Kind::Object {
            return self.every_text(properties, FacetKind::Schema, at, depth);
        }
        let required: BTreeSet<String> = schema
            .get("required")
            .map(|list| list.elements().filter_map(|n| Some(n.string()?.text.into_owned())).collect())
            .unwrap_or_default();
        self.note_duplicates(properties, at);
        for (name, node) in properties.members() {
            let pointer = below(at, &name.text);
            if name.lone_surrogate {
                self.read.lone_surrogates.push(pointer.clone());
            }
            self.parameter(&name.text, node, &pointer, required.contains(name.text.as_ref()), depth > 1);
            self.schema(node, &pointer, depth + 1);
        }
    }

    fn arguments(&mut self, node: Node, at: &Pointer) {
        if node.kind() != Kind::Array {
            return self.every_text(node, FacetKind::Unknown, at, 0);
        }
        for (index, argument) in node.elements().enumerate() {
            let pointer = at.index(index);
            if argument.kind() != Kind::Object {
                self.every_text(argument, FacetKind::Unknown, &pointer, 0);
                continue;
            }
            self.note_duplicates(argument, &pointer);
            self.note_lookalikes(argument, &pointer);
            for (key, value) in argument.members() {
                let place = below(&pointer, &key.text);
                match key.text.as_ref() {
                    "name" => match value.string() {
                        Some(name) => {
                            let required = argument.get("required").is_some_and(|r| r.is_true());
                            self.parameter(&name.text, argument, &pointer, required, false);
                        }
                        None => self.every_text(value, FacetKind::Unknown, &place, 0),
                    },
                    "title" | "description" => self.every_text(value, FacetKind::ParameterDescription, &place, 0),
                    _ => self.unknown(&key.text, value, &place, 0),
                }
            }
        }
    }

    fn parameter(&mut self, name: &str, schema: Node, pointer: &Pointer, required: bool, nested: bool) {
        let member = |key: &str| Some(schema.get(key)?.string()?.text.into_owned());
        self.read.parameters.push(Parameter {
            name: name.to_owned(),
            pointer: pointer.clone(),
            required,
            kind: member("type"),
            format: member("format"),
            description: member("description"),
            nested,
        });
        self.push(FacetKind::ParameterName, pointer, name.to_owned());
    }

    /// A field the protocol does not know: its name is text too, since nobody validates it.
    fn unknown(&mut self, key: &str, node: Node, at: &Pointer, depth: usize) {
        self.member_name(key, at);
        self.every_text(node, FacetKind::Unknown, at, depth);
    }

    /// A member's name, if somebody has written a text into it: it has spaces, odd letters or many parts.
    fn member_name(&mut self, key: &str, at: &Pointer) {
        let parts = key.split(['_', '-', '.']).count();
        if parts >= PARTS_OF_A_TEXT || !key.is_ascii() || key.contains(char::is_whitespace) {
            self.push(FacetKind::MemberName, at, key.to_owned());
        }
    }

    /// Every string below `node`, member names that read like text included.
    fn every_text(&mut self, node: Node, kind: FacetKind, at: &Pointer, depth: usize) {
        if depth > DEPTH {
            self.too_deep = true;
            return;
        }
        match node.kind() {
            Kind::String => self.text(node, kind, at),
            Kind::Array => {
                for (index, element) in node.elements().enumerate() {
                    self.every_text(element, kind, &at.index(index), depth + 1);
                }
            }
            Kind::Object => {
                self.note_duplicates(node, at);
                for (key, value) in node.members() {
                    let pointer = below(at, &key.text);
                    self.member_name(&key.text, &pointer);
                    self.every_text(value, kind, &pointer, depth + 1);
                }
            }
            Kind::Null | Kind::Bool(_) | Kind::Number => {}
        }
    }

    /// The same as [`every_text`](Self::every_text) of a response, of the next of the `wanted` values only; one of them at
    /// least is `node`, or below it.
    fn some_text(&mut self, node: Node, at: &Pointer, depth: usize, wanted: &mut &[usize]) {
        if wanted.first() == Some(&node.index()) {
            *wanted = &wanted[1..];
            self.text(node, FacetKind::Response, at);
        }
        let has_wanted = |node: &Node, wanted: &[usize]| wanted.first().is_some_and(|next| *next < node.after());
        if !has_wanted(&node, wanted) {
            return;
        }
        if depth >= DEPTH {
            self.too_deep = true;
            *wanted = &wanted[wanted.partition_point(|next| *next < node.after())..];
            return;
        }
        for (index, child) in node.children().enumerate() {
            if !has_wanted(&child, wanted) {
                continue;
            }
            let pointer = match child.key() {
                Some(key) => {
                    let pointer = below(at, &key.text);
                    self.member_name(&key.text, &pointer);
                    pointer
                }
                None => at.index(index),
            };
            self.some_text(child, &pointer, depth + 1, wanted);
        }
    }

    fn text(&mut self, node: Node, kind: FacetKind, at: &Pointer) {
        if let Some(string) = node.string() {
            if string.lone_surrogate {
                self.read.lone_surrogates.push(at.clone());
            }
            self.push(kind, at, string.text.into_owned());
        }
    }

    fn push(&mut self, kind: FacetKind, at: &Pointer, text: String) {
        if !text.is_empty() {
            self.read.facets.push(Facet { pointer: at.clone(), kind, text });
        }
    }

    /// Notes members of an object of the protocol that differ only in case: readers that ignore case take them for one.
    /// Parameters of a tool may differ so.
    fn note_lookalikes(&mut self, object: Node, at: &Pointer) {
        let mut keys: Vec<(String, String)> =
            object.members().map(|(key, _)| (fold_case(&key.text), key.text.into_owned())).collect();
        keys.sort_unstable();
        for pair in keys.windows(2) {
            if pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1 {
                self.read.duplicate_keys.push(below(at, &pair[0].1));
            }
        }
    }

    fn note_duplicates(&mut self, object: Node, at: &Pointer) {
        let mut keys: Vec<String> = object.members().map(|(key, _)| key.text.into_owned()).collect();
        keys.sort_unstable();
        for pair in keys.windows(2) {
            if pair[0] == pair[1] {
                let pointer = below(at, &pair[0]);
                if self.read.duplicate_keys.last() != Some(&pointer) {
                    self.read.duplicate_keys.push(pointer);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Document;
    use crate::{Definition, DefinitionKind, Facet, FacetKind};

    fn facets(kind: DefinitionKind, raw: &str) -> Vec<(String, FacetKind, String)> {
        let definition = Definition::parse("s", kind, raw).unwrap();
        definition.facets().iter().map(|f| (f.pointer.to_string(), f.kind, f.text.clone())).collect()
    }

    #[test]
    fn every_string_of_a_tool_has_a_place_and_a_kind() {
        use FacetKind::*;
        let raw = r##"{"name":"n","title":"t","description":"d",
            "inputSchema":{"type":"object","properties":{"p":{"type":"string","description":"pd","enum":["e"],
              "default":"df","examples":["x"],"x-note":"u","items":{"$ref":"#/a"}}}},
            "outputSchema":{"description":"o"},"annotations":{"title":"a"},"_meta":{"k":["m"]},"extra":{"z":"q"}}"##;
        let expected = [
            ("/name", Name, "n"),
            ("/title", Title, "t"),
            ("/description", Description, "d"),
            ("/inputSchema/type", Schema, "object"),
            ("/inputSchema/properties/p", ParameterName, "p"),
            ("/inputSchema/properties/p/type", Schema, "string"),
            ("/inputSchema/properties/p/description", ParameterDescription, "pd"),
            ("/inputSchema/properties/p/enum/0", Enum, "e"),
            ("/inputSchema/properties/p/default", Default, "df"),
            ("/inputSchema/properties/p/examples/0", Example, "x"),
            ("/inputSchema/properties/p/x-note", Unknown, "u"),
            ("/inputSchema/properties/p/items/$ref", Schema, "#/a"),
            ("/outputSchema/description", Output, "o"),
            ("/annotations/title", Annotation, "a"),
            ("/_meta/k/0", Meta, "m"),
            ("/extra/z", Unknown, "q"),
        ]
        .map(|(p, k, t)| (p.to_owned(), k, t.to_owned()));
        assert_eq!(facets(DefinitionKind::Tool, raw), expected);
    }

    #[test]
    fn of_a_response_the_values_that_are_asked_for_are_read_as_they_are_among_all() {
        let deep = format!("{}\"deep\"{}", r#"{"a":["#.repeat(150), "]}".repeat(150));
        for raw in [
            r#"{"a":"x","b c":{"d":["y",1,"",{"e":"z"}],"f_g_h_i_j":"w"},"k":[],"l":"\ud800"}"#,
            r#""alone""#,
            "[]",
            deep.as_str(),
        ] {
            let document = Document::parse(raw).unwrap();
            let all = Definition::parse("s", DefinitionKind::Response, raw).unwrap();
            let numbers: Vec<usize> = document.nodes().map(|node| node.index()).collect();
            let some = Definition::of_response("s", &document, &numbers);
            assert_eq!((some.facets(), some.caps()), (all.facets(), all.caps()), "{raw}");
            assert_eq!(some.lone_surrogates(), all.lone_surrogates());
            for number in numbers {
                let one = Definition::of_response("s", &document, &[number]);
                assert!(one.facets().iter().all(|facet| all.facets().contains(facet)), "{raw}");
                let node = document.nodes().nth(number).unwrap();
                let text = node.string().filter(|string| !string.text.is_empty() && string.text != "deep");
                let is_there = |facet: &&Facet| facet.kind == FacetKind::Response;
                assert_eq!(one.facets().iter().filter(is_there).count(), usize::from(text.is_some()), "{raw}");
            }
        }
    }

    #[test]
    fn a_prompts_arguments_are_parameters() {
        let raw = r#"{"name":"p","arguments":[{"name":"topic","description":"what","required":true}]}"#;
        let prompt = Definition::parse("s", DefinitionKind::Prompt, raw).unwrap();
        assert_eq!(prompt.parameters()[0].name, "topic");
        assert!(prompt.parameters()[0].required);
    }

    #[test]
    fn text_too_deep_to_follow_is_reported_not_lost() {
        let raw = format!(r#"{{"name":"n","_meta":{}"x"{}}}"#, r#"{"a":"#.repeat(1000), "}".repeat(1000));
        let tool = Definition::parse("s", DefinitionKind::Tool, &raw).unwrap();
        assert_eq!(tool.caps()[0].cap, "definition.depth");
    }

    #[test]
    fn long_names_are_not_copied_for_everything_inside_them() {
        let inside: Vec<String> = (0..500).map(|n| format!(r#""p{n}":{{"description":"d{n}"}}"#)).collect();
        let name = "n".repeat(100_000);
        let raw =
            format!(r#"{{"inputSchema":{{"properties":{{"{name}":{{"properties":{{{}}}}}}}}}}}"#, inside.join(","));
        let tool = Definition::parse("s", DefinitionKind::Tool, &raw).unwrap();
        assert!(tool.facets().iter().any(|facet| facet.text == "d499"), "every text is there");
        let length: usize = tool.facets().iter().map(|facet| facet.pointer.as_str().len()).sum();
        assert!(length < 1_000_000, "{length}");
    }

    #[test]
    fn no_shape_hides_a_string() {
        for raw in [
            r#"{"inputSchema":"HERE"}"#,
            r#"{"inputSchema":[{"description":"HERE"}]}"#,
            r#"{"inputSchema":{"$comment":"HERE"}}"#,
            r#"{"inputSchema":{"required":["HERE"]}}"#,
            r#"{"inputSchema":{"properties":"HERE"}}"#,
            r#"{"inputSchema":{"properties":["HERE"]}}"#,
            r#"{"inputSchema":{"$defs":"HERE"}}"#,
            r#"{"inputSchema":{"$defs":[{"description":"HERE"}]}}"#,
            r#"{"inputSchema":{"$defs":{"a b HERE":{}}}}"#,
            r#"{"arguments":"HERE"}"#,
            r#"{"arguments":["HERE"]}"#,
            r#"{"arguments":{"a":"HERE"}}"#,
            r#"{"arguments":[{"name":{"a":"HERE"}}]}"#,
            r#"{"a_b_c_d_HERE":1}"#,
            r#"{"_meta":{"a_b_c_d_HERE":1}}"#,
            r#"{"xéHERE":1}"#,
        ] {
            let read = facets(DefinitionKind::Tool, raw);
            assert!(read.iter().any(|(_, _, text)| text.contains("HERE")), "{raw}: {read:?}");
        }
    }

    #[test]
    fn odd_shapes_are_read_as_far_as_they_go() {
        for raw in [
            r#"{"name":7,"description":["a","b"],"inputSchema":"text"}"#,
            r#"{"inputSchema":{"properties":["x"],"required":{"a":1},"items":[1,{"description":"d"}]}}"#,
            r#"{"arguments":{"a":1}}"#,
        ] {
            assert!(Definition::parse("s", DefinitionKind::Tool, raw).is_ok(), "{raw}");
        }
    }
}
