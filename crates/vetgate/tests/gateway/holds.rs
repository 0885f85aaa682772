//! Calls that wait for a person, with real clients: decided from the command line or by the client's own user, in gateways
//! with and without a management surface.

use crate::caller::Caller;
use crate::place::{Folder, Gateway, LONG, at_home, finish, python, script};
use serde_json::{Value, json};
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const DELETE: &str = "notes__delete_note";

/// A home with a configuration in which whatever destroys waits for a person.
struct Home {
    folder: Folder,
    config: Value,
}

impl Home {
    fn new(holds: &Value) -> Self {
        let folder = Folder::new();
        let journal = folder.path().join("journal");
        std::fs::write(&journal, "").unwrap();
        let server = json!({
            "command": python("newest"),
            "args": [script("servers/notes.py")],
            "env": {"JOURNAL": journal},
            "vetgate": {"trust": "auto", "class": "internal", "content": "inside"},
        });
        let security = json!({"tool_policy": {"destructive": "hold"}, "holds": holds});
        Self { folder, config: json!({"mcpServers": {"notes": server}, "security": security}) }
    }

    fn serve(&self) -> Gateway {
        let gateway = Gateway::configured(&self.folder, &self.config, &[]);
        let until = Instant::now() + LONG;
        while !gateway.ask("/readyz").starts_with("HTTP/1.1 200") {
            assert!(Instant::now() < until, "the gateway does not get ready: {}", gateway.ask("/readyz"));
            thread::sleep(Duration::from_millis(50));
        }
        gateway
    }

    /// How many calls the server got.
    fn received(&self) -> usize {
        std::fs::read_to_string(self.folder.path().join("journal")).unwrap().lines().count()
    }

    fn vetgate(&self, arguments: &[&str]) -> (String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        finish(at_home(command.args(arguments), &self.folder))
    }

    fn holds(&self) -> Vec<Value> {
        let (said, complaint) = self.vetgate(&["holds", "--format", "json"]);
        // A gateway that is starting may not have made its ledger yet.
        serde_json::from_str(&said).unwrap_or_else(|_| {
            assert!(complaint.contains("there is no ledger here"), "{said}{complaint}");
            vec![]
        })
    }

    /// The one call that waits, as soon as it does.
    fn held(&self) -> Value {
        let until = Instant::now() + LONG;
        loop {
            if let Some(hold) = self.holds().pop() {
                return hold;
            }
            assert!(Instant::now() < until, "nothing waits");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The methods and principals of the decisions on record, the oldest first.
    fn decisions(&self) -> Vec<(String, String)> {
        let (said, _) = self.vetgate(&["activity", "--kind", "decision", "--oldest", "--format", "json"]);
        let records = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let told = records.map(|record| (text(&record["method"]), text(&record["principal"])));
        told.filter(|(method, _)| method != "admitted").collect()
    }

    fn verdicts(&self) -> Vec<String> {
        let (said, _) = self.vetgate(&["activity", "--kind", "call", "--oldest", "--format", "json"]);
        said.lines().map(|line| text(&serde_json::from_str::<Value>(line).unwrap()["verdict"])).collect()
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Calls the tool in a thread; the whole answer.
fn call(gateway: &Gateway) -> JoinHandle<Value> {
    let mut client = Caller::open(&gateway.url).unwrap();
    thread::spawn(move || client.call(DELETE, &json!({"name": "plan"})).unwrap())
}

/// A client made with a Python SDK; what it says of its call.
fn sdk(home: &Home, generation: &str, answer: &str, how: &[&str]) -> JoinHandle<Value> {
    let mut command = Command::new(python(generation));
    command.arg(script("clients/holds.py")).args([answer, DELETE]).args(how);
    at_home(&mut command, &home.folder);
    thread::spawn(move || {
        let (said, complaint) = finish(&mut command);
        serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}{complaint}"))
    })
}

#[test]
fn a_call_that_waits_goes_through_when_somebody_approves_it() {
    let home = Home::new(&json!({}));
    let gateway = home.serve();
    assert_eq!(home.vetgate(&["holds"]).0, "No held calls.\n");
    let waiting = call(&gateway);
    let hold = home.held();
    assert_eq!((text(&hold["server"]), text(&hold["name"])), ("notes".into(), "delete_note".into()));
    assert!(gateway.ask("/api/v1/holds").contains(&text(&hold["id"])));
    let (table, _) = home.vetgate(&["holds"]);
    assert!(table.contains(&text(&hold["id"])[..8]) && table.contains("notes › delete_note (tool)"), "{table}");
    assert!(table.contains(r#"{"name":"plan"}"#) && table.contains(&text(&hold["session"])[..8]), "{table}");
    assert!(gateway.ask("/metrics").contains("\nvetgate_holds_waiting 1\n"));
    thread::sleep(Duration::from_secs(3));
    assert_eq!(home.received(), 0);
    let (shown, complaint) = home.vetgate(&["approve-call", &text(&hold["id"])[..8]]);
    assert!(shown.contains("\"plan\"") && complaint.contains("no terminal for the question"), "{shown}{complaint}");
    assert_eq!((home.received(), waiting.is_finished()), (0, false));

    let (said, complaint) = home.vetgate(&["approve-call", &text(&hold["id"])[..8], "--yes"]);
    assert!(said.ends_with("approved this call of notes › delete_note (tool)\n"), "{said}{complaint}");
    let answer = waiting.join().unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "done: delete_note", "{answer}");
    assert_eq!((home.received(), home.holds().len()), (1, 0));
    let decisions = home.decisions();
    assert_eq!(decisions.iter().map(|(method, _)| method.as_str()).collect::<Vec<_>>(), ["hold", "approve_call"]);
    assert!(decisions[1].1.starts_with("cli:"), "{decisions:?}");
    assert_eq!(home.verdicts(), ["hold"]);
    let (_, complaint) = home.vetgate(&["approve-call", &text(&hold["id"]), "--yes"]);
    assert!(complaint.contains("has already approved it"), "{complaint}");
    let mut late = Command::new(env!("CARGO_BIN_EXE_vetgate"));
    let late = at_home(late.args(["deny-call", &text(&hold["id"])[..8]]), &home.folder).output().unwrap();
    assert_eq!(late.status.code(), Some(1), "{late:?}");
    assert!(gateway.ask("/metrics").contains("\nvetgate_holds_waiting 0\n"));
    let (said, _) = home.vetgate(&["activity", "--kind", "call", "--format", "json"]);
    let record: Value = serde_json::from_str(&said).unwrap();
    assert!(record["duration_us"].as_u64().unwrap() < 2_900_000, "a person's time is not the call's: {record}");
    let expected = format!("held, approved by {}, sent", decisions[1].1);
    let (line, _) = home.vetgate(&["activity", "--kind", "call"]);
    assert!(line.contains(&expected), "{line}");
    let told = gateway.ask("/api/v1/activity?kind=call");
    assert!(told.contains(&format!(r#""outcome":"{expected}""#)), "{told}");
}

#[test]
fn a_call_that_waits_is_refused_when_somebody_denies_it() {
    let home = Home::new(&json!({}));
    let gateway = home.serve();
    let waiting = call(&gateway);
    let id = text(&home.held()["id"]);
    let (said, _) = home.vetgate(&["deny-call", &id, "--reason", "not this note"]);
    assert_eq!(said, "denied this call of notes › delete_note (tool)\n");
    let answer = waiting.join().unwrap().to_string();
    assert!(answer.contains("Vetgate held this call for approval, and a person denied it: not this note"), "{answer}");
    assert_eq!((home.received(), home.verdicts()), (0, vec!["deny".to_owned()]));
    let (line, _) = home.vetgate(&["activity", "--kind", "call"]);
    assert!(line.contains("held, denied by cli:"), "{line}");
    assert!(home.vetgate(&["audit", "verify"]).0.contains("records"));
}

#[test]
fn a_call_that_nobody_decides_about_is_refused_in_time() {
    let home = Home::new(&json!({"timeout": "1s"}));
    let gateway = home.serve();
    let answer = call(&gateway).join().unwrap().to_string();
    assert!(answer.contains("no decision came in time") && !answer.contains(".;"), "{answer}");
    let (_, complaint) = home.vetgate(&["approve-call", "00000000", "--yes"]);
    assert!(complaint.contains("there is no held call 00000000"), "{complaint}");
    assert_eq!((home.received(), home.holds().len()), (0, 0));
}

#[test]
fn a_gateway_that_stops_refuses_what_waits() {
    let home = Home::new(&json!({}));
    let gateway = home.serve();
    let waiting = call(&gateway);
    home.held();
    let started = Instant::now();
    gateway.stop();
    let answer = waiting.join().unwrap().to_string();
    assert!(answer.contains("the gateway is shutting down"), "{answer}");
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    assert_eq!((home.received(), home.holds().len()), (0, 0));
}

#[test]
fn the_clients_own_user_decides_over_http() {
    let home = Home::new(&json!({}));
    let gateway = home.serve();
    for (generation, answer, is_sent) in [
        ("middle", "allow once", true),
        ("middle", "deny", false),
        ("middle", "decline", false),
        ("newest", "allow once", true),
        ("newest", "decline", false),
    ] {
        let before = home.received();
        let said = sdk(&home, generation, answer, &["http", &gateway.url]).join().unwrap();
        let [asked] = said["asked"].as_array().unwrap().as_slice() else { panic!("{said}") };
        assert!(text(&asked["message"]).contains("`delete_note` of the server `notes`"), "{said}");
        assert_eq!(asked["choices"], json!(["deny", "allow once"]));
        assert_eq!(home.received() - before, usize::from(is_sent), "{generation} {answer}: {said}");
        assert_eq!(said.to_string().contains("done: delete_note"), is_sent, "{said}");
    }
    assert!(home.decisions().iter().any(|(method, by)| method == "approve_call" && by == "client:anonymous"));
}

#[test]
fn a_client_that_was_asked_and_did_not_say_waits_for_others() {
    let home = Home::new(&json!({}));
    let gateway = home.serve();
    let waiting = sdk(&home, "middle", "cancel", &["http", &gateway.url]);
    let id = text(&home.held()["id"]);
    home.vetgate(&["approve-call", &id, "--yes"]);
    let said = waiting.join().unwrap();
    assert!(said["said"].to_string().contains("done: delete_note"), "{said}");
    assert!(said["progress"].to_string().contains("waiting for a person"), "{said}");
}

#[test]
fn a_client_is_not_asked_where_that_is_switched_off() {
    let home = Home::new(&json!({"elicitation": false}));
    let gateway = home.serve();
    let waiting = sdk(&home, "middle", "allow once", &["http", &gateway.url]);
    let id = text(&home.held()["id"]);
    home.vetgate(&["deny-call", &id]);
    let said = waiting.join().unwrap();
    assert_eq!(said["asked"], json!([]), "{said}");
    assert_eq!(home.received(), 0);
}

/// There is no management surface: the way is the store alone, or the client itself.
#[test]
fn a_gateway_on_standard_streams_holds_calls_as_well() {
    let home = Home::new(&json!({}));
    let config = home.folder.path().join("mcp.json");
    std::fs::write(&config, home.config.to_string()).unwrap();
    let config = config.display().to_string();
    let how = ["stdio", env!("CARGO_BIN_EXE_vetgate"), "serve", "--stdio", "--log", "none", "--config", &config];
    let data = home.folder.path().join("vetgate").display().to_string();
    // The SDK starts a server without most of its own environment.
    let mut own = home.config.clone();
    own["gateway"] = json!({"data_dir": data});
    std::fs::write(&config, own.to_string()).unwrap();

    let waiting = sdk(&home, "middle", "none", &how);
    let id = text(&home.held()["id"]);
    home.vetgate(&["approve-call", &id, "--yes"]);
    assert!(waiting.join().unwrap()["said"].to_string().contains("done: delete_note"));
    let said = sdk(&home, "middle", "allow once", &how).join().unwrap();
    assert!(said["said"].to_string().contains("done: delete_note"), "{said}");
    assert_eq!(home.received(), 2);
    assert!(home.decisions().iter().any(|(method, by)| method == "approve_call" && by == "client:stdio"));
}
