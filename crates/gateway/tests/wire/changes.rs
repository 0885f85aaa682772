//! What is said besides answers: progress, cancellation, log lines, changes of lists and resources.

use crate::client::{Client, Talk};
use crate::upstream::{ERAS, Speaks, Upstream, before};
use crate::waiting::{LONG, heard, until};
use serde_json::{Value, json};
use tokio::time::timeout;
use vetgate_gateway::{Scope, Session, What};

const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
const UPDATED: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"r://1","x":1.0}}"#;

/// What the session's client is told next of `method`.
async fn told(session: &Session, method: &str) -> Value {
    let mut inbox = session.listen().unwrap();
    loop {
        let text = timeout(LONG, inbox.recv()).await.unwrap_or_else(|_| panic!("nothing of {method}")).unwrap();
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["method"] == method {
            return message;
        }
    }
}

/// Whether the session's client has been told of `method`, which must have happened by now.
fn was_told(session: &Session, method: &str) -> bool {
    let mut inbox = session.listen().unwrap();
    std::iter::from_fn(|| inbox.try_recv().ok()).any(|text| text.contains(method))
}

#[tokio::test]
async fn progress_comes_back_under_the_clients_own_token() {
    let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN,"progress":0.50,"x":1e400}}"#;
    let foreign = progress.replace("$TOKEN", "424242");
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            for token in [r#""tok\u0065n""#, "7", "1.0", r#""7""#, r#""""#] {
                let steps = json!([{"do": "send", "text": foreign}, {"do": "send", "text": progress}]);
                let params =
                    format!(r#"{{"name":"do","arguments":{{"steps":{steps}}},"_meta":{{"progressToken":{token}}}}}"#);
                let mut talk = client.begin("tools/call", &params);
                assert_eq!(talk.raw_aside().await, progress.replace("$TOKEN", token), "the foreign one is dropped");
                talk.answer().await;
            }
        }
    }
}

#[tokio::test]
async fn a_request_that_is_given_up_is_cancelled_at_the_server() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let talk = client.call("do", json!([{"do": "gate", "name": "never"}]));
        server.notes("at never", 1).await;
        talk.cancel();
        if server.is_http() && server.speaks == Speaks::Stateless {
            server.notes("abandoned", 1).await;
            continue;
        }
        let entry = server.gets("notifications/cancelled").await;
        let call = server.received("tools/call").remove(0).message();
        assert_eq!(entry.message()["params"]["requestId"], call["id"], "{}", entry.raw());
    }
}

#[tokio::test]
async fn log_lines_reach_the_client_whose_call_they_are_of() {
    let line = |level: &str| {
        json!({"do": "send", "text": json!({"jsonrpc": "2.0", "method": "notifications/message",
            "params": {"level": level, "data": level}}).to_string()})
    };
    for server in Upstream::each("s") {
        server.declare(json!({"capabilities": {"tools": {}, "logging": {}}}));
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let answer = client.ask("logging/setLevel", r#"{"level":"warning"}"#).await;
        assert!(answer["result"].is_object(), "{answer}");
        let mut talk = client.call("do", json!([line("error")]));
        assert_eq!(talk.aside().await["params"]["data"], "error");
        talk.answer().await;
        match server.speaks {
            Speaks::Handshake => {
                assert_eq!(server.gets("logging/setLevel").await.message()["params"]["level"], "warning")
            }
            Speaks::Stateless => {
                let meta = server.gets("tools/call").await.message()["params"]["_meta"].clone();
                assert_eq!(meta["io.modelcontextprotocol/logLevel"], "warning");
                assert!(server.received("logging/setLevel").is_empty());
            }
        }
        let stateless = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
        let steps = json!([line("info"), line("error"), {"do": "result", "text": "{}"}]);
        let (asides, _) = stateless.call("do", steps.clone()).whole().await;
        assert!(asides.is_empty(), "nobody asked for them: {asides:?}");
        let params = format!(
            r#"{{"name":"do","arguments":{{"steps":{steps}}},"_meta":{{"io.modelcontextprotocol/logLevel":"warning"}}}}"#
        );
        let mut talk = stateless.begin("tools/call", &params);
        assert_eq!(talk.aside().await["params"]["data"], "error");
        talk.answer().await;
    }
}

#[tokio::test]
async fn a_changed_list_is_read_again_and_everybody_is_told() {
    for server in Upstream::each("s") {
        server.declare(json!({"capabilities": {"tools": {"listChanged": true}}}));
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
        let stateless = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
        let mut listening = listen(&stateless, r#"{"toolsListChanged":true}"#).await;
        let deaf = listen(&stateless, r#"{"promptsListChanged":true}"#).await;
        if server.speaks == Speaks::Stateless {
            server.notes("streaming", 1).await;
        }
        while was_told(&client.session(), "list_changed") {}
        let mut events = gateway.events().listen();
        server.declare(json!({
            "capabilities": {"tools": {"listChanged": true}}, "tools": [r#"{"name":"do"}"#, r#"{"name":"new"}"#],
        }));
        client.call("s__do", json!([{"do": "unasked", "text": CHANGED}])).answer().await;
        heard(&mut events, "the list has changed", |what| matches!(what, What::CatalogChanged { .. })).await;
        told(&client.session(), "notifications/tools/list_changed").await;
        let notice = listening.aside().await;
        assert_eq!(notice["method"], "notifications/tools/list_changed");
        assert_eq!(notice["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
        assert_eq!(client.tools().await, ["s__do", "s__new"]);
        let answer = client.ask("tools/call", r#"{"name":"s__new"}"#).await;
        assert!(answer["result"].is_object(), "{answer}");
        assert!(deaf.is_quiet());
    }
}

/// Listens for changes as a stateless client.
async fn listen(client: &Client, wish: &str) -> Talk {
    let mut talk = client.begin("subscriptions/listen", &format!(r#"{{"notifications":{wish}}}"#));
    let acknowledged = talk.aside().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], serde_json::from_str::<Value>(wish).unwrap());
    talk
}

#[tokio::test]
async fn a_changed_resource_is_told_to_those_who_asked() {
    for server in Upstream::each("s") {
        let catalog = json!({
            "capabilities": {"tools": {}, "resources": {"subscribe": true}},
            "resources": [r#"{"uri":"r://1","name":"r"}"#, r#"{"uri":"r://2","name":"r"}"#],
        });
        server.declare(catalog);
        let gateway = before(&[&server]).await;
        let (one, two) = (
            Client::new(&gateway, Speaks::Handshake, Scope::All).await,
            Client::new(&gateway, Speaks::Handshake, Scope::All).await,
        );
        let stateless = Client::new(&gateway, Speaks::Stateless, Scope::All).await;
        let mut listening = listen(&stateless, r#"{"resourceSubscriptions":["r://1"]}"#).await;
        let elsewhere = listen(&stateless, r#"{"resourceSubscriptions":["r://2"]}"#).await;
        let answer = one.ask("resources/subscribe", r#"{"uri":"r://1"}"#).await;
        assert_eq!(answer["result"], json!({}), "{answer}");
        subscribed(&server, &["r://1", "r://2"]).await;
        // Over HTTP with sessions each client hears what its own session is told.
        let everybody = server.is_http() && server.speaks == Speaks::Handshake;
        one.call("s__do", json!([{"do": "unasked", "text": UPDATED}])).answer().await;
        assert_eq!(told(&one.session(), "notifications/resources/updated").await["params"]["x"], 1.0);
        if !everybody {
            let notice = listening.aside().await;
            assert_eq!(notice["params"]["uri"], "r://1");
            assert_eq!(notice["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
        }
        assert!(!was_told(&two.session(), "resources/updated"), "it did not ask");
        assert!(elsewhere.is_quiet());
        elsewhere.cancel();
        listening.cancel();
        one.ask("resources/unsubscribe", r#"{"uri":"r://1"}"#).await;
        if server.speaks == Speaks::Handshake {
            let gone = || (server.received("resources/unsubscribe").len() >= 2).then_some(());
            until("the server hears that nobody listens", gone).await;
        }
    }
}

/// Waits until a server knows that somebody wants to hear of these resources.
async fn subscribed(server: &Upstream, uris: &[&str]) {
    until("the server knows who listens", || {
        let is_told =
            |uri: &&str| server.received("resources/subscribe").iter().any(|entry| entry.raw().contains(*uri));
        let is_known = match server.speaks {
            Speaks::Handshake => uris.iter().all(is_told),
            Speaks::Stateless => server.journal().iter().any(|entry| uris.iter().all(|uri| entry.wants(uri))),
        };
        is_known.then_some(())
    })
    .await;
}
