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
        (withheld, "vetgate: files: skipped: --no-exec\n"),
        (unasked, "vetgate: good: skipped: there is no terminal for the question, and --yes was not given\n"),
        (place.lock(), "nothing was locked, because nothing was found to lock; "),
    ] {
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{message}");
        assert!(run.stderr.contains(message) && run.stderr.ends_with("was not changed\n"), "{}", run.stderr);
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
    assert!(run.stdout.contains("nothing was locked, because not every server was contacted"), "{}", run.stdout);
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
    assert!(run.stderr.contains("vetgate.lock: contains 1 secret in clear text"), "{}", run.stderr);
    assert!(!run.stderr.contains("hx7Kqp"), "{}", run.stderr);
}

#[test]
fn a_server_can_be_locked_too() {
    let place = Place::new("lock-server");
    let lock = path(&place.lock);
    assert_eq!(vetgate(&["lock", "--lockfile", lock, "--", "python3", "servers/good.py"]).code, 0);
    assert_eq!(vetgate(&["scan", "--locked", "--lockfile", lock, "--", "python3", "servers/good.py"]).code, 0);
}

/// A file with one tool for `servers/offers.py`.
fn offer(place: &Place, name: &str, description: &str) -> PathBuf {
    let file = place.tools.with_file_name(name);
    std::fs::write(&file, format!(r#"{{"tools": [{{"name": "x", "description": "{description}"}}]}}"#)).unwrap();
    file
}

fn with_server(place: &Place, command: &str, args: &[&str]) -> Run {
    let mut all = vec![command, "--timeout", "10", "--lockfile", path(&place.lock)];
    all.extend(if command == "scan" { vec!["--locked", "--format", "json", "--"] } else { vec!["--"] });
    all.extend(args);
    vetgate(&all)
}

#[test]
fn two_servers_of_one_derived_name_keep_their_own_entries() {
    let place = Place::new("lock-namesakes");
    let (one, other) = (offer(&place, "one.json", "One."), offer(&place, "other.json", "Other."));
    let (one, other) = (["python3", "servers/offers.py", path(&one)], ["python3", "servers/offers.py", path(&other)]);
    assert_eq!(with_server(&place, "lock", &one).code, 0);
    let second = with_server(&place, "lock", &other);
    assert!(second.stdout.starts_with("+ offers/x\nkept offers: 1 definition"), "{}", second.stdout);
    assert!(second.stdout.ends_with("vetgate.lock: 2 definitions\n"), "{}", second.stdout);
    for server in [&one, &other] {
        let run = with_server(&place, "scan", server);
        assert_eq!((run.code, run.checks()), (0, vec![]), "{}", run.stdout);
    }
    assert!(with_server(&place, "lock", &one).stdout.starts_with("nothing has changed\n"));
    offer(&place, "one.json", "Changed.");
    assert_eq!(with_server(&place, "scan", &one).checks(), ["lock.changed"]);
    assert_eq!(with_server(&place, "scan", &other).code, 0);
}

#[test]
fn the_order_of_targets_and_a_server_named_twice_do_not_matter() {
    let place = Place::new("lock-order");
    let (one, other) = (offer(&place, "one.json", "One."), offer(&place, "other.json", "Other."));
    let write = |first: &Path, second: &Path| {
        let entry =
            |file: &Path| format!(r#"{{"command": "python3", "args": ["servers/offers.py", {:?}]}}"#, path(file));
        let text = format!(r#"{{"mcpServers": {{"a": {}, "b": {}}}}}"#, entry(first), entry(second));
        let config = place.tools.with_file_name("mcp.json");
        std::fs::write(&config, text).unwrap();
        config
    };
    let config = write(&one, &other);
    let lock = path(&place.lock);
    assert_eq!(vetgate(&["lock", "--yes", path(&config), "--lockfile", lock]).code, 0);
    let scan = |config: &Path, more: &[&str]| {
        let mut args = vec!["scan", "--yes", "--locked", "--lockfile", lock, "--format", "json", path(config)];
        args.extend(more);
        vetgate(&args)
    };
    assert!(scan(&config, &[]).checks().iter().all(|check| !check.starts_with("lock.")));
    let swapped = scan(&write(&other, &one), &[]);
    assert!(swapped.checks().iter().all(|check| !check.starts_with("lock.")), "{:?}", swapped.checks());
    let twice = scan(&config, &["--", "python3", "servers/offers.py", path(&one)]);
    assert!(twice.checks().iter().all(|check| !check.starts_with("lock.")), "{:?}", twice.checks());
    assert!(twice.stdout.contains("the same server as "), "{}", twice.stdout);
}

#[test]
fn a_rotated_token_is_the_same_server_and_the_lock_holds_no_token() {
    let place = Place::new("lock-rotated");
    let file = offer(&place, "one.json", "One.");
    let server =
        |token: &'static str| ["python3", "servers/offers.py", path(&file), "--token", token].map(str::to_owned);
    let run = |command: &str, token| with_server(&place, command, &server(token).each_ref().map(String::as_str));
    assert_eq!(run("lock", "first-token-4711").code, 0);
    assert!(!std::fs::read_to_string(&place.lock).unwrap().contains("first-token-4711"));
    assert_eq!(run("scan", "another-token-4712").checks(), Vec::<String>::new());
}

#[test]
fn a_lock_of_version_1_is_read_and_written_again() {
    let place = Place::new("lock-version-1");
    place.lock();
    let server = ["python3", "servers/good.py"];
    assert_eq!(with_server(&place, "lock", &server).code, 0);
    let text = std::fs::read_to_string(&place.lock).unwrap().replace("\"version\": 2", "\"version\": 1");
    let old: Vec<&str> = text.lines().filter(|line| !line.contains("\"identity\"")).collect();
    std::fs::write(&place.lock, old.join("\n")).unwrap();
    assert_eq!((place.scan().code, with_server(&place, "scan", &server).code), (0, 0));
    let again = with_server(&place, "lock", &server);
    assert!(again.stdout.contains("rewritten in version 2"), "{}", again.stdout);
    assert!(again.stdout.contains("nothing has changed\nkept calc: 1 definition"), "{}", again.stdout);
    let text = std::fs::read_to_string(&place.lock).unwrap();
    assert!(
        text.contains("\"version\": 2") && text.contains("\"identity\": \"stdio:python3 servers/good.py\""),
        "{text}"
    );
    assert_eq!((place.scan().code, with_server(&place, "scan", &server).code), (0, 0));
}

#[test]
fn a_file_is_recognised_by_its_path_whatever_else_is_locked_or_scanned() {
    let folder = folder("lock-paths");
    let tool = |text: &str| format!(r#"[{{"name":"add","description":"{text}","inputSchema":{{"type":"object"}}}}]"#);
    for (name, text) in [("x", "Adds."), ("y", "Sums.")] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        std::fs::write(folder.join(name).join("tools.json"), tool(text)).unwrap();
    }
    let run = |args: &[&str]| finish(command().current_dir(&folder).args(args));
    let clean = |args: &[&str]| {
        let scan = run(&[&["scan", "--locked"], args].concat());
        assert_eq!(scan.code, 0, "{args:?}: {}{}", scan.stdout, scan.stderr);
    };
    assert_eq!(run(&["lock", "x/tools.json", "y/tools.json"]).code, 0);
    clean(&["x/tools.json"]);
    clean(&["./y/../x/tools.json"]);
    clean(&["y/tools.json", "x/tools.json"]);
    std::fs::remove_file(folder.join("vetgate.lock")).unwrap();
    assert_eq!(run(&["lock", "x/tools.json"]).code, 0);
    let second = run(&["lock", "./y/tools.json"]);
    assert!(second.stdout.contains("kept tools: 1 definition"), "{}", second.stdout);
    clean(&["x/tools.json"]);
    clean(&["x/tools.json", "y/tools.json"]);
    std::fs::write(folder.join("x/tools.json"), tool("Sums.")).unwrap();
    assert_eq!(run(&["scan", "--locked", "--format", "json", "x/tools.json"]).checks(), ["lock.changed"]);
}
