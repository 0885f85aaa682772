//! Who is let in.

use crate::double::{House, modern, stateless};
use std::collections::BTreeSet;
use vetgate_gateway::front::Agent;

fn agent(name: &str, token: &str) -> Agent {
    Agent { name: name.to_owned(), token: token.to_owned(), servers: None, operations: None }
}

async fn who(house: &House, path: &str, extra: &[(&str, &str)]) -> (u16, String) {
    let headers: Vec<(&str, &str)> = modern("test/who").into_iter().chain(extra.iter().copied()).collect();
    let answer = house.wire().await.post(path, &headers, &stateless(1, "test/who", "")).await;
    (answer.status, answer.body)
}

#[tokio::test]
async fn a_web_page_cannot_pretend_to_be_local() {
    let house = House::with(|settings| {
        settings.allowed_hosts = vec!["gateway.example.com".to_owned()];
        settings.allowed_origins = vec!["https://app.example.com".to_owned()];
        settings.agents = vec![agent("a", "token-a")];
    })
    .await;
    let a = ("Authorization", "Bearer token-a");
    for (headers, status) in [
        (&[("Host", "evil.example"), ("Origin", "http://evil.example")][..], 403),
        (&[("Host", "evil.example"), a], 403),
        (&[("Origin", "http://evil.example")], 403),
        (&[("Origin", "null")], 403),
        (&[("Origin", "http://localhost:3000")], 200),
        (&[("Origin", "https://app.example.com")], 200),
        (&[("Host", "gateway.example.com"), a], 200),
        (&[("Host", "gateway.example.com")], 401),
        (&[("Host", "127.0.0.1:1")], 200),
    ] {
        assert_eq!(who(&house, "/mcp", headers).await.0, status, "{headers:?}");
    }
    for path in ["/metrics", "/api/v1/openapi.json", "/nothing"] {
        let answer = house.wire().await.get(path, &[("Host", "evil.example")]).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    let mut wire = house.wire().await;
    wire.send("GET /healthz HTTP/1.1\r\n\r\n").await;
    assert_eq!(wire.answer().await.status, 400);
}

#[tokio::test]
async fn agents_are_known_by_their_tokens() {
    let house = House::with(|settings| {
        settings.anonymous = false;
        let servers = Some(BTreeSet::from(["files".to_owned()]));
        settings.agents = vec![agent("a", "token-a"), Agent { servers, ..agent("b", "token-b") }];
    })
    .await;
    let (status, body) = who(&house, "/mcp", &[("Authorization", "Bearer token-a")]).await;
    assert!(status == 200 && body.contains("\"a All"), "{body}");
    let (status, body) = who(&house, "/mcp/files", &[("Authorization", "bearer token-b")]).await;
    assert!(status == 200 && body.contains("\"b One"), "{body}");
    assert_eq!(who(&house, "/mcp/mail", &[("Authorization", "Bearer token-b")]).await.0, 403);
    for headers in [&[][..], &[("Authorization", "Bearer token-c")], &[("Authorization", "Basic dG9rZW4=")]] {
        let all: Vec<(&str, &str)> = modern("test/who").into_iter().chain(headers.iter().copied()).collect();
        let answer = house.wire().await.post("/mcp", &all, &stateless(1, "test/who", "")).await;
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("Bearer")), "{headers:?}");
    }
}

#[tokio::test]
async fn whoever_comes_through_a_proxy_is_not_local() {
    let house = House::open().await;
    assert_eq!(who(&house, "/mcp", &[]).await.0, 200);
    assert_eq!(who(&house, "/mcp", &[("X-Forwarded-For", "192.0.2.1")]).await.0, 401);
}

#[tokio::test]
async fn managing_takes_the_admin_token_and_the_admin_token_does_nothing_else() {
    let house = House::with(|settings| settings.agents = vec![agent("a", "token-a")]).await;
    let admin = format!("Bearer {}", house.admin_token());
    for (path, token, status) in [
        ("/api/v1/openapi.json", admin.as_str(), 200),
        ("/api/v1/openapi.json", "Bearer token-a", 403),
        ("/api/v1/openapi.json", "Bearer x", 401),
        ("/api/v1/openapi.json", "", 401),
        ("/api", "", 401),
        ("/api/", "", 401),
        ("/api/nothing", "", 401),
        ("/api/nothing", admin.as_str(), 404),
    ] {
        let answer = house.wire().await.get(path, &[("Authorization", token)]).await;
        assert_eq!(answer.status, status, "{path}");
    }
    let (status, body) = who(&house, "/mcp", &[("Authorization", &admin)]).await;
    assert!(status == 403 && body.contains("admin token"), "{body}");
}

#[tokio::test]
async fn other_agents_and_hosts_are_let_in_without_a_restart() {
    let mut house = House::with(|settings| settings.agents = vec![agent("a", "token-a")]).await;
    house.settings.agents = vec![agent("b", "token-b")];
    house.settings.anonymous = false;
    house.settings.allowed_hosts = vec!["new.example.com".to_owned()];
    house.running.apply(&house.settings).unwrap();
    assert_eq!(who(&house, "/mcp", &[]).await.0, 401);
    assert_eq!(who(&house, "/mcp", &[("Authorization", "Bearer token-a")]).await.0, 401);
    assert_eq!(who(&house, "/mcp", &[("Authorization", "Bearer token-b"), ("Host", "new.example.com")]).await.0, 200);
    house.settings.agents.push(agent("b", "token-c"));
    assert!(house.running.apply(&house.settings).unwrap_err().to_string().contains("occurs twice"));
    assert_eq!(who(&house, "/mcp", &[("Authorization", "Bearer token-b")]).await.0, 200);
}
