//! The older transport over HTTP.

use crate::endpoint::{Act, Endpoint, accepted, cut_off, json, open, status};
use crate::place::{ask, call, dial_with, ended, finish, hello, options, send, told};
use tokio::sync::mpsc;
use vetgate_mcp::link::{Dialer, Era, LinkError};
use vetgate_mcp::rpc::Message;

/// A server whose stream is known from its start: the address, the greeting, and `rest`.
async fn server(stream: fn(&str) -> Act, rest: String) -> Endpoint {
    let greeting = r#"{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{}}"#;
    let greeting = vetgate_mcp::rpc::result("1", greeting);
    let text = format!("event: endpoint\ndata: /post?session=1\n\nevent: message\ndata: {greeting}\n\n{rest}");
    Endpoint::start(move |request| match request.starts_with("GET") {
        true => stream(&text),
        false => accepted(),
    })
    .await
}

#[tokio::test]
async fn messages_stay_with_the_origin_that_was_configured() {
    let other = Endpoint::start(|_| json("{}")).await;
    let host = other.url("");
    for address in [other.url("/steal"), host.replace("http:", ""), host.replace("http:", "\\\\").replace("//", "")] {
        let event = format!("event: endpoint\ndata: {address}\n\n");
        let server = Endpoint::start(move |request| match request.starts_with("GET") {
            true => open(&event),
            false => status("405 Method Not Allowed", "text/plain", ""),
        })
        .await;
        let dialer = Dialer::new("evil", &server.at("/sse", true), options()).unwrap();
        let error = dialer.dial(&hello(), mpsc::channel(1).0).await.unwrap_err().to_string();
        assert!(error.starts_with("expected an `endpoint` event with an address of the same origin"), "{error}");
        assert!(server.requests().iter().all(|request| !request.starts_with("POST")), "{address}");
    }
    assert_eq!(other.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn messages_are_posted_where_the_server_said_and_the_stream_is_hung_up() {
    let told_text = Message::notification("notifications/message", "{}").into_text();
    let rest = format!("data: {told_text}\n\n");
    let server = server(open, rest).await;
    let (link, mut unbidden) = dial_with(&server.at("/sse", true), options()).await;
    assert_eq!(*link.era(), Era::Handshake("2024-11-05".into()));
    assert_eq!(told(&mut unbidden).await.method(), "notifications/message");
    drop(send(&link, &call("echo", "{}")).await);
    server.asked(&["POST /post?session=1", "tools/call"]).await;
    drop(link);
    server.hung_up().await;
    let is_told = server.requests().iter().any(|request| request.contains("notifications/cancelled"));
    assert!(!is_told, "servers of this age may end when they are told");
}

#[tokio::test]
async fn the_end_of_the_stream_is_the_end_of_the_link() {
    let large = format!("data: {}\n\n", "x".repeat(2 << 20));
    type Case = (fn(&str) -> Act, String, &'static str);
    let cases: [Case; 2] =
        [(cut_off, String::new(), "its event stream closed"), (open, large, "larger than the limit for a message")];
    for (stream, rest, reason) in cases {
        let server = server(stream, rest).await;
        let (link, mut unbidden) = dial_with(&server.at("/sse", true), options()).await;
        let error = match link.request(&call("echo", "{}"), &[]).await {
            Ok(exchange) => finish(exchange).await.unwrap_err(),
            Err(error) => error,
        };
        assert!(matches!(error, LinkError::Ended { .. }) && error.to_string().contains(reason), "{error}");
        assert_eq!(ended(&mut unbidden).await, error);
        assert!(ask(&link, "echo", "{}").await.is_err());
    }
}
