//! Names that tell servers of many files apart.

use super::{ConfigFile, Scope};
use std::collections::BTreeMap;
use vetgate_model::ServerEntry;

/// A way to name an entry; each says more than the one before.
type Form = fn(&ConfigFile, &ServerEntry) -> String;

/// Names for the servers of many files, unique and in the order of the entries of `files`.
///
/// A name that only one entry has stays as it is; `git` in two clients becomes `git (Cursor)` and `git (Zed)`,
/// with the scope, and then the file and line, where the client alone does not tell them apart.
pub fn labels(files: &[ConfigFile]) -> Vec<String> {
    let entries: Vec<(&ConfigFile, &ServerEntry)> =
        files.iter().flat_map(|file| file.entries.iter().flatten().map(move |entry| (file, entry))).collect();
    let forms: [Form; 4] = [
        |_, entry| entry.name.clone(),
        |file, entry| format!("{} ({})", entry.name, file.client),
        |file, entry| format!("{} ({}, {})", entry.name, file.client, scope(file.scope)),
        |file, entry| format!("{} ({}, {}:{})", entry.name, file.client, entry.file, line(entry)),
    ];
    let mut labels = vec![String::new(); entries.len()];
    let mut open: Vec<usize> = (0..entries.len()).collect();
    for form in forms {
        for &index in &open {
            labels[index] = form(entries[index].0, entries[index].1);
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        labels.iter().for_each(|label| *counts.entry(label.clone()).or_default() += 1);
        open.retain(|&index| counts[&labels[index]] > 1);
    }
    // Two on one line: their number tells them apart.
    for (number, index) in open.into_iter().enumerate() {
        labels[index].push_str(&format!(" #{}", number + 1));
    }
    labels
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::User => "user",
        Scope::Project => "project",
    }
}

fn line(entry: &ServerEntry) -> usize {
    entry.settings.iter().find_map(|setting| setting.line).unwrap_or(1)
}
