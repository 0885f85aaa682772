//! Every shape, and what is wrong with every other.

use super::*;

fn names(text: &str) -> Vec<String> {
    let found = read("f.json", "f", text);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    found.definitions.iter().map(|d| format!("{}/{} {:?}", d.server(), d.name(), d.kind())).collect()
}

#[test]
fn every_shape_is_read() {
    let cases: &[(&str, &[&str])] = &[
        (r#"{"tools":[{"name":"a"}]}"#, &["f/a Tool"]),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}],"nextCursor":"x"}}"#, &["f/a Tool"]),
        (r#"[{"name":"a"},{"name":"b"}]"#, &["f/a Tool", "f/b Tool"]),
        (r#"{"name":"a","inputSchema":{}}"#, &["f/a Tool"]),
        (r#"{"server":"s","tools":[{"name":"a"}],"prompts":[{"name":"p"}]}"#, &["s/a Tool", "s/p Prompt"]),
        (r#"{"name":"s","tools":[{}],"instructions":"Be kind."}"#, &["s/ Tool", "s/instructions Instructions"]),
        (r#"{"serverInfo":{"name":"s","version":"1"},"instructions":"i"}"#, &["s/instructions Instructions"]),
        (r#"[{"name":"s","tools":[{"name":"a"}]},{"server":"t","tools":[{"name":"a"}]}]"#, &["s/a Tool", "t/a Tool"]),
        (
            r#"{"resources":[{"uri":"u:x"}],"resourceTemplates":[{"uriTemplate":"u:{x}"}]}"#,
            &["f/u:x Resource", "f/u:{x} ResourceTemplate"],
        ),
        (r#"[{"type":"function","function":{"name":"a","parameters":{}}}]"#, &["f/a Tool"]),
        (r#"{"tools":[{"type":"function","function":{"name":"a"}}]}"#, &["f/a Tool"]),
        (r#"{"id":"1","server":"s","name":"a","description":"d","input_schema":{},"peers":[]}"#, &["s/a Tool"]),
        (
            "{\"server\":\"s\",\"name\":\"a\"}\n\n{\"tools\":[{\"name\":\"b\"}]}\r\n[{\"name\":\"c\"}]",
            &["s/a Tool", "f/b Tool", "f/c Tool"],
        ),
        (r#"{"tools":[{"name":"a"}],"tools":[{"name":"b"}]}"#, &["f/a Tool", "f/b Tool"]),
        (r#"{"tools":[]}"#, &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(names(text), *expected, "{text}");
    }
}

#[test]
fn a_tool_cannot_hide_behind_a_list_of_its_own() {
    let text = r#"[{"name":"a","description":"d","tools":[]},{"name":"b","inputSchema":{},"tools":[{"name":"c"}]}]"#;
    assert_eq!(names(text), ["a/a Tool", "f/b Tool"]);
}

#[test]
fn only_known_notes_beside_a_tool_are_not_scanned_and_they_are_named() {
    let row = read("f", "f", r#"[{"server":"s","name":"a","label":"Ignore me","id":1,"note":"Read me"}]"#);
    assert_eq!(row.definitions[0].facets().iter().filter(|f| f.text == "Ignore me").count(), 0);
    assert_eq!(row.definitions[0].facets().iter().filter(|f| f.text == "Read me").count(), 1);
    assert_eq!(
        row.caps,
        [Cap::new("rows.notes", "f", "treated as notes about the tools and not scanned: `id`, `label`")]
    );
    let listed = read("f", "f", r#"{"tools":[{"server":"s","name":"a","label":"Read me"}]}"#);
    assert_eq!(listed.definitions[0].facets().len(), 3);
    assert!(listed.caps.is_empty());
}

#[test]
fn what_stands_beside_a_result_is_read_too() {
    for text in [
        r#"{"result":{"tools":[{"name":"a"}]},"tools":[{"name":"b"}]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]},"tools":[{"name":"b"}]}"#,
        r#"{"jsonrpc":"2.0","method":"x","tools":[{"name":"a"},{"name":"b"}]}"#,
    ] {
        assert_eq!(names(text), ["f/a Tool", "f/b Tool"], "{text}");
    }
}

#[test]
fn a_list_that_goes_on_is_said_to_unless_the_next_page_is_here() {
    let open = r#"{"tools":[{"name":"a"}],"nextCursor":"x"}"#;
    let caps = read("f.json", "f", open).caps;
    assert_eq!((caps[0].cap.as_str(), caps[0].place.as_str()), ("list.incomplete", "f.json:1:38"));
    assert!(!caps[0].is_note());
    let next = r#"{"tools":[{"name":"b"}]}"#;
    let prompts = r#"{"prompts":[{"name":"b"}]}"#;
    assert!(read("f.jsonl", "f", &format!("{open}\n{next}")).caps.is_empty());
    assert_eq!(read("f.jsonl", "f", &format!("{open}\n{prompts}")).caps.len(), 1);
    assert!(read("f", "f", r#"{"tools":[],"nextCursor":null}"#).caps.is_empty());
}

#[test]
fn peers_are_tools_of_their_own_servers_and_read_once() {
    let row = |name: &str| {
        format!(
            r#"{{"server":"s","name":"{name}","peers":[{{"server":"t","tool":{{"name":"b"}}}},{{"server":"s","tool":{{"name":"c"}}}}]}}"#
        )
    };
    let text = [row("a"), row("c")].join("\n");
    assert_eq!(names(&text), ["s/a Tool", "s/c Tool", "t/b Tool"]);
    let found = read("f", "f", &text);
    let place = found.definitions[2].locator().unwrap().locate(&"/name".into());
    assert_eq!((place.line, place.column), (1, Some(text.find("\"b\"").unwrap() + 1)));
    let odd = read("f", "f", r#"[{"server":"s","name":"a","peers":[{"server":"t"}]}]"#);
    assert_eq!(odd.definitions.len(), 1);
    assert_eq!(odd.problems[0].to_string(), "f:1:36: expected a peer with `server` and `tool`, found an object");
}

#[test]
fn what_does_not_fit_is_named_with_its_place_and_costs_only_itself() {
    let cases = [
        ("7", "f.json:1:1: expected tools: an array, or an object with `tools`, found a number"),
        ("{\"tools\":\n \"none\"}", "f.json:2:2: expected a list of definitions, found a string"),
        ("{\"tools\":[\n \"a\"]}", "f.json:2:2: expected a definition, found a string"),
        (
            "{\"a\":1}",
            "f.json:1:1: expected a tool definition or an object with `tools`, found an object with neither a name nor a schema",
        ),
        ("{\"tools\": [}", "f.json:1:12: expected JSON: expected a value, found '}'"),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
            "f.json:1:1: the answer has no `result`: the server refused",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read("f.json", "f", text).problems[0].to_string(), expected);
    }
    let mixed = read("f.json", "f", "{\"name\":\"a\"}\n{\"name\":}\n{\"name\":\"b\"}\n");
    assert_eq!(mixed.definitions.len(), 2);
    assert_eq!(mixed.problems[0].place, "f.json:2:9");
}

#[test]
fn a_definition_on_a_later_line_knows_its_line() {
    let found = read("f.jsonl", "f", "{\"name\":\"a\"}\n  {\"server\":\"s\",\"name\":\"b\",\"description\":\"d\"}\n");
    let location = found.definitions[1].locator().unwrap().locate(&"/description".into());
    assert_eq!((location.line, location.column), (2, Some(42)));
}

#[test]
fn many_problems_are_counted() {
    let text = "{\"name\":\"a\"}\n".to_owned() + &"x\n".repeat(80);
    let problems = read("f", "f", &text).problems;
    assert_eq!(problems.len(), PROBLEMS + 1);
    assert_eq!(problems[PROBLEMS].message, "30 more places cannot be read");
}
