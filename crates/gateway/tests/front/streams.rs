//! Answers with something before them, and clients that go.

use crate::double::{House, modern, patiently, request, stateless, until};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;
use vetgate_gateway::Gateway;
use vetgate_gateway::front::{self, Settings};

#[tokio::test]
async fn an_answer_with_asides_is_a_stream_that_ends_with_it() {
    let house = House::open().await;
    let answer = house.wire().await.post("/mcp", &modern("test/aside"), &stateless(1, "test/aside", "")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    assert_eq!(answer.header("x-accel-buffering"), Some("no"));
    let events = answer.events();
    assert_eq!(events.len(), 3, "{}", answer.body);
    assert!(
        events[0].ends_with("[1]}") && events[1].ends_with("[2]}") && events[2].contains(r#""result""#),
        "{events:?}"
    );
    assert!(answer.body.starts_with("event: message\ndata: {"), "{}", answer.body);
}

#[tokio::test]
async fn an_aside_is_sent_before_the_answer_is_there() {
    let house = House::open().await;
    let mut wire = house.wire().await;
    wire.ask("POST", "/mcp", &modern("test/wait"), &stateless(1, "test/wait", "")).await;
    assert_eq!(wire.head().await.header("content-type"), Some("text/event-stream"));
    assert!(wire.chunk().await.unwrap().contains("notifications/progress"));
    house.double.release.notify_one();
    assert!(wire.chunk().await.unwrap().contains("\"waited\""));
    assert_eq!(wire.chunk().await, None);
}

#[tokio::test]
async fn a_client_that_takes_one_form_gets_that_form() {
    let house = House::open().await;
    let [version, method] = modern("test/heard");
    let headers = [version, method, ("Accept", "application/json")];
    let answer = house.wire().await.post("/mcp", &headers, &stateless(1, "test/heard", "")).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert!(answer.body.contains(r#""result":false"#), "the aside cannot be heard: {}", answer.body);

    let [version, method] = modern("test/pretty");
    let headers = [version, method, ("Accept", "text/event-stream")];
    let answer = house.wire().await.post("/mcp", &headers, &stateless(1, "test/pretty", "")).await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(answer.events(), [r#"{"jsonrpc":"2.0","id":1,"result":{   "a": 1  }}"#], "{}", answer.body);
}

#[tokio::test]
async fn a_stateless_client_that_goes_cancels_its_request() {
    let house = House::open().await;
    for (turn, members) in ["", r#""quiet":true,"#].into_iter().enumerate() {
        let mut wire = house.wire().await;
        wire.ask("POST", "/mcp", &modern("test/wait"), &stateless(1, "test/wait", members)).await;
        until("the request starts", || house.double.started.load(Ordering::SeqCst) == turn + 1).await;
        drop(wire);
        until("the request is dropped", || house.double.dropped.load(Ordering::SeqCst) == turn + 1).await;
    }
}

#[tokio::test]
async fn a_client_with_a_session_that_goes_does_not() {
    let house = House::open().await;
    let session = house.session("2025-11-25").await;
    for (turn, params) in ["{}", r#"{"quiet":true}"#].into_iter().enumerate() {
        let mut wire = house.wire().await;
        wire.ask("POST", "/mcp", &[("Mcp-Session-Id", &session)], &request(1, "test/wait", params)).await;
        until("the request starts", || house.double.started.load(Ordering::SeqCst) == turn + 1).await;
        drop(wire);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert_eq!(house.double.dropped.load(Ordering::SeqCst), 0);
        house.double.release.notify_one();
        until("the request finishes", || house.double.finished.load(Ordering::SeqCst) == turn + 1).await;
    }
}

#[tokio::test]
async fn a_request_left_alone_is_given_up_after_a_while() {
    let house = House::with(|settings| settings.limits.abandoned = std::time::Duration::from_millis(50)).await;
    let session = house.session("2025-11-25").await;
    let mut wire = house.wire().await;
    wire.ask("POST", "/mcp", &[("Mcp-Session-Id", &session)], &request(1, "test/wait", "{}")).await;
    wire.head().await;
    drop(wire);
    until("the request is dropped", || house.double.dropped.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn a_client_with_a_session_cancels_by_saying_so() {
    let house = House::open().await;
    let session = house.session("2025-11-25").await;
    let other = house.session("2025-11-25").await;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"why not"}}"#;
    for params in ["{}", r#"{"quiet":true}"#] {
        let before = house.double.dropped.load(Ordering::SeqCst);
        let started = house.double.started.load(Ordering::SeqCst);
        let mut wire = house.wire().await;
        wire.ask("POST", "/mcp", &[("Mcp-Session-Id", &session)], &request(5, "test/wait", params)).await;
        until("the request starts", || house.double.started.load(Ordering::SeqCst) == started + 1).await;
        house.wire().await.post("/mcp", &[("Mcp-Session-Id", &other)], cancel).await;
        assert_eq!(house.double.dropped.load(Ordering::SeqCst), before, "another session's id is another request");
        assert_eq!(house.wire().await.post("/mcp", &[("Mcp-Session-Id", &session)], cancel).await.status, 202);
        let answer = wire.answer().await;
        assert!(answer.status == 200 && !answer.body.contains("result"), "no answer is sent: {}", answer.body);
        assert_eq!(house.double.dropped.load(Ordering::SeqCst), before + 1);
    }
    assert!(house.double.heard().is_empty(), "a cancellation is the front's affair");
}

#[tokio::test]
async fn the_stream_of_a_session_brings_what_belongs_to_no_request() {
    let folder = crate::double::Folder::new();
    let gateway = Arc::new(Gateway::default());
    let (stop, stopped) = oneshot::channel::<()>();
    let settings = Settings::local(folder.0.clone());
    let running = front::serve(gateway.clone(), &settings, async { stopped.await.unwrap_or_default() }).await.unwrap();
    let mut wire = crate::wire::Wire::to(running.address()).await;
    let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#;
    let answer = wire.post("/mcp", &[], &request(0, "initialize", hello)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let session = [("Mcp-Session-Id", answer.header("mcp-session-id").unwrap())];
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(wire.post("/mcp", &session, initialized).await.status, 202);

    let mut listening = crate::wire::Wire::to(running.address()).await;
    listening.ask("GET", "/mcp", &session, "").await;
    let head = listening.head().await;
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(listening.chunk().await.as_deref(), Some(": keep-alive\n\n"));
    gateway.configure(vec![], vec![]).await;
    let mut text = String::new();
    while !text.contains("notifications/tools/list_changed") {
        text.push_str(&patiently("a notification", listening.chunk()).await.unwrap());
    }
    assert_eq!(wire.get("/mcp", &session).await.status, 409, "one stream at a time");

    wire.ask("DELETE", "/mcp", &session, "").await;
    assert_eq!(wire.answer().await.status, 204);
    while listening.chunk().await.is_some() {}
    drop(stop);
    patiently("the end", running.closed()).await;
}
