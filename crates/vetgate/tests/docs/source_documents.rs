//! Every row of `docs/source-documents.md` is shown by tests and commands that are there.

use super::{COMMANDS, cells, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What a requirement can be.
const STATUSES: [&str; 4] = ["works", "differs on purpose", "partly", "absent"];

/// The requirements of each document: the heading, the line with the counts, and the rows.
fn documents(page: &str) -> Vec<(String, String, Vec<[String; 4]>)> {
    let mut documents: Vec<(String, String, Vec<[String; 4]>)> = vec![];
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            documents.push((title.to_owned(), String::new(), vec![]));
        }
        let Some((_, counts, rows)) = documents.last_mut() else { continue };
        if line.contains(" requirements: ") {
            line.clone_into(counts);
        }
        let cells: Vec<String> = cells(line).into_iter().map(str::to_owned).collect();
        if let Ok(row) = <[String; 4]>::try_from(cells)
            && row[0] != "requirement"
            && !row[0].starts_with("---")
        {
            rows.push(row);
        }
    }
    documents
}

/// The names of all test functions in `folder`.
fn tests(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tests(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = read(&path);
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (at, line) in lines.iter().enumerate() {
                let function = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
                let Some((name, _)) = function.and_then(|rest| rest.split_once(['(', '<'])) else { continue };
                let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
                if attributes.clone().any(|line| *line == "#[test]" || line.starts_with("#[tokio::test")) {
                    names.insert(name.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_requirement_of_the_founding_documents_is_shown_by_tests_that_exist() {
    let page = read(&root().join("docs/source-documents.md"));
    let mut known = BTreeSet::new();
    tests(&root().join("crates"), &mut known);
    let documents = documents(&page);
    assert_eq!(documents.iter().map(|(.., rows)| rows.len()).collect::<Vec<_>>(), [30, 33, 41, 89]);

    let mut wrong = vec![];
    for (title, counts, rows) in &documents {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for [requirement, status, shown, note] in rows {
            *found.entry(status.as_str()).or_default() += 1;
            let mut is_wrong = |what: String| wrong.push(format!("{title}: {requirement}: {what}"));
            if !STATUSES.contains(&status.as_str()) {
                is_wrong(format!("`{status}` is no status"));
            }
            if status == "absent" && !requirement.starts_with("Dynamic harness") {
                is_wrong("is absent".to_owned());
            }
            if status != "works" && note.is_empty() {
                is_wrong("has no reason".to_owned());
            }
            let named: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
            if named.is_empty() && status != "absent" {
                is_wrong("is shown by nothing".to_owned());
            }
            for name in named {
                let is_there = match name.split_once([' ', '/']) {
                    Some(("vetgate", command)) => COMMANDS.contains(&command.split(' ').next().unwrap_or_default()),
                    Some(("scripts", _)) => root().join(name).is_file(),
                    _ => known.contains(name),
                };
                if !is_there {
                    is_wrong(format!("there is no test, command or script `{name}`"));
                }
            }
        }
        let of = |status: &&str| found.get(*status).map(|count| format!("{count} {status}"));
        let expected =
            format!("{} requirements: {}.", rows.len(), STATUSES.iter().filter_map(of).collect::<Vec<_>>().join(", "));
        assert_eq!(*counts, expected, "{title}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
