//! What holds for every path of the management surface.

use crate::managed::{AGENT, Managed, read};
use serde_json::Value;

/// Every path and method, with something in the place of its parameters; and whether it is open.
async fn operations(managed: &Managed) -> Vec<(String, String, bool)> {
    let (status, document) = managed.get("/api/v1/openapi.json").await;
    assert_eq!(status, 200);
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = if path.contains("activity") { "1" } else { "0123456789abcdef" };
            let path = path.replace("{id}", id).replace("{name}", "broken");
            all.push((method.to_uppercase(), path, operation["security"] == Value::Array(vec![])));
        }
    }
    assert!(all.len() > 15, "{all:?}");
    all
}

#[tokio::test]
async fn every_path_takes_the_admin_token_and_no_other() {
    let managed = Managed::open().await;
    for (method, path, is_open) in operations(&managed).await {
        for (token, status) in [
            (String::new(), 401),
            ("Bearer wrong".to_owned(), 401),
            ("Basic wrong".to_owned(), 401),
            (format!("Bearer {AGENT}"), 403),
        ] {
            let mut wire = managed.wire().await;
            wire.ask(&method, &path, &[("Authorization", &token)], "").await;
            let answer = wire.answer().await;
            if is_open {
                assert_eq!(answer.status, 200, "{method} {path}");
                continue;
            }
            let (found, problem) = read(&answer);
            assert_eq!(
                (found, problem["status"].as_u64()),
                (status, Some(u64::from(status))),
                "{method} {path} {token}"
            );
            assert_eq!(answer.header("www-authenticate").is_some(), status == 401, "{method} {path}");
        }
    }
    let open: Vec<String> =
        operations(&managed).await.into_iter().filter(|(.., is_open)| *is_open).map(|(_, path, _)| path).collect();
    assert_eq!(open, ["/healthz", "/readyz"]);
}

#[tokio::test]
async fn a_web_page_elsewhere_reaches_nothing_but_health() {
    let managed = Managed::open().await;
    for (method, path, _) in operations(&managed).await {
        let answer = managed.ask(&method, &path, &[("Host", "evil.example")], "").await;
        let is_probe = matches!(path.as_str(), "/healthz" | "/readyz");
        assert_eq!(answer.status, if is_probe { 200 } else { 403 }, "{method} {path}");
    }
}

#[tokio::test]
async fn a_method_that_a_path_does_not_take_is_refused_with_those_that_it_takes() {
    let managed = Managed::open().await;
    for (path, method, allow) in [
        ("/api/v1/status", "POST", "GET, HEAD"),
        ("/api/v1/tools/0123456789abcdef/approve", "GET", "POST"),
        ("/healthz", "DELETE", "GET, HEAD"),
        ("/metrics", "PUT", "GET, HEAD"),
    ] {
        let answer = managed.ask(method, path, &[], "").await;
        assert_eq!((read(&answer).0, answer.header("allow")), (405, Some(allow)), "{method} {path}");
    }
}

#[tokio::test]
async fn head_is_get_without_a_body() {
    let managed = Managed::open().await;
    let mut wire = managed.wire().await;
    wire.ask("HEAD", "/api/v1/status", &[("Authorization", &managed.admin())], "").await;
    let head = wire.head().await;
    assert_eq!((head.status, head.header("content-type")), (200, Some("application/json")));
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_with_its_place() {
    let managed = Managed::open().await;
    for (path, status, place) in [
        ("/api/v1/nothing", 404, None),
        ("/api/v1/", 404, None),
        ("/api", 404, None),
        ("/api/v1/status?verbose=1", 400, Some("verbose")),
        ("/readyz?verbose", 400, Some("verbose")),
        ("/api/v1/tools?state=new", 400, Some("state")),
        ("/api/v1/tools?limit=0", 400, Some("limit")),
        ("/api/v1/tools?limit=1&limit=2", 400, Some("limit")),
        ("/api/v1/tools?server=", 400, Some("server")),
        ("/api/v1/tools/xyz", 400, Some("id")),
        ("/api/v1/tools/0123456789abcdef", 404, None),
        ("/api/v1/tools/0123456789abcdef/diff", 404, None),
        ("/api/v1/servers/nobody", 404, None),
        ("/api/v1/servers/%ff", 400, Some("path")),
        ("/api/v1/activity/0", 400, Some("id")),
        ("/api/v1/activity/999999", 404, None),
        ("/api/v1/activity?since=yesterday", 400, Some("since")),
        ("/api/v1/activity?risk_from=101", 400, Some("risk_from")),
        ("/api/v1/activity?name=%ff", 400, Some("query")),
    ] {
        let (found, problem) = managed.get(path).await;
        assert_eq!((found, problem["place"].as_str()), (status, place), "{path} {problem}");
        assert!(problem["detail"].as_str().unwrap().len() > 10, "{problem}");
    }
}

#[tokio::test]
async fn a_body_must_be_small_json_of_the_right_form() {
    let managed = Managed::open().await;
    let path = "/api/v1/tools/0123456789abcdef/approve";
    let hash = "0".repeat(64);
    let large = format!(r#"{{"fingerprint":"{hash}","by":"{}"}}"#, "x".repeat(70_000));
    let right = format!(r#"{{"fingerprint":"{hash}"}}"#);
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("fingerprint", 400),
        ("{}", 422),
        ("[]", 422),
        ("{\"fingerprint\":1}", 422),
        ("{\"fingerprint\":\"abc\"}", 422),
        (&format!(r#"{{"fingerprint":"{hash}","acept":[]}}"#), 422),
        (&format!(r#"{{"fingerprint":"{hash}","fingerprint":"{hash}"}}"#), 422),
        (&format!(r#"{{"fingerprint":"{hash}","by":""}}"#), 422),
        (&format!(r#"{{"fingerprint":"{hash}","by":null}}"#), 422),
        (&large, 413),
        (&right, 404),
    ] {
        assert_eq!(managed.post(path, body).await.0, status, "{body:.80}");
    }
    for media in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let answer = managed.ask("POST", path, &[("Content-Type", media)], &right).await;
        assert_eq!(read(&answer).0, 415, "{media}");
    }
}

#[tokio::test]
async fn a_server_is_told_of_with_its_trouble() {
    let managed = Managed::open().await;
    let (_, one) = managed.get("/api/v1/servers/broken").await;
    assert_eq!((one["state"].as_str(), one["reason"].as_str()), (Some("misconfigured"), Some("its `url` is none")));
    let (_, all) = managed.get("/api/v1/servers").await;
    assert_eq!(all["servers"], serde_json::json!([one]));
    let (_, status) = managed.get("/api/v1/status").await;
    assert_eq!((&status["servers"], status["sessions"].as_u64()), (&all["servers"], Some(0)));
}
