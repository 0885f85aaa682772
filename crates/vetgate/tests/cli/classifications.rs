//! `classify`: what is said of tools and servers, in every format, and how it ends.

use crate::run::{command, feed, file, finish, folder, vetgate};

/// Tools of which nobody doubts what they can do.
const TARGETS: [&str; 2] = ["devbox.json", "slack.json"];

fn classify(args: &[&str]) -> String {
    let run = vetgate(&[&["classify"], &TARGETS[..], args].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    run.stdout.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// How formats look is the business of their own tests: weak labels come and go with the classifier's weights.
#[test]
fn terminal() {
    let text = classify(&[]);
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
    for (tool, operation, tag) in [
        ("read_file", "read", "fs_read"),
        ("write_file", "write", "fs_write"),
        ("run_command", "write", "exec"),
        ("slack_post_message", "write", "net_egress"),
    ] {
        let line = line(&format!("  {tool} "));
        assert!(line.contains(&format!(" {operation} ")), "{line}");
        assert!([" high", " medium"].iter().any(|level| line.contains(&format!("{tag}{level}"))), "{line}");
    }
    assert!(line("EXTERNAL  slack").ends_with(" 1 tool"));
    assert!(
        text.contains("\n  ! A file can be written and then run") && text.contains("(write_then_execute)"),
        "{text}"
    );
    assert!(text.contains("Together, these servers can read files through devbox and send them out\n"), "{text}");
    assert!(text.contains("\n    from devbox (read_file); to slack (slack_post_message)\n"), "{text}");
    assert!(text.contains("\n    fs_write: write_file; exec: run_command\n"), "{text}");
    assert!(line("devbox").contains("█ 1") && line("slack").contains("█ 1"), "{text}");
    assert!(text.contains("\n✓ Classified 5 tools of 2 servers.\n1 other definition "), "{text}");
}

#[test]
fn markdown() {
    let text = classify(&["--format", "markdown"]);
    assert!(text.starts_with("## Vetgate: Classified 5 tools of 2 servers\n"), "{text}");
    for part in ["| `devbox` | █ 1 |", "### Risky combinations", "(`exfil_pair`)", "| `read_file` | read | `fs_read` "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn html() {
    let page = classify(&["--format", "html"]);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in ["What the servers can do", "Risky combinations", "slack_post_message", "exfil_pair"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn json_is_what_the_schema_says() {
    let schema = std::fs::read_to_string(crate::run::fixtures().join("../../../../docs/classify.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let report: serde_json::Value = serde_json::from_str(&classify(&["--format", "json"])).unwrap();
    if let Err(error) = validator.validate(&report) {
        panic!("{}: {error}", error.instance_path());
    }
    let servers = report["servers"].as_array().unwrap();
    let names: Vec<&str> = servers.iter().map(|server| server["server"].as_str().unwrap()).collect();
    assert_eq!(names, ["devbox", "slack"]);
    assert_eq!(servers[0]["server_capability_set"], serde_json::json!(["exec", "fs_read", "fs_write"]));
    assert_eq!(servers[0]["tools"][3]["capabilities"], serde_json::json!([]), "counting is no capability");
    assert_eq!(servers[1]["class"]["class"], "external");
    let crossing = &report["crossings"][0];
    assert_eq!((&crossing["rationale"], &crossing["to"][0]["server"]), (&"exfil_pair".into(), &"slack".into()));
    assert_eq!((&report["coverage"]["tools"], &report["coverage"]["others"]), (&5.into(), &1.into()));
}

#[test]
fn the_reasons_are_given_on_demand() {
    let (plain, reasons) = (classify(&[]), classify(&["--evidence"]));
    assert!(!plain.contains("name_token:") && reasons.contains("name_token:"), "{reasons}");
    assert!(reasons.contains("parameter path is path "), "{reasons}");
    assert_eq!(reasons, classify(&["-v"]));
}

#[test]
fn standard_input_commands_and_configurations_are_targets_as_in_a_scan() {
    let run = feed(&["classify", "-", "--format", "json"], br#"[{"name": "read_file"}]"#);
    assert_eq!((run.code, run.json()["servers"][0]["server"].as_str()), (0, Some("stdin")));
    let run = vetgate(&["classify", "--format", "json", "--", "python3", "servers/good.py"]);
    assert_eq!((run.code, run.json()["servers"][0]["server"].as_str()), (0, Some("good")), "{}", run.stdout);
    let run = vetgate(&["classify", "servers/mcp.json", "--format", "json"]);
    assert_eq!((run.code, run.caps()), (3, vec!["scan.empty".to_owned()]));
    assert!(run.stderr.contains("use --yes"), "{}", run.stderr);
    let run = vetgate(&["classify", "servers/mcp.json", "--yes", "--format", "json"]);
    assert_eq!((run.code, run.json()["servers"].as_array().unwrap().len()), (3, 1), "one of them ends");
}

#[test]
fn what_could_not_be_classified_is_said() {
    let run = vetgate(&["classify", "missing.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let run = vetgate(&["classify", "missing.json", "slack.json"]);
    assert_eq!(run.code, 2);
    assert!(run.stdout.contains("! Classified 1 tool of 1 server."), "{}", run.stdout);
    let run = vetgate(&["classify", "servers/mcp.json", "--no-exec"]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.starts_with("! No tools to classify: no server was contacted.\n"), "{}", run.stdout);
    let run = vetgate(&["classify", "servers/mcp.json", "--yes"]);
    assert!(run.stdout.contains("! exits could not be read: "), "{}", run.stdout);
}

#[test]
fn nothing_to_classify_is_said_in_every_format_and_is_no_success() {
    let none = file("no-tools.json", br#"{"tools": []}"#);
    let prompt = file("no-tools-but-a-prompt.json", br#"{"prompts": [{"name": "greet"}]}"#);
    for target in [none, prompt] {
        for format in ["terminal", "json", "markdown", "html"] {
            let run = vetgate(&["classify", target.to_str().unwrap(), "--format", format]);
            assert_eq!(run.code, 3, "{format}");
            assert!(run.stdout.contains("No tools to classify"), "{format}: {}", run.stdout);
            assert!(!run.stdout.contains("No findings"), "{format}: {}", run.stdout);
        }
    }
}

/// A client configuration in which each server offers the tools of a file.
fn client(name: &str, servers: &[(&str, &str)]) -> String {
    let entry = |file: &str| serde_json::json!({"command": "python3", "args": ["servers/offers.py", file]});
    let servers: serde_json::Map<_, _> = servers.iter().map(|(name, file)| ((*name).to_owned(), entry(file))).collect();
    let text = serde_json::json!({ "mcpServers": servers }).to_string();
    file(name, text.as_bytes()).to_str().unwrap().to_owned()
}

/// For each path from files to the network: the client, and the server that sends.
fn paths(args: &[&str]) -> Vec<(Option<String>, String)> {
    let run = vetgate(&[&["classify", "--yes", "--format", "json"], args].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let crossings = run.json()["crossings"].as_array().unwrap().clone();
    let exfil = crossings.iter().filter(|crossing| crossing["rationale"] == "exfil_pair");
    let path = |crossing: &serde_json::Value| {
        let to = crossing["to"][0]["server"].as_str().unwrap().to_owned();
        (crossing["client"].as_str().map(str::to_owned), to)
    };
    exfil.map(path).collect()
}

#[test]
fn only_the_servers_of_one_client_do_things_together() {
    let box_alone = client("crossing-box.json", &[("box", "devbox.json")]);
    let slack_alone = client("crossing-slack.json", &[("slack", "slack.json")]);
    let both = client("crossing-both.json", &[("box", "devbox.json"), ("slack", "slack.json")]);
    assert_eq!(paths(&[&box_alone, &slack_alone]), []);
    assert_eq!(paths(&[&box_alone, "slack.json"]), []);
    assert_eq!(paths(&["devbox.json", "slack.json"]), [(None, "slack".to_owned())]);
    let found = paths(&[&slack_alone, &both]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0.as_ref(), Some(&both), "the twin that was asked in the other client belongs to this one too");
    let text = |args: &[&str]| vetgate(&[&["classify", "--yes"], args].concat()).stdout.replace("\n    ", " ");
    assert!(text(&[&both]).contains("! This client can read files through box"), "{}", text(&[&both]));
    assert!(text(&[&slack_alone, &both]).contains("! The client of "), "{}", text(&[&slack_alone, &both]));
}

#[test]
fn a_server_is_known_by_its_own_name() {
    let sums = file("sums.json", br#"{"tools": [{"name": "add", "description": "Adds two numbers."}]}"#);
    let one = client("dB.json", &[("main", sums.to_str().unwrap())]);
    let other = client("cloud.json", &[("main", "slack.json")]);
    let config = file("own-names.toml", b"[capability.servers]\nmain = \"internal\"\nmian = \"internal\"\n");
    let classes = |args: &[&str]| {
        let run = vetgate(&[&["classify", &one, &other, "--yes", "--format", "json"], args].concat());
        let servers = run.json()["servers"].as_array().unwrap().clone();
        assert!(servers[0]["server"].as_str().unwrap().starts_with("main (file"), "{}", run.stdout);
        (servers.iter().map(|server| server["class"].clone()).collect::<Vec<_>>(), run)
    };
    let (plain, _) = classes(&[]);
    assert_eq!(plain[0]["evidence"], serde_json::json!([]), "neither `file` nor `db` is its name");
    let (said, run) = classes(&["--config", config.to_str().unwrap()]);
    assert!(said.iter().all(|class| class["evidence"][0] == "config:internal"), "{said:?}");
    assert_eq!((run.code, run.caps()), (0, vec!["capability.unused".to_owned(), "settings.file".to_owned()]));
    assert!(run.stdout.contains("toml:3") && run.stdout.contains("no server `mian`"), "{}", run.stdout);
}

#[test]
fn a_tool_that_nobody_understands_is_not_said_to_do_nothing() {
    let tools = br#"[{"name": "zq"}, {"name": "zorp", "description": "Zorps."}]"#;
    let run = feed(&["classify", "-"], tools);
    let tools_end_in = |sign: &str| {
        let is_so = |start: &str| run.stdout.lines().any(|line| line.starts_with(start) && line.ends_with(sign));
        is_so("  zq ") && is_so("  zorp ")
    };
    assert!(tools_end_in(" ?") && run.stdout.contains("· none, ? unclear."), "{}", run.stdout);
    let run = feed(&["classify", "-", "-v"], tools);
    for words in ["! it has no description\n", "! no known wording was found in it\n"] {
        assert!(run.stdout.contains(words), "{}", run.stdout);
    }
    let run = feed(&["classify", "-"], br#"[{"name": "add", "description": "Adds two numbers."}]"#);
    assert!(run.stdout.contains("  ·\n") && run.stdout.contains("· none. "), "{}", run.stdout);
}

#[test]
fn a_file_gets_what_the_screen_would() {
    let path = folder("classified").join("map.md");
    let run = vetgate(&["classify", "slack.json", "--format", "markdown", "--output", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert!(run.stderr.ends_with("map.md: Classified 1 tool of 1 server\n"), "{}", run.stderr);
    assert!(std::fs::read_to_string(&path).unwrap().contains("`slack_post_message`"));
}

#[test]
fn colour_is_for_those_who_see_it() {
    let args = ["classify", "devbox.json"];
    assert!(!vetgate(&args).stdout.contains('\u{1b}'));
    assert!(finish(command().env("CLICOLOR_FORCE", "1").args(args)).stdout.contains('\u{1b}'));
    assert!(!finish(command().env("NO_COLOR", "1").args(args)).stdout.contains('\u{1b}'));
}

#[test]
fn a_person_says_of_a_server_what_it_is() {
    let config = file("classes.toml", b"[capability]\nservers = { slack = \"internal\" }\n");
    let run = vetgate(&["classify", "slack.json", "--format", "json", "--config", config.to_str().unwrap()]);
    let class = &run.json()["servers"][0]["class"];
    assert_eq!((&class["class"], &class["evidence"][0]), (&"internal".into(), &"config:internal".into()));
    let config = file("wrong-classes.toml", b"[capability.servers]\nslack = \"inside\"\n");
    let run = vetgate(&["classify", "slack.json", "--config", config.to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("toml:2: server `slack` must be internal or external, not `inside`"), "{}", run.stderr);
}

#[test]
fn odd_tools_are_classified_too() {
    let long = format!(r#"[{{"name": "a", "description": {}, "inputSchema": 5}}]"#, 7);
    let run = feed(&["classify", "-", "--format", "json"], long.as_bytes());
    assert_eq!((run.code, run.json()["coverage"]["tools"].as_u64()), (0, Some(1)), "{}", run.stderr);
    let hostile = "[{\"name\": \"\\u001b[2J\\u202e<script>\", \"description\": \"x\"}]";
    for format in ["terminal", "json", "markdown", "html"] {
        let run = feed(&["classify", "-", "-v", "--format", format], hostile.as_bytes());
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.stdout.contains(['\u{1b}', '\u{202e}']), "{format}");
    }
}

#[test]
fn several_servers_of_a_scan_get_a_map_and_one_does_not() {
    let shown = "egress  ingress  access";
    let text = vetgate(&["scan", "devbox.json", "slack.json"]).stdout;
    assert!(text.contains(shown) && text.contains("What the servers can do\n"), "{text}");
    assert!(text.contains(" risky combinations: see vetgate classify\n"), "{text}");
    assert!(!vetgate(&["scan", "devbox.json"]).stdout.contains(shown));
    let report = vetgate(&["scan", "devbox.json", "--format", "json"]).json();
    assert_eq!(report["capabilities"][0]["server"], "devbox");
}

#[test]
fn wrong_usage_is_2_and_the_help_teaches() {
    for args in [
        &["classify", "--format", "sarif", "slack.json"] as &[&str],
        &["classify", "--llm-cache", "x", "slack.json"],
        &["classify", "--llm-classifier", "--no-exec", "slack.json"],
        &["classify", "--fail-on", "low", "slack.json"],
    ] {
        let run = vetgate(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
    }
    let help = vetgate(&["classify", "--help"]).stdout;
    for part in [
        "Examples:",
        "Exit codes:",
        "VETGATE_LLM_BASE_URL",
        "[capability]",
        "secret_access",
        "2 takes precedence over 3",
    ] {
        assert!(help.contains(part), "{part}");
    }
}
