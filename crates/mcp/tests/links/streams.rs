//! Many requests over one process.

use crate::place::{ask, call, dial, dial_with, finish, hello, options, send, server, told};
use tokio::sync::mpsc;
use vetgate_mcp::link::{Dialer, Era};
use vetgate_mcp::rpc::Message;

#[tokio::test]
async fn answers_find_their_requests_in_any_order() {
    let (link, _unbidden) = dial("plain").await;
    let mut exchanges = vec![];
    for n in 0..50 {
        exchanges.push(send(&link, &call("hold", &format!(r#"{{"name":"n{n}","count":50}}"#))).await);
    }
    for (n, exchange) in exchanges.into_iter().enumerate() {
        let (_, answer) = finish(exchange).await.unwrap();
        assert!(answer.text().contains(&format!("\"n{n}\"")), "{}", answer.text());
    }
}

#[tokio::test]
async fn progress_of_two_clients_with_the_same_token_is_told_apart() {
    let (link, _unbidden) = dial("plain").await;
    let request = |name: &str| {
        let params = format!(
            r#"{{"name":"hold","arguments":{{"name":"{name}","count":2}},"_meta":{{"progressToken":"{name}"}}}}"#
        );
        Message::request("1", "tools/call", &params)
    };
    let (first, second) = (send(&link, &request("a")).await, send(&link, &request("b")).await);
    for (exchange, token) in [(first, "\"a\""), (second, "\"b\"")] {
        let (asides, _) = finish(exchange).await.unwrap();
        let tokens: Vec<_> = asides.iter().filter_map(|aside| aside.get("progressToken")).collect();
        assert_eq!(tokens, [token]);
    }
    assert_eq!(link.tally().late, 2, "tokens that nobody gave out");
}

#[tokio::test]
async fn progress_of_a_task_goes_on_after_the_answer() {
    let (link, mut unbidden) = dial("plain").await;
    let params = r#"{"name":"echo","task":{},"_meta":{"progressToken":"mine"}}"#;
    let (asides, _) = finish(send(&link, &Message::request("1", "tools/call", params)).await).await.unwrap();
    assert_eq!(asides.len(), 1);
    let later = told(&mut unbidden).await;
    assert_eq!((later.get("progressToken"), later.get("progress")), (Some("\"mine\""), Some("2")));
}

#[tokio::test]
async fn notifications_of_a_subscription_belong_to_it() {
    let (link, _unbidden) = dial("stateless").await;
    assert_eq!(*link.era(), Era::Stateless);
    let mut exchange = send(&link, &Message::request("\"sub\"", "subscriptions/listen", "{}")).await;
    for n in ["0", "1"] {
        let vetgate_mcp::link::Incoming::Aside(aside) = crate::place::within(exchange.next()).await.unwrap() else {
            panic!("an answer")
        };
        assert_eq!(aside.get("n"), Some(n));
        assert_eq!(aside.meta("io.modelcontextprotocol/subscriptionId").as_deref(), Some("\"sub\""));
    }
}

#[tokio::test]
async fn a_request_over_several_lines_arrives_as_one() {
    let (link, _unbidden) = dial("plain").await;
    let request = call("echo", "{\n\"a\":\r\n 1}");
    let (_, answer) = finish(send(&link, &request).await).await.unwrap();
    assert!(answer.text().contains(r#"{\"a\": 1}"#), "{}", answer.text());
}

#[tokio::test]
async fn what_the_client_must_not_say_itself_is_not_passed_on() {
    let (link, mut unbidden) = dial("plain").await;
    for (method, params) in [
        ("notifications/cancelled", r#"{"requestId":1}"#),
        ("notifications/initialized", "{}"),
        ("notifications/roots/list_changed", "{}"),
    ] {
        link.notify(&Message::notification(method, params)).await.unwrap();
    }
    assert_eq!(told(&mut unbidden).await.text_of("seen").as_deref(), Some("notifications/roots/list_changed"));
}

#[tokio::test]
async fn the_generation_is_found_out_once() {
    let dialer = Dialer::new("plain", &server("plain", &[]), options()).unwrap();
    for (probes, round) in [("1", "first"), ("0", "second")] {
        let link = dialer.dial(&hello(), mpsc::channel(1).0).await.unwrap();
        let greeting = Message::read(vetgate_mcp::rpc::result("1", &link.greeting().result)).unwrap();
        assert_eq!(greeting.get("probes"), Some(probes), "{round}");
        assert_eq!(greeting.get("client"), Some(r#"{"name": "link-test", "version": "1"}"#));
    }
}

#[tokio::test]
async fn a_server_that_dies_of_the_probe_is_started_again() {
    let (link, _unbidden) = dial_with(&server("dies-of-probe", &[]), options()).await;
    assert_eq!(*link.era(), Era::Handshake("2025-06-18".into()));
    assert!(ask(&link, "echo", "{}").await.is_ok());
}

#[tokio::test]
async fn the_revision_of_the_client_is_offered() {
    let dialer = Dialer::new("plain", &server("plain", &[]), options()).unwrap();
    let hello = vetgate_mcp::link::Hello { revision: Some("2025-03-26".into()), ..hello() };
    let link = dialer.dial(&hello, mpsc::channel(1).0).await.unwrap();
    assert!(link.greeting().result.contains(r#""offered": "2025-03-26""#), "{:?}", link.greeting());
}
