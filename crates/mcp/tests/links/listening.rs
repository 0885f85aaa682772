//! Streams of events: before an answer, broken off and resumed, and for what nobody asked for.

use crate::endpoint::{Endpoint, accepted, answer, cut_off, events, id, open, respond, status};
use crate::place::{ask, call, dial_with, ended, finish, options, send, told};
use std::sync::atomic::{AtomicUsize, Ordering};
use vetgate_mcp::link::LinkError;
use vetgate_mcp::rpc::Message;

fn gone() -> crate::endpoint::Act {
    status("404 Not Found", "text/plain", "")
}

#[tokio::test]
async fn what_comes_before_the_answer_belongs_to_the_exchange() {
    let server = Endpoint::with_session(|request| {
        let id = id(request);
        let progress = |token: &str| {
            let params = format!(r#"{{"progressToken":{token},"progress":1}}"#);
            Message::notification("notifications/progress", &params).into_text()
        };
        let logged = Message::notification("notifications/message", r#"{"data":"x"}"#).into_text();
        let asked = Message::request("\"q\"", "elicitation/create", "{}").into_text();
        let texts = [progress(id), progress("99999"), logged, asked, answer(request, "{}")];
        events(&texts.map(|text| format!("event: message\ndata: {text}\n\n")).concat())
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let params = r#"{"name":"echo","_meta":{"progressToken":[1]}}"#;
    let (asides, _) = finish(send(&link, &Message::request("1", "tools/call", params)).await).await.unwrap();
    let seen: Vec<_> = asides.iter().map(|aside| (aside.method(), aside.get("progressToken"))).collect();
    let expected =
        [("notifications/progress", Some("[1]")), ("notifications/message", None), ("elicitation/create", None)];
    assert_eq!(seen, expected);
    assert_eq!(link.tally().late, 1, "somebody else's progress");
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_resumed_behind_its_last_event() {
    let turn = AtomicUsize::new(0);
    let server = Endpoint::with_session(move |request| match turn.fetch_add(1, Ordering::SeqCst) {
        0 => cut_off(&format!("id: {}-a\nretry: 20\ndata:\n\n", id(request))),
        1 => cut_off("id: b\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\nid: c\n"),
        2 => cut_off(": nothing new\n\n"),
        _ => {
            assert!(request.contains("last-event-id: b\r\n"), "{request}");
            events("id: c\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n\n")
        }
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let (asides, answer) = finish(send(&link, &call("echo", "{}")).await).await.unwrap();
    assert_eq!((asides.len(), answer.id()), (1, Some("3")));
    let first = server.asked(&["GET /mcp", "last-event-id: 3-a\r\n", "mcp-session-id: s1\r\n"]).await;
    assert!(first.contains("accept: text/event-stream\r\n"), "{first}");
}

#[tokio::test]
async fn a_stream_that_cannot_be_resumed_is_no_answer() {
    let cases = [("data:\n\n", false), ("id: 1\ndata:\n\n", true)];
    for (text, asks_again) in cases {
        let server = Endpoint::with_session(move |request| match request.starts_with("GET") {
            true => status("405 Method Not Allowed", "text/plain", ""),
            false if request.contains("notifications/") => accepted(),
            false => cut_off(text),
        })
        .await;
        let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
        let error = ask(&link, "echo", "{}").await.unwrap_err();
        assert!(matches!(error, LinkError::CutOff { .. }), "{error}");
        assert_eq!(server.requests().iter().any(|request| request.starts_with("GET")), asks_again);
        assert!(link.is_open());
    }
}

#[tokio::test]
async fn what_nobody_asked_for_is_heard_and_the_stream_is_opened_again() {
    let turn = AtomicUsize::new(0);
    let server = Endpoint::with_session(move |request| {
        let told = |n: usize| format!("id: e{n}\nretry: 20\ndata: {{\"jsonrpc\":\"2.0\",\"method\":\"n{n}\"}}\n\n");
        match (request.starts_with("GET"), turn.fetch_add(1, Ordering::SeqCst)) {
            (true, 0) => cut_off(&told(0)),
            (true, 1) if request.contains("last-event-id: e0\r\n") => open(&told(1)),
            (true, _) => gone(),
            (false, _) => accepted(),
        }
    })
    .await;
    let (link, mut unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    link.listen().await;
    link.listen().await;
    assert_eq!(told(&mut unbidden).await.method(), "n0");
    assert_eq!(told(&mut unbidden).await.method(), "n1");
    drop(link);
    server.hung_up().await;
}

#[tokio::test]
async fn a_server_without_such_a_stream_is_asked_once() {
    let server = Endpoint::with_session(|request| match request.starts_with("GET") {
        true => status("405 Method Not Allowed", "text/plain", ""),
        false => respond("200 OK", "content-type: application/json", &answer(request, "{}")),
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    link.listen().await;
    ask(&link, "echo", "{}").await.unwrap();
    assert_eq!(server.requests().iter().filter(|request| request.starts_with("GET")).count(), 1);
}

#[tokio::test]
async fn a_session_that_is_lost_while_listening_ends_the_link() {
    let turn = AtomicUsize::new(0);
    let server = Endpoint::with_session(move |_| match turn.fetch_add(1, Ordering::SeqCst) {
        0 => cut_off("retry: 20\n\n"),
        _ => gone(),
    })
    .await;
    let (link, mut unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    link.listen().await;
    let error = ended(&mut unbidden).await;
    assert!(error.to_string().contains("no longer knows this session (HTTP 404)"), "{error}");
    assert!(!link.is_open());
}

#[tokio::test]
async fn progress_on_the_stream_for_the_unasked_finds_its_request() {
    let progress = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":3,\"progress\":1}}\n\n";
    let server = Endpoint::with_session(move |request| match request.starts_with("GET") {
        true => cut_off(&format!("retry: 20\n\n{progress}")),
        false if request.contains("notifications/") => accepted(),
        false => open(": wait\n\n"),
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let params = r#"{"name":"echo","_meta":{"progressToken":"mine"}}"#;
    let mut exchange = send(&link, &Message::request("1", "tools/call", params)).await;
    link.listen().await;
    let incoming = crate::place::within(exchange.next()).await.unwrap();
    let vetgate_mcp::link::Incoming::Aside(aside) = incoming else { panic!("{incoming:?}") };
    assert_eq!(aside.get("progressToken"), Some("\"mine\""));
}
