//! The end: nothing new, and time for what is under way.

use crate::double::{House, modern, patiently, request, stateless, until};
use crate::wire::Wire;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpStream;

#[tokio::test]
async fn requests_under_way_are_answered_and_new_connections_refused() {
    let House { double, running, stop, folder, .. } = House::open().await;
    let address = running.address();
    let mut wire = Wire::to(address).await;
    wire.ask("POST", "/mcp", &modern("test/wait"), &stateless(1, "test/wait", r#""quiet":true,"#)).await;
    until("the request starts", || double.started.load(Ordering::SeqCst) == 1).await;
    let mut idle = Wire::to(address).await;
    idle.get("/healthz", &[]).await;
    stop.send(()).unwrap();
    idle.closed().await;
    patiently("the socket is closed", async { while TcpStream::connect(address).await.is_ok() {} }).await;
    double.release.notify_one();
    let answer = wire.answer().await;
    assert!(answer.status == 200 && answer.body.contains("waited"), "{}", answer.body);
    patiently("the end", running.closed()).await;
    drop(folder);
}

#[tokio::test]
async fn requests_that_take_too_long_are_given_up_and_sessions_closed() {
    let house = House::with(|settings| settings.limits.farewell = Duration::from_millis(100)).await;
    let session = house.session("2025-11-25").await;
    let session = [("Mcp-Session-Id", session.as_str())];
    let mut waiting = house.wire().await;
    waiting.ask("POST", "/mcp", &session, &request(1, "test/wait", "{}")).await;
    waiting.head().await;
    let mut listening = house.wire().await;
    listening.ask("GET", "/mcp", &session, "").await;
    listening.head().await;
    let House { double, running, stop, folder, .. } = house;
    stop.send(()).unwrap();
    patiently("the end", running.closed()).await;
    assert_eq!(double.sessions.count(), 0);
    assert_eq!(double.closed.load(Ordering::SeqCst), 1);
    until("the request is dropped", || double.dropped.load(Ordering::SeqCst) == 1).await;
    drop(folder);
}

#[tokio::test]
async fn what_would_last_forever_ends_at_once() {
    let house = House::with(|settings| settings.limits.farewell = Duration::from_secs(3600)).await;
    let session = house.session("2025-11-25").await;
    let mut listening = house.wire().await;
    listening.ask("GET", "/mcp", &[("Mcp-Session-Id", &session)], "").await;
    assert_eq!(listening.head().await.status, 200);
    let mut subscribed = house.wire().await;
    let method = "subscriptions/listen";
    subscribed.ask("POST", "/mcp", &modern(method), &stateless(1, method, "")).await;
    assert_eq!(subscribed.head().await.header("content-type"), Some("text/event-stream"));
    let House { double, running, stop, folder, .. } = house;
    stop.send(()).unwrap();
    while listening.chunk().await.is_some() {}
    while subscribed.chunk().await.is_some() {}
    patiently("the end", running.closed()).await;
    assert_eq!((double.sessions.count(), double.dropped.load(Ordering::SeqCst)), (0, 1));
    drop(folder);
}
