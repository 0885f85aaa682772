//! `connect`: the gateway in a client's configuration, and out again.

use crate::run::{Run, command, finish, folder};
use std::fs;
use std::path::{Path, PathBuf};

/// A home with Cursor in it.
fn home(name: &str, mcp: Option<&str>) -> (PathBuf, PathBuf) {
    let home = folder(name);
    let path = home.join(".cursor/mcp.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if let Some(text) = mcp {
        fs::write(&path, text).unwrap();
    }
    (home, path)
}

fn connect(home: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.env("HOME", home).env("XDG_CONFIG_HOME", home.join(".config")).current_dir(home);
    finish(command.arg("connect").args(args))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

const URL: &str = "http://127.0.0.1:7332/mcp";
const BEFORE: &str = "{\n  // my servers\n  \"mcpServers\": {\n    \"git\": { \"command\": \"git-mcp\", \"env\": {\"TOKEN\": \"q7Jr92kdPw0sLmX4\"} } // keep\n  }\n}\n";

#[test]
fn the_gateway_is_put_in_and_taken_out_to_the_byte() {
    let (home, path) = home("connect-cursor", Some(BEFORE));
    let run = connect(&home, &["cursor", "--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let after = read(&path);
    assert!(after.contains("// my servers") && after.contains("// keep"), "{after}");
    assert!(after.contains("\"serve\"") && after.contains("\"--stdio\"") && after.contains("gateway.json"), "{after}");
    assert!(run.stdout.starts_with("--- ") && run.stdout.contains("+    \"vetgate\": {"), "{}", run.stdout);
    assert!(!run.stdout.contains("q7Jr92"), "{}", run.stdout);
    assert!(run.stderr.contains("1 other server in the file can still be reached"), "{}", run.stderr);
    assert_eq!(read(&home.join(".cursor/mcp.json.vetgate-backup")), BEFORE);

    let again = connect(&home, &["cursor", "--yes"]);
    assert!(again.code == 0 && again.stderr.contains("is already configured"), "{}", again.stderr);
    let other = connect(&home, &["cursor", "--url", URL, "--yes"]);
    assert_eq!(other.code, 0, "{}", other.stderr);
    assert!(read(&path).contains(URL) && !read(&path).contains("--stdio"));
    assert!(
        !home.join(".cursor/mcp.json.vetgate-backup-2").exists(),
        "the copy is of what was there before the gateway"
    );

    let undo = connect(&home, &["cursor", "--undo", "--yes"]);
    assert!(undo.code == 0 && undo.stderr.contains(": restored\n"), "{}", undo.stderr);
    assert_eq!(read(&path), BEFORE);
    assert!(!home.join(".cursor/mcp.json.vetgate-backup").exists());
    let undo = connect(&home, &["cursor", "--undo", "--yes"]);
    assert!(undo.code == 0 && undo.stderr.contains("nothing to undo"), "{}", undo.stderr);
}

#[test]
fn without_a_yes_nothing_is_changed() {
    let (home, path) = home("connect-no", Some(BEFORE));
    let run = connect(&home, &["cursor", "--url", URL]);
    assert!(run.code == 3 && run.stderr.contains("use --yes"), "{}", run.stderr);
    let run = connect(&home, &["cursor", "--url", URL, "--dry-run"]);
    assert!(run.code == 0 && run.stdout.contains(&format!("+      \"url\": \"{URL}\"")), "{}", run.stdout);
    assert_eq!(read(&path), BEFORE);
    assert_eq!(fs::read_dir(home.join(".cursor")).unwrap().count(), 1);
}

#[test]
fn a_file_that_was_changed_since_only_loses_the_gateway() {
    let (home, path) = home("connect-changed", Some(BEFORE));
    assert_eq!(connect(&home, &["cursor", "--url", URL, "--yes"]).code, 0);
    fs::write(&path, read(&path).replace("git-mcp", "other-git")).unwrap();
    let undo = connect(&home, &["cursor", "--undo", "--yes"]);
    assert!(undo.code == 0 && undo.stderr.contains("was changed since"), "{}", undo.stderr);
    assert_eq!(read(&path), BEFORE.replace("git-mcp", "other-git"));
    assert_eq!(read(&home.join(".cursor/mcp.json.vetgate-backup")), BEFORE, "kept");
    assert_eq!(connect(&home, &["cursor", "--url", URL, "--yes"]).code, 0);
    assert_eq!(read(&home.join(".cursor/mcp.json.vetgate-backup")), BEFORE, "an older copy is never written over");
    assert!(read(&home.join(".cursor/mcp.json.vetgate-backup-2")).contains("other-git"));
    assert_eq!(connect(&home, &["cursor", "--undo", "--yes"]).code, 0);
    assert_eq!(read(&path), BEFORE.replace("git-mcp", "other-git"));
}

#[test]
fn a_file_that_was_not_there_is_made_and_deleted() {
    let (home, path) = home("connect-new", None);
    assert_eq!(connect(&home, &["cursor", "--url", URL, "--yes"]).code, 0);
    assert_eq!(
        read(&path),
        format!("{{\n  \"mcpServers\": {{\n    \"vetgate\": {{\n      \"url\": \"{URL}\"\n    }}\n  }}\n}}\n")
    );
    let undo = connect(&home, &["cursor", "--undo", "--yes"]);
    assert!(undo.code == 0 && !path.exists(), "{}", undo.stderr);
}

#[test]
fn the_other_servers_are_moved_behind_the_gateway() {
    let (home, path) = home("connect-replace", Some(BEFORE));
    let run = connect(&home, &["cursor", "--replace", "--config", "g.json", "--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let client: serde_json::Value =
        serde_json::from_str(&read(&path).replace("// my servers", "").replace("// keep", "")).unwrap();
    assert_eq!(client["mcpServers"].as_object().unwrap().keys().collect::<Vec<_>>(), ["vetgate"]);
    let gateway: serde_json::Value = serde_json::from_str(&read(&home.join("g.json"))).unwrap();
    assert_eq!(gateway["mcpServers"]["git"]["env"]["TOKEN"], "q7Jr92kdPw0sLmX4");
    assert!(!run.stdout.contains("q7Jr92") && !run.stderr.contains("q7Jr92"), "{}{}", run.stdout, run.stderr);
    let undo = connect(&home, &["cursor", "--undo", "--yes"]);
    assert_eq!((undo.code, read(&path).as_str()), (0, BEFORE), "{}", undo.stderr);
}

#[test]
fn what_the_client_is_told_to_start_is_a_gateway_that_starts() {
    let (home, path) = home("connect-start", Some(r#"{"mcpServers": {"git": {"command": "git-mcp"}}}"#));
    assert_eq!(connect(&home, &["cursor", "--replace", "--yes"]).code, 0);
    let client: serde_json::Value = serde_json::from_str(&read(&path)).unwrap();
    let entry = &client["mcpServers"]["vetgate"];
    let args = entry["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap());
    assert_eq!(entry["command"], env!("CARGO_BIN_EXE_vetgate"));
    let run = finish(command().args(args).arg("--check"));
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn a_data_folder_that_cannot_be_made_is_told_before_the_start() {
    let (home, _) = home("check-folder", None);
    fs::write(home.join("file"), "").unwrap();
    let config = home.join("gateway.json");
    for (folder, code, said) in [("file/data", 2, "is not a folder"), ("new/data", 0, "")] {
        let text = serde_json::json!({"mcpServers": {}, "gateway": {"data_dir": home.join(folder)}});
        fs::write(&config, text.to_string()).unwrap();
        let run = finish(command().args(["serve", "--check", "--config"]).arg(&config));
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    assert!(!home.join("new").exists(), "nothing is made");
}

#[test]
fn a_quarantine_that_is_switched_off_is_told_before_the_start() {
    let (home, _) = home("check-quarantine", None);
    let config = home.join("gateway.json");
    for (enabled, is_told) in [(true, false), (false, true)] {
        let quarantine = serde_json::json!({"enabled": enabled});
        let text = serde_json::json!({"mcpServers": {}, "security": {"tool_quarantine": quarantine}});
        fs::write(&config, text.to_string()).unwrap();
        let run = finish(command().args(["serve", "--check", "--config"]).arg(&config));
        let told = run.stderr.contains("the quarantine is off: agents can use unapproved definitions");
        assert_eq!((run.code, told), (0, is_told), "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn a_file_with_servers_of_projects_says_that_they_stay() {
    let (home, _) = home("connect-projects", None);
    let text =
        r#"{"mcpServers": {"a": {"command": "c"}}, "projects": {"/p": {"mcpServers": {"b": {"command": "c"}}}}}"#;
    fs::write(home.join(".claude.json"), text).unwrap();
    let run = connect(&home, &["claude", "--url", URL, "--replace", "--yes"]);
    assert!(
        run.code == 0 && run.stderr.contains("1 server was not changed: it is in another part of the file"),
        "{}",
        run.stderr
    );
    let after: serde_json::Value = serde_json::from_str(&read(&home.join(".claude.json"))).unwrap();
    assert_eq!(after["mcpServers"], serde_json::json!({"vetgate": {"type": "http", "url": URL}}));
    assert_eq!(after["projects"]["/p"]["mcpServers"]["b"]["command"], "c");
}

#[cfg(unix)]
#[test]
fn links_and_rights_stay() {
    use std::os::unix::fs::PermissionsExt;
    let (home, path) = home("connect-link", None);
    let real = home.join("dotfiles.json");
    fs::write(&real, BEFORE).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&real, &path).unwrap();
    assert_eq!(connect(&home, &["cursor", "--url", URL, "--yes"]).code, 0);
    assert!(path.is_symlink() && read(&real).contains(URL));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(connect(&home, &["cursor", "--undo", "--yes"]).code, 0);
    assert!(path.is_symlink() && read(&real) == BEFORE);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn codex_gets_a_table_and_continue_something_to_paste() {
    let (home, _) = home("connect-others", None);
    let codex = home.join(".codex/config.toml");
    fs::create_dir_all(codex.parent().unwrap()).unwrap();
    fs::write(&codex, "model = \"m\" # mine\n").unwrap();
    assert_eq!(connect(&home, &["codex", "--url", URL, "--yes"]).code, 0);
    assert_eq!(read(&codex), format!("model = \"m\" # mine\n\n[mcp_servers.vetgate]\nurl = \"{URL}\"\n"));
    assert_eq!(connect(&home, &["codex", "--undo", "--yes"]).code, 0);
    assert_eq!(read(&codex), "model = \"m\" # mine\n");
    let run = connect(&home, &["continue", "--url", URL, "--yes"]);
    assert_eq!(run.code, 3);
    let pasted = format!("mcpServers:\n  - name: vetgate\n    type: \"streamable-http\"\n    url: \"{URL}\"\n");
    assert_eq!(run.stdout, pasted);
}

#[test]
fn what_cannot_be_done_is_said() {
    let (home, path) = home("connect-bad", Some("{\n  \"mcpServers\": {\n"));
    for (args, code, message) in [
        (&["cursor", "--yes"][..], 2, "mcp.json:"),
        (&["curser"], 2, "did you mean `cursor`?"),
        (&["claude"], 2, "can mean claude-desktop or claude-code"),
        (&["claude-desktop", "--url", URL], 2, "supports only commands"),
        (&["notes.txt"], 2, "no known client reads this file"),
        (&["cursor", "--url", "localhost:1"], 2, "expected http://"),
        (&["cursor", "--undo", "--replace"], 2, "cannot be used with"),
    ] {
        let run = connect(&home, args);
        assert!(run.code == code && run.stderr.contains(message), "{args:?}: {} {}", run.code, run.stderr);
    }
    fs::write(&path, "{}").unwrap();
    let run = connect(&home, &["cursor", "--config", ".cursor/mcp.json", "--yes"]);
    assert!(run.code == 2 && run.stderr.contains("this is the client's own file"), "{}", run.stderr);
    fs::write(&path, r#"{"mcpServers": {"vetgate": {"command": "other"}}}"#).unwrap();
    let run = connect(&home, &["cursor", "--yes"]);
    assert!(run.code == 2 && run.stderr.contains("another server already has the name `vetgate`"), "{}", run.stderr);
    fs::write(&path, r#"{"mcpServers": {}, "mcpServers": {}}"#).unwrap();
    let run = connect(&home, &["cursor", "--url", URL, "--yes"]);
    assert!(
        run.code == 3 && run.stderr.contains("cannot be edited safely") && run.stdout.contains(URL),
        "{}",
        run.stderr
    );
}

#[test]
fn a_project_file_is_named_by_its_path() {
    let (home, _) = home("connect-file", None);
    assert_eq!(connect(&home, &[".vscode/mcp.json", "--url", URL, "--yes"]).code, 0);
    let written: serde_json::Value = serde_json::from_str(&read(&home.join(".vscode/mcp.json"))).unwrap();
    assert_eq!(written["servers"]["vetgate"], serde_json::json!({"type": "http", "url": URL}));
}

#[test]
fn a_check_of_the_gateway_reads_the_blocks_at_the_top_and_refuses_what_it_would_ignore() {
    let (home, _) = home("check-top", None);
    let check = |name: &str, text: &str| {
        let config = home.join(name);
        fs::create_dir_all(config.parent().unwrap()).unwrap();
        fs::write(&config, text).unwrap();
        finish(command().env("HOME", &home).args(["serve", "--check", "--config"]).arg(&config))
    };
    let good = check("gateway.json", r#"{"mcpServers": {}, "tool_policy": {"write": "deny", "log_level": "warn"}}"#);
    assert_eq!(good.code, 0, "{}", good.stderr);
    for (text, message) in [
        (r#"{"tool_policy": {"write": "denied"}}"#, "/tool_policy/write: expected"),
        (r#"{"tool_polcy": {}}"#, "/tool_polcy: there is no such key; did you mean `tool_policy`?"),
        (r#"{"frobnicate": 1}"#, "/frobnicate: there is no such key; known: "),
        (
            r#"{"tool_policy": {"write": "deny"}, "security": {"tool_policy": {"write": "allow"}}}"#,
            "/tool_policy: differs from /security/tool_policy (line 1)",
        ),
    ] {
        let run = check("gateway.json", text);
        assert!(run.code == 2 && run.stderr.contains(message), "{text}: {}", run.stderr);
    }
    let client = check(".cursor/mcp.json", r#"{"mcpServers": {"a": {"command": "c"}}, "theme": 1, "inputs": []}"#);
    assert_eq!(client.code, 0, "{}", client.stderr);
    assert!(
        client.stdout.contains("ignored, because only the client uses these keys: theme, inputs\n"),
        "{}",
        client.stdout
    );
}
