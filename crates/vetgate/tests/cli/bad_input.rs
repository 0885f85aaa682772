//! Everything a file can be that it should not be: a message with the place, the right exit code, no panic.

use crate::run::{Run, file, folder, scan_stdin, vetgate};
use std::time::{Duration, Instant};

fn scan(name: &str, content: &[u8]) -> Run {
    let path = file(name, content);
    let run = vetgate(&["scan", path.to_str().unwrap(), "--format", "json"]);
    assert!(!run.stderr.contains("internal error") && !run.stderr.contains("panicked"), "{}", run.stderr);
    run
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let deepest = "[".repeat(200_000);
    let utf16: Vec<u8> = "\u{feff}{\"tools\": []}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: &[(&str, &[u8], &str)] = &[
        ("empty.json", b"", "is empty"),
        ("blank.json", b" \n\t\n", "is empty"),
        ("prose.json", b"Hello, world.", "prose.json:1:1: expected JSON: expected a value, found 'H'"),
        ("cut.json", b"{\"tools\": [\n {\"name\": \"a\"", "cut.json:2:14: expected JSON: the object is never closed"),
        ("number.json", b"42", "number.json:1:1: expected tools: an array, or an object with `tools`, found a number"),
        ("shape.json", b"{\"a\": 1}", "shape.json:1:1: expected a tool definition or an object with `tools`"),
        ("names.json", b"{\"tools\":\n [\"a\"]}", "names.json:2:3: expected a definition, found a string"),
        ("deep.json", deep.as_bytes(), "deep.json:1:2: expected a tool definition, found an array"),
        ("deepest.json", deepest.as_bytes(), "deepest.json:1:10001: expected JSON: nested deeper than 10000 levels"),
        ("nul.json", b"[{\"name\": \"a\0b\"}]", "nul.json:1:13: expected JSON: control character U+0000 in a string"),
        ("zeros.json", b"[\n\0\0\0\0]", "zeros.json:2:1: expected JSON: expected a value, found '\\0'"),
        ("latin1.json", b"[{\"name\":\n \"caf\xE9\"}]", "latin1.json:2: is not UTF-8: byte 0xE9 at offset 15"),
        ("utf16.json", &utf16, "is UTF-16; expected UTF-8"),
        ("broken.toml", b"[mcp_servers.x]\ncommand = \n", "broken.toml:2: expected TOML"),
        ("config.json", b"{\"mcpServers\": {\n \"x\": {\"command\": }}}", "config.json:2: expected JSON"),
        ("shape.yaml", b"a: 1\n", "shape.yaml:1:1: expected JSON"),
    ];
    for (name, content, message) in cases {
        let run = scan(name, content);
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert_eq!(run.json()["targets"][0]["status"], "failed", "{name}");
        assert!(run.stderr.starts_with("vetgate: ") && run.stderr.contains(message), "{name}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{name}: {}", run.stderr);
    }
}

#[test]
fn paths_that_are_no_files_are_named() {
    let missing = vetgate(&["scan", "missing.json"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.starts_with("vetgate: missing.json: no such file"), "{}", missing.stderr);
    let folder = vetgate(&["scan", "servers"]);
    assert_eq!((folder.code, folder.stderr.as_str()), (2, "vetgate: servers: is a folder; name a file in it\n"));
}

#[test]
fn a_byte_order_mark_is_no_obstacle() {
    assert_eq!(scan("bom.json", b"\xEF\xBB\xBF[{\"name\":\"a\"}]").code, 0);
}

#[test]
fn odd_json_is_read_all_the_same() {
    let twice = scan("twice.json", br#"{"tools":[{"name":"a"}],"tools":[{"name":"b","name":"c"}]}"#);
    assert_eq!(twice.json()["coverage"]["tools"], 2);
    let half = scan("half.json", br#"[{"name":"a","description":"x \ud800 y"}]"#);
    assert_eq!(half.json()["coverage"]["tools"], 1);
}

#[test]
fn text_that_is_too_deep_is_said_to_be_left_out() {
    let tool = format!(r#"[{{"name":"a","inputSchema":{}1{}}}]"#, r#"{"items":"#.repeat(1000), "}".repeat(1000));
    let run = scan("depth.json", tool.as_bytes());
    assert_eq!((run.code, run.caps()), (3, vec!["definition.depth".to_owned()]));
}

#[test]
fn a_bad_line_costs_only_itself() {
    let run = vetgate(&["scan", "mixed.jsonl", "--format", "json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.json()["coverage"]["tools"], 3);
    assert_eq!(run.caps(), ["input.unreadable"; 3]);
    let expected = "\
vetgate: mixed.jsonl:2:32: expected JSON: expected a value, found '}'
vetgate: mixed.jsonl:3:31: expected a definition, found a number
vetgate: mixed.jsonl:4:1: expected tools: an array, or an object with `tools`, found a string
";
    assert_eq!(run.stderr, expected);
}

#[test]
fn a_line_of_another_encoding_costs_only_itself() {
    let run = scan("bytes.jsonl", b"{\"name\":\"a\"}\n{\"name\":\"\xFF\"}\n{\"name\":\"b\"}\n");
    assert_eq!((run.code, run.json()["coverage"]["tools"].as_u64()), (2, Some(2)));
    assert!(run.stderr.contains("bytes.jsonl:2: is not UTF-8"), "{}", run.stderr);
}

#[test]
fn a_hundred_megabytes_are_refused_quickly() {
    let path = file("large.json", b"[");
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(100 << 20).unwrap();
    let started = Instant::now();
    let run = vetgate(&["scan", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("is larger than 64 MiB, the limit for one JSON document"), "{}", run.stderr);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn many_tools_of_one_name_are_all_looked_at() {
    let tools: Vec<String> = (0..2_000).map(|n| format!(r#"{{"name":"same","description":"Adds {n}."}}"#)).collect();
    let run = scan_stdin(format!("[{}]", tools.join(",")).as_bytes());
    assert_eq!((run.code, run.json()["coverage"]["tools"].as_u64()), (3, Some(2_000)));
    assert_eq!(run.caps(), ["mcp.definition"]);
}

/// Lists of tools that are not what the protocol says, with a word of what is said of them.
const MALFORMED: [(&str, &str); 9] = [
    (r#"[{"name":"t","description":"Adds."},{"name":"t","description":"Adds dates."}]"#, "another of this name"),
    (r#"[{"description":"Adds."}]"#, "no `name`"),
    (r#"[{"name":5,"description":"Adds."}]"#, "`name` is a number"),
    (r#"[{"name":"t","description":["Adds."]}]"#, "`description` is an array"),
    (r#"[{"name":"t","inputSchema":"object"}]"#, "`inputSchema` is a string"),
    (r#"[{"name":"t","inputSchema":null}]"#, "`inputSchema` is null"),
    (r#"[{"name":"t","annotations":7}]"#, "`annotations` is a number"),
    (r#"[{"name":"t","annotations":{"readOnlyHint":"true"}}]"#, "`readOnlyHint` is a string"),
    (r#"[{"name":"t"},{"name":"t","title":"T"},{"name":"t"}]"#, "another of this name"),
];

#[test]
fn a_malformed_definition_in_a_file_is_no_clean_one() {
    for (tools, said) in MALFORMED {
        let text = format!(r#"{{"tools":{tools}}}"#);
        for text in [&text, tools] {
            let run = scan_stdin(text.as_bytes());
            assert_eq!((run.code, run.caps()), (3, vec!["mcp.definition".to_owned()]), "{text}: {}", run.stdout);
            assert!(run.stdout.contains(said), "{text}: {}", run.stdout);
        }
        for format in ["terminal", "sarif", "markdown", "html"] {
            let path = file("malformed.json", text.as_bytes());
            let run = vetgate(&["scan", "--format", format, path.to_str().unwrap()]);
            assert_eq!(run.code, 3, "{format} {text}");
            assert!(run.stdout.contains("mcp.definition"), "{format} {text}: {}", run.stdout);
        }
    }
    for tools in [
        r#"[{"name":"t","description":"Adds."},{"name":"t","description":"Adds."}]"#,
        r#"[{"server":"s","name":"t","description":"Adds."},{"server":"s","name":"t","description":"Adds dates."}]"#,
        r#"[{"name":"t","description":null,"annotations":null}]"#,
    ] {
        assert_eq!(scan_stdin(tools.as_bytes()).code, 0, "{tools}");
    }
}

#[test]
fn a_malformed_definition_of_a_server_is_no_clean_one() {
    let server = folder("malformed").join("server.py");
    for (tools, said) in MALFORMED {
        let code = format!(
            r#"
import json, sys
TOOLS = json.loads({tools:?})
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "initialize":
        result = {{"protocolVersion": message["params"]["protocolVersion"], "capabilities": {{"tools": {{}}}},
                  "serverInfo": {{"name": "z", "version": "1"}}}}
    else:
        result = {{"tools": TOOLS}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"#
        );
        std::fs::write(&server, code).unwrap();
        let run = vetgate(&["scan", "--timeout", "60", "--format", "json", "--", "python3", server.to_str().unwrap()]);
        assert_eq!((run.code, run.caps()), (3, vec!["mcp.definition".to_owned()]), "{tools}: {}", run.stderr);
        assert!(run.stdout.contains(said), "{tools}: {}", run.stdout);
    }
}

#[test]
fn names_of_files_cannot_act_on_the_terminal() {
    let run = vetgate(&["scan", "no\u{1b}[31m\u{202e}.json"]);
    assert!(run.stderr.contains("no\\u{1B}[31m\\u{202E}.json"), "{}", run.stderr);
}

#[test]
fn a_report_is_written_even_if_nothing_can_be_read() {
    let path = folder("nothing").join("report.sarif");
    std::fs::write(&path, "stale").unwrap();
    let run = vetgate(&["scan", "missing.json", "--format", "sarif", "--output", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let log: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let run = vetgate(&["scan", "missing.json", "--format", "json"]);
    assert_eq!((run.code, run.json()["targets"][0]["status"].as_str()), (2, Some("failed")));
    assert_eq!(vetgate(&["scan", "missing.json"]).stdout, "");
}

#[test]
fn a_run_that_read_only_a_part_is_no_success() {
    let run = vetgate(&["scan", "mixed.jsonl", "--format", "sarif"]);
    assert_eq!((run.code, run.json()["runs"][0]["invocations"][0]["executionSuccessful"].as_bool()), (2, Some(false)));
}
