//! Client configurations: what is checked, what is asked, what is started.

use crate::run::{Run, command, file, finish, folder, vetgate};

fn at_home(home: &std::path::Path, args: &[&str]) -> Run {
    finish(command().env("HOME", home).env("XDG_CONFIG_HOME", home.join(".config")).current_dir(home).args(args))
}

#[test]
fn configurations_are_checked_without_starting_anything() {
    let run = vetgate(&["scan", "clients.json", "--no-exec", "--format", "json"]);
    assert_eq!(run.code, 3);
    for check in ["config.secret", "config.unpinned", "config.plain_http", "config.shell"] {
        assert!(run.checks().iter().any(|found| found == check), "{check}");
    }
    assert!(!run.stdout.contains("q7Jr92kdPw0s"));
    assert_eq!(run.caps(), ["config.entry"]);
    let statuses: Vec<String> =
        run.json()["targets"].as_array().unwrap().iter().map(|t| t["status"].as_str().unwrap().to_owned()).collect();
    assert_eq!(statuses, ["scanned", "skipped", "skipped", "skipped", "skipped", "skipped"]);
}

#[test]
fn without_a_terminal_nothing_is_started_unless_told_so() {
    let marker = folder("marker").join("started");
    let config = serde_json::json!({"mcpServers": {"touch": {"command": "touch", "args": [marker]}}});
    let path = file("touch.json", config.to_string().as_bytes());
    let run = vetgate(&["scan", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("This command would be started:\n  touch  touch "), "{}", run.stderr);
    assert!(run.stderr.contains("use --yes"), "{}", run.stderr);
    assert_eq!(run.json()["targets"][1]["status"], "skipped");
    assert!(!marker.exists());
    assert_eq!(vetgate(&["scan", path.to_str().unwrap(), "--no-exec"]).code, 0);
    assert!(!marker.exists());
    assert_eq!(vetgate(&["scan", path.to_str().unwrap(), "--yes", "--timeout", "10"]).code, 3);
    assert!(marker.exists());
}

#[test]
fn servers_of_a_configuration_are_asked_side_by_side_and_once() {
    let run = vetgate(&["scan", "servers/mcp.json", "--yes", "--format", "json"]);
    assert_eq!(run.code, 3);
    let report = run.json();
    assert_eq!(report["coverage"]["tools"], 1);
    let fates: Vec<String> = report["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| format!("{} {} {}", t["server"], t["status"], t["detail"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(fates[1], "\"good\" \"scanned\" ");
    assert!(fates[2].contains("\"failed\"") && fates[2].contains("cannot find the database"), "{}", fates[2]);
    assert_eq!(fates[3], "\"again\" \"skipped\" the same server as good");
}

#[test]
fn without_a_target_the_clients_of_this_machine_are_found() {
    let home = folder("home");
    std::fs::create_dir_all(home.join(".cursor")).unwrap();
    std::fs::write(
        home.join(".cursor/mcp.json"),
        r#"{"mcpServers":{"git":{"command":"uvx","args":["mcp-server-git"]}}}"#,
    )
    .unwrap();
    std::fs::write(
        home.join(".mcp.json"),
        r#"{"mcpServers":{"git":{"command":"uvx","args":["mcp-server-git==1.0.0"]}}}"#,
    )
    .unwrap();
    let run = at_home(&home, &["scan", "--no-exec", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.checks(), ["config.unpinned"]);
    let report = run.json();
    let servers: Vec<&str> =
        report["targets"].as_array().unwrap().iter().filter_map(|t| t["server"].as_str()).collect();
    assert_eq!(servers.len(), 2);
    assert!(servers.contains(&"git (Cursor)"), "{servers:?}");
}

#[test]
fn a_machine_without_clients_is_said_to_have_none() {
    let run = at_home(&folder("bare"), &["scan"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("No MCP client configuration was found"), "{}", run.stderr);
    assert_eq!(run.stdout, "! Nothing was scanned: no target was found.\n");
    assert_eq!(at_home(&folder("bare"), &["scan", "--format", "json"]).caps(), ["scan.empty"]);
}

#[test]
fn a_broken_configuration_of_a_client_is_incomplete_and_hides_no_other() {
    let home = folder("broken");
    std::fs::create_dir_all(home.join(".cursor")).unwrap();
    std::fs::write(home.join(".cursor/mcp.json"), "{\"mcpServers\":\n {").unwrap();
    std::fs::write(home.join(".mcp.json"), r#"{"mcpServers":{"git":{"command":"npx","args":["x"]}}}"#).unwrap();
    let run = at_home(&home, &["scan", "--no-exec", "--format", "json"]);
    assert_eq!((run.code, run.checks()), (3, vec!["config.unpinned".to_owned()]));
}

#[test]
fn an_empty_configuration_is_said_to_be_empty() {
    let path = file("none.json", br#"{"mcpServers": {}}"#);
    let run = vetgate(&["scan", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "! 0 servers: nothing to scan.\n"));
}

/// A configuration of one server at an address where somebody listens.
fn listening(name: &str) -> (std::net::TcpListener, std::path::PathBuf) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let headers = serde_json::json!({"Authorization": "Bearer q7Jr92kdPw0s", "X-Team": "blue"});
    let config = serde_json::json!({"mcpServers": {"web": {"url": url, "headers": headers}}});
    (listener, file(name, config.to_string().as_bytes()))
}

#[test]
fn without_a_terminal_no_address_of_a_configuration_is_contacted() {
    let (listener, path) = listening("web.json");
    let path = path.to_str().unwrap();
    let run = vetgate(&["scan", path, "--format", "json"]);
    assert_eq!((run.code, run.caps()), (3, vec!["scan.empty".to_owned()]));
    assert!(run.stderr.starts_with("This URL would be contacted:\n  web  http://127.0.0.1:"), "{}", run.stderr);
    assert!(run.stderr.contains("/mcp (sends Authorization, X-Team)\n"), "{}", run.stderr);
    assert!(!run.stderr.contains("q7Jr92kdPw0s") && !run.stderr.contains("blue"), "{}", run.stderr);
    assert!(listener.accept().is_err(), "somebody called");
    assert_eq!(vetgate(&["scan", path, "--yes", "--timeout", "1"]).code, 3);
    assert!(listener.accept().is_ok(), "nobody called");
}

#[test]
fn a_variable_that_is_not_set_stops_its_server_and_is_named() {
    let config = r#"{"mcpServers": {
 "web": {"url": "http://127.0.0.1:9/mcp", "headers": {
  "Authorization": "Bearer ${VETGATE_TEST_UNSET}"}},
 "run": {"command": "no-such-program", "args": ["${input:key}"]}}}"#;
    let path = file("unset.json", config.as_bytes());
    let run = vetgate(&["scan", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (3, ""), "there is nothing left to ask about");
    let report = run.json();
    let detail = |index: usize| report["targets"][index]["detail"].as_str().unwrap().to_owned();
    assert_eq!(report["targets"][1]["status"], "failed");
    assert!(
        detail(1).starts_with("the variable VETGATE_TEST_UNSET is not set (")
            && detail(1).ends_with("unset.json:3, /mcpServers/web/headers/Authorization)"),
        "{}",
        detail(1)
    );
    assert!(detail(2).starts_with("only the client knows its input key ("), "{}", detail(2));
    let header = vetgate(&["scan", "http://127.0.0.1:9/mcp", "--header", "X-Key: ${VETGATE_TEST_UNSET}"]);
    assert_eq!(header.code, 3);
    let shown = header.stdout.replace("\n  ", " ");
    assert!(shown.contains("could not be scanned: the variable VETGATE_TEST_UNSET is not set"), "{shown}");
}

#[cfg(unix)]
#[test]
fn on_a_terminal_a_person_is_asked() {
    for (answer, code, shown) in
        [("y", 3, "1 tool in 2 of 4 targets"), ("n", 3, "Only the configuration was scanned: no server was contacted.")]
    {
        let run = on_terminal(answer, "servers/mcp.json");
        assert_eq!(run.code, code, "{answer}: {}", run.stdout);
        assert!(run.stdout.contains("good   python3 servers/good.py"), "{}", run.stdout);
        assert!(run.stdout.contains(shown), "{answer}: {}", run.stdout);
    }
}

#[cfg(unix)]
#[test]
fn a_no_contacts_nobody() {
    let (listener, path) = listening("no.json");
    let run = on_terminal("n", path.to_str().unwrap());
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.contains("Skipped: web (skipped: you did not confirm)"), "{}", run.stdout);
    assert!(listener.accept().is_err(), "somebody called");
}

#[cfg(unix)]
fn on_terminal(answer: &str, target: &str) -> Run {
    let mut terminal = std::process::Command::new("python3");
    terminal.current_dir(crate::run::fixtures()).env("NO_COLOR", "1");
    finish(terminal.args(["terminal.py", answer, env!("CARGO_BIN_EXE_vetgate"), "scan", target]))
}

#[test]
fn no_format_and_no_question_shows_a_token() {
    const REST: &str = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    let config = serde_json::json!({"mcpServers": {
        "word": {"command": "npx", "args": ["srv@1.0.0", format!("ghp_{REST}")]},
        "line": {"command": format!("npx srv --token ghp_{REST}")},
        "script": {"command": "bash", "args": ["-c", format!("exec srv --token ghp_{REST}")]},
        "header": {"command": "sh", "args": ["-c", format!("curl -H 'Authorization: Bearer {REST}' h")]},
        "json": {"command": "srv", "args": ["--config", format!(r#"{{"apiKey":"{REST}"}}"#)]},
        "path": {"url": format!("https://x.test/sk-proj-{REST}/mcp")},
        "query": {"url": format!("https://x.test/mcp?k=sk-proj-{REST}")},
    }});
    let path = file("tokens.json", config.to_string().as_bytes());
    for format in ["terminal", "json", "sarif", "markdown", "html"] {
        let run = vetgate(&["scan", path.to_str().unwrap(), "--format", format]);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(!run.stdout.contains("C3d4") && !run.stderr.contains("C3d4"), "{}\n{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("https://x.test/****"), "{}", run.stderr);
    }
    let url = format!("http://127.0.0.1:9/sk-proj-{REST}/mcp");
    let run = vetgate(&["scan", &url, "--timeout", "5"]);
    assert!(!run.stdout.contains("C3d4") && !run.stderr.contains("C3d4"), "{}\n{}", run.stdout, run.stderr);
    let run = vetgate(&["scan", "--timeout", "5", "--", "npx-is-not-here", &format!("ghp_{REST}")]);
    assert!(!run.stdout.contains("C3d4") && !run.stderr.contains("C3d4"), "{}\n{}", run.stdout, run.stderr);
}

#[test]
fn an_entry_that_is_not_understood_is_not_passed_over() {
    let path = file("odd.json", br#"{"mcpServers":{"d":{"command":"x","args":"y"}}}"#);
    let run = vetgate(&["scan", path.to_str().unwrap(), "--no-exec", "--format", "json"]);
    assert_eq!((run.code, run.caps()), (3, vec!["config.entry".to_owned()]));
    assert!(run.json()["coverage"]["caps"][0]["place"].as_str().unwrap().ends_with("odd.json:1"));
    let run = vetgate(&["scan", path.to_str().unwrap(), "--no-exec"]);
    assert!(run.stdout.contains("expected a list of strings"), "{}", run.stdout);
}

#[test]
fn the_question_shows_what_changes_what_runs() {
    let config = serde_json::json!({"mcpServers": {"s": {
        "command": "node",
        "args": ["s.js"],
        "cwd": "/opt/un trusted",
        "env": {"NODE_OPTIONS": "--require /tmp/evil.js", "API_KEY": "q7Jr92kdPw0s", "LD_PRELOAD": "/tmp/x.so"},
    }}});
    let path = file("env.json", config.to_string().as_bytes());
    let run = vetgate(&["scan", path.to_str().unwrap()]);
    assert_eq!(run.code, 3);
    let expected = "  s  node s.js\n     in '/opt/un trusted'\n     \
                    with API_KEY, LD_PRELOAD=/tmp/x.so, NODE_OPTIONS='--require /tmp/evil.js'\n";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert!(!run.stderr.contains("q7Jr92kdPw0s"));
}

#[test]
fn tools_beside_a_configuration_are_scanned() {
    let text = r#"{"mcpServers":{"a":{"command":"npx","args":["p"]}},"tools":[{"name":"x","description":"\u202Ex"}]}"#;
    let path = file("both.json", text.as_bytes());
    let run = vetgate(&["scan", path.to_str().unwrap(), "--no-exec", "--format", "json"]);
    assert_eq!(run.json()["coverage"]["tools"], 1);
    assert!(run.checks().iter().any(|check| check == "config.unpinned"), "{}", run.stdout);
    assert!(run.checks().iter().any(|check| !check.starts_with("config.")), "{}", run.stdout);
}
