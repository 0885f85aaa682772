//! Too much, too large, too slow.

use crate::double::{House, modern, request, stateless, until};
use std::sync::atomic::Ordering;
use std::time::Duration;

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_before_it_is_read() {
    let house = House::with(|settings| settings.limits.body_bytes = 1000).await;
    let mut wire = house.wire().await;
    wire.ask("POST", "/mcp", &[("Content-Length", "1000000000")], "").await;
    assert_eq!(wire.answer().await.status, 413);

    let mut wire = house.wire().await;
    wire.ask("POST", "/mcp", &[("Content-Length", ""), ("Transfer-Encoding", "chunked")], "").await;
    for _ in 0..3 {
        wire.send(format!("200\r\n{}\r\n", "x".repeat(512))).await;
    }
    assert_eq!(wire.answer().await.status, 413);

    let fits = stateless(1, "test/echo", "");
    assert_eq!(house.wire().await.post("/mcp", &modern("test/echo"), &fits).await.status, 200);
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_not_waited_for() {
    let house = House::with(|settings| settings.limits.body_timeout = Duration::from_millis(100)).await;
    let mut wire = house.wire().await;
    wire.ask("POST", "/mcp", &[("Content-Length", "100")], "{").await;
    assert_eq!(wire.answer().await.status, 408);
    wire.closed().await;
}

#[tokio::test]
async fn headers_that_do_not_arrive_are_not_waited_for() {
    let house = House::with(|settings| settings.limits.header_timeout = Duration::from_millis(100)).await;
    let mut silent = house.wire().await;
    let mut slow = house.wire().await;
    slow.send("POST /mcp HTTP/1.1\r\nHost: local").await;
    silent.closed().await;
    slow.closed().await;
    let mut idle = house.wire().await;
    idle.get("/healthz", &[]).await;
    idle.closed().await;
}

#[tokio::test]
async fn headers_that_are_too_many_or_too_large_are_refused() {
    let house = House::with(|settings| settings.limits.header_bytes = 8192).await;
    let many: Vec<(String, String)> = (0..200).map(|number| (format!("x-{number}"), "y".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(house.wire().await.get("/healthz", &many).await.status, 431);
    assert_eq!(house.wire().await.get("/healthz", &[("X-Large", &"y".repeat(9000))]).await.status, 431);
    assert_eq!(house.wire().await.get("/healthz", &[("X-Large", &"y".repeat(4000))]).await.status, 200);
}

#[tokio::test]
async fn there_is_a_limit_to_requests_under_way() {
    let house = House::with(|settings| settings.limits.requests = 2).await;
    let mut waiting = Vec::new();
    for id in 1..=2 {
        let mut wire = house.wire().await;
        wire.ask("POST", "/mcp", &modern("test/wait"), &stateless(id, "test/wait", "")).await;
        wire.head().await;
        waiting.push(wire);
    }
    let mut wire = house.wire().await;
    let refused = wire.post("/mcp", &modern("test/echo"), &stateless(3, "test/echo", "")).await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));
    assert!(refused.body.contains(r#""id":3"#), "{}", refused.body);
    let mut subscribed = house.wire().await;
    let method = "subscriptions/listen";
    subscribed.ask("POST", "/mcp", &modern(method), &stateless(5, method, "")).await;
    assert_eq!(subscribed.head().await.status, 200, "a subscription takes no place");
    drop(waiting);
    until("the requests are dropped", || house.double.dropped.load(Ordering::SeqCst) == 2).await;
    assert_eq!(wire.post("/mcp", &modern("test/echo"), &stateless(4, "test/echo", "")).await.status, 200);
}

#[tokio::test]
async fn there_is_a_limit_to_how_often_a_client_asks() {
    let mut house = House::with(|settings| {
        settings.limits.rate = 0;
        settings.limits.burst = 3;
    })
    .await;
    let mut wire = house.wire().await;
    let mut statuses = Vec::new();
    for id in 0..5 {
        let answer = wire.post("/mcp", &modern("test/echo"), &stateless(id, "test/echo", "")).await;
        assert_eq!(answer.header("retry-after").is_some(), answer.status == 429);
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    house.settings.limits.rate = 1_000_000;
    house.running.apply(&house.settings).unwrap();
    let answer = wire.post("/mcp", &modern("test/echo"), &stateless(1, "test/echo", "")).await;
    assert_eq!(answer.status, 200, "limits change without a restart");
}

#[tokio::test]
async fn a_large_message_comes_back_whole() {
    let house = House::open().await;
    let large = format!(r#""text":"{}","#, "ä".repeat(2_000_000));
    let answer = house.wire().await.post("/mcp", &modern("test/echo"), &stateless(1, "test/echo", &large)).await;
    assert!(answer.status == 200 && answer.body.len() > 4_000_000);
    let session = house.session("2025-11-25").await;
    let slow = request(1, "test/echo", r#"{"a":"bc"}"#);
    let mut wire = house.wire().await;
    let head = [("Mcp-Session-Id", session.as_str()), ("Content-Length", &slow.len().to_string())]
        .map(|(a, b)| (a, b.to_owned()));
    let head: Vec<(&str, &str)> = head.iter().map(|(name, value)| (*name, value.as_str())).collect();
    wire.ask("POST", "/mcp", &head, "").await;
    for byte in slow.as_bytes() {
        wire.send([*byte]).await;
    }
    assert_eq!(wire.answer().await.status, 200, "byte by byte is slow, but not too slow");
}

#[tokio::test]
async fn clients_without_a_token_do_not_use_up_the_rate_of_whoever_manages_the_gateway() {
    let house = House::with(|settings| {
        settings.limits.rate = 0;
        settings.limits.burst = 3;
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses
            .push(house.wire().await.get("/api/v1/openapi.json", &[("Authorization", "Bearer wrong")]).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 429, 429]);
    let admin = format!("Bearer {}", house.admin_token());
    let answer = house.wire().await.get("/api/v1/openapi.json", &[("Authorization", admin.as_str())]).await;
    assert_eq!(answer.status, 200);
}
