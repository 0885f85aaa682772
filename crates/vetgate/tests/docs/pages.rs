//! The pages, and what stands in them: blocks, prose, rows, flags and command lines.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.ancestors().nth(2).expect("the crate is in crates/").to_owned()
}

pub(super) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(super) fn page(name: &str) -> String {
    read(&root().join(name))
}

pub(super) fn is_blessing() -> bool {
    std::env::var_os("VETGATE_BLESS").is_some()
}

/// The pages that are made whole, in `docs`.
pub(super) const GENERATED: &[&str] = &["checks.md", "kinds.md", "static-rules.md"];

/// Every page by its name, but for the generated ones, which have tests of their own.
pub(super) fn pages() -> Vec<(String, String)> {
    let mut names: Vec<String> = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "packaging/README.md"]
        .iter()
        .map(|&name| name.to_owned())
        .collect();
    for folder in ["docs", "docs/commands"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of pages") {
            let name = entry.expect("a page").file_name().into_string().expect("a plain name");
            if name.ends_with(".md") && !GENERATED.contains(&name.as_str()) || folder == "docs/commands" {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    names.into_iter().map(|name| (name.clone(), page(&name))).collect()
}

/// Fenced blocks: the word after the fence, and the lines with continuations joined.
pub(super) fn blocks(text: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks = vec![];
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), open.take()) {
            (Some(language), None) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some((language, body))) => {
                let body = body.replace("\\\n", " ");
                blocks.push((language, body.lines().map(str::to_owned).collect()));
            }
            (None, Some((language, body))) => open = Some((language, format!("{body}{line}\n"))),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

pub(super) fn without_blocks(text: &str) -> String {
    let mut inside = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}

pub(super) fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// Long flags that a text names.
pub(super) fn flags(text: &str) -> BTreeSet<String> {
    let is_flag =
        |word: &&str| word.strip_prefix("--").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    text.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).filter(is_flag).map(str::to_owned).collect()
}

/// The words of a command line; quotes keep a word together.
pub(super) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (vec![], String::new(), None);
    for c in line.chars().chain([' ']) {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            (' ', None) if word.is_empty() => {}
            (' ', None) => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words
}
