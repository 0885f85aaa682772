//! The house rules: pure rooms do no I/O, and a lower room never knows an upper one.
//!
//! Proved by reading manifests and sources. Test code is exempt: it may read files.

#[path = "rooms/layout.rs"]
mod layout;
#[path = "rooms/picture.rs"]
mod picture;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The pure rooms, and what each may depend on. A dependency that does I/O has no place here.
const PURE: &[(&str, &[&str])] = &[
    ("model", &["serde", "serde_json", "serde_json_canonicalizer", "sha2", "thiserror"]),
    (
        "text",
        &[
            "data-encoding", "flate2", "memchr", "unicode-normalization", "unicode-properties", "unicode-script",
            "unicode-security",
        ],
    ),
    (
        "sensitive",
        &[
            "data-encoding", "memchr", "regex", "regex-syntax", "serde", "serde_json", "sha2", "sha3", "thiserror",
            "vetgate-model",
        ],
    ),
    ("injection", &[]),
    ("capability", &["serde", "serde_json", "sha2", "thiserror", "vetgate-model", "vetgate-text"]),
    (
        "source",
        &[
            "rayon", "regex-syntax", "serde_json", "tree-sitter", "tree-sitter-javascript", "tree-sitter-python",
            "tree-sitter-typescript", "unicode-normalization", "vetgate-capability",
        ],
    ),
    (
        "vet",
        &[
            "memchr", "rayon", "serde", "serde_json", "thiserror", "toml", "vetgate-capability", "vetgate-injection",
            "vetgate-model", "vetgate-sensitive", "vetgate-source", "vetgate-text",
        ],
    ),
    (
        "flow",
        &[
            "data-encoding", "flate2", "memchr", "serde", "serde_json", "unicode-normalization", "vetgate-model",
            "vetgate-sensitive", "vetgate-text",
        ],
    ),
    (
        "guard",
        &[
            "cel", "data-encoding", "memchr", "regex", "serde", "serde_json", "sha2", "thiserror",
            "vetgate-capability", "vetgate-flow", "vetgate-model", "vetgate-sensitive", "vetgate-text", "vetgate-vet",
        ],
    ),
    ("search", &["serde", "vetgate-model", "vetgate-text"]),
    (
        "eval",
        &[
            "jsonschema", "serde", "serde_json", "sha2", "vetgate-capability", "vetgate-flow", "vetgate-guard",
            "vetgate-model", "vetgate-search", "vetgate-sensitive", "vetgate-vet",
        ],
    ),
    (
        "report",
        &[
            "anstyle", "data-encoding", "percent-encoding", "serde", "serde_json", "sha2", "unicode-width",
            "vetgate-capability", "vetgate-model",
        ],
    ),
];

/// What reaches outside: files, network, processes, environment, clock, randomness, standard streams.
const OUTSIDE: &[&str] = &[
    "std::fs", "TcpStream", "TcpListener", "UdpSocket", "ToSocketAddrs", "UnixStream", "std::process", "std::env",
    "std::time::SystemTime", "std::time::Instant", "std::os", "std::io::stdin", "std::io::stdout", "std::io::stderr",
    "std::thread::sleep", "println!", "print!(", "eprintln!", "eprint!(", "SystemTime::now", "Instant::now",
    "RandomState", "thread_rng", "File::open", "Command::new", "dbg!", "use std::{", "use std::*",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(room: &str) -> toml::Table {
    let path = root().join("crates").join(room).join("Cargo.toml");
    read(&path).parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[allow(clippy::disallowed_methods, reason = "reads the project's own files")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    let Some(table) = manifest.get("dependencies").and_then(|d| d.as_table()) else { return BTreeSet::new() };
    table.keys().cloned().collect()
}

/// The source files of a room without its test modules.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && path.file_name().is_some_and(|n| n != "tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn pure_rooms_depend_on_nothing_that_reaches_outside() {
    for (room, allowed) in PURE {
        let manifest = manifest(room);
        for dependency in dependencies(&manifest) {
            assert!(allowed.contains(&dependency.as_str()), "{room} depends on {dependency}: is it pure? then list it");
        }
        let built_with = manifest.get("build-dependencies").and_then(|d| d.as_table()).into_iter().flatten();
        for (dependency, _) in built_with {
            assert_eq!(
                dependency, "vetgate-tables",
                "{room}: a build script of a pure crate reads data files and no more"
            );
        }
    }
}

#[test]
fn pure_rooms_import_nothing_that_reaches_outside() {
    let mut looked_at = 0;
    for (room, _) in PURE {
        let mut files = Vec::new();
        sources(&root().join("crates").join(room).join("src"), &mut files);
        for file in files {
            looked_at += 1;
            let text = read(&file);
            // Test modules stand last in a file.
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for outside in OUTSIDE {
                    assert!(!line.contains(outside), "{} uses {outside}: {line}", file.display());
                }
            }
        }
    }
    assert!(looked_at > 50, "only {looked_at} files were looked at");
}

#[test]
fn a_lower_room_never_knows_an_upper_one() {
    let order = [
        "model", "text", "sensitive", "injection", "capability", "source", "vet", "flow", "guard", "search", "eval",
        "mcp", "report", "ledger", "gateway", "command", "lab", "vetgate",
    ];
    for (height, room) in order.iter().enumerate() {
        for dependency in dependencies(&manifest(room)) {
            let Some(name) = dependency.strip_prefix("vetgate-") else { continue };
            let below = order.iter().position(|r| *r == name).unwrap_or_else(|| panic!("{name} is not in the order"));
            assert!(below < height, "{room} knows {name}, which is above it");
        }
    }
    // Neighbours that must not lean on each other.
    assert!(!dependencies(&manifest("mcp")).contains("vetgate-vet"));
    assert!(!dependencies(&manifest("report")).contains("vetgate-vet"));
    assert!(!dependencies(&manifest("gateway")).contains("vetgate-report"));
    assert!(!dependencies(&manifest("report")).contains("vetgate-eval"));
    assert!(!dependencies(&manifest("vetgate")).contains("vetgate-lab"));
    assert!(!dependencies(&manifest("vetgate")).contains("vetgate-eval"));
}

/// What the gateway is tried on must not be Vetgate's own reading of the protocol: the servers and the agent of the
/// laboratory are made with the official SDK and use no other crate of the workspace.
#[test]
fn attacks_are_made_without_the_code_that_they_are_made_against() {
    let mut files = vec![root().join("crates/lab/src/adversary.rs")];
    sources(&root().join("crates/lab/src/adversary"), &mut files);
    assert!(files.len() > 20);
    for file in files {
        let text = read(&file);
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            assert!(!line.contains("vetgate_"), "{}: {line}", file.display());
        }
    }
}

/// Without `--llm-classifier` no code path can reach a model: the endpoint is a private module that one file names, that
/// file is one that `classify` alone names, and there it stands behind the flag.
#[test]
fn a_model_can_be_reached_from_one_place_only() {
    let source = root().join("crates/vetgate/src");
    let mut files = Vec::new();
    sources(&source, &mut files);
    let places = |words: &[&str]| -> BTreeSet<String> {
        let names = |text: &str| {
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            lines.any(|line| words.iter().any(|word| line.contains(word)))
        };
        let named = files.iter().filter(|file| names(&read(file)));
        named.map(|file| file.strip_prefix(&source).expect("a source").display().to_string()).collect()
    };
    let only = |place: &str| BTreeSet::from([place.to_owned()]);
    assert_eq!(places(&["reqwest", "TcpStream", "rustls"]), only("classify/inference/endpoint.rs"));
    assert_eq!(places(&["endpoint::", "mod endpoint", "Endpoint::from_environment"]), only("classify/inference.rs"));
    assert_eq!(places(&["inference::", "mod inference", "Inference::from_environment"]), only("classify.rs"));
    let classify = read(&source.join("classify.rs"));
    assert_eq!(classify.matches("Inference::").count(), 1);
    assert!(classify.contains("match args.llm_classifier {\n        true => Some(Inference::from_environment("));
}

#[test]
fn every_room_takes_the_shared_lints() {
    for entry in std::fs::read_dir(root().join("crates")).expect("the crates") {
        let room = entry.expect("a folder entry").file_name().into_string().expect("a plain name");
        let lints = manifest(&room).get("lints").and_then(|l| l.get("workspace")).and_then(|w| w.as_bool());
        assert_eq!(lints, Some(true), "{room} does not take the workspace's lints");
    }
}
