//! `docs` as a book: `docs/SUMMARY.md` lists every page, and what works on the pages of a repository works there too.

use super::{blocks, cells, links, metas, page, root};
use std::collections::BTreeSet;
use std::fs;
use vetgate_vet::Explanation;

/// The pages that SUMMARY names, in its order.
fn listed() -> Vec<String> {
    links(&page("docs/SUMMARY.md"))
}

/// Every page beneath `docs`, generated ones too.
fn pages() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in ["", "commands/"] {
        for entry in fs::read_dir(root().join("docs").join(folder)).expect("a folder of pages") {
            let name = entry.expect("a page").file_name().into_string().expect("a plain name");
            if name.ends_with(".md") && name != "SUMMARY.md" {
                names.insert(format!("{folder}{name}"));
            }
        }
    }
    names
}

#[test]
fn the_book_lists_every_page_once() {
    let listed = listed();
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(once.len(), listed.len(), "docs/SUMMARY.md lists a page twice");
    let (pages, missing) = (pages(), |name: &&String| !once.contains(*name));
    let missing: Vec<&String> = pages.iter().filter(missing).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md does not list {missing:?}: add a line for each");
    assert_eq!(once, pages, "docs/SUMMARY.md lists what is not there");
}

#[test]
fn chapters_are_called_what_their_pages_are_called() {
    let summary = page("docs/SUMMARY.md");
    for line in summary.lines().filter(|line| line.contains("](")) {
        let (title, rest) = line.trim_start_matches("- ").trim_start_matches('[').split_once("](").expect("a link");
        let name = rest.trim_end_matches(')');
        let text = page(&format!("docs/{name}"));
        let heading = text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a page opens with its name");
        assert!(title == heading || name == "README.md", "docs/{name} is called {heading:?}, and {title:?} in SUMMARY");
    }
}

/// The book has the files of `docs` and no others, so a link out of it would lead nowhere there.
#[test]
fn no_page_of_the_book_leads_out_of_it() {
    let docs = root().join("docs").canonicalize().expect("docs");
    for name in pages() {
        let here = docs.join(&name);
        for link in links(&page(&format!("docs/{name}"))) {
            if link.contains("://") || link.starts_with("mailto:") || link.starts_with('#') {
                continue;
            }
            let file = link.split('#').next().unwrap_or_default();
            let target = here.parent().expect("a folder").join(file);
            let target = target.canonicalize().unwrap_or_else(|_| panic!("docs/{name}: {link} leads nowhere"));
            assert!(target.starts_with(&docs), "docs/{name}: {link} is not in the book; name the file without a link");
            assert!(!target.is_dir(), "docs/{name}: {link} is a folder, which a book does not show");
        }
    }
}

#[test]
fn the_book_is_made_of_these_pages() {
    let book: toml::Table = page("book.toml").parse().expect("book.toml is TOML");
    assert_eq!(book["book"]["src"].as_str(), Some("docs"));
    let built = book["build"]["build-dir"].as_str().expect("a folder");
    assert!(built.starts_with("target/"), "what is built stays out of the repository");
    for style in book["output"]["html"]["additional-css"].as_array().expect("styles") {
        assert!(root().join(style.as_str().expect("a path")).exists());
    }
}

#[test]
fn the_threat_model_has_the_figures_of_their_page() {
    let (figures, model) = (page("docs/figures.md"), page("docs/threat-model.md"));
    let row = |start: &str| {
        let row = figures.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("figures.md: {start}"));
        cells(row)[1].to_owned()
    };
    let told = |words: String| assert!(model.contains(&words), "docs/threat-model.md does not say {words:?}");
    let stopped = row("| own corpus, held out |");
    let numbers: Vec<usize> = stopped.split([' ', '(']).filter_map(|word| word.parse().ok()).collect();
    told(format!("{} of {} attacks went through", numbers[1] - numbers[0], numbers[1]));
    let share = |found: String| found.split(" %").next().unwrap_or_default().to_owned();
    told(format!("a scan of single tools finds {} %", share(row("| own, held out: definitions"))));
    told(format!("and {} % of the injected instructions", share(row("| own, held out: tool outputs"))));
}

/// The check of the guide is written as the checks of today are: in form, in what it imports, and in what it says of itself.
#[test]
fn the_check_of_the_guide_has_the_form_of_a_check() {
    let guide = page("docs/add-a-check.md");
    let (_, lines) = blocks(&guide).into_iter().find(|(language, _)| language == "rust").expect("the check");
    let source = lines.join("\n");
    let headings =
        |source: &str| Explanation::of(source).sections.into_iter().map(|(heading, _)| heading).collect::<Vec<_>>();
    let model = metas().into_iter().find(|meta| meta.id == "script.mixed").expect("a check");
    assert_eq!(headings(&source), headings(model.source));
    let id = source.strip_prefix("//! `").and_then(|rest| rest.split('`').next()).expect("it opens with its id");
    let file = format!("{}.rs", id.replacen('.', "_", 1));
    assert!(guide.contains(&format!("crates/vet/src/checks/{file}")) && source.contains(&format!("\"{file}\"")));
    assert!(metas().iter().all(|meta| meta.id != id), "the sample became a check: choose another");
    for shared in ["use super::prelude::*;", "fn meta(&self) -> Meta {", "include_str!("] {
        assert!(source.contains(shared) && model.source.contains(shared), "{shared}");
    }
    let signature = "fn inspect(&self, view: &View, _: &Catalog, out: &mut Signals) {";
    assert!(source.contains(signature) && model.source.contains(signature));
}

#[test]
fn the_readme_is_short() {
    assert!(page("README.md").len() <= 9_000, "README.md: at most 9,000 bytes; details belong on a page");
}
