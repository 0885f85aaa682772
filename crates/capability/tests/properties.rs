//! Whatever strangers declare is classified, the same again, and what is said about it stays short.

use proptest::prelude::*;
use serde_json::{Value, json};
use vetgate_capability::{Classification, Tag, classify, classify_all};
use vetgate_model::{Definition, DefinitionKind};

/// The most bytes of one piece of evidence: 60 of the stranger's, and what stands around them.
const LONGEST_EVIDENCE: usize = 120;

/// The most pieces of evidence for one thing.
const MOST_EVIDENCE: usize = 8;

fn parse(server: &str, raw: &str) -> Definition {
    Definition::parse(server, DefinitionKind::Tool, raw).expect("an object is a tool")
}

fn tool(value: &Value) -> Definition {
    parse("server", &value.to_string())
}

/// What holds of every classification.
fn check(definition: &Definition, found: &Classification) {
    assert_eq!(found, &classify(definition), "the same again");
    assert_eq!(found.tool_name, definition.name());
    let tags: Vec<Tag> = found.capabilities.iter().map(|capability| capability.tag).collect();
    assert!(tags.windows(2).all(|pair| pair[0] < pair[1]), "each tag stands once, in order: {tags:?}");
    for parameter in definition.parameters().iter().filter(|parameter| !parameter.nested) {
        assert!(found.parameter_roles.contains_key(&parameter.name), "{:?} has no role", parameter.name);
    }
    let of_capabilities = found.capabilities.iter().map(|capability| &capability.evidence);
    let of_roles = found.parameter_roles.values().map(|role| &role.evidence);
    assert!(of_capabilities.clone().chain(of_roles.clone()).all(|evidence| !evidence.is_empty()));
    for evidence in of_capabilities.chain(of_roles).chain([&found.operation.evidence, &found.warnings]) {
        assert!(evidence.len() <= MOST_EVIDENCE, "{evidence:?}");
        for reason in evidence {
            assert!(reason.len() <= LONGEST_EVIDENCE, "{} bytes: {reason:.200}", reason.len());
        }
    }
}

/// Text made of what the reading looks for: its words, marks, names, other scripts, and letters whose small form is
/// shorter or longer.
fn wordy() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "read", "reads", "delete", "the", "file", "to", "a", "URL", "SQL", "query", "table", "never", "not", "by",
        "from", "into", "is", "written", "environment", "variables", "command", "run", "Slack", "Zorblax", "port",
        "start", "Args:", "Returns:", "`read_file`", "maxResults", "~/.ssh", "/etc/hosts", ".docx", "notes.txt",
        "don't", "isn’t", "读取文件", "データベース", "파일을", "ไฟล์", "прочитать", "Διαβάζει", "İ", "\u{212A}",
        "\u{212B}", "ß", "\u{202E}", "\u{1B}[1m", "\u{0}", "👍🏽", "_", "'", "’", ".", "..", "/", "~/", "(", "\"",
    ]);
    let space = prop::sample::select(vec![" ", " ", " ", "", "\n", ", ", ". ", "; ", "_", "-", "。"]);
    prop::collection::vec((word, space), 0..30)
        .prop_map(|pairs| pairs.into_iter().flat_map(|(word, space)| [word, space]).collect())
}

/// A member's name: one that means something, or any.
fn key() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "name", "title", "description", "inputSchema", "input_schema", "parameters", "annotations", "properties",
        "items", "type", "format", "enum", "const", "$ref", "$defs", "anyOf", "required", "readOnlyHint",
        "openWorldHint", "path", "query", "action", "command", "url", "host", "content", "id",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 2 => wordy(), 1 => any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => wordy().prop_map(Value::from),
        1 => any::<String>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => prop::sample::select(vec!["string", "integer", "boolean", "uri", "uuid", "#"]).prop_map(Value::from),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            4 => object(inner),
        ]
    })
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::btree_map(key(), inner, 0..8).prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// The JSON of an object with its members in the given order.
fn ordered(members: &[(String, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{}:{value}", json!(key))).collect();
    format!("{{{}}}", members.join(","))
}

/// A tool with its members and its parameters in one order, and in another.
fn in_two_orders() -> impl Strategy<Value = (String, String)> {
    let schema = (wordy(), prop::sample::select(vec!["string", "integer", "array"]));
    let parameter = ("[a-z]{1,6}(_path|_url|Id|_query|)", schema);
    let parameters = prop::collection::btree_map(parameter.0, parameter.1, 0..6).prop_map(|parameters| {
        let schema =
            |(description, kind): (String, &str)| json!({"type": kind, "description": description}).to_string();
        parameters.into_iter().map(|(name, of)| (name, schema(of))).collect::<Vec<_>>()
    });
    let texts = (wordy(), wordy(), wordy(), any::<bool>());
    (texts, parameters.prop_flat_map(|list| (Just(list.clone()), Just(list).prop_shuffle()))).prop_flat_map(
        |((name, title, description, is_open), (one, other))| {
            let members = move |parameters: &[(String, String)]| {
                let texts = [("name", &name), ("title", &title), ("description", &description)];
                let mut members: Vec<(String, String)> =
                    texts.into_iter().map(|(key, text)| (key.to_owned(), json!(text).to_string())).collect();
                members.push(("annotations".to_owned(), json!({"openWorldHint": is_open}).to_string()));
                let schema =
                    [("type".to_owned(), json!("object").to_string()), ("properties".to_owned(), ordered(parameters))];
                members.push(("inputSchema".to_owned(), ordered(&schema)));
                members
            };
            (Just(ordered(&members(&one))), Just(members(&other)).prop_shuffle().prop_map(|members| ordered(&members)))
        },
    )
}

/// What a classification says, without the words that it says it with.
fn verdict(found: &Classification) -> Value {
    let tags: Vec<Value> = found.capabilities.iter().map(|it| json!([it.tag, it.confidence])).collect();
    let roles: Vec<Value> =
        found.parameter_roles.iter().map(|(name, it)| json!([name, it.role, it.confidence])).collect();
    json!([tags, roles, found.operation.class, found.operation.confidence])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_object_is_classified(value in object(value())) {
        let definition = tool(&value);
        check(&definition, &classify(&definition));
    }

    #[test]
    fn any_words_are_classified(server in wordy(), name in wordy(), description in wordy(), parameter in wordy(), text in wordy()) {
        let raw = json!({
            "name": name, "title": name, "description": description,
            "inputSchema": {"properties": {parameter: {"description": text, "enum": [text]}, "action": {"enum": [name]}}},
        });
        let definition = parse(&server, &raw.to_string());
        check(&definition, &classify(&definition));
    }

    #[test]
    fn a_server_keeps_its_order(values in prop::collection::vec((0..3u8, object(value())), 0..6)) {
        let definitions: Vec<Definition> = values
            .iter()
            .map(|(server, value)| parse(&format!("server_{server}"), &value.to_string()))
            .collect();
        let prompt = Definition::parse("server_0", DefinitionKind::Prompt, "{}").expect("a prompt");
        let found = classify_all(definitions.iter().chain([&prompt]));
        prop_assert_eq!(found.len(), definitions.len());
        for ((of, found), definition) in found.iter().zip(&definitions) {
            prop_assert!(std::ptr::eq(*of, definition));
            prop_assert_eq!(&found.tool_name, definition.name());
        }
    }

    #[test]
    fn the_order_of_members_decides_nothing((one, other) in in_two_orders()) {
        prop_assert_eq!(verdict(&classify(&parse("server", &one))), verdict(&classify(&parse("server", &other))));
    }
}

/// `levels` objects, one in the other.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({"type": "string"}), |inner, _| json!({"type": "object", "properties": {"path": inner}}))
}

#[test]
fn odd_definitions_are_classified() {
    const BYTES: usize = 1 << 16;
    let many: serde_json::Map<String, Value> =
        (0..10_000).map(|n| (format!("file_path_{n}"), json!({"type": "string"}))).collect();
    let mut odd = vec![
        json!({}),
        json!({"name": "read_file"}),
        json!({"name": 5, "description": 5, "inputSchema": 5}),
        json!({"name": ["read"], "description": {"text": "Reads a file"}, "inputSchema": [{"properties": {"path": {}}}]}),
        json!({"name": "читать_файл", "inputSchema": {"properties": {"путь": {"type": "string"}}}}),
        json!({"name": "import", "inputSchema": {"properties": many}}),
        json!({"name": "walk", "inputSchema": {"$ref": "#", "properties": {"next": {"$ref": "#/inputSchema"}}}}),
        json!({"name": "walk", "inputSchema": nested(100)}),
        json!({"name": "walk", "inputSchema": {"properties": {"path": {"type": ["string", "null"], "format": 5, "enum": 5}}}}),
    ];
    for unit in [
        "a", "a_b_c_", "readFile", "Zorblax", "读取文件", "龍", "파일을 ", "İ\u{212B}", "’", "/", ".", "a. ",
        "\u{202E}",
    ] {
        let flood = unit.repeat(BYTES / unit.len());
        odd.push(json!({"name": flood, "title": flood, "description": format!("Reads from {flood}")}));
        odd.push(json!({"name": "t", "inputSchema": {"properties": {
            format!("{flood}_path"): {"description": flood, "format": flood},
            "action": {"enum": [format!("delete_{flood}")]},
        }}}));
    }
    for value in odd {
        let definition = tool(&value);
        check(&definition, &classify(&definition));
    }
}
