//! How much is found in clean text: source code, prose, harmless tool definitions. It is a false alarm, and a ceiling fails
//! the build. What is found in texts that have something in them is measured by `vetgate-eval`.
//!
//! `cargo test -p vetgate-sensitive --test measure -- --nocapture` prints the figures, and with `VETGATE_SHOW=1` every
//! false alarm.

use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Grade, Match};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// Crates whose sources are read: parsers, protocols, command lines and their manuals. They are this project's own
/// dependencies, so the build has them at the locked versions.
const CRATES: &[&str] = &[
    "serde", "serde_json", "clap_builder", "tokio", "hyper", "reqwest", "regex-automata", "memchr", "rayon",
    "indicatif", "thiserror", "anyhow", "proptest", "rustls", "data-encoding", "flate2", "http", "bytes",
    "futures-util", "tracing-core",
];

/// What is shown by default: medium and above.
fn shown(text: &[u8]) -> Vec<Match> {
    DETECTOR.inspect(text).into_iter().filter(|found| found.grade() >= Grade::Medium).collect()
}

/// A file of the shared datasets, if they are there.
fn shared(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("{name}: not beside the project, not measured");
    None
}

/// A file of test data, unpacked.
#[allow(clippy::disallowed_methods, reason = "the test's own data")]
fn read(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|kind| kind != "gz") {
        return bytes;
    }
    let mut text = Vec::new();
    GzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text
}

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
            if std::env::var_os("VETGATE_SHOW").is_some() {
                println!("  {} {:?}", found.kind, String::from_utf8_lossy(&text[found.span]));
            }
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
