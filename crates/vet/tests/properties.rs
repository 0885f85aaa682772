//! Whatever strangers declare, a scan ends, no check panics, and the result is the same again.

use proptest::prelude::*;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::{Catalog, Outcome, checks, scan};

fn outcome(definitions: &[Definition]) -> Outcome {
    scan(&Catalog::of(definitions), checks::all())
}

fn tool(description: &str, parameter: &str) -> Definition {
    let raw = serde_json::json!({
        "name": "t",
        "description": description,
        "inputSchema": {"type": "object", "properties": {"p": {"type": "string", "description": parameter}}},
    });
    Definition::parse("s", DefinitionKind::Tool, &raw.to_string()).expect("a tool")
}

/// Text made of what the reading looks for: its words, marks, names, addresses and other scripts.
fn wordy() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "before",
            "any",
            "must",
            "call",
            "`read_file`",
            "'x'",
            "\"",
            "`",
            "'",
            "(",
            ")",
            "=",
            ":",
            ",",
            ".",
            "\n",
            "\n\n",
            "-",
            "this",
            "tool",
            "parameter",
            "set",
            "to",
            "~/.ssh/id_rsa",
            "a@b.example",
            "https://h.example/x?y=1",
            "+4912345678",
            "not",
            "tell",
            "the",
            "user",
            "<important>",
            "</important>",
            "<!--",
            "-->",
            "[inst]",
            "|",
            "```",
            "{",
            "}",
            "1.",
            "e.g.",
            "必须先调用",
            "必ず",
            "debe",
            "muss",
            "перед",
            "ignore",
            "previous",
            "instructions",
            "always",
            "sendEmail",
            "C07QJX2M1",
            "🙂",
            "\u{200b}",
            "\u{202e}",
            "it's",
            "don't",
            "curl",
            "sh",
            "whenever",
            "is",
            "used",
            "instead",
            "of",
            "_",
            "$",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,6}",
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_text_makes_a_check_panic(description in wordy(), parameter in wordy()) {
        let result = outcome(&[tool(&description, &parameter)]);
        prop_assert!(result.coverage.failed.is_empty(), "{:?} on {description:?} / {parameter:?}", result.coverage.failed);
    }

    #[test]
    fn glued_pieces_do_not_either(description in wordy()) {
        let glued = description.replace(' ', "");
        let result = outcome(&[tool(&glued, "")]);
        prop_assert!(result.coverage.failed.is_empty(), "{:?} on {glued:?}", result.coverage.failed);
    }

    #[test]
    fn any_string_is_read(text in any::<String>()) {
        let result = outcome(&[tool(&text, &text)]);
        prop_assert!(result.coverage.failed.is_empty(), "{:?} on {text:?}", result.coverage.failed);
    }

    #[test]
    fn a_second_look_says_the_same(description in wordy()) {
        let definitions = [tool(&description, "x"), tool("Sends a message.", &description)];
        prop_assert_eq!(outcome(&definitions).findings, outcome(&definitions).findings);
    }
}

#[test]
fn ten_thousand_tools_of_one_name_are_scanned_one_by_one() {
    let tools: Vec<Definition> = (0..10_000)
        .map(|n| {
            let raw = format!(r#"{{"name":"same","description":"Returns item {n} of the list."}}"#);
            Definition::parse(format!("server{n}"), DefinitionKind::Tool, &raw).expect("a tool")
        })
        .collect();
    let result = outcome(&tools);
    assert_eq!(result.coverage.tools, 10_000);
    assert!(result.coverage.failed.is_empty());
    let caps: Vec<&str> = result.coverage.caps.iter().map(|cap| cap.cap.as_str()).collect();
    assert_eq!(caps, ["shadowing.namesakes"], "a cap that is hit is said once");
}
