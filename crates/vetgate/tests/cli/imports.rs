//! `import`: the servers of clients in the gateway's configuration.

use crate::run::{Run, command, finish, folder};
use std::fs;
use std::path::Path;

fn at_home(home: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.env("HOME", home).env("XDG_CONFIG_HOME", home.join(".config")).env_remove("GITHUB_TOKEN");
    finish(command.current_dir(home.join("project")).args(args))
}

fn home(name: &str) -> std::path::PathBuf {
    let home = folder(name);
    fs::create_dir_all(home.join("project")).unwrap();
    home
}

fn write(home: &Path, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn what_an_entry_says_to_the_gateway_is_kept_unless_a_project_says_it() {
    let home = home("import-own");
    let entry = |name: &str| {
        format!(
            r#"{{"mcpServers": {{"{name}": {{"command": "{name}-mcp", "vetgate": {{"trust": "scan", "timeout": 90}}}}}}}}"#
        )
    };
    write(&home, ".cursor/mcp.json", &entry("mine"));
    write(&home, "project/.mcp.json", &entry("theirs"));
    let run = at_home(&home, &["import"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(home.join(".config/vetgate/gateway.json")).unwrap();
    let servers = &serde_json::from_str::<serde_json::Value>(&text).unwrap()["mcpServers"];
    assert_eq!(servers["mine"]["vetgate"], serde_json::json!({"trust": "scan", "timeout": 90}));
    assert_eq!(servers["theirs"].get("vetgate"), None);
    assert!(run.stderr.contains("set the trust of theirs yourself"), "{}", run.stderr);
}

const CURSOR: &str = r#"{"mcpServers": { // mine
    "git": {"command": "git-mcp", "env": {"GITHUB_TOKEN": "q7Jr92kdPw0sLmX4", "OTHER": "${env:GITHUB_TOKEN}"}},
    "docs": {"url": "https://docs.example.com/mcp"}}}"#;

#[test]
fn the_servers_of_all_clients_are_taken_over() {
    let home = home("import-all");
    write(&home, ".cursor/mcp.json", CURSOR);
    write(
        &home,
        ".codex/config.toml",
        "[mcp_servers.git]\ncommand = \"other-git\"\n[mcp_servers.d]\nurl = \"https://docs.example.com/mcp\"\n",
    );
    write(&home, "project/.mcp.json", r#"{"mcpServers": {"local": {"command": "./run.sh"}}}"#);
    let run = at_home(&home, &["import"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let path = home.join(".config/vetgate/gateway.json");
    let text = fs::read_to_string(&path).unwrap();
    let written: serde_json::Value = serde_json::from_str(&text).unwrap();
    let servers = &written["mcpServers"];
    assert_eq!(servers["git"]["env"]["OTHER"], "${env:GITHUB_TOKEN}");
    assert_eq!(servers["git"]["env"]["GITHUB_TOKEN"], "q7Jr92kdPw0sLmX4");
    assert_eq!(servers["git-codex"]["command"], "other-git");
    assert_eq!(servers["local"]["cwd"], home.join("project").to_str().unwrap());
    assert_eq!(servers.as_object().unwrap().len(), 4);
    assert!(run.stderr.contains("copied in clear text: env.GITHUB_TOKEN;"), "{}", run.stderr);
    assert!(run.stderr.contains("it is the same server as docs"), "{}", run.stderr);
    assert!(run.stderr.contains("+ git-codex is git of Codex ("), "{}", run.stderr);
    assert!(run.stderr.contains("to do: ") && run.stderr.contains("GITHUB_TOKEN is not set"), "{}", run.stderr);
    assert!(!run.stderr.contains("q7Jr92") && run.stdout.is_empty(), "{}", run.stderr);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let again = at_home(&home, &["import"]);
    assert!(again.code == 0 && again.stderr.contains("nothing new"), "{}", again.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_configuration_that_exists_is_added_to_and_stays_as_it_is() {
    let home = home("import-merge");
    write(&home, ".cursor/mcp.json", CURSOR);
    let before = "{\n  // ours\n  \"gateway\": { \"mode\": \"discover\" },\n  \"mcpServers\": {\n    \"docs\": {\"command\": \"x\"} // old\n  }\n}\n";
    write(&home, "project/g.json", before);
    let run = at_home(&home, &["import", "cursor", "--output", "g.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let after = fs::read_to_string(home.join("project/g.json")).unwrap();
    assert!(after.starts_with(
        "{\n  // ours\n  \"gateway\": { \"mode\": \"discover\" },\n  \"mcpServers\": {\n    \"git\": {\n"
    ));
    assert!(
        after.ends_with("\n    \"docs\": {\"command\": \"x\"} // old\n  }\n}\n") && after.contains("\"docs-cursor\""),
        "{after}"
    );
    write(&home, "project/g.toml", "# ours\n[gateway]\nmode = \"discover\"\n");
    assert_eq!(at_home(&home, &["import", "cursor", "-o", "g.toml"]).code, 0);
    let after = fs::read_to_string(home.join("project/g.toml")).unwrap();
    assert!(
        after.starts_with("# ours\n[gateway]\nmode = \"discover\"\n\n[mcpServers.git]\ncommand = \"git-mcp\"\n"),
        "{after}"
    );
}

#[test]
fn a_dry_run_prints_without_secrets_and_writes_nothing() {
    let home = home("import-dry");
    write(&home, ".cursor/mcp.json", CURSOR);
    let run = at_home(&home, &["import", "--dry-run"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\"GITHUB_TOKEN\": \"***\"") && !run.stdout.contains("q7Jr92"), "{}", run.stdout);
    assert!(!home.join(".config/vetgate").exists());
}

#[test]
fn what_cannot_be_taken_over_is_said() {
    let home = home("import-bad");
    assert_eq!(at_home(&home, &["import"]).code, 3);
    write(&home, ".cursor/mcp.json", r#"{"mcpServers": {"a": {}, "b": {"command": "c"}}}"#);
    let run = at_home(&home, &["import"]);
    assert!(
        run.code == 3 && run.stderr.contains("left out: ") && run.stderr.contains("/mcpServers/a"),
        "{}",
        run.stderr
    );
    for (args, message) in [
        (&["import", "curser"][..], "did you mean `cursor`?"),
        (&["import", "./none.json"], "no such file"),
        (&["import", "--output", "g.yaml"], "expected a file name that ends with .json or .toml"),
    ] {
        let run = at_home(&home, args);
        assert!(run.code == 2 && run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    write(&home, "project/tools.json", "[]");
    assert_eq!(at_home(&home, &["import", "tools.json"]).code, 2);
}
