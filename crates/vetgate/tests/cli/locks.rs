//! `lock` and `scan --locked`, there and back.

use crate::run::{Run, command, finish, folder, vetgate};
use std::path::{Path, PathBuf};

const TOOL: &str = r#"{"name":"add","title":"Add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"icons":[{"src":"i.png"}],"_meta":{"k":1},"x-odd":[1]}"#;

struct Place {
    tools: PathBuf,
    lock: PathBuf,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = folder(name);
        let place = Self { tools: folder.join("calc.json"), lock: folder.join("vetgate.lock") };
        place.declare(&format!("[{TOOL}]"));
        place
    }

    fn declare(&self, text: &str) {
        std::fs::write(&self.tools, text).unwrap();
    }

    fn lock(&self) -> Run {
        vetgate(&["lock", path(&self.tools), "--lockfile", path(&self.lock)])
    }

    fn scan(&self) -> Run {
        vetgate(&["scan", path(&self.tools), "--locked", "--lockfile", path(&self.lock), "--format", "json"])
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn what_was_locked_is_clean_and_any_change_is_a_rug_pull() {
    let place = Place::new("lock-fields");
    let locked = place.lock();
    assert_eq!(locked.code, 0, "{}", locked.stderr);
    assert!(locked.stdout.contains("vetgate.lock: 1 definition\n"), "{}", locked.stdout);
    assert_eq!(place.scan().code, 0);
    for (from, to, pointer, evidence) in [
        ("\"Add\"", "\"Sum\"", "/title", "- Add ⏎ + Sum"),
        ("Adds.", "Adds up.", "/description", "- Adds. ⏎ + Adds up."),
        ("\"a\":{", "\"b\":{", "/inputSchema", "- {\"properties\":{\"a\""),
        (
            "\"outputSchema\":{\"type\":\"object\"}",
            "\"outputSchema\":{}",
            "/outputSchema",
            "- {\"type\":\"object\"} ⏎ + {}",
        ),
        ("true", "false", "/annotations", "+ {\"readOnlyHint\":false}"),
        ("i.png", "j.png", "/icons", "j.png"),
        ("\"k\":1", "\"k\":2", "/_meta", "+ {\"k\":2}"),
        ("[1]", "[2]", "/x-odd", "- [1] ⏎ + [2]"),
        (",\"x-odd\":[1]", "", "/x-odd", "- [1]"),
        ("\"x-odd\"", "\"x-new\":null,\"x-odd\"", "/x-new", "+ null"),
    ] {
        let changed = TOOL.replace(from, to);
        assert_ne!(changed, TOOL);
        place.declare(&format!("[{changed}]"));
        let run = place.scan();
        assert_eq!(run.code, 1, "{to}");
        let report = run.json();
        let finding = &report["findings"][0];
        assert_eq!((finding["threat_type"].as_str(), finding["tier"].as_str()), (Some("rug_pull"), Some("hard")));
        let signal = &finding["signals"][0];
        assert_eq!((signal["check"].as_str(), signal["pointer"].as_str()), (Some("lock.changed"), Some(pointer)));
        assert!(signal["evidence"].as_str().unwrap().contains(evidence), "{signal}");
        assert_eq!(signal["location"]["line"], 1);
    }
}

#[test]
fn new_and_missing_tools_are_reported_and_a_renamed_one_is_both() {
    let place = Place::new("lock-names");
    place.lock();
    place.declare(&format!("[{TOOL},{}]", TOOL.replace("\"add\"", "\"sub\"")));
    assert_eq!((place.scan().code, place.scan().checks()), (1, vec!["lock.new".to_owned()]));
    place.declare("[]");
    assert_eq!((place.scan().code, place.scan().checks()), (0, vec!["lock.missing".to_owned()]));
    place.declare(&format!("[{}]", TOOL.replace("\"add\"", "\"sub\"")));
    assert_eq!(place.scan().checks(), ["lock.new", "lock.missing"]);
}

#[test]
fn one_tool_has_one_finding() {
    let place = Place::new("lock-merge");
    place.lock();
    place.declare(&format!("[{}]", TOOL.replace("Adds.", "Adds.\\u202e\\u2066\\u200b Hidden.")));
    let report = place.scan().json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    let checks: Vec<&str> =
        report["findings"][0]["signals"].as_array().unwrap().iter().map(|s| s["check"].as_str().unwrap()).collect();
    assert!(checks.contains(&"lock.changed") && checks.contains(&"unicode.hidden"), "{checks:?}");
}

#[test]
fn locking_again_says_what_changed_and_scanning_approves_nothing() {
    let place = Place::new("lock-again");
    place.lock();
    let before = std::fs::read_to_string(&place.lock).unwrap();
    place.declare(&format!("[{},{{\"name\":\"new\"}}]", TOOL.replace("Adds.", "Adds up.")));
    assert_eq!((place.scan().code, place.scan().code), (1, 1));
    assert_eq!(std::fs::read_to_string(&place.lock).unwrap(), before);
    let again = place.lock();
    assert!(again.stdout.starts_with("~ calc/add: description\n+ calc/new\n"), "{}", again.stdout);
    assert_eq!(place.scan().code, 0);
    assert!(place.lock().stdout.starts_with("nothing has changed\n"));
}

#[test]
fn the_same_tools_give_the_same_lock() {
    let place = Place::new("lock-same");
    place.lock();
    let before = std::fs::read_to_string(&place.lock).unwrap();
    insta::assert_snapshot!(before);
    place.declare(&format!("{{\"tools\": [\n {}\n]}}", TOOL.replace("\":", "\" : ")));
    place.lock();
    assert_eq!(std::fs::read_to_string(&place.lock).unwrap(), before);
}

#[test]
fn nothing_is_locked_unless_everything_can_be_read() {
    let place = Place::new("lock-partial");
    place.declare("[{\"name\": \"a\"}, 7]");
    let run = place.lock();
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nothing was locked"), "{}", run.stderr);
    let lock = path(&place.lock);
    let server = vetgate(&["lock", "--lockfile", lock, "--timeout", "5", "--", "python3", "servers/exits.py"]);
    assert_eq!(server.code, 3);
    assert!(!place.lock.exists());
}

#[test]
fn a_good_lock_is_never_emptied() {
    let place = Place::new("lock-emptied");
    place.lock();
    let before = std::fs::read_to_string(&place.lock).unwrap();
    let lock = path(&place.lock);
    let home = folder("lock-emptied-home");
    let none = finish(
        command()
            .env("HOME", &home)
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .current_dir(&home)
            .args(["lock", "--lockfile", lock]),
    );
    let withheld = vetgate(&["lock", "--no-exec", "clients.json", "--lockfile", lock]);
    let unasked = vetgate(&["lock", "servers/mcp.json", "--lockfile", lock]);
    place.declare("[]");
    for (run, message) in [
        (none, "nothing was locked, because nothing was found to lock; "),
        (withheld, "vetgate: files: not asked: --no-exec\n"),
        (unasked, "vetgate: good: not asked: there is no terminal for the question, and no --yes\n"),
        (place.lock(), "nothing was locked, because nothing was found to lock; "),
    ] {
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{message}");
        assert!(run.stderr.contains(message) && run.stderr.ends_with("stays as it is\n"), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&place.lock).unwrap(), before);
    }
}

#[cfg(unix)]
#[test]
fn a_no_leaves_the_lock_as_it_is() {
    let place = Place::new("lock-refused");
    place.lock();
    let before = std::fs::read_to_string(&place.lock).unwrap();
    let mut terminal = std::process::Command::new("python3");
    terminal.current_dir(crate::run::fixtures()).args(["terminal.py", "n", env!("CARGO_BIN_EXE_vetgate")]);
    let run = finish(terminal.args(["lock", "servers/mcp.json", "--lockfile", path(&place.lock)]));
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.contains("nothing was locked, because not every server was asked"), "{}", run.stdout);
    assert_eq!(std::fs::read_to_string(&place.lock).unwrap(), before);
}

#[test]
fn locking_one_server_keeps_the_others() {
    let place = Place::new("lock-others");
    place.lock();
    let other = place.tools.with_file_name("other.json");
    std::fs::write(&other, r#"[{"name": "x"}]"#).unwrap();
    let run = vetgate(&["lock", path(&other), "--lockfile", path(&place.lock)]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("+ other/x\nkept calc: 1 definition, not part of this run\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("vetgate.lock: 2 definitions\n"), "{}", run.stdout);
    assert_eq!(place.scan().code, 0);
}

#[test]
fn a_lock_that_cannot_be_read_is_neither_used_nor_overwritten() {
    let place = Place::new("lock-bad");
    let missing = place.scan();
    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""));
    assert!(missing.stderr.contains("there is no lock yet; write one with `vetgate lock`"), "{}", missing.stderr);
    place.lock();
    let edited = std::fs::read_to_string(&place.lock).unwrap().replace("\"Adds.\"", "\"Adds!\"");
    for (text, message) in [
        ("{", "expected a lock"),
        ("{\"version\": 9}", "the lock has version 9"),
        (edited.as_str(), "`description` of calc/add does not fit its fingerprint"),
    ] {
        std::fs::write(&place.lock, text).unwrap();
        for run in [place.scan(), place.lock()] {
            assert_eq!(run.code, 2);
            assert!(run.stderr.contains(message), "{}", run.stderr);
        }
        assert_eq!(std::fs::read_to_string(&place.lock).unwrap(), text);
    }
}

#[test]
fn a_lock_with_secrets_in_it_is_announced() {
    let place = Place::new("lock-secrets");
    assert_eq!(place.lock().stderr, "");
    place.declare(&format!("[{}]", TOOL.replace("Adds.", "Adds. Uses postgres://calc:hx7KqpW2mm@db.acme.io/x")));
    let run = place.lock();
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("vetgate.lock: has 1 secret in clear text"), "{}", run.stderr);
    assert!(!run.stderr.contains("hx7Kqp"), "{}", run.stderr);
}

#[test]
fn a_server_can_be_locked_too() {
    let place = Place::new("lock-server");
    let lock = path(&place.lock);
    assert_eq!(vetgate(&["lock", "--lockfile", lock, "--", "python3", "servers/good.py"]).code, 0);
    assert_eq!(vetgate(&["scan", "--locked", "--lockfile", lock, "--", "python3", "servers/good.py"]).code, 0);
}
