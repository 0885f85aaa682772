//! The guard on the path of real calls: what it refuses never reaches the server, and record, figures and people hear why.

use crate::caller::Caller;
use crate::place::{Folder, Gateway, LONG, at_home, finish, python, script};
use serde_json::{Value, json};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const DELETE: &str = "notes__delete_note";
const GET: &str = "notes__get_note";
const TIDY: &str = "notes__tidy_notes";

/// A gateway before a server that keeps notes.
struct Desk {
    folder: Folder,
    gateway: Gateway,
}

impl Desk {
    /// With this section `security`.
    fn with(security: &Value) -> Self {
        Self::configured("security", security)
    }

    /// With this block at the top of the configuration.
    fn configured(block: &str, value: &Value) -> Self {
        let folder = Folder::new();
        let journal = folder.path().join("journal");
        std::fs::write(&journal, "").unwrap();
        let server = json!({
            "command": python("newest"),
            "args": [script("servers/notes.py")],
            "env": {"JOURNAL": journal},
            "vetgate": {"trust": "auto", "class": "internal", "content": "inside"},
        });
        let gateway = Gateway::configured(&folder, &json!({"mcpServers": {"notes": server}, block: value}), &[]);
        let until = Instant::now() + LONG;
        while !gateway.ask("/readyz").starts_with("HTTP/1.1 200") {
            assert!(Instant::now() < until, "the gateway does not get ready: {}", gateway.ask("/readyz"));
            thread::sleep(Duration::from_millis(50));
        }
        Self { folder, gateway }
    }

    fn client(&self) -> Caller {
        Caller::open(&self.gateway.url).unwrap()
    }

    /// What the server got: the parameters of each call.
    fn received(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("journal")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn vetgate(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        let (said, complaint) = finish(at_home(command.args(arguments), &self.folder));
        assert!(!said.is_empty(), "{arguments:?}: {complaint}");
        said
    }

    fn complaint(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        let (said, complaint) = finish(at_home(command.args(arguments), &self.folder));
        assert!(said.is_empty(), "{said}");
        complaint
    }

    /// The calls on record, the newest first.
    fn records(&self) -> Vec<Value> {
        let said = self.vetgate(&["activity", "--kind", "call", "--format", "json"]);
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn call(client: &mut Caller, tool: &str, meta: &Value) -> Value {
    let params = json!({"name": tool, "arguments": {"name": "plan"}, "_meta": meta});
    client.ask("tools/call", &params).unwrap()
}

fn note(record: &Value) -> Value {
    serde_json::from_str(record["note"].as_str().unwrap()).unwrap_or_else(|error| panic!("{error}: {record}"))
}

#[test]
fn what_destroys_is_refused_and_record_figures_and_people_say_so() {
    let desk = Desk::with(&json!({}));
    let mut client = desk.client();
    let answer = call(&mut client, GET, &json!({}));
    assert_eq!(answer["result"]["content"][0]["text"], "done: get_note", "{answer}");
    let refused = call(&mut client, DELETE, &json!({}));
    assert_eq!(refused["error"]["data"], json!({"gateway": "vetgate", "reason": "denied"}), "{refused}");
    let reason = refused["error"]["message"].as_str().unwrap().to_owned();
    assert!(!reason.is_empty(), "{refused}");
    assert_eq!(desk.received().len(), 1, "it never got there");

    let records = desk.records();
    assert_eq!((&records[0]["verdict"], &records[1]["verdict"]), (&json!("deny"), &json!("allow")));
    let denied = note(&records[0]);
    assert_eq!(denied["guard"]["decision"]["action"], "deny", "{denied}");
    assert_eq!(denied["guard"]["decision"]["reason"], reason.as_str(), "{denied}");
    assert_eq!(denied["guard"]["assessment"]["session"]["key"], "session", "{denied}");
    assert_eq!(denied["guard"]["assessment"]["operation"], "destructive", "{denied}");
    assert!(note(&records[1])["guard"]["decision"].is_null(), "nothing is said where nothing speaks against it");
    let shown = desk.vetgate(&["activity", "--verdict", "deny"]);
    assert!(shown.contains(&reason) && !shown.contains("\"guard\""), "{shown}");

    let answer = desk.gateway.ask("/api/v1/activity?verdict=deny");
    let body: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(body["records"][0]["reason"], reason.as_str(), "{body}");
    let figures = desk.gateway.ask("/metrics");
    for line in [
        r#"vetgate_calls_total{server="notes",verdict="allow",outcome="ok"} 1"#,
        r#"vetgate_calls_total{server="notes",verdict="deny",outcome="refused"} 1"#,
        "vetgate_guard_sessions 1",
    ] {
        assert!(figures.lines().any(|known| known == line), "{line}\n{figures}");
    }
}

#[test]
fn in_the_first_week_everything_goes_through_and_the_record_says_what_would_have_been() {
    let desk = Desk::with(&json!({"mode": "log_only"}));
    let answer = call(&mut desk.client(), DELETE, &json!({}));
    assert_eq!(answer["result"]["content"][0]["text"], "done: delete_note", "{answer}");
    let record = desk.records().remove(0);
    assert_eq!(record["verdict"], "allow");
    let note = note(&record);
    assert_eq!((&note["guard"]["decision"]["action"], &note["guard"]["log_only"]), (&json!("deny"), &json!(true)));
    assert!(desk.vetgate(&["activity", "--kind", "call"]).contains("would be denied: "));
    assert!(desk.vetgate(&["activity", "--would", "deny"]).contains("would be denied: "));
    assert!(!desk.complaint(&["activity", "--would", "hold"]).is_empty(), "no record fits");
    assert!(desk.gateway.stop().contains("verdicts are recorded but not enforced"));
}

#[test]
fn a_rule_that_allows_leaves_its_name() {
    let rule = json!({"when": "tool.name == 'delete_note'", "action": "allow", "reason": "notes are backed up"});
    let desk = Desk::with(&json!({"rules": [rule]}));
    let mut client = desk.client();
    assert!(call(&mut client, DELETE, &json!({}))["result"].is_object());
    assert!(call(&mut client, GET, &json!({}))["result"].is_object());
    let records = desk.records();
    assert_eq!(note(&records[1])["guard"]["decision"]["by"], "rule.1");
    let shown = |record: &Value| desk.vetgate(&["activity", "--id", &record["id"].to_string()]);
    assert!(shown(&records[1]).contains("allow by rule.1: notes are backed up"), "{}", shown(&records[1]));
    assert!(shown(&records[0]).contains("allow by tool_policy.read: No rule or detector objects."));
    let lines = desk.vetgate(&["activity", "--kind", "call"]);
    assert!(lines.contains("allowed by rule.1: notes are backed up"), "{lines}");
    assert!(lines.contains(&format!("session {}", &records[0]["session"].as_str().unwrap()[..8])), "{lines}");
}

#[test]
fn an_agent_that_says_it_reads_and_destroys_is_stopped_whatever_the_policy_allows() {
    let desk = Desk::with(&json!({"tool_policy": {"destructive": "allow"}}));
    let mut client = desk.client();
    let intent = |operation: &str| json!({"dev.vetgate/intent": {"operation_type": operation}, "kept": 1});
    let honest = call(&mut client, DELETE, &intent("destructive"));
    assert_eq!(honest["result"]["content"][0]["text"], "done: delete_note", "{honest}");
    let lying = call(&mut client, DELETE, &intent("read"));
    assert_eq!(lying["error"]["data"]["reason"], "denied", "{lying}");
    assert_eq!(desk.received(), [json!({"name": "delete_note", "arguments": {"name": "plan"}, "_meta": {"kept": 1}})]);
    let note = note(&desk.records()[0]);
    let contradiction = &note["guard"]["assessment"]["contradictions"][0];
    assert_eq!(contradiction["severity"], 80, "{note}");
    assert_eq!((&contradiction["claim1"], &contradiction["claim2"]), (&json!("read"), &json!("destructive")));
}

#[test]
fn a_tool_whose_server_has_lied_waits_for_a_person_again() {
    let desk = Desk::with(&json!({"tool_policy": {"destructive": "allow"}}));
    let mut client = desk.client();
    assert!(call(&mut client, TIDY, &json!({}))["result"].is_object());
    let intent = json!({"dev.vetgate/intent": {"operation_type": "destructive"}});
    let caught = call(&mut client, TIDY, &intent);
    assert_eq!(caught["error"]["data"]["reason"], "denied", "{caught}");
    let next = call(&mut client, TIDY, &json!({}));
    assert_eq!(next["error"]["data"]["reason"], "held", "{next}");
    assert_eq!(desk.received().len(), 1);
    let listed = desk.vetgate(&["tools", "--pending"]);
    assert!(listed.contains("tidy_notes") && listed.contains("a call contradicted it"), "{listed}");
    desk.vetgate(&["approve", "notes", "tidy_notes", "--yes"]);
    let answer = call(&mut client, TIDY, &json!({}));
    assert!(answer["result"].is_object(), "{answer}");
}

#[test]
fn an_intent_that_is_offered_as_an_argument_never_reaches_the_server() {
    let desk = Desk::with(&json!({"intent_argument": true}));
    let mut client = desk.client();
    let listed = client.ask("tools/list", &json!({})).unwrap();
    let schema = &listed["result"]["tools"][0]["inputSchema"];
    assert!(schema["properties"]["intent"]["properties"]["operation_type"].is_object(), "{schema}");
    assert_eq!(schema["required"], json!(["name"]), "{schema}");
    let arguments = json!({"name": "plan", "intent": {"operation_type": "read", "reason": "to look"}});
    let answer = client.call(GET, &arguments).unwrap();
    assert!(answer["result"].is_object(), "{answer}");
    assert_eq!(desk.received(), [json!({"name": "get_note", "arguments": {"name": "plan"}})]);
    let signals = note(&desk.records()[0])["guard"]["assessment"]["signals"].to_string();
    assert!(signals.contains("agent_intent"), "{signals}");
}

#[test]
fn a_tool_policy_at_the_top_of_the_configuration_is_in_force() {
    let desk = Desk::configured("tool_policy", &json!({"read": "deny", "log_level": "warn"}));
    let mut client = desk.client();
    let refused = call(&mut client, GET, &json!({}));
    assert_eq!(refused["error"]["data"], json!({"gateway": "vetgate", "reason": "denied"}), "{refused}");
    assert!(desk.received().is_empty(), "it never got there");
}

/// The block of RFC-004, "Policy Configuration", as printed there.
#[test]
fn the_policy_block_of_the_rfc_is_in_force_as_printed() {
    let printed = r#"{
        "tool_policy": {
            "read": "allow",
            "write": "allow",
            "destructive": "deny",
            "contradiction": "deny",

            "log_level": "warn"
        }
    }"#;
    let printed: Value = serde_json::from_str(printed).unwrap();
    let desk = Desk::configured("tool_policy", &printed["tool_policy"]);
    let mut client = desk.client();
    assert!(call(&mut client, GET, &json!({}))["result"].is_object());
    assert!(call(&mut client, TIDY, &json!({}))["result"].is_object());
    for (tool, intent) in [(DELETE, "destructive"), (TIDY, "destructive"), (DELETE, "read")] {
        let refused = call(&mut client, tool, &json!({"dev.vetgate/intent": {"operation_type": intent}}));
        assert_eq!(refused["error"]["data"]["reason"], "denied", "{tool} {intent}: {refused}");
    }
    assert_eq!(desk.received().len(), 2);
}

#[test]
fn a_destructive_call_that_the_policy_allows_is_on_record_and_logged_as_a_warning() {
    for (level, is_logged) in [("warn", true), ("debug", false)] {
        let desk = Desk::with(&json!({"tool_policy": {"destructive": "allow", "log_level": level}}));
        let mut client = desk.client();
        assert!(call(&mut client, GET, &json!({}))["result"].is_object());
        assert!(call(&mut client, DELETE, &json!({}))["result"].is_object());
        let record = &desk.records()[0];
        assert_eq!((&record["name"], &record["verdict"]), (&json!("delete_note"), &json!("allow")), "{record}");
        let log = desk.gateway.stop();
        let line = "a destructive call of `delete_note` on notes goes through, allowed by tool_policy.destructive";
        assert_eq!(log.contains(line), is_logged, "{log}");
        assert!(!log.contains("call of `get_note`"), "{log}");
    }
}
