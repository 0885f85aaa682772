//! The policy, what another would have done, rules that are added, settings, and signing in to the console.

use crate::double::patiently;
use crate::managed::{AGENT, Managed, read};
use serde_json::{Value, json};
use std::path::Path;
use vetgate_gateway::What;
use vetgate_gateway::config::Config;
use vetgate_ledger::{Entry, Kind, Verdict};

fn rule(when: &str, action: &str) -> Value {
    json!({"when": when, "action": action, "reason": "because"})
}

async fn put(managed: &Managed, body: &Value) -> (u16, Value) {
    read(&managed.ask("PUT", "/api/v1/policy/rules", &[], &body.to_string()).await)
}

#[tokio::test]
async fn rules_are_added_behind_those_of_the_configuration_and_go_on_record() {
    let managed = Managed::open().await;
    let text =
        r#"{"security": {"rules": [{"when": "tool.server == 'prod'", "action": "deny", "reason": "not there"}]}}"#;
    let config = Config::parse(Path::new("g.json"), text, &|_| Err(String::new())).unwrap();
    managed.gateway.govern(&config).unwrap();
    let (status, policy) = managed.get("/api/v1/policy").await;
    assert_eq!(
        (status, &policy["mode"], &policy["policy"]["trifecta"]),
        (200, &json!("enforce"), &json!("warn")),
        "{policy}"
    );
    assert_eq!((policy["policy"]["rules"].as_array().unwrap().len(), &policy["rules"]), (1, &json!([])));

    let body = json!({"rules": [rule("tool.name == 'a'", "allow")], "revision": policy["revision"], "by": "Jo"});
    let (status, saved) = put(&managed, &body).await;
    assert_eq!((status, &saved["rules"][0]["by"]), (200, &json!("api:Jo")), "{saved}");
    assert_ne!(saved["revision"], policy["revision"]);
    let (status, problem) = put(&managed, &body).await;
    assert_eq!((status, &problem["seen"]), (409, &saved["revision"]), "somebody has saved meanwhile: {problem}");
    let wrong = json!({"rules": [rule("tol.name == 'a'", "allow")], "revision": saved["revision"]});
    let (status, problem) = put(&managed, &wrong).await;
    assert!(status == 422 && problem["detail"].as_str().unwrap().contains("did you mean `tool`"), "{problem}");
    assert_eq!(managed.gateway.additions().rules.len(), 1, "what was wrong changed nothing");

    let (_, records) = managed.get("/api/v1/activity?kind=decision&method=save_rules").await;
    let [record] = records["records"].as_array().unwrap().as_slice() else { panic!("{records}") };
    assert!(
        record["note"].as_str().unwrap().contains("tool.name == 'a'") && record["principal"] == "api:Jo",
        "{record}"
    );

    // They are there after a start, and a file that is broken keeps a gateway from starting without them.
    managed.gateway.govern(&config).unwrap();
    assert_eq!(managed.gateway.additions().rules[0].by, "api:Jo");
    let file = managed.ledger.folder().join("rules.json");
    vetgate_ledger::private::replace(&file, b"{").unwrap();
    assert!(managed.gateway.govern(&config).unwrap_err().contains("rules.json"));
}

#[tokio::test]
async fn another_policy_is_tried_on_what_is_on_record() {
    let managed = Managed::open().await;
    for (name, operation) in [("get", "read"), ("drop", "destructive")] {
        let assessment = json!({
            "tool": {"server": "db", "name": name, "side": "internal"},
            "session": {"principal": "a", "key": "session", "call": 1},
            "operation": operation, "risk": {"score": 0, "band": "low"},
        });
        let note = json!({"guard": {"assessment": assessment}}).to_string();
        let entry = Entry { name: name.to_owned(), verdict: Some(Verdict::Allow), note, ..Entry::new(Kind::Call) };
        managed.ledger.record(entry).done().await.unwrap();
    }
    let (status, tried) = managed.post("/api/v1/policy/try", "{}").await;
    assert_eq!((status, &tried["calls"], &tried["was"]["allow"]), (200, &json!(2), &json!(2)), "{tried}");
    assert_eq!((&tried["would"]["deny"], &tried["shown"][0]["tool"]), (&json!(1), &json!("drop")), "{tried}");
    assert_eq!(tried["by"], json!([{"action": "deny", "by": "tool_policy.destructive", "calls": 1}]));
    let body = json!({"policy": {"tool_policy": {"read": "hold", "destructive": "allow"}}, "rules": [rule("tool.name == 'drop'", "deny")]});
    let (_, tried) = managed.post("/api/v1/policy/try", &body.to_string()).await;
    assert_eq!((&tried["would"]["hold"], &tried["would"]["deny"]), (&json!(1), &json!(1)), "{tried}");
    for (body, place) in [
        (json!({"policy": {"tool_policy": {"read": "maybe"}}}), "policy"),
        (json!({"policy": {"alerts": {}}}), "policy"),
        (json!({"rules": [rule("1 == 1 &&", "deny")]}), "rules"),
        (json!({"calls": 0}), "calls"),
    ] {
        let (status, problem) = managed.post("/api/v1/policy/try", &body.to_string()).await;
        assert_eq!((status, &problem["place"]), (422, &json!(place)), "{problem}");
    }
    assert_eq!(managed.post("/api/v1/policy/try", r#"{"hold": "0000000000000000"}"#).await.0, 404);
    assert_eq!(managed.gateway.additions().rules.len(), 0, "nothing is changed by it");
}

#[tokio::test]
async fn settings_hold_no_secret_and_a_test_says_where_alerts_go() {
    let managed = Managed::open().await;
    let text = r#"{"mcpServers": {
            "a": {"command": "/opt/tool", "args": ["--key=hidden"], "env": {"TOKEN": "hidden"}},
            "b": {"url": "https://user:hidden@api.example.com/hidden/mcp?key=hidden"}},
        "gateway": {"agents": [{"name": "ci", "token": "hidden-hidden-hidden", "servers": ["a"]}]},
        "security": {"alerts": {"webhook_secret": "hidden-hidden"}}}"#;
    let config = Config::parse(Path::new("g.json"), text, &|_| Err(String::new())).unwrap();
    managed.gateway.govern(&config).unwrap();
    let (status, settings) = managed.get("/api/v1/settings").await;
    assert_eq!(status, 200, "{settings}");
    assert!(!settings.to_string().contains("hidden"), "{settings}");
    let places: Vec<&Value> = settings["servers"].as_array().unwrap().iter().map(|server| &server["place"]).collect();
    assert_eq!(places, ["/opt/tool", "https://api.example.com"]);
    assert_eq!((&settings["agents"][0]["name"], &settings["agents"][0]["servers"]), (&json!("ci"), &json!(["a"])));
    let (status, problem) = managed.post("/api/v1/alerts/test", "").await;
    assert!(status == 409 && problem["detail"].as_str().unwrap().contains("webhook_url"), "{problem}");
}

#[tokio::test]
async fn the_token_is_exchanged_for_a_pass_of_two_halves() {
    let managed = Managed::open().await;
    let signed = managed.ask("POST", "/api/v1/console/session", &[("Origin", "http://localhost")], "").await;
    let cookie = signed.header("set-cookie").unwrap().to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("Secure"),
        "{cookie}"
    );
    let (status, pass) = read(&signed);
    assert_eq!(status, 200, "{pass}");
    let (cookie, word) = (cookie.split(';').next().unwrap().to_owned(), pass["word"].as_str().unwrap().to_owned());
    let ask = async |method: &str, path: &str, headers: &[(&str, &str)]| {
        let mut wire = managed.wire().await;
        wire.ask(method, path, headers, "").await;
        wire.answer().await.status
    };
    let whole = [("Cookie", cookie.as_str()), ("X-Vetgate-Console", word.as_str())];
    assert_eq!(ask("GET", "/api/v1/status", &whole).await, 200);
    assert_eq!(ask("GET", "/api/v1/status", &whole[..1]).await, 403);
    assert_eq!(ask("GET", "/api/v1/status", &whole[1..]).await, 401);
    assert_eq!(ask("POST", "/api/v1/console/session", &whole).await, 401, "a pass makes no other pass");
    let agent = format!("Bearer {AGENT}");
    assert_eq!(ask("POST", "/api/v1/console/session", &[("Authorization", &agent)]).await, 403);
    assert_eq!(ask("DELETE", "/api/v1/console/session", &whole).await, 200);
    assert_eq!(ask("GET", "/api/v1/status", &whole).await, 401);
    assert_eq!(ask("GET", "/", &[]).await, 200);
    assert_eq!(ask("POST", "/", &[]).await, 405);
}

#[tokio::test]
async fn rules_that_another_process_adds_are_taken_up_and_broken_ones_are_not() {
    let managed = Managed::open().await;
    managed.gateway.govern(&Config::default()).unwrap();
    managed.gateway.watch_additions();
    let mut events = managed.gateway.events().listen();
    let file = managed.ledger.folder().join("rules.json");
    let written = json!({"rules": [rule("tool.name == 'a'", "deny")]}).to_string();
    vetgate_ledger::private::replace(&file, written.as_bytes()).unwrap();
    patiently("the rules are taken up", async {
        while !matches!(events.recv().await.unwrap().what, What::Reloaded { .. }) {}
    })
    .await;
    assert_eq!(managed.get("/api/v1/policy").await.1["rules"][0]["when"], "tool.name == 'a'");
    let wrong = json!({"rules": [rule("tol.name == 'a'", "deny")]}).to_string();
    vetgate_ledger::private::replace(&file, wrong.as_bytes()).unwrap();
    patiently("what is wrong with them is told", async {
        while !matches!(events.recv().await.unwrap().what, What::ReloadFailed { .. }) {}
    })
    .await;
    assert_eq!(managed.gateway.additions().rules.len(), 1, "those that were there stay");
}
