//! Clients that open connections and send nothing, or send it slowly, take no places from others.

use crate::double::{House, modern, stateless, until};
use crate::wire::Wire;
use std::sync::atomic::Ordering;
use std::time::Duration;
use vetgate_gateway::front::Agent;

const PLACES: usize = 8;
const TOKEN: (&str, &str) = ("Authorization", "Bearer token-a");

/// A front with few places, whose timeouts are too long to be what helps.
async fn house() -> House {
    House::with(|settings| {
        settings.limits.connections = PLACES;
        settings.limits.header_timeout = Duration::from_secs(3600);
        settings.limits.body_timeout = Duration::from_secs(3600);
        let (name, token) = ("a".to_owned(), "token-a".to_owned());
        settings.agents = vec![Agent { name, token, servers: None, operations: None }];
    })
    .await
}

async fn echo(wire: &mut Wire, headers: &[(&str, &str)]) -> u16 {
    let headers: Vec<(&str, &str)> = modern("test/echo").into_iter().chain(headers.iter().copied()).collect();
    wire.post("/mcp", &headers, &stateless(1, "test/echo", "")).await.status
}

/// More connections than there are places, each as far as `kind` says.
async fn flood(house: &House, kind: &str) -> Vec<Wire> {
    let mut wires = Vec::new();
    for _ in 0..PLACES * 3 {
        let mut wire = house.wire().await;
        match kind {
            "nothing" => {}
            "half a header" => wire.send("POST /mcp HTTP/1.1\r\nHost: local").await,
            "half a body" => wire.ask("POST", "/mcp", &[("Content-Length", "100")], "{").await,
            "half a body with a wrong token" => {
                let headers = [("Authorization", "Bearer guess"), ("Content-Length", "100")];
                wire.ask("POST", "/mcp", &headers, "{").await;
                assert_eq!(wire.head().await.status, 401);
            }
            "half a body to the management API" => {
                wire.ask("POST", "/api/v1/console/session", &[("Content-Length", "100")], "{").await;
            }
            "idle after a probe" => assert_eq!(wire.get("/healthz", &[]).await.status, 200),
            "idle after a call" => assert_eq!(echo(&mut wire, &[]).await, 200),
            _ => unreachable!("{kind}"),
        }
        wires.push(wire);
    }
    wires
}

#[tokio::test]
async fn one_address_cannot_take_all_connections() {
    for kind in [
        "nothing",
        "half a header",
        "half a body",
        "half a body with a wrong token",
        "half a body to the management API",
        "idle after a probe",
        "idle after a call",
    ] {
        let house = house().await;
        let mut agent = house.wire().await;
        assert_eq!(echo(&mut agent, &[TOKEN]).await, 200, "{kind}");
        let flood = flood(&house, kind).await;
        assert_eq!(house.wire().await.get("/healthz", &[]).await.status, 200, "{kind}");
        assert_eq!(echo(&mut house.wire().await, &[TOKEN]).await, 200, "{kind}");
        assert_eq!(echo(&mut house.wire().await, &[]).await, 200, "{kind}");
        let admin = format!("Bearer {}", house.admin_token());
        let metrics = house.wire().await.get("/api/v1/openapi.json", &[("Authorization", admin.as_str())]).await;
        assert_eq!(metrics.status, 200, "{kind}");
        assert_eq!(echo(&mut agent, &[TOKEN]).await, 200, "{kind}: a connection with a token is not closed");
        drop(flood);
    }
}

#[tokio::test]
async fn an_answer_under_way_is_not_broken_off_and_there_is_a_limit_to_connections() {
    let house = house().await;
    let admin = format!("Bearer {}", house.admin_token());
    let mut waiting = Vec::new();
    for id in 1..=u32::try_from(PLACES).unwrap() {
        let mut wire = house.wire().await;
        wire.ask("POST", "/mcp", &modern("test/wait"), &stateless(id, "test/wait", "")).await;
        assert_eq!(wire.head().await.status, 200);
        waiting.push(wire);
    }
    until("all have begun", || house.double.started.load(Ordering::SeqCst) == PLACES).await;
    for _ in 0..3 {
        let mut refused = house.wire().await;
        assert_eq!(echo(&mut refused, &[TOKEN]).await, 503);
        refused.closed().await;
        assert_eq!(house.wire().await.get("/healthz", &[]).await.status, 200, "places are reserved for probes");
        let api = house.wire().await.get("/api/v1/openapi.json", &[("Authorization", admin.as_str())]).await;
        assert_eq!(api.status, 200, "and for whoever manages the gateway");
    }
    let flood = flood(&house, "half a header").await;
    assert_eq!(house.wire().await.get("/healthz", &[]).await.status, 200, "nobody keeps those places");
    drop(flood);
    house.double.release.notify_waiters();
    for mut wire in waiting {
        let mut text = String::new();
        while let Some(chunk) = wire.chunk().await {
            text.push_str(&chunk);
        }
        assert!(text.contains("waited"), "{text}");
    }
    assert_eq!(house.wire().await.get("/healthz", &[]).await.status, 200);
}
