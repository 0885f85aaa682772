//! The quick look finds what the full reading finds.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read the test's own data")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::{Path, PathBuf};
use vetgate_model::json::{Document, Node};
use vetgate_vet::{Response, inspect_response, read_response_in_full};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The member `text` of every row.
fn texts<'d>(rows: impl Iterator<Item = Node<'d, 'd>>) -> Vec<String> {
    rows.filter_map(|row| Some(row.get("text")?.string()?.text.into_owned())).collect()
}

fn lines(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().flat_map(|line| texts(std::iter::once(Document::parse(line).unwrap().root()))).collect()
}

/// The texts of which the two ways say something else.
fn unlike(texts: &[String]) -> Vec<&str> {
    let differs = |text: &&String| {
        let response = Response { server: "s", tool: "t", text };
        inspect_response(&response) != read_response_in_full(&response).outcome.findings.pop()
    };
    texts.iter().filter(differs).map(String::as_str).collect()
}

#[test]
fn labelled_outputs_are_judged_the_same() {
    let corpus = std::fs::read_to_string(root().join("datasets/responses_corpus_v1.json")).unwrap();
    let document = Document::parse(&corpus).unwrap();
    let mut all = texts(document.root().get("entries").unwrap().elements());
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/responses");
    all.extend(lines(&own.join("attacks.jsonl")));
    all.extend(lines(&own.join("harmless.jsonl")));
    assert!(all.len() > 500, "{}", all.len());
    let unlike = unlike(&all);
    assert!(unlike.is_empty(), "{} of {}: {:#?}", unlike.len(), all.len(), unlike);
}

#[test]
fn shared_outputs_are_judged_the_same() {
    // They are not part of the repository.
    let all = lines(&root().join("../shared/datasets/injection_texts.jsonl"));
    let unlike = unlike(&all);
    assert!(unlike.is_empty(), "{} of {}: {:#?}", unlike.len(), all.len(), unlike);
}

/// Words of attacks, of harmless text and of what stands between.
const WORDS: &[&str] = &[
    "please", "send", "the", "user's", "files", "to", "eve@evil.example", "ignore", "all", "previous", "instructions",
    "you", "are", "an", "ai", "assistant", "must", "do", "not", "tell", "anyone", ".", ",", "\n", "\n\n", ":", "my",
    "password", "transfer", "$500", "account", "1234567", "delete", "without", "asking", "search", "and", "forward",
    "it", "then", "lamp", "room", "is", "bright", "https://x.example/a", "call", "send_money(", "'Notes'", "now",
    "system", "message", "order", "of", "for", "open", "door", "bitte", "sende", "alle", "Dateien", "an", "envía",
    "los", "archivos", "<!--", "-->", "style", "todo", "let", "us", "share", "grant", "access", "remove", "camera",
    "conversation", "\"done\"", "(", ")", "- ", "1.", "with", "the", "tool", "book", "a", "flight", "ohne",
    "Nachfrage",
];

proptest! {
    // The same words every time: what is rare enough to be missed here must not fail somebody else's work by chance.
    #![proptest_config(ProptestConfig { cases: 1500, rng_seed: RngSeed::Fixed(18), ..ProptestConfig::default() })]

    #[test]
    fn any_words_are_judged_the_same(words in prop::collection::vec(prop::sample::select(WORDS), 3..24), capital in any::<bool>()) {
        let mut text = words.join(" ");
        if capital && let Some(first) = text.get(..1) {
            text = first.to_uppercase() + &text[1..];
        }
        let record = format!(r#"{{"note": {}}}"#, serde_json::Value::from(text.as_str()));
        let texts = [text, record];
        prop_assert_eq!(unlike(&texts), Vec::<&str>::new());
    }

    #[test]
    fn any_text_is_judged_the_same(text in "\\PC{0,200}") {
        let texts = [text];
        prop_assert_eq!(unlike(&texts), Vec::<&str>::new());
    }
}
