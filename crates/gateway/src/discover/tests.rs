use super::intent::Sensitivity;
use super::*;
use crate::agreement::Disagreement;
use serde_json::{Value, json};
use vetgate_model::{DefinitionKind, Hints};

fn tools() -> Vec<Definition> {
    let raws = [
        ("files", r#"{"name":"delete_file","description":"Removes a file for good.\n\nThere is no way back."}"#),
        ("files", r#"{ "name" : "read_file", "description":"Reads a file.", "x": 1.0 }"#),
        ("mail", r#"{"name":"send_email","description":"Sends a message with a file."}"#),
        ("mail", r#"{"name":"poke"}"#),
    ];
    raws.iter().map(|(server, raw)| Definition::parse(*server, DefinitionKind::Tool, raw).unwrap()).collect()
}

fn listed(definition: &Definition) -> Listed<'_> {
    let operation = match definition.name() {
        "delete_file" => OperationClass::Destructive,
        "read_file" => OperationClass::Read,
        "send_email" => OperationClass::Write,
        _ => OperationClass::Unknown,
    };
    let (server, exposed) = (definition.server(), format!("{}__{}", definition.server(), definition.name()));
    Listed { server, exposed, definition, operation, available: server != "mail" }
}

/// What a model reads.
fn said(refusal: &Refusal) -> String {
    let result: Value = serde_json::from_str(&refusal.result()).unwrap();
    assert_eq!(result["isError"], true);
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

fn finder(tools: &[Definition]) -> Finder {
    let mut finder = Finder::default();
    for server in ["files", "mail"] {
        finder.replace(server, tools.iter().filter(|tool| tool.server() == server));
    }
    finder
}

fn found(arguments: &str) -> Vec<String> {
    let tools = tools();
    let seen =
        |server: &str, name: &str| tools.iter().find(|tool| tool.server() == server && tool.name() == name).map(listed);
    let found = finder(&tools).find(&Wish::read(arguments).unwrap(), seen);
    found.into_iter().map(|found| found.listed.exposed).collect()
}

#[test]
fn the_five_definitions_are_tools_that_say_what_they_do() {
    let definitions = definitions();
    assert_eq!(definitions.len(), Surface::ALL.len());
    for (raw, surface) in definitions.iter().zip(Surface::ALL) {
        let definition = Definition::parse("vetgate", DefinitionKind::Tool, raw).unwrap();
        assert_eq!(definition.name(), surface.name());
        assert_eq!(Surface::named(definition.name()), Some(surface));
        assert!(definition.duplicate_keys().is_empty());
        let hints = definition.hints();
        assert_eq!(hints.destructive, Some(surface == Surface::Call(Variant::Destructive)), "{raw}");
        let writes = matches!(surface, Surface::Call(Variant::Write | Variant::Destructive));
        assert_eq!(hints.read_only, Some(!writes), "{raw}");
        let value: Value = serde_json::from_str(raw).unwrap();
        assert_eq!(value["inputSchema"]["type"], "object");
        for name in value["inputSchema"]["required"].as_array().unwrap() {
            assert!(value["inputSchema"]["properties"][name.as_str().unwrap()].is_object(), "{raw}");
        }
    }
    let cost: usize = definitions.iter().map(|raw| tokens::estimate(raw)).sum();
    assert!(cost < 1300, "the surface has to stay small: {cost} tokens");
    assert_eq!(Surface::named("files__read_file"), None);
}

#[test]
fn a_search_finds_what_fits_and_what_the_caller_may_see() {
    assert_eq!(found(r#"{"query":"get rid of a document"}"#)[0], "files__delete_file");
    assert_eq!(found(r#"{"query":"file","limit":1}"#).len(), 1);
    assert_eq!(found(r#"{"query":"file","server":"mail"}"#), ["mail__send_email"]);
    assert_eq!(found(r#"{"query":"file","server":"nobody"}"#), [""; 0]);
    let tools = tools();
    let wish = Wish::read(r#"{"query":"file"}"#).unwrap();
    assert!(finder(&tools).find(&wish, |_, _| None).is_empty(), "nothing is seen, nothing is found");
    let mut finder = finder(&tools);
    finder.remove("files");
    let seen =
        |server: &str, name: &str| tools.iter().find(|tool| tool.server() == server && tool.name() == name).map(listed);
    assert_eq!(finder.find(&wish, seen).len(), 1, "a server that is gone is not found");
}

#[test]
fn a_caller_who_sees_little_still_finds_it() {
    let tools: Vec<Definition> = (0..500)
        .map(|number| format!(r#"{{"name":"read_file_{number}","description":"Reads file {number}."}}"#))
        .map(|raw| Definition::parse("files", DefinitionKind::Tool, &raw).unwrap())
        .collect();
    let mut finder = Finder::default();
    finder.replace("files", &tools);
    let seen = |_: &str, name: &str| (name == "read_file_499").then(|| listed(&tools[499]));
    assert_eq!(finder.find(&Wish::read(r#"{"query":"file","limit":2}"#).unwrap(), seen).len(), 1);
}

#[test]
fn results_say_the_same_in_text_and_in_value() {
    let tools = tools();
    let long = format!(r#"{{"name":"x","description":"{}"}}"#, "word ".repeat(100));
    let long = Definition::parse("files", DefinitionKind::Tool, &long).unwrap();
    let found = [
        Found { listed: listed(&tools[0]), score: 7.123_456 },
        Found { listed: listed(&tools[2]), score: 1.0 },
        Found { listed: listed(&long), score: 0.5 },
    ];
    let results = [search(&found), search(&[]), describe("files__read_file", Some(&listed(&tools[1])))];
    for result in &results {
        let value: Value = serde_json::from_str(result).unwrap();
        let text: Value = serde_json::from_str(value["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, value["structuredContent"]);
        assert_eq!(Disagreement::of(result), None);
    }
    let value: Value = serde_json::from_str(&results[0]).unwrap();
    assert_eq!(
        value["structuredContent"]["tools"][0],
        json!({
            "name": "files__delete_file", "server": "files", "operation": "destructive",
            "call_with": "call_tool_destructive", "available": true,
            "description": "Removes a file for good. There is no way back.", "score": 7.123,
        })
    );
    let short = value["structuredContent"]["tools"][2]["description"].as_str().unwrap();
    assert!(short.chars().count() <= 201 && short.ends_with("word…"), "{short}");
    assert!(results[2].contains(tools[1].raw()), "the definition is given as it was written");
}

#[test]
fn a_tool_that_nobody_has_is_an_error_that_helps() {
    let result: Value = serde_json::from_str(&describe("fi\"les", None)).unwrap();
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(text, "There is no tool named `fi\"les`. Use search_tools to find tool names.");
}

#[test]
fn arguments_that_do_not_fit_say_what_would() {
    let cases = [
        (Wish::read("[]").map(drop), "have to be an object; they are an array"),
        (Wish::read("{").map(drop), "cannot be read"),
        (Wish::read("{}").map(drop), "`query` is missing"),
        (Wish::read(r#"{"query":7}"#).map(drop), "`query` has to be a string; it is a number"),
        (Wish::read(r#"{"query":" "}"#).map(drop), "`query` is empty"),
        (Wish::read(r#"{"query":"a","limit":0}"#).map(drop), "from 1 to 50"),
        (Wish::read(r#"{"query":"a","limit":"9"}"#).map(drop), "from 1 to 50"),
        (Wish::read(r#"{"query":"a","server":[]}"#).map(drop), "`server` has to be a string"),
        (described(r#"{"nam":"x"}"#).map(drop), "`name` is missing"),
        (CallArguments::read(r#"{"name":"a","name":"b"}"#).map(drop), "`name` occurs twice"),
        (CallArguments::read(r#"{"name":"a","args":"{}"}"#).map(drop), "`args` has to be an object"),
        (CallArguments::read(r#"{"name":"a","arguments":{}}"#).map(drop), "go into `args`"),
        (CallArguments::read(r#"{"name":"a","intent":"read"}"#).map(drop), "`intent` has to be an object"),
        (CallArguments::read(r#"{"name":"a","intent":{"operation_type":"look"}}"#).map(drop), "`read`, `write` or"),
        (CallArguments::read(r#"{"name":"a","intent":{"data_sensitivity":"high"}}"#).map(drop), "`public`, `internal`"),
        (CallArguments::read(r#"{"name":"a","intent":{"reason":1}}"#).map(drop), "`intent.reason` has to be a string"),
    ];
    for (read, why) in cases {
        let refusal = read.unwrap_err();
        assert!(said(&refusal).contains(why), "{refusal:?}");
    }
    assert_eq!(Wish::read(r#"{"query":"a","limit":999}"#).unwrap().limit, 50);
    assert_eq!(Wish::read(r#"{"query":"a","limit":null,"server":null}"#).unwrap().limit, 10);
}

#[test]
fn a_call_keeps_its_arguments_and_its_intent_as_written() {
    let call = CallArguments::read(
        r#"{"name":"mail__send","args":{"n": 1.0},
            "intent":{"operation_type":"write","data_sensitivity":"private","reason":"asked", "x":1}}"#,
    )
    .unwrap();
    assert_eq!((call.name.as_str(), call.arguments.as_str()), ("mail__send", r#"{"n": 1.0}"#));
    let intent = call.intent.unwrap();
    assert_eq!((intent.operation, intent.sensitivity), (Some(Variant::Write), Some(Sensitivity::Private)));
    assert_eq!(intent.reason.as_deref(), Some("asked"));
    assert!(intent.raw.ends_with(r#""x":1}"#));
    let bare = CallArguments::read(r#"{"name":"a"}"#).unwrap();
    assert_eq!((bare.arguments.as_str(), bare.intent), ("{}", None));
}

#[test]
fn a_tool_is_called_by_a_variant_that_allows_what_it_does() {
    use OperationClass as Does;
    let rows = [
        (Does::Read, [true, true, true]),
        (Does::Write, [false, true, true]),
        (Does::Unknown, [false, true, true]),
        (Does::Destructive, [false, false, true]),
    ];
    for (operation, allowed) in rows {
        for (variant, allowed) in [Variant::Read, Variant::Write, Variant::Destructive].into_iter().zip(allowed) {
            let checked = check_call(variant, None, operation, Hints::default());
            assert_eq!(checked.is_ok(), allowed, "{variant:?} {operation}");
            if let Err(refusal) = checked {
                assert!(said(&refusal).contains(&format!("Use {}", Variant::for_operation(operation).tool())));
            }
        }
    }
}

#[test]
fn what_a_server_says_of_its_tool_asks_for_more_caution_and_never_for_less() {
    let hints = |read_only, destructive| Hints { read_only, destructive, ..Hints::default() };
    let cases = [
        (OperationClass::Read, hints(None, Some(true)), Variant::Destructive),
        (OperationClass::Read, hints(Some(false), None), Variant::Write),
        (OperationClass::Read, hints(Some(true), Some(true)), Variant::Read),
        (OperationClass::Destructive, hints(Some(true), Some(false)), Variant::Destructive),
        (OperationClass::Write, hints(None, Some(false)), Variant::Write),
    ];
    for (operation, hints, needed) in cases {
        for variant in [Variant::Read, Variant::Write, Variant::Destructive] {
            let is_allowed = check_call(variant, None, operation, hints).is_ok();
            assert_eq!(is_allowed, variant >= needed, "{operation} {hints:?} {variant:?}");
        }
    }
}

#[test]
fn an_intent_that_says_something_else_than_the_variant_is_refused() {
    let intent = |operation| Intent { operation, sensitivity: None, reason: None, raw: "{}".to_owned() };
    let check = |variant, said| check_call(variant, Some(&intent(said)), OperationClass::Read, Hints::default());
    assert!(check(Variant::Write, Some(Variant::Write)).is_ok());
    assert!(check(Variant::Write, None).is_ok());
    let said = said(&check(Variant::Write, Some(Variant::Read)).unwrap_err());
    assert!(said.contains("`read`") && said.contains("use call_tool_read"), "{said}");
}
