//! An index that tools came to and went from answers exactly as one built afresh.
#![allow(clippy::unwrap_used, reason = "tests unwrap")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::Index;

#[derive(Debug, Clone)]
enum Step {
    Insert { server: &'static str, name: &'static str, description: String },
    Remove { server: &'static str, name: &'static str },
    RemoveServer { server: &'static str },
}

const SERVERS: &[&str] = &["alpha", "beta", "files"];
const NAMES: &[&str] = &["read_file", "sendMail", "weather", "wordcloud", "list-branches", "天気予報"];
const WORDS: &[&str] = &[
    "file", "files", "document", "read", "reading", "translate", "translation", "weather", "forecast", "mail", "send",
    "the", "word", "cloud", "machine learning", "delete", "get rid of", "天気を調べる", "recipe", "zyzzyva",
];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let server = || select(SERVERS);
    let name = || select(NAMES);
    let description = vec(select(WORDS), 0..12).prop_map(|words| words.join(" "));
    let step = prop_oneof![
        6 => (server(), name(), description)
            .prop_map(|(server, name, description)| Step::Insert { server, name, description }),
        3 => (server(), name()).prop_map(|(server, name)| Step::Remove { server, name }),
        1 => server().prop_map(|server| Step::RemoveServer { server }),
    ];
    vec(step, 0..40)
}

fn tool(server: &str, name: &str, description: &str) -> Definition {
    let raw = serde_json::json!({ "name": name, "description": description,
        "inputSchema": { "properties": { "path": { "description": "where it is" } } } });
    Definition::parse(server, DefinitionKind::Tool, &raw.to_string()).unwrap()
}

proptest! {
    #[test]
    fn any_history_equals_a_fresh_build(steps in steps(), query in vec(select(WORDS), 1..6)) {
        let mut index = Index::new();
        let mut kept: BTreeMap<(&str, &str), Definition> = BTreeMap::new();
        for step in &steps {
            match step {
                Step::Insert { server, name, description } => {
                    let tool = tool(server, name, description);
                    index.insert(&tool);
                    kept.insert((server, name), tool);
                }
                Step::Remove { server, name } => {
                    prop_assert_eq!(index.remove(server, name), kept.remove(&(*server, *name)).is_some());
                }
                Step::RemoveServer { server } => {
                    let before = kept.len();
                    kept.retain(|(other, _), _| other != server);
                    prop_assert_eq!(index.remove_server(server), before - kept.len());
                }
            }
        }
        let mut fresh = Index::new();
        kept.values().rev().for_each(|tool| fresh.insert(tool));
        prop_assert_eq!(index.len(), kept.len());
        // Words, phrases, slips of the finger, nothing but grammar.
        for query in [query.join(" "), "wether forcast".to_owned(), "what is the".to_owned(), String::new()] {
            let (one, other) = (index.search(&query, 20), fresh.search(&query, 20));
            prop_assert_eq!(&one, &other);
            for (one, other) in one.iter().zip(&other) {
                prop_assert_eq!(one.score.to_bits(), other.score.to_bits());
                let sum: f64 = one.reasons.iter().map(|reason| reason.contribution).sum();
                prop_assert!((sum - one.score).abs() <= 1e-9 * one.score, "{} is not {}", sum, one.score);
            }
        }
    }

    #[test]
    fn any_query_over_any_tool_is_answered(query in any::<String>(), name in any::<String>(), text in any::<String>()) {
        let mut index = Index::new();
        index.insert(&tool("s", &name, &text));
        for hit in index.search(&query, 3) {
            prop_assert!(hit.score > 0.0 && hit.score.is_finite());
        }
        // What is written in a tool finds it, however odd it is.
        let found = index.search(&name, 1);
        prop_assert!(found.is_empty() || *found[0].name == *name);
    }
}
