//! Calls that wait, and decisions about them.

use crate::managed::{AGENT, Managed};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use vetgate_gateway::{Aside, Caller, HoldClient, HoldOutcome, HoldRequest, Principal, Scope, Trace};
use vetgate_mcp::rpc::Message;

/// Has a call wait, in a task, and finds it in the list.
async fn held(managed: &Managed) -> (Value, JoinHandle<HoldOutcome>) {
    let gateway = managed.gateway.clone();
    let waiting = tokio::spawn(async move {
        let caller = Caller {
            principal: Arc::new(Principal::unrestricted("coder")),
            scope: Scope::All,
            session: None,
            connection: None,
            mirrored: None,
            trace: Trace::default(),
        };
        let (aside, _inbox) = Aside::channel();
        let request = HoldRequest {
            principal: "coder".into(),
            server: "files".into(),
            method: "tools/call".into(),
            name: "delete".into(),
            arguments: r#"{"path":"/srv","owner":"jo.miller@acme.io"}"#.into(),
            risk: 55,
            reason: "it deletes".into(),
            explanation: "name: destructive".into(),
            judgement: String::new(),
            ..HoldRequest::default()
        };
        let call = Message::request("1", "tools/call", "{}");
        gateway.holds().wait(request, HoldClient::of(&caller, &call, &aside)).await
    });
    for _ in 0..500 {
        let (status, page) = managed.get("/api/v1/holds").await;
        assert_eq!(status, 200, "{page}");
        if let Some(hold) = page["holds"].as_array().unwrap().first() {
            return (hold.clone(), waiting);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nothing waits");
}

fn path(hold: &Value, action: &str) -> String {
    format!("/api/v1/holds/{}{action}", hold["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_call_that_waits_is_listed_masked_and_approved_once() {
    let managed = Managed::open().await;
    assert_eq!(managed.get("/api/v1/holds").await, (200, json!({"holds": []})));
    let (hold, waiting) = held(&managed).await;
    assert_eq!((&hold["name"], &hold["risk"], &hold["reason"]), (&json!("delete"), &json!(55), &json!("it deletes")));
    assert!(hold["arguments"]["text"].as_str().unwrap().contains("[EMAIL]"), "{hold}");
    assert!(hold.get("seal").is_none() && hold.get("run").is_none());
    let (status, decided) = managed.post(&path(&hold, "/approve"), r#"{"by":"Jo"}"#).await;
    assert_eq!((status, &decided["decision"]["answer"]), (200, &json!("approve")), "{decided}");
    assert_eq!(waiting.await.unwrap().released().unwrap().by(), "api:Jo");
    let (status, problem) = managed.post(&path(&hold, "/deny"), "").await;
    assert!(matches!(status, 404 | 409), "{problem}");
}

#[tokio::test]
async fn a_denial_reaches_the_client_with_its_reason() {
    let managed = Managed::open().await;
    let (hold, waiting) = held(&managed).await;
    assert_eq!(managed.post(&path(&hold, "/deny"), r#"{"reason":"not this file"}"#).await.0, 200);
    let told = waiting.await.unwrap().released().unwrap_err();
    assert_eq!(told, "Vetgate held this call for approval, and a person denied it: not this file");
}

#[tokio::test]
async fn what_is_wrong_with_a_decision_is_told() {
    let managed = Managed::open().await;
    let (hold, waiting) = held(&managed).await;
    let long = format!(r#"{{"reason":"{}"}}"#, "x".repeat(1001));
    for (path, body, expected) in [
        (path(&hold, "/approve"), r#"{"reason":"x"}"#, 422),
        (path(&hold, "/approve"), r#"{"by":""}"#, 422),
        (path(&hold, "/approve"), r#"{"by":null}"#, 422),
        (path(&hold, "/deny"), long.as_str(), 422),
        (path(&hold, "/deny"), "{", 400),
        ("/api/v1/holds/0000000000000000/approve".to_owned(), "", 404),
        ("/api/v1/holds/x/approve".to_owned(), "", 400),
    ] {
        assert_eq!(managed.post(&path, body).await.0, expected, "{path} {body:.40}");
    }
    assert!(!waiting.is_finished());
    managed.fails.store(true, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(managed.post(&path(&hold, "/approve"), "").await.0, 503, "what cannot be recorded is not approved");
    waiting.abort();
}

#[tokio::test]
async fn no_agents_token_opens_it() {
    let managed = Managed::open().await;
    let (hold, waiting) = held(&managed).await;
    let agent = format!("Bearer {AGENT}");
    for (method, path) in [("GET", "/api/v1/holds".to_owned()), ("POST", path(&hold, "/approve"))] {
        let mut wire = managed.wire().await;
        wire.ask(method, &path, &[("Authorization", &agent)], "").await;
        assert!(matches!(wire.answer().await.status, 401 | 403), "{path}");
    }
    assert!(!waiting.is_finished());
    waiting.abort();
}
