//! Clients and servers that take their time, or everybody else's.

use crate::client::{Client, text};
use crate::upstream::{Speaks, Upstream, before};
use crate::waiting::stands;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use vetgate_gateway::{Gateway, Scope};

#[tokio::test]
async fn a_person_may_take_longer_to_answer_than_a_server() {
    for server in [Upstream::stdio("s", Speaks::Handshake), Upstream::http("s", Speaks::Handshake)] {
        let gateway = Arc::new(Gateway::new());
        let mut settings = server.settings();
        settings.timeout = Duration::from_millis(300);
        settings.concurrency = 1;
        gateway.configure(vec![settings], vec![]).await;
        stands(&gateway, "s", "up").await;
        let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
        let mut call = client.call("s__do", json!([{"do": "ask", "method": "elicitation/create", "params": {}}]));
        let question = call.aside().await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(call.is_quiet(), "the call waits for the person");
        let other = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
        assert_eq!(
            text(&other.call("s__do", json!([])).answer().await),
            "tools/call do",
            "and keeps nobody from the server"
        );
        client.answer(&question, json!({"action": "accept"})).await;
        assert_eq!(text(&call.answer().await), r#"[{"action": "accept"}]"#);
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_told_a_log_level_keeps_nobody_waiting() {
    let capabilities = json!({"capabilities": {"tools": {}, "logging": {}}});
    let deaf = Upstream::stdio("deaf", Speaks::Handshake).declaring(capabilities.clone());
    let well = Upstream::stdio("well", Speaks::Handshake).declaring(capabilities);
    let gateway = before(&[&deaf, &well]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    client.call("deaf__do", json!([{"do": "deaf"}])).answer().await;
    let answer = client.ask("logging/setLevel", r#"{"level":"error"}"#).await;
    assert_eq!(answer["result"], json!({}));
    assert_eq!(well.received("logging/setLevel").len(), 1);
}

#[tokio::test]
async fn a_server_that_says_again_and_again_that_its_tools_have_changed_is_asked_for_them_one_at_a_time() {
    let server =
        Upstream::stdio("s", Speaks::Handshake).declaring(json!({"capabilities": {"tools": {"listChanged": true}}}));
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let steps = json!([{"do": "flood", "times": 1000, "text": changed}]);
    assert_eq!(text(&client.call("s__do", steps).answer().await), "[]");
    assert!(server.received("tools/list").len() < 1000, "not once for every word of it");
}

#[tokio::test]
async fn a_client_that_does_not_read_loses_its_call_and_not_the_servers_time() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = Arc::new(Gateway::new());
    let mut settings = server.settings();
    settings.timeout = Duration::from_millis(500);
    settings.concurrency = 1;
    gateway.configure(vec![settings], vec![]).await;
    stands(&gateway, "s", "up").await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#;
    let steps = json!([{"do": "flood", "times": 200, "text": log}, {"do": "gate", "name": "end"}]);
    let deaf = client.call("s__do", steps);
    server.notes("at end", 1).await;
    crate::waiting::until("the call is over", || deaf.is_answered().then_some(())).await;
    server.open("end");
    assert_eq!(text(&client.call("s__do", json!([])).answer().await), "tools/call do");
}

#[tokio::test]
async fn a_call_that_waits_for_its_client_survives_a_new_configuration() {
    for (server, speaks) in [
        (Upstream::stdio("s", Speaks::Handshake), Speaks::Handshake),
        (Upstream::stdio("s", Speaks::Handshake), Speaks::Stateless),
        (Upstream::http("s", Speaks::Handshake), Speaks::Handshake),
    ] {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, speaks, Scope::All).await;
        let mut changed = server.settings();
        changed.queue += 1;
        let steps = json!([{"do": "ask", "method": "elicitation/create", "params": {}}]);
        if speaks == Speaks::Handshake {
            let mut call = client.call("s__do", steps);
            let question = call.aside().await;
            gateway.configure(vec![changed], vec![]).await;
            stands(&gateway, "s", "up").await;
            tokio::time::sleep(Duration::from_millis(300)).await;
            client.answer(&question, json!({"action": "accept"})).await;
            assert_eq!(text(&call.answer().await), r#"[{"action": "accept"}]"#);
            continue;
        }
        let mut params = json!({"name": "s__do", "arguments": {"steps": steps}});
        let asks = client.ask("tools/call", &params.to_string()).await["result"].clone();
        gateway.configure(vec![changed], vec![]).await;
        stands(&gateway, "s", "up").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let key = asks["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
        params["inputResponses"] = json!({key: {"action": "accept"}});
        params["requestState"] = asks["requestState"].clone();
        let answer = client.ask("tools/call", &params.to_string()).await;
        assert_eq!(text(&answer), r#"[{"action": "accept"}]"#);
    }
}
