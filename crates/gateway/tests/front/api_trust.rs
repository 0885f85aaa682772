//! Trusting a server otherwise than configured.

use crate::double::patiently;
use crate::managed::{Managed, read};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use vetgate_gateway::config::Config;
use vetgate_gateway::{Misfit, ServerSettings, What};
use vetgate_model::Transport;

const PATH: &str = "/api/v1/servers/notes/trust";

fn notes(command: &str) -> ServerSettings {
    let transport = Transport::Stdio { command: command.to_owned(), args: vec![], env: Default::default(), cwd: None };
    ServerSettings::new("notes", transport)
}

/// With a server that can never be started, which is enough to be trusted.
async fn open() -> Managed {
    let managed = Managed::open().await;
    let misfit = Misfit { name: "broken".to_owned(), reason: "its `url` is none".to_owned() };
    managed.gateway.configure(vec![notes("/nowhere/notes")], vec![misfit]).await;
    managed
}

async fn trust(managed: &Managed) -> (Value, Value, Value) {
    let (_, told) = managed.get("/api/v1/servers/notes").await;
    (told["trust"].clone(), told["configured_trust"].clone(), told["trust_set"]["by"].clone())
}

async fn decisions(managed: &Managed) -> Vec<Value> {
    let (_, told) = managed.get("/api/v1/activity?kind=decision&method=set_trust&order=oldest").await;
    told["records"].as_array().unwrap_or_else(|| panic!("{told}")).clone()
}

#[tokio::test]
async fn trust_is_set_and_taken_back_and_both_are_on_record() {
    let managed = open().await;
    assert_eq!(trust(&managed).await, (json!("manual"), json!("manual"), Value::Null));
    let (status, set) = managed.post(PATH, r#"{"trust": "auto", "by": "Jo"}"#).await;
    assert_eq!((status, &set["trust"], &set["trust_set"]["by"]), (200, &json!("auto"), &json!("api:Jo")), "{set}");
    assert_eq!(trust(&managed).await, (json!("auto"), json!("manual"), json!("api:Jo")));

    // It is there after a start, and for the server that was meant alone.
    managed.gateway.govern(&Config::default()).unwrap();
    assert_eq!(trust(&managed).await.0, "auto");
    managed.gateway.configure(vec![notes("/elsewhere/notes")], vec![]).await;
    assert_eq!(trust(&managed).await, (json!("manual"), json!("manual"), Value::Null), "another one by that name");
    managed.gateway.configure(vec![notes("/nowhere/notes")], vec![]).await;

    let (status, back) = managed.post(PATH, r#"{"trust": "configured"}"#).await;
    assert_eq!((status, &back["trust"], &back["trust_set"]), (200, &json!("manual"), &Value::Null), "{back}");
    let records = decisions(&managed).await;
    let notes: Vec<(&Value, &Value, Value)> = records
        .iter()
        .map(|one| (&one["server"], &one["principal"], serde_json::from_str(one["note"].as_str().unwrap()).unwrap()))
        .collect();
    let said = |trust: &str| json!({"trust": trust, "configured": "manual"});
    assert_eq!(
        notes,
        [(&json!("notes"), &json!("api:Jo"), said("auto")), (&json!("notes"), &json!("api"), said("configured"))]
    );
    let (_, proof) = managed.post("/api/v1/audit/verify", "").await;
    assert_eq!(proof["holds"], true, "{proof}");
}

#[tokio::test]
async fn what_is_no_trust_and_no_server_is_refused() {
    let managed = open().await;
    for (path, body, expected) in [
        (PATH, r#"{"trust": "blind"}"#, 422),
        (PATH, r#"{"trust": null}"#, 422),
        (PATH, r#"{"by": "Jo"}"#, 422),
        (PATH, r#"{"trust": "auto", "by": ""}"#, 422),
        (PATH, r#"{"trust": "auto", "tool": "x"}"#, 422),
        (PATH, "", 400),
        ("/api/v1/servers/nobody/trust", r#"{"trust": "auto"}"#, 404),
        ("/api/v1/servers/broken/trust", r#"{"trust": "auto"}"#, 409),
    ] {
        assert_eq!(managed.post(path, body).await.0, expected, "{path} {body}");
    }
    let mut wire = managed.wire().await;
    let agent = format!("Bearer {}", crate::managed::AGENT);
    wire.ask("POST", PATH, &[("Authorization", &agent)], r#"{"trust": "auto"}"#).await;
    assert_eq!(read(&wire.answer().await).0, 403);
    assert_eq!(trust(&managed).await.0, "manual");
    assert!(decisions(&managed).await.is_empty());
}

#[tokio::test]
async fn trust_that_cannot_be_recorded_or_kept_is_not_in_force() {
    let managed = open().await;
    managed.fails.store(true, Ordering::SeqCst);
    assert_eq!(managed.post(PATH, r#"{"trust": "auto"}"#).await.0, 503);
    managed.fails.store(false, Ordering::SeqCst);
    assert_eq!(trust(&managed).await.0, "manual");
    let file = managed.ledger.folder().join("rules.json");
    assert!(!file.exists(), "nothing is written before it is on record");
    vetgate_ledger::private::replace(&file, b"{").unwrap();
    let (status, problem) = managed.post(PATH, r#"{"trust": "auto"}"#).await;
    assert!(status == 503 && problem["detail"].as_str().unwrap().contains("rules.json"), "{problem}");
    assert_eq!(std::fs::read(&file).unwrap(), b"{", "what is broken is left to whoever broke it");
    assert!(managed.gateway.govern(&Config::default()).unwrap_err().contains("rules.json"));
    assert_eq!(trust(&managed).await.0, "manual");
}

#[tokio::test]
async fn rules_and_trust_do_not_get_in_each_others_way() {
    let managed = open().await;
    managed.gateway.govern(&Config::default()).unwrap();
    let (_, policy) = managed.get("/api/v1/policy").await;
    assert_eq!(managed.post(PATH, r#"{"trust": "scan"}"#).await.0, 200);
    let rules = json!([{"when": "tool.name == 'a'", "action": "deny", "reason": "because"}]);
    let body = json!({"rules": rules, "revision": policy["revision"]}).to_string();
    let (status, saved) = read(&managed.ask("PUT", "/api/v1/policy/rules", &[], &body).await);
    assert_eq!(status, 200, "{saved}");
    assert_eq!(trust(&managed).await.0, "scan");
    assert_eq!(managed.post(PATH, r#"{"trust": "configured"}"#).await.0, 200);
    assert_eq!(managed.get("/api/v1/policy").await.1["rules"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn trust_that_another_process_sets_is_taken_up_and_a_broken_file_changes_nothing() {
    let (managed, other) = (open().await, open().await);
    managed.gateway.govern(&Config::default()).unwrap();
    managed.gateway.watch_additions();
    let mut events = managed.gateway.events().listen();
    // The other one has a folder of its own; its file is what a gateway over this folder would write.
    assert_eq!(other.post(PATH, r#"{"trust": "auto", "by": "Jo"}"#).await.0, 200);
    let written = std::fs::read(other.ledger.folder().join("rules.json")).unwrap();
    let file = managed.ledger.folder().join("rules.json");
    vetgate_ledger::private::replace(&file, &written).unwrap();
    patiently("it is taken up", async { while !matches!(events.recv().await.unwrap().what, What::Reloaded { .. }) {} })
        .await;
    assert_eq!(trust(&managed).await, (json!("auto"), json!("manual"), json!("api:Jo")));
    let broken = String::from_utf8(written).unwrap().replace("auto", "blind");
    vetgate_ledger::private::replace(&file, broken.as_bytes()).unwrap();
    patiently("what is wrong is told", async {
        while !matches!(events.recv().await.unwrap().what, What::ReloadFailed { .. }) {}
    })
    .await;
    assert_eq!(trust(&managed).await.0, "auto", "what was there stays");
}
