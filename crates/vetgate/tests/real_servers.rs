//! The official servers, started for real, scan clean of hard findings.
//!
//! They are installed at pinned versions by `scripts/peers`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn peer(path: &str) -> String {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.peers").join(path);
    assert!(full.exists(), ".peers/{path} is missing: run scripts/peers, which installs the servers for this test");
    full.display().to_string()
}

fn from_npm(package: &str) -> Vec<String> {
    vec!["node".to_owned(), peer(&format!("npm/node_modules/@modelcontextprotocol/{package}/dist/index.js"))]
}

/// Scans one server and returns its report.
fn scan(command: &[String]) -> serde_json::Value {
    let mut vetgate = Command::new(env!("CARGO_BIN_EXE_vetgate"));
    vetgate.args(["scan", "--format", "json", "--timeout", "60", "--"]).args(command);
    let output = vetgate.output().expect("vetgate runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"));
    assert!(matches!(output.status.code(), Some(0 | 1)), "{command:?} ended with {:?}: {stderr}", output.status);
    report
}

fn is_clean(command: Vec<String>, at_least: u64) {
    let report = scan(&command);
    let tools = report["coverage"]["tools"].as_u64().expect("a number of tools");
    assert!(tools >= at_least, "{command:?} declared {tools} tools: {report}");
    assert_eq!(report["coverage"]["checks_failed"], 0);
    let hard: Vec<_> =
        report["findings"].as_array().expect("findings").iter().filter(|f| f["tier"] == "hard").collect();
    assert!(hard.is_empty(), "{command:?}: {hard:#?}");
}

#[test]
fn filesystem_is_clean() {
    let folder: PathBuf = std::env::temp_dir();
    let mut command = from_npm("server-filesystem");
    command.push(folder.display().to_string());
    is_clean(command, 8);
}

#[test]
fn memory_is_clean() {
    is_clean(from_npm("server-memory"), 6);
}

#[test]
fn everything_is_clean() {
    is_clean(from_npm("server-everything"), 8);
}

#[test]
fn git_is_clean() {
    is_clean(vec![peer("servers/bin/mcp-server-git")], 8);
}

#[test]
fn fetch_is_clean() {
    is_clean(vec![peer("servers/bin/mcp-server-fetch")], 1);
}

#[test]
fn time_is_clean() {
    is_clean(vec![peer("servers/bin/mcp-server-time")], 2);
}

#[test]
fn sqlite_is_clean() {
    let database = std::env::temp_dir().join(format!("vetgate-sqlite-{}.db", std::process::id()));
    is_clean(vec![peer("sqlite/bin/mcp-server-sqlite"), "--db-path".to_owned(), database.display().to_string()], 5);
    let _ = std::fs::remove_file(database);
}
