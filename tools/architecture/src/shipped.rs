//! The crates that the shipped program is made of: how many, which not, in which versions, under which licences.
//!
//! `cargo deny` asks more (`deny.toml`: advisories and sources); it needs a database from the network, and takes minutes to
//! install. This needs neither.

use crate::source::root;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Most crates that plain `vetgate` may be made of.
const MOST: usize = 245;

/// Licences that need nothing but to be named. An expression with `OR` needs one of them, one with `AND` all.
const LICENSES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates of the laboratory.
const LABORATORY: &[&str] = &["rmcp", "vetgate-eval", "vetgate-lab"];

/// A line for each rule that the program breaks.
pub fn violations() -> Vec<String> {
    let plain = crates(&["-p", "vetgate"]);
    let mut found = Vec::new();
    if plain.len() > MOST {
        found.push(format!("vetgate is made of {} crates, {MOST} are allowed", plain.len()));
    }
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, version, _) in &plain {
        versions.entry(name).or_default().insert(version);
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        found.push(format!("{name} is there in {} versions", versions.len()));
    }
    for name in LABORATORY.iter().filter(|name| versions.contains_key(*name)) {
        found.push(format!("{name} is part of vetgate and belongs to the laboratory"));
    }
    let all = crates(&["-p", "vetgate", "-p", "vetgate-lab", "--features", "vetgate/encryption"]);
    let refused = all.iter().filter(|(_, _, license)| !is_allowed(license));
    found.extend(refused.map(|(name, version, license)| format!("{name} {version} has the licence `{license}`")));
    found
}

/// Returns true if an SPDX expression without nested parentheses can be met with [`LICENSES`].
fn is_allowed(expression: &str) -> bool {
    // Before SPDX a slash meant `OR`.
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')');
        part.split(" OR ").any(|license| LICENSES.contains(&license.trim()))
    })
}

/// Name, version and licence of each crate beneath the packages that are named.
fn crates(packages: &[&str]) -> BTreeSet<(String, String, String)> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"]);
    command.args(["--format", "{p}|{l}"]).args(packages);
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let row = |line: &str| {
        let (package, license) = line.split_once('|')?;
        let mut words = package.split_whitespace();
        let license = license.trim_end_matches(" (*)").to_owned();
        Some((words.next()?.to_owned(), words.next()?.to_owned(), license))
    };
    text.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_licences_is_enough_and_all_of_a_sum_are_needed() {
        for allowed in ["MIT", "MIT/Apache-2.0", "Apache-2.0 OR GPL-2.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in ["", "GPL-3.0-only", "MIT AND GPL-2.0-only", "(MIT OR Apache-2.0) AND LGPL-3.0"] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }
}
