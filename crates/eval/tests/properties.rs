//! Datasets come from anyone: whatever is in them, reading ends, and ends with figures or with the rule that is broken.

use proptest::prelude::*;
use vetgate_eval::{Data, Evaluation, File, Stopped, measure, validate};

/// Something like an item of a dataset: members that datasets have, with values of any type.
fn item() -> impl Strategy<Value = String> {
    let member = prop::sample::select(vec![
        "id", "qid", "tool_id", "label", "category", "text", "spans", "negative_for", "description", "name", "tool",
        "server", "input_schema", "peers", "annotations", "steps", "labels", "relevant", "query", "capabilities",
        "parameter_roles", "hints", "operation", "provenance", "pair", "synthetic", "kind",
    ]);
    let value = prop_oneof![
        Just("\"malicious\"".to_owned()),
        Just("\"benign\"".to_owned()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("-1e999".to_owned()),
        Just("[{\"type\": \"EMAIL\", \"start\": 5, \"end\": 2}]".to_owned()),
        Just("[{\"tool\": \"t\", \"args\": 3, \"output\": null}]".to_owned()),
        Just("[{\"server\": 1, \"tool\": {}}]".to_owned()),
        Just("{\"a\": 2}".to_owned()),
        Just("\"\\ud800 lone\"".to_owned()),
        "\"[a-z ]{0,12}\"",
    ];
    prop::collection::vec((member, value), 0..6)
        .prop_map(|members| members.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect::<Vec<_>>())
        .prop_map(|members| format!("{{{}}}", members.join(", ")))
}

fn every_way(text: &str) {
    let file = [File { name: "f", text }];
    let _ = validate(file[0], &file);
    for evaluation in Evaluation::ALL {
        let _ = measure(*evaluation, Data { corpus: &file, golden: &file, with_user_words: false }, &Stopped);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn odd_items_are_refused_or_scored(items in prop::collection::vec(item(), 0..5), member in "entries|tools|queries|sessions") {
        every_way(&items.join("\n"));
        every_way(&format!("{{\"version\": \"1\", \"{member}\": [{}]}}", items.join(", ")));
    }

    #[test]
    fn any_text_is_refused_or_scored(text in any::<String>()) {
        every_way(&text);
    }
}
