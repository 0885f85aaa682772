//! Sessions: who may use them, and when they end.

use crate::double::{House, request, until};
use std::sync::atomic::Ordering;
use std::time::Duration;
use vetgate_gateway::front::Agent;

fn agent(name: &str, token: &str) -> Agent {
    Agent { name: name.to_owned(), token: token.to_owned(), servers: None, operations: None }
}

#[tokio::test]
async fn a_session_is_opened_by_initialize_and_named_by_128_bits() {
    let house = House::open().await;
    let one = house.session("2025-11-25").await;
    let two = house.session("2025-11-25").await;
    assert!(one.len() == 32 && one.bytes().all(|byte| byte.is_ascii_hexdigit()) && one != two, "{one} {two}");
    assert_eq!(house.double.sessions.count(), 2);
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        let session = house.session(revision).await;
        let headers = [("Mcp-Session-Id", session.as_str()), ("MCP-Protocol-Version", revision)];
        assert_eq!(house.wire().await.post("/mcp", &headers, &request(1, "ping", "{}")).await.status, 200);
    }
}

#[tokio::test]
async fn an_initialize_that_fails_opens_none() {
    let house = House::open().await;
    let answer = house.wire().await.post("/mcp", &[], &request(0, "initialize", r#"{"fail":true}"#)).await;
    assert_eq!((answer.status, answer.header("mcp-session-id")), (200, None));
    until("the session is closed", || house.double.closed.load(Ordering::SeqCst) == 1).await;
    assert_eq!(house.double.sessions.count(), 0);
    let hello = r#"{"jsonrpc":"2.0","method":"initialize","params":{}}"#;
    assert_eq!(house.wire().await.post("/mcp", &[], hello).await.status, 400);
    assert_eq!(house.double.sessions.count(), 0);
}

#[tokio::test]
async fn a_session_belongs_to_its_endpoint_and_its_agent() {
    let house = House::with(|settings| settings.agents = vec![agent("a", "token-a"), agent("b", "token-b")]).await;
    let hello = request(0, "initialize", r#"{"protocolVersion":"2025-11-25"}"#);
    let a = ("Authorization", "Bearer token-a");
    let answer = house.wire().await.post("/mcp/files", &[a], &hello).await;
    let session = ("Mcp-Session-Id", answer.header("mcp-session-id").unwrap());
    let ping = request(1, "ping", "{}");
    for (path, headers, status) in [
        ("/mcp/files", &[a, session][..], 200),
        ("/mcp", &[a, session], 404),
        ("/mcp/other", &[a, session], 404),
        ("/mcp/files", &[("Authorization", "Bearer token-b"), session], 404),
        ("/mcp/files", &[session], 404),
    ] {
        assert_eq!(house.wire().await.post(path, headers, &ping).await.status, status, "{path} {headers:?}");
        let mut wire = house.wire().await;
        if status == 404 {
            assert_eq!(wire.get(path, headers).await.status, 404, "{path} {headers:?}");
            wire.ask("DELETE", path, headers, "").await;
            assert_eq!(wire.answer().await.status, 404, "{path} {headers:?}");
        }
    }
    assert_eq!(house.double.sessions.count(), 1);
}

#[tokio::test]
async fn a_deleted_session_is_gone_and_so_is_what_was_under_way_in_it() {
    let house = House::open().await;
    let id = house.session("2025-11-25").await;
    let session = [("Mcp-Session-Id", id.as_str())];
    let mut waiting = house.wire().await;
    waiting.ask("POST", "/mcp", &session, &request(1, "test/wait", "{}")).await;
    waiting.head().await;
    let mut wire = house.wire().await;
    wire.ask("DELETE", "/mcp", &session, "").await;
    assert_eq!(wire.answer().await.status, 204);
    until("the request is dropped", || house.double.dropped.load(Ordering::SeqCst) == 1).await;
    assert_eq!(house.double.closed.load(Ordering::SeqCst), 1);
    assert_eq!(wire.post("/mcp", &session, &request(2, "ping", "{}")).await.status, 404);
    wire.ask("DELETE", "/mcp", &session, "").await;
    assert_eq!(wire.answer().await.status, 404);
}

#[tokio::test]
async fn an_idle_session_is_closed_and_a_busy_one_is_not() {
    let mut house = House::open().await;
    let busy = house.session("2025-11-25").await;
    let listening = house.session("2025-11-25").await;
    let mut waiting = house.wire().await;
    waiting.ask("POST", "/mcp", &[("Mcp-Session-Id", &busy)], &request(1, "test/wait", "{}")).await;
    waiting.head().await;
    let mut stream = house.wire().await;
    stream.ask("GET", "/mcp", &[("Mcp-Session-Id", &listening)], "").await;
    assert_eq!(stream.head().await.status, 200);
    let idle = house.session("2025-11-25").await;
    house.settings.limits.session_idle = Duration::from_millis(50);
    house.running.apply(&house.settings).unwrap();
    until("the idle session is closed", || house.double.sessions.get(&idle).is_none()).await;
    assert!(house.double.sessions.get(&busy).is_some() && house.double.sessions.get(&listening).is_some());
    house.double.release.notify_one();
    drop(stream);
    until("the others are closed", || house.double.sessions.count() == 0).await;
}

#[tokio::test]
async fn there_is_a_limit_to_sessions() {
    let house = House::with(|settings| settings.limits.sessions = 2).await;
    let one = house.session("2025-11-25").await;
    house.session("2025-11-25").await;
    let answer = house.wire().await.post("/mcp", &[], &request(0, "initialize", "{}")).await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")));
    let mut wire = house.wire().await;
    wire.ask("DELETE", "/mcp", &[("Mcp-Session-Id", &one)], "").await;
    wire.answer().await;
    house.session("2025-11-25").await;
}

#[tokio::test]
async fn an_agent_that_is_let_in_no_more_loses_its_session_and_its_streams() {
    let mut house = House::with(|settings| settings.agents = vec![agent("a", "token-a")]).await;
    let a = ("Authorization", "Bearer token-a");
    let answer = house.wire().await.post("/mcp", &[a], &request(0, "initialize", "{}")).await;
    let session = ("Mcp-Session-Id", answer.header("mcp-session-id").unwrap());
    let mut stream = house.wire().await;
    stream.ask("GET", "/mcp", &[a, session], "").await;
    assert_eq!(stream.head().await.status, 200);
    house.settings.agents.clear();
    house.running.apply(&house.settings).unwrap();
    while stream.chunk().await.is_some() {}
    until("the session is closed", || house.double.sessions.count() == 0).await;
    assert_eq!(house.wire().await.post("/mcp", &[a, session], &request(1, "ping", "{}")).await.status, 401);
}
