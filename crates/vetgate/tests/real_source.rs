//! The official servers, read and started for real: the tools that are found in their source are exactly those that they
//! list.
//!
//! They are installed at pinned versions by `scripts/peers`.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn peer(path: &str) -> String {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.peers").join(path);
    assert!(full.exists(), ".peers/{path} is missing: run scripts/peers, which installs the servers for this test");
    full.display().to_string()
}

fn vetgate(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_vetgate")).args(args).output().expect("vetgate runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}: {stderr}"))
}

fn names<'v>(tools: impl Iterator<Item = &'v Value>, field: &str) -> BTreeSet<String> {
    tools.map(|tool| tool[field].as_str().expect("a name").to_owned()).collect()
}

/// The tools of `server-everything` that it offers only to clients with an ability of their own: roots, sampling,
/// elicitation. A client that lists tools for a report has none of them.
const FOR_ABLE_CLIENTS: &[&str] = &[
    "get-roots-list",
    "trigger-elicitation-request",
    "trigger-elicitation-request-async",
    "trigger-sampling-request",
    "trigger-sampling-request-async",
    "trigger-url-elicitation",
];

/// Compares what is found in the source in `folder` with what the server lists that `command` starts.
fn agrees(folder: &str, command: &[&str]) {
    let read = vetgate(&["analyze", "--format", "json", "--fail-on", "never", folder]);
    let listed = vetgate(&[&["classify", "--format", "json", "--timeout", "60", "--"], command].concat());
    let mut found = names(read["tools"].as_array().expect("tools").iter(), "name");
    if folder.ends_with("server-everything") {
        for name in FOR_ABLE_CLIENTS {
            assert!(found.remove(*name), "{name} is not in the source");
        }
    }
    let servers = listed["servers"].as_array().expect("servers").iter();
    let listed = names(servers.flat_map(|server| server["tools"].as_array().expect("tools")), "tool_name");
    assert!(!listed.is_empty(), "{command:?} lists nothing");
    assert_eq!(found, listed, "{folder}");
    let unseen: Vec<&Value> =
        read["tools"].as_array().expect("tools").iter().filter(|tool| tool["status"] == "not_analyzed").collect();
    assert!(unseen.is_empty(), "{unseen:#?}");
}

fn from_npm(package: &str, arguments: &[&str]) {
    let folder = peer(&format!("npm/node_modules/@modelcontextprotocol/{package}"));
    let start = format!("{folder}/dist/index.js");
    agrees(&folder, &[&["node", start.as_str()], arguments].concat());
}

fn from_pypi(folder: &str, module: &str, program: &str, arguments: &[&str]) {
    let root = peer(folder);
    let library = Path::new(&root).join("lib");
    let versions = std::fs::read_dir(library).expect("a virtual environment").flatten();
    let sources = versions.map(|version| version.path().join("site-packages").join(module));
    let source = sources.into_iter().find(|path| path.is_dir()).expect("the package is installed");
    let start = format!("{root}/bin/{program}");
    agrees(&source.display().to_string(), &[&[start.as_str()], arguments].concat());
}

#[test]
fn filesystem_lists_what_is_in_its_source() {
    from_npm("server-filesystem", &[&std::env::temp_dir().display().to_string()]);
}

#[test]
fn memory_lists_what_is_in_its_source() {
    from_npm("server-memory", &[]);
}

#[test]
fn everything_lists_what_is_in_its_source() {
    from_npm("server-everything", &[]);
}

#[test]
fn git_lists_what_is_in_its_source() {
    from_pypi("servers", "mcp_server_git", "mcp-server-git", &[]);
}

#[test]
fn fetch_lists_what_is_in_its_source() {
    from_pypi("servers", "mcp_server_fetch", "mcp-server-fetch", &[]);
}

#[test]
fn time_lists_what_is_in_its_source() {
    from_pypi("servers", "mcp_server_time", "mcp-server-time", &[]);
}

#[test]
fn sqlite_lists_what_is_in_its_source() {
    let database = std::env::temp_dir().join(format!("vetgate-source-{}.db", std::process::id()));
    from_pypi("sqlite", "mcp_server_sqlite", "mcp-server-sqlite", &["--db-path", &database.display().to_string()]);
    let _ = std::fs::remove_file(database);
}
