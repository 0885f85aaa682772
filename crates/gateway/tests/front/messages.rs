//! What can be POSTed, and what comes back.

use crate::double::{House, modern, request, stateless, until};
use std::sync::atomic::Ordering;
use vetgate_mcp::rpc::code;

/// What it is, its headers, its body, and the status and code that it is refused with.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, u16, i64);

#[tokio::test]
async fn a_stateless_request_is_answered_with_json() {
    let house = House::open().await;
    let answer = house.wire().await.post("/mcp", &modern("test/echo"), &stateless(7, "test/echo", r#""x":1.0,"#)).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    assert!(answer.body.starts_with(r#"{"jsonrpc":"2.0","id":7,"result":{"x":1.0,"#), "{}", answer.body);
    assert_eq!(answer.header("mcp-session-id"), None);
}

#[tokio::test]
async fn whatever_cannot_be_taken_is_refused_with_its_reason() {
    let house = House::with(|settings| settings.limits.depth = 20).await;
    let session = house.session("2025-11-25").await;
    let session = ("Mcp-Session-Id", session.as_str());
    let ping = request(1, "ping", "{}");
    let deep = request(1, "ping", &format!("{{\"a\":{}{}}}", "[".repeat(30), "]".repeat(30)));
    let modern_ping = stateless(1, "ping", "");
    let bad_revision = modern_ping.replace("2026-07-28", "1900-01-01");
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"_meta":{}}}"#;
    const V: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");
    const M: (&str, &str) = ("Mcp-Method", "ping");
    let cases: &[Case] = &[
        ("not JSON", &[session], "{", 400, code::PARSE),
        ("nothing", &[session], "", 400, code::PARSE),
        ("no message", &[session], "{}", 400, code::INVALID_REQUEST),
        (
            "a member twice",
            &[session],
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
            400,
            code::INVALID_REQUEST,
        ),
        ("too deep", &[session], &deep, 400, code::PARSE),
        ("text", &[session, ("Content-Type", "text/plain")], &ping, 415, code::INVALID_REQUEST),
        ("no type", &[session, ("Content-Type", "")], &ping, 415, code::INVALID_REQUEST),
        ("compressed", &[session, ("Content-Encoding", "gzip")], &ping, 415, code::INVALID_REQUEST),
        ("HTML wanted", &[session, ("Accept", "text/html")], &ping, 406, code::INVALID_REQUEST),
        ("no session", &[], &ping, 400, code::INVALID_REQUEST),
        ("unknown session", &[("Mcp-Session-Id", "0123")], &ping, 404, code::INVALID_REQUEST),
        ("unknown revision", &[session, ("MCP-Protocol-Version", "1.0")], &ping, 400, code::UNSUPPORTED_REVISION),
        ("method differs", &[session, ("Mcp-Method", "tools/call")], &ping, 400, code::HEADER_MISMATCH),
        ("initialize twice", &[session], &request(1, "initialize", "{}"), 400, code::INVALID_REQUEST),
        ("batch", &[session], &format!("[{ping}]"), 400, code::INVALID_REQUEST),
        ("modern batch", &[V], &format!("[{ping}]"), 400, code::INVALID_REQUEST),
        ("no method header", &[V], &modern_ping, 400, code::HEADER_MISMATCH),
        ("no version header", &[M], &modern_ping, 400, code::HEADER_MISMATCH),
        ("no capabilities", &[V, M], &modern_ping.replace("Capabilities", "C"), 400, code::INVALID_PARAMS),
        ("version differs", &[V, M], &bad_revision, 400, code::HEADER_MISMATCH),
        ("old version", &[("MCP-Protocol-Version", "1900-01-01"), M], &bad_revision, 400, code::UNSUPPORTED_REVISION),
        ("header twice", &[V, M, M], &modern_ping, 400, code::HEADER_MISMATCH),
        ("modern answer", &[V], answer, 400, code::INVALID_REQUEST),
    ];
    for (what, headers, body, status, code) in cases {
        let answer = house.wire().await.post("/mcp", headers, body).await;
        assert_eq!((answer.status, answer.code()), (*status, Some(*code)), "{what}: {}", answer.body);
        let id =
            if *status == 400 && body.contains("_meta") && !body.contains("result") { "\"id\":1," } else { "\"id\":" };
        assert!(answer.body.contains(id), "{what}: {}", answer.body);
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_refused() {
    let house = House::open().await;
    let mut wire = house.wire().await;
    wire.send(
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n\xff\xfe",
    )
    .await;
    let answer = wire.answer().await;
    assert_eq!((answer.status, answer.code()), (400, Some(code::PARSE)));
}

#[tokio::test]
async fn the_status_is_the_one_that_the_service_gives() {
    let house = House::open().await;
    let answer = house.wire().await.post("/mcp", &modern("test/missing"), &stateless(1, "test/missing", "")).await;
    assert_eq!((answer.status, answer.code()), (404, Some(code::NO_METHOD)));
}

#[tokio::test]
async fn a_panic_behind_the_front_is_an_error_of_that_request_alone() {
    let house = House::open().await;
    let mut wire = house.wire().await;
    let answer = wire.post("/mcp", &modern("test/panic"), &stateless(1, "test/panic", "")).await;
    assert_eq!((answer.status, answer.code()), (500, Some(code::INTERNAL)));
    let answer = wire.post("/mcp", &modern("test/echo"), &stateless(2, "test/echo", "")).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_panic_in_the_management_api_is_a_problem_of_that_request_alone() {
    let house = House::open().await;
    let mut wire = house.wire().await;
    let admin = format!("Bearer {}", house.admin_token());
    let admin = [("Authorization", admin.as_str())];
    house.double.is_broken.store(true, std::sync::atomic::Ordering::SeqCst);
    let answer = wire.get("/api/v1/servers", &admin).await;
    assert_eq!(answer.status, 500, "{}", answer.body);
    assert!(answer.body.contains("Vetgate failed") && !answer.body.contains("as the test wants it"), "{}", answer.body);
    house.double.is_broken.store(false, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(wire.get("/api/v1/servers", &admin).await.status, 503);
}

#[tokio::test]
async fn notifications_and_answers_are_accepted_and_handed_on() {
    let house = House::open().await;
    let session = house.session("2025-06-18").await;
    let session = [("Mcp-Session-Id", session.as_str())];
    for body in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":"q","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":9,"error":{"code":-1,"message":"no"}}"#,
    ] {
        let answer = house.wire().await.post("/mcp", &session, body).await;
        assert_eq!((answer.status, answer.body.as_str()), (202, ""), "{body}");
    }
    let modern = [("MCP-Protocol-Version", "2026-07-28")];
    let answer = house.wire().await.post("/mcp", &modern, r#"{"jsonrpc":"2.0","method":"notifications/x"}"#).await;
    assert_eq!(answer.status, 202);
    let heard = house.double.heard();
    assert_eq!(heard, ["notifications/initialized", "answer \"q\"", "answer 9", "notifications/x"]);
}

#[tokio::test]
async fn a_client_that_does_not_wait_is_heard_all_the_same() {
    let house = House::open().await;
    let session = house.session("2025-06-18").await;
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/slow"}"#;
    let mut wire = house.wire().await;
    wire.ask("POST", "/mcp", &[("Mcp-Session-Id", &session)], notification).await;
    until("the notification arrives", || house.double.started.load(Ordering::SeqCst) == 1).await;
    drop(wire);
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    house.double.release.notify_one();
    until("the notification is heard", || house.double.heard() == ["notifications/slow"]).await;
}

#[tokio::test]
async fn mirrored_parameters_arrive_with_stateless_requests_alone() {
    let house = House::open().await;
    let [version, method] = modern("test/who");
    let headers = [version, method, ("Mcp-Param-Region", "eu")];
    let answer = house.wire().await.post("/mcp/files", &headers, &stateless(1, "test/who", "")).await;
    let expected = r#"anonymous One(\"files\") false [(\"region\", \"eu\")]"#;
    assert!(answer.body.contains(expected), "{}", answer.body);

    let session = house.session("2025-11-25").await;
    let headers = [("Mcp-Session-Id", session.as_str()), ("Mcp-Param-Region", "eu")];
    let answer = house.wire().await.post("/mcp", &headers, &request(1, "test/who", "{}")).await;
    assert!(answer.body.contains("anonymous All true \""), "{}", answer.body);
}

#[tokio::test]
async fn the_trace_in_the_headers_arrives_in_either_generation() {
    const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let house = House::open().await;
    let session = house.session("2025-11-25").await;
    for (parent, is_taken) in [(PARENT, true), ("garbage", false)] {
        let trace = [("traceparent", parent), ("tracestate", "vendor=1")];
        let headers = [&modern("test/trace")[..], &trace].concat();
        let stateless = house.wire().await.post("/mcp", &headers, &stateless(1, "test/trace", "")).await;
        let headers = [&[("Mcp-Session-Id", session.as_str())][..], &trace].concat();
        let handshake = house.wire().await.post("/mcp", &headers, &request(1, "test/trace", "{}")).await;
        for answer in [stateless, handshake] {
            assert_eq!(answer.status, 200, "{}", answer.body);
            assert_eq!(answer.body.contains("vendor=1"), is_taken, "{}", answer.body);
        }
    }
}

#[tokio::test]
async fn old_clients_may_send_batches() {
    let house = House::open().await;
    let session = house.session("2025-03-26").await;
    let session = [("Mcp-Session-Id", session.as_str())];
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/x"}"#;
    let batch = format!("[{},{notification},{}]", request(1, "test/echo", r#"{"a":1}"#), request(2, "ping", "{}"));
    let answer = house.wire().await.post("/mcp", &session, &batch).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, r#"[{"jsonrpc":"2.0","id":1,"result":{"a":1}},{"jsonrpc":"2.0","id":2,"result":{}}]"#);
    assert_eq!(house.double.heard(), ["notifications/x"]);
    let answer = house.wire().await.post("/mcp", &session, &format!("[{notification}]")).await;
    assert_eq!(answer.status, 202);
    for batch in [
        format!("[{}]", request(1, "initialize", "{}")),
        format!("[{}1]", format!("{notification},").repeat(3)),
        "[]".to_owned(),
    ] {
        assert_eq!(house.wire().await.post("/mcp", &session, &batch).await.status, 400, "{batch}");
    }
}

#[tokio::test]
async fn other_methods_and_paths_are_refused() {
    let house = House::open().await;
    for (method, path, status) in [
        ("PUT", "/mcp", 405),
        ("PATCH", "/mcp/files", 405),
        ("OPTIONS", "/mcp", 405),
        ("GET", "/mcp", 405),
        ("DELETE", "/mcp", 405),
        ("GET", "/", 200),
        ("POST", "/", 405),
        ("GET", "/other", 404),
        ("GET", "/console/", 404),
        ("POST", "/mcp/", 404),
        ("POST", "/mcp/a/b", 404),
        ("GET", "/healthz", 200),
    ] {
        let mut wire = house.wire().await;
        wire.ask(method, path, &[], "").await;
        let answer = wire.answer().await;
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.header("allow").is_some(), status == 405, "{method} {path}");
    }
    assert_eq!(house.wire().await.get("/healthz", &[]).await.body, "ok");
}

#[tokio::test]
async fn requests_can_be_pipelined() {
    let house = House::open().await;
    let mut wire = house.wire().await;
    for id in 1..=20 {
        wire.ask("POST", "/mcp", &modern("test/echo"), &stateless(id, "test/echo", "")).await;
    }
    for id in 1..=20 {
        let answer = wire.answer().await;
        assert!(answer.body.contains(&format!(r#""id":{id},"#)), "{}", answer.body);
    }
}

#[tokio::test]
async fn a_hundred_clients_are_served_side_by_side() {
    let house = House::open().await;
    let clients = (0..100_u32).map(|client| {
        let house = &house;
        async move {
            let mut wire = house.wire().await;
            for turn in 0..10 {
                let id = client * 100 + turn;
                let answer = wire.post("/mcp", &modern("test/echo"), &stateless(id, "test/echo", "")).await;
                assert!(answer.status == 200 && answer.body.contains(&format!(r#""id":{id},"#)), "{}", answer.body);
            }
        }
    });
    futures_util::future::join_all(clients).await;
}

#[tokio::test]
async fn garbage_is_answered_or_dropped_and_hurts_nobody_else() {
    let house = House::open().await;
    for garbage in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n",
        b"\0\0\0\0\0\0\0\0\r\n\r\n",
    ] {
        let mut wire = house.wire().await;
        wire.send(garbage).await;
        let status = wire.head().await.status;
        assert!(status == 0 || (400..500).contains(&status), "{status} {garbage:?}");
    }
    let answer = house.wire().await.post("/mcp", &modern("test/echo"), &stateless(1, "test/echo", "")).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_client_that_breaks_off_in_the_middle_is_let_go() {
    let house = House::open().await;
    let session = house.session("2025-06-18").await;
    for sent in ["", "{", r#"{"jsonrpc":"2.0","method":"notifications/x"}"#] {
        let mut wire = house.wire().await;
        wire.ask("POST", "/mcp", &[("Mcp-Session-Id", &session), ("Content-Length", "1000")], sent).await;
        wire.hang_up().await;
        wire.closed().await;
    }
    assert!(house.double.heard().is_empty(), "half a message is none");
}
