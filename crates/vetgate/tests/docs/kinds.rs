//! The page of kinds, made from the catalogue.

use super::{is_blessing, read, root};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use vetgate_sensitive::{Category, Listed, catalogue};

#[test]
fn the_page_of_kinds_is_made_from_the_catalogue() {
    let path = root().join("docs/kinds.md");
    let expected = page();
    if is_blessing() {
        fs::write(&path, &expected).expect("docs/kinds.md can be written");
    }
    assert!(read(&path) == expected, "docs/kinds.md is out of date; see the top of docs.rs for how to write it");
}

/// What each category is about, in words for the page.
fn about(category: Category) -> &'static str {
    match category {
        Category::Contact => "How to reach a person.",
        Category::Identity => "Who a person is to a state: national and tax numbers, passports, dates of birth.",
        Category::Health => "Health insurance, patient and prescriber numbers.",
        Category::Financial => "Cards, accounts, bank routing, wallets.",
        Category::Network => "Addresses of machines.",
        Category::Vehicle => "Vehicles.",
        Category::Secret => {
            "What opens something: tokens, keys, passwords. The examples are not on this page, because scanners would take \
             them for leaked ones; `vetgate explain` has them."
        }
        Category::Path => "Where secrets are kept.",
        Category::Custom => "What your own patterns look for.",
    }
}

fn page() -> String {
    let all: Vec<Listed> = catalogue().collect();
    let mut page = format!(
        "# Kinds\n\n<!-- Made from the catalogue by crates/vetgate/tests/docs/kinds.rs. Do not edit by hand. -->\n\n\
         The {} kinds of personal data and secrets that [`vetgate inspect`](commands/inspect.md) finds and \
         [`vetgate redact`](commands/redact.md) replaces. `vetgate explain KIND` shows one with all its examples. The \
         examples are tests: the kind is found in the ones, and not for sure in the others.\n\n\
         `--only` and `--skip` take an id, a category, or a provider such as `github`. Ids are stable and never reused.\n",
        all.len()
    );
    for category in Category::ALL {
        let kinds: Vec<&Listed> = all.iter().filter(|listed| listed.kind.category == *category).collect();
        if kinds.is_empty() {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {}\n\n{}\n", category.name(), about(*category));
        // Kinds that are recognised in the same way stand together under one sentence.
        let mut alike: BTreeMap<&str, Vec<&Listed>> = BTreeMap::new();
        kinds.iter().for_each(|listed| alike.entry(listed.how).or_default().push(listed));
        let is_single = |listed: &&&Listed| alike[listed.how].len() == 1;
        let singles: Vec<&Listed> = kinds.iter().filter(is_single).copied().collect();
        table(&mut page, &singles, *category);
        for (how, kinds) in alike.iter().filter(|(_, kinds)| kinds.len() > 1) {
            let _ = write!(page, "\n{how}\n");
            table(&mut page, kinds, *category);
        }
    }
    page
}

/// Rows with what they have in common left out.
fn table(page: &mut String, kinds: &[&Listed], category: Category) {
    let [first, rest @ ..] = kinds else { return };
    let has_how = rest.iter().all(|listed| listed.how != first.how);
    let has_examples = category != Category::Secret;
    let has_words = has_examples && kinds.iter().any(|listed| !listed.words.is_empty());
    page.push('\n');
    let mut row = |cells: [&str; 7]| {
        let shown = [true, true, true, has_how, has_examples, has_examples, has_words];
        for (cell, _) in cells.iter().zip(shown).filter(|(_, is_shown)| *is_shown) {
            let _ = write!(page, "| {cell} ");
        }
        page.push_str("|\n");
    };
    row(["kind", "severity", "what it is", "how it is recognised", "found in", "not in", "words that help"]);
    row(["---"; 7]);
    for Listed { kind, how, found, not_found, words } in kinds {
        let id = format!("`{}`", kind.id);
        row([&id, kind.severity.name(), &kind.name, how, &code(found), &code(not_found), &words.join(", ")]);
    }
}

/// The first example, as a cell of a table.
fn code(examples: &[&str]) -> String {
    let Some(example) = examples.first() else { return String::new() };
    let line = example.lines().next().unwrap_or_default().replace('|', "\\|");
    let rest = if example.lines().count() > 1 { " ..." } else { "" };
    format!("`{line}{rest}`")
}
