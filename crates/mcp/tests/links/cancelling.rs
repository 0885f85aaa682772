//! Exchanges that are dropped before their answer.

use crate::endpoint::{Act, Endpoint, accepted, open};
use crate::place::{ask, call, dial, dial_with, in_vain, options, send, told, within};
use std::time::Duration;
use vetgate_mcp::link::Link;

async fn drop_one(link: &Link) {
    let mut exchange = send(link, &call("hang", "{}")).await;
    let answer = tokio::time::timeout(Duration::from_millis(50), exchange.next()).await;
    assert!(answer.is_err(), "{answer:?}");
}

#[tokio::test]
async fn a_process_is_told_that_nobody_waits() {
    let (link, mut unbidden) = dial("plain").await;
    drop_one(&link).await;
    let seen = told(&mut unbidden).await;
    assert_eq!(seen.text_of("seen").as_deref(), Some("notifications/cancelled"));
    let id =
        seen.get("params").and_then(|params| params.strip_prefix(r#"{"requestId": "#)?.strip_suffix('}')?.parse().ok());
    assert!(id.is_some_and(|id: u64| id > 1 << 20), "{seen:?}");
}

#[tokio::test]
async fn an_answer_that_comes_all_the_same_is_dropped_and_counted() {
    let (link, mut unbidden) = dial("plain").await;
    drop(send(&link, &call("hold", r#"{"name":"a","count":2}"#)).await);
    ask(&link, "hold", r#"{"name":"b","count":2}"#).await.unwrap();
    ask(&link, "echo", "{}").await.unwrap();
    assert_eq!(link.tally().late, 1);
    assert_eq!(in_vain(&mut unbidden), [], "the server could not know");
}

#[tokio::test]
async fn an_exchange_that_has_its_answer_is_not_cancelled() {
    let (link, mut unbidden) = dial("plain").await;
    ask(&link, "echo", "{}").await.unwrap();
    ask(&link, "echo", "{}").await.unwrap();
    within(link.close()).await;
    assert!(unbidden.recv().await.is_none());
}

#[tokio::test]
async fn a_handshake_server_over_http_is_told_that_nobody_waits() {
    let server = Endpoint::with_session(|request| match request.contains("cancelled") {
        true => accepted(),
        false => open(": wait\n\n"),
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    drop_one(&link).await;
    let told = server.asked(&["notifications/cancelled", "mcp-session-id: s1\r\n"]).await;
    assert!(told.contains(r#"{"requestId":3}"#), "{told}");
}

#[tokio::test]
async fn a_request_that_is_dropped_before_the_server_begins_to_answer_is_cancelled_too() {
    let server = Endpoint::with_session(|request| match request.contains("cancelled") {
        true => accepted(),
        false => Act::Hold(vec![]),
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let answer = tokio::time::timeout(Duration::from_millis(200), link.request(&call("hang", "{}"), &[])).await;
    assert!(answer.is_err());
    server.asked(&["notifications/cancelled"]).await;
    server.hung_up().await;
}

#[tokio::test]
async fn where_requests_stand_alone_hanging_up_says_it() {
    let server = Endpoint::stateless(|_| open(": wait\n\n")).await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    drop_one(&link).await;
    server.hung_up().await;
    assert!(server.requests().iter().all(|request| !request.contains("cancelled")));
}
