//! What is held back has no other way in or out: a server of which nothing is approved is neither heard nor spoken to.

use crate::client::{Client, text};
use crate::quarantine_house::{House, call};
use crate::upstream::{Speaks, Upstream};
use crate::waiting::{heard, until};
use serde_json::{Value, json};
use vetgate_gateway::What;
use vetgate_ledger::Item;

const LOG: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"alert","data":"psst"}}"#;
const ASKS: &str =
    r#"{"jsonrpc":"2.0","id":"question","method":"sampling/createMessage","params":{"messages":[],"x":"psst"}}"#;
const PING: &str = r#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#;

/// What the gateway answered to a request of the server.
fn answers(server: &Upstream, id: &str) -> Vec<Value> {
    let all = server.journal().into_iter().filter(|entry| !entry.raw().is_empty()).map(|entry| entry.message());
    all.filter(|message| message["method"].is_null() && message["id"] == id).collect()
}

#[tokio::test]
async fn a_server_of_which_nothing_is_approved_is_neither_heard_nor_answered() {
    for server in [Upstream::stdio("s", Speaks::Handshake), Upstream::http("s", Speaks::Handshake)] {
        server.declare(json!({"speaks": [LOG, ASKS, PING]}));
        let house = House::before(&[server.settings()]).await;
        let client = Client::new(&house.gateway, Speaks::Handshake, server.scope()).await;
        let mut inbox = client.session().listen().unwrap();
        let mut events = house.gateway.events().listen();
        server.open("speak");
        for dropped in ["notifications/message", "sampling/createMessage"] {
            let is_it = |what: &What| matches!(what, What::Dropped { method, .. } if method == dropped);
            let What::Dropped { reason, .. } = heard(&mut events, "it is dropped", is_it).await else { unreachable!() };
            assert_eq!(reason, "nothing of this server is approved");
        }
        let ping = until("the ping is answered", || answers(&server, "ping").pop()).await;
        assert!(ping["result"].is_object(), "{ping}");
        let refusal = until("the question is refused", || answers(&server, "question").pop()).await;
        assert_eq!(refusal["error"]["code"], -32601);
        while let Ok(told) = inbox.try_recv() {
            assert!(!told.contains("psst"), "{told}");
        }
        house.approve(&server, Item::Tool, "do").await;
        server.open("speak-again");
        for expected in ["notifications/message", "sampling/createMessage"] {
            loop {
                let told = tokio::time::timeout(crate::waiting::LONG, inbox.recv()).await.expect(expected).unwrap();
                if told.contains(expected) {
                    break;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_connection_of_a_session_is_hushed_when_the_last_thing_is_blocked() {
    let server = Upstream::http("s", Speaks::Handshake).declaring(json!({"speaks": [LOG, ASKS, PING]}));
    let house = House::before(&[server.settings()]).await;
    house.approve(&server, Item::Tool, "do").await;
    let client = house.client().await;
    assert_eq!(text(&call(&client, "s__do").await), "tools/call do");
    server.notes("listening", 2).await;
    house.block(&server, Item::Tool, "do").await;
    let mut inbox = client.session().listen().unwrap();
    server.open("speak");
    until("both connections are answered", || (answers(&server, "ping").len() == 2).then_some(())).await;
    until("both questions are refused", || (answers(&server, "question").len() == 2).then_some(())).await;
    assert!(answers(&server, "question").iter().all(|answer| answer["error"]["code"] == -32601));
    while let Ok(told) = inbox.try_recv() {
        assert!(!told.contains("psst"), "{told}");
    }
}

#[tokio::test]
async fn a_call_under_way_passes_nothing_on_once_the_last_thing_is_blocked() {
    for server in [Upstream::stdio("s", Speaks::Handshake), Upstream::http("s", Speaks::Handshake)] {
        let house = House::before(&[server.settings()]).await;
        house.approve(&server, Item::Tool, "do").await;
        let client = house.client().await;
        let talk = client.call(
            "s__do",
            json!([
                {"do": "gate", "name": "blocked"},
                {"do": "send", "text": LOG},
                {"do": "ask", "method": "elicitation/create", "params": {"message": "psst"}},
            ]),
        );
        server.notes("at blocked", 1).await;
        house.block(&server, Item::Tool, "do").await;
        server.open("blocked");
        let (asides, answer) = talk.whole().await;
        assert!(asides.is_empty(), "{asides:?}");
        assert!(text(&answer).contains("-32601"), "{answer}");
    }
}
