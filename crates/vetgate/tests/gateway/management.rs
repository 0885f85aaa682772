//! The management API of the real gateway is what its OpenAPI document says: schemathesis asks for everything in it, right
//! and wrong, with and without the token, and holds every answer to it.

use crate::caller::Caller;
use crate::place::{Folder, Gateway, LONG, finish, peer, python, script};
use serde_json::{Value, json};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// A gateway with a server that is approved, one that waits for approval, one that hides something and one that cannot be
/// reached, and with calls on record.
fn busy(folder: &Folder) -> Gateway {
    let echo = json!({"command": python("newest"), "args": [script("servers/echo.py")]});
    let mut servers = json!({"echo": echo, "waiting": echo, "hiding": echo, "lost": {"type": "http", "url": "http://127.0.0.1:9/mcp"}});
    servers["echo"]["vetgate"] = json!({"trust": "auto"});
    servers["hiding"]["vetgate"] = json!({"trust": "auto"});
    servers["hiding"]["env"] = json!({"VERSION": "\u{200B}\u{202E}\u{E0068}\u{E0069}"});
    let gateway = Gateway::at(folder, &servers, &[]);
    let until = Instant::now() + LONG;
    while !gateway.ask("/readyz").starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < until, "the gateway does not get ready: {}", gateway.ask("/readyz"));
        thread::sleep(Duration::from_millis(50));
    }
    let mut client = Caller::open(&gateway.url).unwrap();
    for number in 0..20 {
        client.call("echo__echo", &json!({"text": format!("call {number}")})).unwrap();
        client.call("echo__fail", &json!({"text": "no"})).unwrap();
    }
    client.call("waiting__echo", &json!({"text": "held"})).unwrap();
    gateway
}

/// The JSON that the management API answers with.
fn told(gateway: &Gateway, path: &str) -> Value {
    let answer = gateway.ask(path);
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {answer}"))
}

#[test]
fn the_management_api_is_what_its_document_says() {
    let folder = Folder::new();
    let gateway = busy(&folder);
    let address = gateway.url.strip_suffix("/mcp").unwrap();
    let token = gateway.token();

    let mut reading = Command::new(python("api"));
    let (read, complaint) = finish(reading.args([&script("clients/management.py"), address]).arg(gateway.token_file()));
    assert!(read.contains("families were read"), "{complaint}");

    let waiting = told(&gateway, "/api/v1/tools?server=waiting&pending=true");
    let id = waiting["tools"][0]["id"].as_str().unwrap_or_else(|| panic!("nothing waits: {waiting}"));
    let config = folder.path().join("schemathesis.toml");
    // What is made up is seldom the id or the name of something; with these, approvals and trust are about something that is
    // there. That a hard finding is not accepted is no fault of the request's form, nor that no call waits here: `holds` has
    // some. Words that are made up are no rules, and alerts go nowhere here.
    let settings = format!(
        "headers = {{ Authorization = \"Bearer {token}\" }}\n[[operations]]\ninclude-operation-id = \"approveTool\"\n\
         parameters = {{ \"path.id\" = \"{id}\" }}\n\
         [operations.checks.positive_data_acceptance]\nexpected-statuses = [\"2xx\", \"404\", \"409\", \"422\"]\n\
         [[operations]]\ninclude-operation-id = \"setTrust\"\nparameters = {{ \"path.name\" = \"lost\" }}\n\
         [[operations]]\ninclude-operation-id = [\"approveCall\", \"denyCall\", \"readFlow\"]\nwarnings = false\n\
         [[operations]]\ninclude-operation-id = [\"tryPolicy\", \"saveRules\", \"tryAlerts\"]\nwarnings = false\n\
         [operations.checks.positive_data_acceptance]\nexpected-statuses = [\"2xx\", \"404\", \"409\", \"422\"]\n"
    );
    std::fs::write(&config, settings).unwrap();
    // Not by its first line, which names where it was installed.
    let mut testing = Command::new(python("api"));
    testing.current_dir(folder.path()).arg(peer("api/bin/schemathesis")).arg("--config-file").arg(&config).args([
        "run",
        &format!("{address}/api/v1/openapi.json"),
        "--checks=all",
        "--seed=7",
        "--max-examples=15",
        "--request-timeout=30",
        "--continue-on-failure",
        "--generation-database=none",
        // It has no end; `tests/front` of the gateway listens to it.
        "--exclude-path=/api/v1/events",
    ]);
    let (report, complaint) = finish(&mut testing);
    assert!(report.contains("No issues found"), "{report}{complaint}");
    assert!(report.contains("31 selected / 32 total"), "{report}");
    assert!(gateway.ask("/healthz").ends_with("ok"));
    let proof = told(&gateway, "/api/v1/activity?kind=decision&method=set_trust&limit=1");
    assert!(proof["records"][0]["id"].as_u64().is_some(), "nothing was decided: {proof}");
}
