//! The rules, applied to this repository.

use vetgate_architecture::{cycles, dependencies, ratchet, shipped, word_lists, words};

#[test]
fn retired_words_only_become_fewer() {
    ratchet::hold("retired_words", &words::violations());
}

#[test]
fn word_lists_in_rust_only_become_fewer() {
    ratchet::hold("word_lists", &word_lists::violations());
}

#[test]
fn modules_in_import_cycles_only_become_fewer() {
    ratchet::hold("import_cycles", &cycles::violations());
}

#[test]
fn no_dependency_is_declared_and_unused() {
    let unused = dependencies::unused();
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}

#[test]
fn the_shipped_program_has_few_crates_no_laboratory_and_licences_that_allow_it() {
    let violations = shipped::violations();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}
