//! `docs/classifier-eval.md` tells the figures of the classifier, or this test fails. To write it anew:
//!
//! ```text
//! VETGATE_BLESS=1 cargo test -p vetgate-eval --test page
//! ```

#![allow(clippy::disallowed_methods, reason = "a test reads the page it is about")]

#[path = "page/source.rs"]
mod source;
#[path = "page/tables.rs"]
mod tables;

use std::fs;
use std::path::Path;
use vetgate_eval::File;
use vetgate_eval::capability::Capability;

#[test]
fn the_page_of_the_classifier_tells_its_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let name = "datasets/capability_corpus_v1.json";
    let text = fs::read_to_string(root.join(name)).expect("the corpus is there");
    let corpus = Capability::read(&[File { name, text: &text }]).expect("the corpus is sound");
    let expected = tables::page(&corpus, &source::section(&root));
    let path = root.join("docs/classifier-eval.md");
    if std::env::var_os("VETGATE_BLESS").is_some() {
        fs::write(&path, &expected).expect("docs/classifier-eval.md can be written");
    }
    let page = fs::read_to_string(&path).expect("docs/classifier-eval.md is there");
    assert!(page == expected, "docs/classifier-eval.md is out of date; see the top of this file for how to write it");
}
