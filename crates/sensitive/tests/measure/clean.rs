//! Clean text: source code, prose, harmless tool definitions. What is found there is a false alarm.

use super::{read, shared, show, shown};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Crates whose sources are read: parsers, protocols, command lines and their manuals. They are this project's own
/// dependencies, so the build has them at the locked versions.
const CRATES: &[&str] = &[
    "serde", "serde_json", "clap_builder", "tokio", "hyper", "reqwest", "regex-automata", "memchr", "rayon",
    "indicatif", "thiserror", "anyhow", "proptest", "rustls", "data-encoding", "flate2", "http", "bytes",
    "futures-util", "tracing-core",
];

/// Where the sources of the locked version of each crate are.
fn sources() -> Vec<PathBuf> {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let lock = String::from_utf8_lossy(&read(&lock)).into_owned();
    let versions: Vec<String> = CRATES
        .iter()
        .filter_map(|name| {
            let version = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1.split_once('"')?.0;
            Some(format!("{name}-{version}"))
        })
        .collect();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let registries = std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    registries
        .flat_map(|registry| versions.iter().map(move |version| registry.path().join(version)))
        .filter(|path| path.is_dir())
        .collect()
}

/// Every file of these folders that is source code or prose.
fn files(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if ["rs", "md"].iter().any(|kind| path.extension().is_some_and(|own| own == *kind)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// False alarms in 100 KB. E-mail addresses in sources are their authors' own, and no false alarms.
fn rate(what: &str, texts: impl Iterator<Item = Vec<u8>>) -> f64 {
    let (mut bytes, mut alarms) = (0, 0);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts {
        bytes += text.len();
        for found in shown(&text).into_iter().filter(|found| found.kind != "email") {
            alarms += 1;
            show("wrong", &format!("{} {:?}", found.kind, String::from_utf8_lossy(&text[found.span])));
            *kinds.entry(found.kind).or_default() += 1;
        }
    }
    let rate = alarms as f64 * 102_400.0 / bytes.max(1) as f64;
    println!("{what}: {alarms} in {} KB, {rate:.2} in 100 KB {kinds:?}", bytes / 1024);
    rate
}

#[test]
fn sources_and_manuals_are_clean() {
    let folders = sources();
    if folders.is_empty() {
        println!("the sources of the dependencies are not where cargo keeps them: not measured");
        return;
    }
    let texts = files(folders).into_iter().map(|path| read(&path));
    assert!(rate("sources and manuals of dependencies", texts) < 1.0);
}

#[test]
fn harmless_tool_definitions_are_clean() {
    let names = ["benign_tools.jsonl", "hard_negatives.jsonl", "benign_tools_crawled.jsonl.gz"];
    let texts: Vec<Vec<u8>> = names.iter().filter_map(|name| shared(name)).map(|path| read(&path)).collect();
    if !texts.is_empty() {
        assert!(rate("harmless tool definitions", texts.into_iter()) < 1.0);
    }
}
