//! One request, one answer, over HTTP.

use crate::endpoint::{Act, Endpoint, accepted, answer, cut_off, events, json, respond, status};
use crate::place::{ask, call, dial_with, ended, finish, options, send, within};
use vetgate_mcp::link::LinkError;
use vetgate_mcp::rpc::{Message, Sort};

#[tokio::test]
async fn calls_share_connections_whether_the_answer_is_a_body_or_a_stream() {
    for streams in [false, true] {
        let server = Endpoint::stateless(move |request| match streams {
            false => json(&answer(request, "{}")),
            true => events(&format!("data: {}\n\n", answer(request, "{}"))),
        })
        .await;
        let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
        for _ in 0..30 {
            assert_eq!(ask(&link, "echo", "{}").await.unwrap(), "{}");
            // The end of a stream is read behind the answer.
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert!(server.connections() <= 3, "{} connections, streams: {streams}", server.connections());
    }
}

#[tokio::test]
async fn many_calls_at_once_get_their_own_answers() {
    let server = Endpoint::stateless(|request| {
        let n = request.rsplit_once("\"n\":").map_or("", |(_, rest)| rest).split('}').next().unwrap_or("");
        json(&answer(request, &format!("{{\"n\":{n}}}")))
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let calls = (0..100).map(|n| {
        let link = link.clone();
        async move { (n, ask(&link, "echo", &format!("{{\"n\":{n}}}")).await.unwrap()) }
    });
    for (n, result) in futures_util::future::join_all(calls).await {
        assert_eq!(result, format!("{{\"n\":{n}}}"));
    }
}

#[tokio::test]
async fn the_stateless_revision_repeats_the_message_in_headers() {
    let server = Endpoint::stateless(|request| json(&answer(request, "{}"))).await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let mirrored = [("Mcp-Param-Region".to_owned(), "eu".to_owned())];
    let exchange = link.request(&call("wörld", "{}"), &mirrored).await.unwrap();
    finish(exchange).await.unwrap();
    let headers = ["mcp-method: tools/call\r\n", "mcp-name: =?base64?d8O2cmxk?=\r\n", "mcp-param-region: eu\r\n"];
    let request = server.asked(&headers).await;
    assert!(request.contains("mcp-protocol-version: 2026-07-28\r\n"), "{request}");
    assert!(request.contains("authorization: Bearer top-secret\r\n"), "{request}");
    assert!(!request.contains("mcp-session-id"), "{request}");
}

#[tokio::test]
async fn an_error_of_the_protocol_is_an_answer_whatever_the_status() {
    for made_up in ["null", "\"server-error\""] {
        let server = Endpoint::stateless(move |_| {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{made_up},"error":{{"code":-32020,"message":"no"}}}}"#);
            respond("400 Bad Request", "content-type: application/json", &body)
        })
        .await;
        let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
        let (_, answer) = finish(send(&link, &call("echo", "{}")).await).await.unwrap();
        assert_eq!((answer.sort(), answer.error_code()), (Sort::Error, Some(-32020)));
        assert!(answer.id().is_some_and(|id| id.parse::<u64>().is_ok()), "{}", answer.text());
    }
}

#[tokio::test]
async fn what_is_no_answer_says_so() {
    type Case = (&'static str, fn(&str) -> Act, &'static str);
    let cases: [Case; 8] = [
        ("another id", |_| json(&vetgate_mcp::rpc::result("77777", "{}")), "found one with id 77777"),
        ("a string for an id", |_| json(&vetgate_mcp::rpc::result("\"2\"", "{}")), "found one with id \"2\""),
        ("no JSON", |_| json("hello"), "found `hello` (not JSON"),
        ("another JSON", |_| json(r#"{"ok":true}"#), "not a JSON-RPC 2.0 message"),
        ("twice", |request| json(&answer(request, r#"{"a":1,"a":2}"#)), "`a` of result occurs twice"),
        ("a page", |_| status("200 OK", "text/html", "<p>"), "found text/html"),
        ("a status", |_| status("500 Oops", "text/plain", "top-secret oops"), "answered HTTP 500: *** oops"),
        ("nothing", |_| accepted(), "found no content type"),
    ];
    for (name, act, expected) in cases {
        let server = Endpoint::stateless(act).await;
        let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
        let error = ask(&link, "echo", "{}").await.unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert!(link.is_open(), "{name}");
    }
}

#[tokio::test]
async fn a_large_body_is_not_read_to_its_end() {
    fn large() -> String {
        "x".repeat(50_000_000)
    }
    let acts: [fn(&str) -> Act; 3] = [
        |_| json(&large()),
        |_| {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
            Act::CutOff(format!("{head}{}", large()).into_bytes())
        },
        |_| events(&format!("data: {}\n\n", large())),
    ];
    for act in acts {
        let server = Endpoint::stateless(act).await;
        let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
        assert_eq!(ask(&link, "echo", "{}").await.unwrap_err(), LinkError::TooLarge { limit: 1 << 20 });
        assert!(link.is_open());
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_no_answer() {
    let server = Endpoint::stateless(|_| {
        Act::CutOff(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{".to_vec())
    })
    .await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let error = ask(&link, "echo", "{}").await.unwrap_err();
    assert!(matches!(error, LinkError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn a_lost_session_is_the_end_of_the_link() {
    for (line, body) in [
        ("404 Not Found", "gone".to_owned()),
        ("404 Not Found", vetgate_mcp::rpc::error("null", -32001, "Session not found")),
        ("400 Bad Request", vetgate_mcp::rpc::error("null", -32000, "Bad Request: No valid session ID provided")),
    ] {
        let server = Endpoint::with_session(move |_| status(line, "application/json", &body)).await;
        let (link, mut unbidden) = dial_with(&server.at("/mcp", false), options()).await;
        let error = ask(&link, "echo", "{}").await.unwrap_err();
        assert!(error.to_string().contains("no longer knows this session"), "{error}");
        assert_eq!(ended(&mut unbidden).await, error);
        assert!(!link.is_open());
    }
}

#[tokio::test]
async fn a_session_is_named_in_every_request_and_deleted_at_the_end() {
    let server = Endpoint::with_session(|request| match request.starts_with("DELETE") {
        true => respond("200 OK", "x: y", ""),
        false => json(&answer(request, "{}")),
    })
    .await;
    let (link, mut unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    ask(&link, "echo", "{}").await.unwrap();
    link.notify(&Message::notification("notifications/roots/list_changed", "{}")).await.unwrap();
    link.answer(vetgate_mcp::rpc::result("\"theirs\"", "{}")).await.unwrap();
    within(link.close()).await;
    let requests = server.requests();
    assert!(requests.last().unwrap().starts_with("DELETE /mcp"));
    for request in &requests[2..] {
        assert!(request.contains("mcp-session-id: s1\r\n"), "{request}");
        assert!(request.contains("mcp-protocol-version: 2025-11-25\r\n"), "{request}");
    }
    assert!(requests.iter().any(|request| request.contains(r#""id":"theirs""#)));
    assert!(within(unbidden.recv()).await.is_none());
}

#[tokio::test]
async fn neither_messages_nor_headers_follow_a_redirect_to_another_origin() {
    let other = Endpoint::start(|_| json("{}")).await;
    let location = format!("location: {}", other.url("/mcp?key=x"));
    let server = Endpoint::stateless(move |_| respond("307 Temporary Redirect", &location, "")).await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let error = ask(&link, "echo", "{}").await.unwrap_err();
    assert!(matches!(error, LinkError::Status { status: 307, .. }), "{error}");
    assert_eq!(other.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn a_stateless_stream_that_breaks_off_is_not_resumed() {
    let server = Endpoint::stateless(|_| cut_off("id: 1\ndata:\n\n")).await;
    let (link, _unbidden) = dial_with(&server.at("/mcp", false), options()).await;
    let error = ask(&link, "echo", "{}").await.unwrap_err();
    assert!(matches!(error, LinkError::CutOff { .. }), "{error}");
    assert!(server.requests().iter().all(|request| request.starts_with("POST")));
}

#[tokio::test]
async fn a_name_and_password_in_the_address_go_along() {
    let server = Endpoint::stateless(|request| json(&answer(request, "{}"))).await;
    let url = server.url("/mcp").replace("//", "//user:pass@");
    let transport = vetgate_model::Transport::Http { url, headers: Default::default(), sse: false };
    let (link, _unbidden) = dial_with(&transport, options()).await;
    ask(&link, "echo", "{}").await.unwrap();
    for request in server.requests() {
        assert!(request.contains("authorization: Basic dXNlcjpwYXNz\r\n"), "{request}");
    }
}
