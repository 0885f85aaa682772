//! `docs/classifier-eval.md` tells the figures of this classifier, or this test fails. To write it anew:
//!
//! ```text
//! VETGATE_BLESS=1 cargo test -p vetgate-capability --test page
//! ```

#![allow(clippy::disallowed_methods, reason = "a test reads the page it is about")]

#[allow(dead_code, reason = "the page is made from the corpus alone")]
#[path = "../examples/evaluate/labelled.rs"]
mod labelled;
#[path = "../examples/evaluate/page.rs"]
mod page;
#[path = "../examples/evaluate/score.rs"]
mod score;

use std::fs;
use std::path::Path;

#[test]
fn the_page_of_the_classifier_tells_its_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = labelled::corpus(&root.join("datasets/capability_corpus_v1.json")).expect("the corpus is there");
    let expected = page::page(&corpus);
    let path = root.join("docs/classifier-eval.md");
    if std::env::var_os("VETGATE_BLESS").is_some() {
        fs::write(&path, &expected).expect("docs/classifier-eval.md can be written");
    }
    let page = fs::read_to_string(&path).expect("docs/classifier-eval.md is there");
    assert!(page == expected, "docs/classifier-eval.md is out of date; see the top of this file for how to write it");
}
