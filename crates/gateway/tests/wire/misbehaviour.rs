//! Servers that die, hang, flood, lie or do not start: their own calls fail with a reason, and nobody else notices.

use crate::client::{Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream, before, gone};
use crate::waiting::{LONG, stands, until};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use vetgate_gateway::{Gateway, Scope, ServerSettings};

const SHORT: Duration = Duration::from_millis(500);

/// A gateway before a bad server, with these settings, and a good one.
async fn beside(bad: ServerSettings, good: &Upstream) -> Arc<Gateway> {
    let gateway = Arc::new(Gateway::new());
    let name = bad.name.clone();
    gateway.configure(vec![bad, good.settings()], vec![]).await;
    for server in [&name, &good.name] {
        stands(&gateway, server, "up").await;
    }
    gateway
}

fn pair() -> (Upstream, Upstream) {
    (Upstream::stdio("bad", Speaks::Handshake), Upstream::stdio("good", Speaks::Handshake))
}

async fn is_well(client: &Client, tool: &str) {
    let answer = client.ask("tools/call", &json!({"name": tool}).to_string()).await;
    assert!(answer["result"].is_object(), "{tool}: {answer}");
}

/// Calls until the server answers.
async fn recovers(client: &Client, tool: &str) {
    let started = Instant::now();
    loop {
        let answer = client.ask("tools/call", &json!({"name": tool}).to_string()).await;
        if answer["result"].is_object() {
            return;
        }
        assert!(started.elapsed() < LONG, "{answer}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_server_that_dies_in_a_call_is_started_again() {
    for speaks in ERAS {
        let (bad, good) = (Upstream::stdio("bad", speaks), Upstream::stdio("good", speaks));
        let gateway = before(&[&bad, &good]).await;
        let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
        let other = client.call("good__do", json!([{"do": "gate", "name": "end"}]));
        good.notes("at end", 1).await;
        bad.dawdle();
        let answer = client.call("bad__do", json!([{"do": "die"}])).answer().await;
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert!(error(&answer).contains("`bad`") && error(&answer).contains("exit status 3"), "{answer}");
        stands(&gateway, "bad", "down").await;
        let listed = client.ask("tools/list", "{}").await["result"]["tools"].clone();
        assert_eq!(listed[0]["name"], "bad__do");
        let description = listed[0]["description"].as_str().unwrap();
        assert!(description.contains("unavailable now") && description.contains("`bad`"), "{description}");
        assert!(listed[0]["_meta"]["dev.vetgate/unavailable"].is_string());
        assert_eq!(listed[1], json!({"name": "good__do", "inputSchema": {"type": "object"}}), "{listed}");
        let answer = client.ask("tools/call", r#"{"name":"bad__do"}"#).await;
        assert_eq!(answer["error"]["data"]["reason"], "unavailable", "{answer}");
        bad.hurry();
        stands(&gateway, "bad", "up").await;
        let listed = client.ask("tools/list", "{}").await["result"]["tools"].clone();
        assert_eq!(listed[0], json!({"name": "bad__do", "inputSchema": {"type": "object"}}), "{listed}");
        is_well(&client, "bad__do").await;
        assert!(other.is_quiet());
        good.open("end");
        assert!(other.answer().await["result"].is_object());
        assert_eq!(good.count("started"), 1);
    }
}

#[tokio::test]
async fn a_server_that_does_not_start_is_tried_at_growing_intervals() {
    let (bad, good) = pair();
    bad.open("no-start");
    let gateway = Arc::new(Gateway::new());
    let started = Instant::now();
    gateway.configure(vec![bad.settings(), good.settings()], vec![]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    assert_eq!(client.tools().await, ["good__do"]);
    let status = gateway.status().servers[0].clone();
    assert_eq!(status.state, "down");
    assert!(status.reason.as_ref().unwrap().contains("no start today"), "{status:?}");
    let answer = client.ask("tools/call", r#"{"name":"bad__do"}"#).await;
    assert!(error(&answer).contains("exit status 1") && !error(&answer).contains("no start today"), "{answer}");
    // A try is a start or two; the third try is 250 and 500 ms later at least.
    bad.notes("started", 5).await;
    assert!(started.elapsed() >= Duration::from_millis(750), "{:?}", started.elapsed());
    bad.shut("no-start");
    stands(&gateway, "bad", "up").await;
    is_well(&client, "bad__do").await;
    is_well(&client, "good__do").await;
}

#[tokio::test]
async fn a_server_that_hangs_is_not_waited_for_and_holds_up_nobody() {
    for speaks in ERAS {
        let (bad, good) = (Upstream::stdio("bad", speaks), Upstream::http("good", speaks));
        let gateway = beside(ServerSettings { timeout: 4 * SHORT, ..bad.settings() }, &good).await;
        let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
        let hanging = client.call("bad__do", json!([{"do": "gate", "name": "never"}]));
        bad.notes("at never", 1).await;
        is_well(&client, "good__do").await;
        let answer = hanging.answer().await;
        assert_eq!(answer["error"]["data"]["reason"], "timeout", "{answer}");
        assert!(error(&answer).contains("`bad` did not answer within 2 s"), "{answer}");
        bad.gets("notifications/cancelled").await;
    }
}

#[tokio::test]
async fn progress_keeps_a_long_call_alive() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = Arc::new(Gateway::new());
    gateway.configure(vec![ServerSettings { timeout: 8 * SHORT, ..server.settings() }], vec![]).await;
    stands(&gateway, "s", "up").await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN}}"#;
    let part = json!([{"do": "sleep", "seconds": 2}, {"do": "send", "text": progress}]);
    let steps: Vec<Value> = std::iter::repeat_n(part.as_array().unwrap().clone(), 3).flatten().collect();
    let params = json!({"name": "do", "arguments": {"steps": steps}, "_meta": {"progressToken": 1}});
    let answer = client.ask("tools/call", &params.to_string()).await;
    assert!(answer["result"].is_object(), "{answer}");
}

#[tokio::test]
async fn a_flood_of_notifications_or_garbage_drowns_nobody() {
    let (bad, good) = pair();
    let gateway = before(&[&bad, &good]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    for flood in [
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"again and again"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#,
        r#"{"jsonrpc":"2.0","id":77777777,"result":{}}"#,
        "this is no JSON",
        r#"{"jsonrpc":"2.0"}"#,
        "",
    ] {
        let flooding = client.call("bad__do", json!([{"do": "flood", "text": flood, "times": 5_000}]));
        is_well(&client, "good__do").await;
        let answer = flooding.answer().await;
        assert!(answer["result"].is_object(), "{flood}: {answer}");
    }
    is_well(&client, "bad__do").await;
    assert_eq!((bad.count("started"), good.count("started")), (1, 1));
}

#[tokio::test]
async fn an_answer_under_another_id_is_nobodys() {
    for server in Upstream::each("s") {
        let gateway = Arc::new(Gateway::new());
        gateway.configure(vec![ServerSettings { timeout: 4 * SHORT, ..server.settings() }], vec![]).await;
        stands(&gateway, "s", "up").await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let answer = client.call("do", json!([{"do": "misname"}])).answer().await;
        let expected = if server.is_http() { "id of another request" } else { "did not answer" };
        assert!(error(&answer).contains(expected), "{answer}");
        is_well(&client, "do").await;
    }
}

#[tokio::test]
async fn an_answer_of_fifty_megabytes_is_not_taken() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let answer = client.call("do", json!([{"do": "big", "bytes": 50 << 20}])).answer().await;
        assert!(error(&answer).contains("16777216 bytes"), "{answer}");
        is_well(&client, "do").await;
        let answer = client.call("do", json!([{"do": "big", "bytes": 1 << 20}])).answer().await;
        assert_eq!(text(&answer).len(), 1 << 20, "what is smaller is");
        assert_eq!(server.count("started"), 1);
    }
}

#[tokio::test]
async fn a_server_that_does_not_read_holds_up_nobody_and_is_ended_all_the_same() {
    let (bad, good) = pair();
    let gateway = beside(ServerSettings { timeout: 4 * SHORT, ..bad.settings() }, &good).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    client.call("bad__do", json!([{"do": "deaf"}])).answer().await;
    let long = "x".repeat(1 << 20);
    let params = json!({"name": "bad__do", "arguments": {"long": long}}).to_string();
    let unread: Vec<_> = (0..3).map(|_| client.begin("tools/call", &params)).collect();
    is_well(&client, "good__do").await;
    for talk in unread {
        let answer = talk.answer().await;
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
    let pid = bad.notes("started", 1).await.pid();
    gateway.shut_down().await;
    gone(pid).await;
}

#[tokio::test]
async fn a_list_does_not_wait_long_for_a_server_that_is_slow_to_start() {
    let (bad, good) = pair();
    bad.dawdle();
    let gateway = Arc::new(Gateway::new());
    gateway.configure(vec![bad.settings(), good.settings()], vec![]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    assert_eq!(client.tools().await, ["good__do"]);
    assert_eq!(gateway.status().servers[0].state, "starting", "it was not waited for");
    let mut inbox = client.session().listen().unwrap();
    while inbox.try_recv().is_ok() {}
    let waiting = client.begin("tools/call", r#"{"name":"bad__do"}"#);
    bad.hurry();
    stands(&gateway, "bad", "up").await;
    until("the client is told", || inbox.try_recv().ok().filter(|text| text.contains("tools/list_changed"))).await;
    assert_eq!(client.tools().await, ["bad__do", "good__do"]);
    let answer = waiting.answer().await;
    assert!(answer["result"].is_object(), "who called while it started gets an answer: {answer}");
}

#[tokio::test]
async fn a_server_that_fails_again_and_again_is_left_alone_for_a_while() {
    // Over HTTP, an answer with another id is a failure at once.
    let (bad, good) = (Upstream::http("bad", Speaks::Handshake), Upstream::stdio("good", Speaks::Handshake));
    let gateway = beside(bad.settings(), &good).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let mut failures = 0;
    let refusal = loop {
        let answer = client.call("bad__do", json!([{"do": "misname"}])).answer().await;
        if answer["error"]["data"]["reason"] == "unavailable" {
            break answer;
        }
        failures += 1;
        assert!(failures < 12, "{answer}");
    };
    assert!(failures >= 5, "{failures}");
    assert!(error(&refusal).contains("failed repeatedly"), "{refusal}");
    assert_eq!(bad.received("tools/call").len(), failures, "what is refused does not reach it");
    is_well(&client, "good__do").await;
    recovers(&client, "bad__do").await;
    is_well(&client, "bad__do").await;
}

#[tokio::test]
async fn what_does_not_fit_into_a_servers_queue_is_turned_away() {
    let (bad, good) = pair();
    let gateway = beside(ServerSettings { concurrency: 1, queue: 1, ..bad.settings() }, &good).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let mut talks: Vec<_> = (0..5).map(|_| client.call("bad__do", json!([{"do": "gate", "name": "all"}]))).collect();
    until("three are turned away", || (talks.iter().filter(|talk| talk.is_answered()).count() == 3).then_some(()))
        .await;
    is_well(&client, "good__do").await;
    bad.open("all");
    let (mut busy, mut answered) = (0, 0);
    for talk in talks.drain(..) {
        let answer = talk.answer().await;
        if answer["error"]["data"]["reason"] == "busy" {
            assert!(error(&answer).contains("busy") && error(&answer).contains("try again later"), "{answer}");
            busy += 1;
        } else {
            assert!(answer["result"].is_object(), "{answer}");
            answered += 1;
        }
    }
    assert_eq!((busy, answered), (3, 2));
    assert_eq!(bad.received("tools/call").len(), 2);
}

#[tokio::test]
async fn a_server_is_started_once_for_every_time_it_dies() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    for deaths in 1..=4 {
        let answer = client.call("do", json!([{"do": "die"}])).answer().await;
        assert!(error(&answer).contains("exit status 3"), "{answer}");
        server.notes("started", deaths + 1).await;
        stands(&gateway, "s", "up").await;
        for _ in 0..5 {
            is_well(&client, "do").await;
        }
        assert_eq!(server.count("started"), deaths + 1, "what was lost is not lost twice");
    }
}
