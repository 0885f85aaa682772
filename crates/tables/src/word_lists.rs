//! Files of word lists: one module for each file, one `static` for each list.

use crate::Mistake;
use crate::file::DataFile;
use crate::raw::{Entry, Raw};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The Rust source of the lists of some files.
pub(crate) fn write(files: &[DataFile], mistakes: &mut Vec<Mistake>) -> String {
    let mut written = String::new();
    for file in files {
        let mut report = |line: usize, expected: String| {
            mistakes.push(Mistake { file: file.name.clone(), line, expected });
        };
        let module = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy();
        _ = writeln!(written, "pub(crate) mod {module} {{");
        for group in &file.entries {
            let lists = match (&*group.name, &group.value) {
                ("list" | "set", Raw::Table(lists)) => lists,
                _ => {
                    report(group.line, format!("expected [list] or [set], found `{}`", group.name));
                    continue;
                }
            };
            for list in lists {
                let mut words = words(list, &mut report);
                if group.name == "set" {
                    words.sort_unstable();
                }
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                let name = list.name.to_uppercase();
                _ = writeln!(written, "    pub(crate) static {name}: &[&str] = &[{}];", words.join(", "));
            }
        }
        written.push_str("}\n");
    }
    written
}

/// The words of a list: at least one, each of them once.
fn words<'f>(list: &'f Entry, report: &mut impl FnMut(usize, String)) -> Vec<&'f str> {
    let mut words = Vec::new();
    let mut seen = BTreeMap::new();
    let items = if let Raw::Array(items) = &list.value { &items[..] } else { &[] };
    if items.is_empty() {
        report(list.line, format!("expected `{}` to be a list of words", list.name));
    }
    for (line, item) in items {
        match item {
            Raw::Text(word) if !word.is_empty() => match seen.insert(word, *line) {
                Some(first) => report(*line, format!("expected each word once: {word:?} is on line {first} too")),
                None => words.push(word.as_str()),
            },
            _ => report(*line, "expected a word".to_owned()),
        }
    }
    words
}
