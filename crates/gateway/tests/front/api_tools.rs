//! Where tools stand, what has changed in them, and decisions about them.

use crate::managed::{Managed, dangerous, tool};
use serde_json::{Value, json};
use vetgate_gateway::config::Config;
use vetgate_ledger::{Item, Trust};

const BEFORE: &str = r#"{"name":"read","description":"Reads a file","inputSchema":{"type":"object"}}"#;
const AFTER: &str = r#"{"name":"read","description":"Reads a file\u200b","inputSchema":{"type":"object"},"x":1}"#;

async fn all(managed: &Managed, query: &str) -> Vec<Value> {
    let (status, page) = managed.get(&format!("/api/v1/tools?{query}")).await;
    assert_eq!(status, 200, "{page}");
    page["tools"].as_array().unwrap().clone()
}

async fn the(managed: &Managed, name: &str) -> Value {
    let found = all(managed, "").await;
    found.into_iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

fn path(tool: &Value, action: &str) -> String {
    format!("/api/v1/tools/{}{action}", tool["id"].as_str().unwrap())
}

async fn approve(managed: &Managed, tool: &Value, accept: &[&str]) -> (u16, Value) {
    let body = json!({"fingerprint": tool["seen"]["fingerprint"], "accept": accept, "by": "Jo"});
    managed.post(&path(tool, "/approve"), &body.to_string()).await
}

#[tokio::test]
async fn standings_are_found_by_every_field() {
    let managed = Managed::open().await;
    managed.declare("one", Item::Tool, Trust::Auto, vec![tool(r#"{"name":"a"}"#), tool(r#"{"name":"b"}"#)]).await;
    managed.declare("two", Item::Tool, Trust::Manual, vec![tool(r#"{"name":"c"}"#)]).await;
    managed.declare("two", Item::Prompt, Trust::Manual, vec![tool(r#"{"name":"d"}"#)]).await;
    managed.declare("one", Item::Tool, Trust::Auto, vec![tool(r#"{"name":"a","x":1}"#), tool(r#"{"name":"b"}"#)]).await;
    let blocked = the(&managed, "d").await;
    assert_eq!(managed.post(&path(&blocked, "/block"), "").await.0, 200);
    for (query, names) in [
        ("", vec!["a", "b", "c", "d"]),
        ("server=one", vec!["a", "b"]),
        ("server=nobody", vec![]),
        ("item=prompt", vec!["d"]),
        ("item=instructions", vec![]),
        ("state=approved", vec!["b"]),
        ("state=rug_pull", vec!["a"]),
        ("state=quarantined", vec!["c"]),
        ("state=blocked", vec!["d"]),
        ("pending=true", vec!["a", "c"]),
        ("pending=false", vec!["b", "d"]),
        ("server=two&pending=true&item=tool", vec!["c"]),
    ] {
        let mut found: Vec<String> =
            all(&managed, query).await.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
        found.sort();
        assert_eq!(found, names, "{query}");
    }
    let changed = the(&managed, "a").await;
    assert_eq!(
        changed["held"],
        json!({
            "reason": "changed", "fields": ["x"], "text": "it has changed since it was approved (x)",
        })
    );
    assert_eq!((&changed["decided_by"], &the(&managed, "c").await["decided_by"]), (&json!("trust auto"), &Value::Null));
}

#[tokio::test]
async fn siblings_of_what_has_changed_are_flagged_or_withheld() {
    let managed = Managed::open().await;
    let declare = async |raw: &str| {
        let tools = vec![tool(raw), tool(r#"{"name":"find"}"#)];
        managed.declare("one", Item::Tool, Trust::Auto, tools).await;
    };
    declare(r#"{"name":"add"}"#).await;
    managed.declare("two", Item::Tool, Trust::Auto, vec![tool(r#"{"name":"other"}"#)]).await;
    assert_eq!(the(&managed, "find").await["siblings_changed"], Value::Null);
    declare(r#"{"name":"add","description":"Adds."}"#).await;
    let flagged = the(&managed, "find").await;
    assert_eq!((&flagged["siblings_changed"], &flagged["held"]), (&json!(["add"]), &Value::Null), "{flagged}");
    assert_eq!((&flagged["is_pending"], &flagged["state"]), (&json!(false), &json!("approved")));
    let changed = the(&managed, "add").await;
    assert_eq!((&changed["risk"], &changed["siblings_changed"]), (&json!(86), &Value::Null), "{changed}");
    assert_eq!(the(&managed, "other").await["siblings_changed"], Value::Null);

    let text = r#"{"tool_quarantine": {"on_rug_pull": "server"}}"#;
    let config = Config::parse("gateway.json".as_ref(), text, &|_| Err(String::new())).unwrap();
    managed.gateway.govern(&config).unwrap();
    let (_, withheld) = managed.get(&path(&flagged, "")).await;
    assert_eq!((&withheld["held"]["reason"], &withheld["held"]["changed"]), (&json!("sibling"), &json!(["add"])));
    assert_eq!(approve(&managed, &changed, &[]).await.0, 200);
    let released = the(&managed, "find").await;
    assert_eq!((&released["held"], &released["siblings_changed"]), (&Value::Null, &Value::Null), "{released}");
}

#[tokio::test]
async fn pages_hold_everything_once() {
    let managed = Managed::open().await;
    let tools = (0..47).map(|number| tool(&format!(r#"{{"name":"tool-{number}"}}"#))).collect();
    managed.declare("many", Item::Tool, Trust::Manual, tools).await;
    for limit in [1, 7, 46, 47, 48] {
        let (mut found, mut cursor, mut pages) = (Vec::new(), String::new(), 0);
        loop {
            let (_, page) = managed.get(&format!("/api/v1/tools?limit={limit}{cursor}")).await;
            found
                .extend(page["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()));
            pages += 1;
            let Some(next) = page["next"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!((found.len(), pages), (47, 47_usize.div_ceil(limit)), "{limit}");
        found.sort();
        found.dedup();
        assert_eq!(found.len(), 47);
    }
}

#[tokio::test]
async fn a_version_is_approved_by_its_fingerprint_and_no_other_is() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Manual, vec![tool(BEFORE)]).await;
    let first = the(&managed, "read").await;
    assert_eq!((&first["state"], &first["held"]["reason"]), (&json!("quarantined"), &json!("new")));
    let mut events = managed.gateway.events().listen();
    let (status, approved) = approve(&managed, &first, &[]).await;
    assert_eq!((status, &approved["state"], &approved["decided_by"]), (200, &json!("approved"), &json!("api:Jo")));
    let told = serde_json::to_value(events.recv().await.unwrap()).unwrap();
    assert_eq!(
        (&told["event"], &told["decision"], &told["name"]),
        (&json!("decided"), &json!("approve"), &json!("read"))
    );

    managed.declare("files", Item::Tool, Trust::Manual, vec![tool(AFTER)]).await;
    let changed = the(&managed, "read").await;
    let (status, problem) = approve(&managed, &first, &[]).await;
    assert_eq!((status, &problem["seen"]), (409, &changed["seen"]["fingerprint"]), "{problem}");
    assert_eq!(the(&managed, "read").await["state"], "rug_pull");
    let (status, approved) = approve(&managed, &changed, &[]).await;
    assert_eq!((status, &approved["state"]), (200, &json!("approved")));
    assert_eq!(managed.get(&path(&changed, "")).await.1, approved);

    let (_, records) = managed.get("/api/v1/activity?kind=decision&order=oldest").await;
    let methods: Vec<&str> =
        records["records"].as_array().unwrap().iter().map(|record| record["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["approve", "approve"]);
}

#[tokio::test]
async fn a_hard_finding_is_accepted_by_name_or_not_at_all() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Auto, vec![dangerous(BEFORE, "unicode.hidden")]).await;
    let found = the(&managed, "read").await;
    assert_eq!(found["seen"]["finding"]["signals"][0]["check"], "unicode.hidden");
    for accept in [&[][..], &["ansi.escape"]] {
        let (status, problem) = approve(&managed, &found, accept).await;
        assert_eq!((status, &problem["checks"]), (422, &json!(["unicode.hidden"])), "{problem}");
        assert_eq!(problem["type"], "urn:vetgate:problem:dangerous");
    }
    let (status, approved) = approve(&managed, &found, &["unicode.hidden"]).await;
    assert_eq!((status, &approved["accepted"], approved.get("held")), (200, &json!(["unicode.hidden"]), None));
}

#[tokio::test]
async fn a_block_lasts_until_somebody_approves() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Auto, vec![tool(BEFORE)]).await;
    let found = the(&managed, "read").await;
    let (status, blocked) = managed.post(&path(&found, "/block"), r#"{"by":"Jo"}"#).await;
    assert_eq!((status, &blocked["state"], &blocked["is_pending"]), (200, &json!("blocked"), &json!(false)));
    assert_eq!(managed.post(&path(&found, "/block"), r#"{"why":"x"}"#).await.0, 422);
    managed.declare("files", Item::Tool, Trust::Auto, vec![tool(AFTER)]).await;
    assert_eq!(the(&managed, "read").await["held"]["reason"], "blocked");
    let (status, approved) = approve(&managed, &the(&managed, "read").await, &[]).await;
    assert_eq!((status, &approved["state"]), (200, &json!("approved")));
}

#[tokio::test]
async fn a_comparison_shows_what_cannot_be_seen() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Auto, vec![tool(BEFORE)]).await;
    let found = the(&managed, "read").await;
    let (_, same) = managed.get(&path(&found, "/diff")).await;
    assert_eq!((&same["fields"], &same["approved"]), (&json!([]), &same["seen"]));
    managed.declare("files", Item::Tool, Trust::Auto, vec![dangerous(AFTER, "unicode.hidden")]).await;
    let (_, diff) = managed.get(&path(&found, "/diff")).await;
    assert_eq!(
        diff["fields"],
        json!([
            {
                "field": "description", "change": "changed", "before": "Reads a file", "after": "Reads a file\\u{200B}",
                "pointers": ["/description"], "is_alike": false,
            },
            {"field": "x", "change": "added", "before": null, "after": "1", "pointers": ["/x"], "is_alike": false},
        ])
    );
    assert_eq!((&diff["new_signals"][0]["check"], &diff["gone_signals"]), (&json!("unicode.hidden"), &json!([])));
}

#[tokio::test]
async fn nothing_under_mcp_decides() {
    let managed = Managed::open().await;
    managed.declare("files", Item::Tool, Trust::Manual, vec![tool(BEFORE)]).await;
    let found = the(&managed, "read").await;
    let body = json!({"fingerprint": found["seen"]["fingerprint"]}).to_string();
    for prefix in ["/mcp", "/mcp/files", "/mcp/../api/v1", "//api/v1", "/api//v1"] {
        let path = format!("{prefix}/tools/{}/approve", found["id"].as_str().unwrap());
        let mut wire = managed.wire().await;
        let answer = wire.post(&path, &[("Authorization", &format!("Bearer {}", crate::managed::AGENT))], &body).await;
        assert!(answer.status >= 400, "{path} {}", answer.status);
    }
    assert_eq!(the(&managed, "read").await["state"], "quarantined");
}
