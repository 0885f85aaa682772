//! What belongs to one client is never another's.

use crate::client::{Client, text};
use crate::upstream::{Speaks, Upstream, before, gone, is_there};
use crate::waiting::{heard, stands};
use serde_json::{Value, json};
use std::sync::Arc;
use vetgate_gateway::{Gateway, Scope, ServerSettings, What};

const LOG: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"private"}}"#;

fn gate(name: &str) -> Value {
    json!({"do": "gate", "name": name})
}

/// Whether anything waits for the client besides lists that have changed.
fn has_mail(client: &Client) -> bool {
    let session = client.session();
    let mut inbox = session.listen().unwrap();
    std::iter::from_fn(|| inbox.try_recv().ok()).any(|text| !text.contains("list_changed"))
}

#[tokio::test]
async fn a_question_that_could_be_for_either_client_is_for_neither() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let one = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let two = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let mut events = gateway.events().listen();
    let waiting = two.call("do", json!([gate("two")]));
    server.notes("at two", 1).await;
    let (asides, answer) = one.call("do", json!([{"do": "ask", "method": "roots/list"}])).whole().await;
    assert!(asides.is_empty(), "{asides:?}");
    assert!(text(&answer).contains("-32601"), "the server is told so: {answer}");
    heard(&mut events, "a message dropped", |what| matches!(what, What::Dropped { .. })).await;
    assert!(waiting.is_quiet() && !has_mail(&one) && !has_mail(&two));
    server.open("two");
    waiting.answer().await;
    let (questions, answer) = one.converse("do", json!([{"do": "ask", "method": "roots/list"}]), |_| json!(7)).await;
    assert_eq!((questions.len(), text(&answer)), (1, "[7]"), "alone it can be asked");
}

#[tokio::test]
async fn a_question_that_could_be_for_either_of_two_calls_without_a_session_is_for_neither() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let one = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let two = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let waiting = two.call("do", json!([gate("two")]));
    server.notes("at two", 1).await;
    let answer = one.call("do", json!([{"do": "ask", "method": "roots/list"}])).answer().await;
    assert!(text(&answer).contains("-32601"), "the server is told so: {answer}");
    assert!(waiting.is_quiet());
    server.open("two");
    waiting.answer().await;
    let answer = one.call("do", json!([{"do": "ask", "method": "roots/list"}])).answer().await;
    assert_eq!(answer["result"]["resultType"], "input_required", "alone it can be asked: {answer}");
}

#[tokio::test]
async fn a_log_line_that_could_be_of_either_clients_call_reaches_neither() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let one = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let two = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let mut events = gateway.events().listen();
    let waiting = two.call("do", json!([gate("two")]));
    server.notes("at two", 1).await;
    let (asides, _) = one.call("do", json!([{"do": "send", "text": LOG}])).whole().await;
    assert!(asides.is_empty(), "{asides:?}");
    heard(&mut events, "a message dropped", |what| matches!(what, What::Dropped { .. })).await;
    assert!(waiting.is_quiet() && !has_mail(&one) && !has_mail(&two));
    server.open("two");
    waiting.answer().await;
}

#[tokio::test]
async fn two_clients_with_the_same_ids_and_tokens_get_their_own() {
    let progress =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN,"progress":WHOSE}}"#;
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let mut talks = Vec::new();
        for whose in ["1", "2"] {
            let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
            let text = progress.replace("WHOSE", whose);
            let steps = json!([gate("both"), {"do": "send", "text": text}, {"do": "result", "text": format!("{{\"whose\":{whose}}}")}]);
            let params = format!(r#"{{"name":"do","arguments":{{"steps":{steps}}},"_meta":{{"progressToken":5}}}}"#);
            talks.push((whose, client.begin("tools/call", &params)));
        }
        server.notes("at both", 2).await;
        server.open("both");
        for (whose, mut talk) in talks {
            let aside = talk.aside().await;
            assert_eq!(aside["params"], json!({"progressToken": 5, "progress": whose.parse::<u32>().unwrap()}));
            let (more, answer) = talk.whole().await;
            assert!(more.is_empty(), "{more:?}");
            assert_eq!(answer["result"]["whose"].to_string(), whose);
        }
    }
}

/// A gateway whose only server has a connection for each session, and two clients that have used it.
async fn apart(server: &Upstream) -> (Arc<Gateway>, [Client; 2]) {
    let gateway = Arc::new(Gateway::new());
    let isolate = !server.is_http();
    gateway.configure(vec![ServerSettings { isolate, ..server.settings() }], vec![]).await;
    stands(&gateway, "s", "up").await;
    let one = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let two = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    for client in [&one, &two] {
        client.ask("tools/call", r#"{"name":"do"}"#).await;
    }
    (gateway, [one, two])
}

#[tokio::test]
async fn sessions_that_are_kept_apart_are_asked_each_for_itself() {
    for server in [Upstream::stdio("s", Speaks::Handshake), Upstream::http("s", Speaks::Handshake)] {
        let (_gateway, [one, two]) = apart(&server).await;
        let calls = server.received("tools/call");
        match server.is_http() {
            true => assert_ne!(calls[0].session(), calls[1].session(), "a session each"),
            false => assert_ne!(calls[0].pid(), calls[1].pid(), "a process each"),
        }
        let hello = server.received("initialize").pop().unwrap().message();
        assert_eq!(hello["params"]["clientInfo"]["name"], "tester", "each is introduced as itself");
        let waiting = two.call("do", json!([gate("two")]));
        server.notes("at two", 1).await;
        let (questions, answer) =
            one.converse("do", json!([{"do": "ask", "method": "roots/list"}]), |_| json!(7)).await;
        assert_eq!((questions.len(), text(&answer)), (1, "[7]"));
        assert!(waiting.is_quiet() && !has_mail(&two));
        server.open("two");
        waiting.answer().await;
    }
}

#[tokio::test]
async fn the_end_of_a_session_is_the_end_of_what_it_had_of_its_own() {
    for server in [Upstream::stdio("s", Speaks::Handshake), Upstream::http("s", Speaks::Handshake)] {
        let (gateway, [one, two]) = apart(&server).await;
        let calls = server.received("tools/call");
        let mut events = gateway.events().listen();
        gateway.close(one.session()).await;
        heard(&mut events, "the session is closed", |what| matches!(what, What::SessionClosed { .. })).await;
        assert_eq!(gateway.sessions().count(), 1);
        if server.is_http() {
            assert_eq!(server.notes("deleted", 1).await.session(), calls[0].session());
        } else {
            gone(calls[0].pid()).await;
            assert!(is_there(calls[1].pid()), "the other's is left alone");
        }
        let answer = two.ask("tools/call", r#"{"name":"do"}"#).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
}

#[tokio::test]
async fn a_call_under_way_ends_with_its_session() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let (gateway, [one, _two]) = apart(&server).await;
    let talk = one.call("do", json!([gate("never")]));
    let pid = server.notes("at never", 1).await.pid();
    gateway.close(one.session()).await;
    let answer = talk.answer().await;
    assert!(answer["error"].is_object(), "{answer}");
    gone(pid).await;
}

#[tokio::test]
async fn a_gateway_that_shuts_down_leaves_nothing_behind() {
    let shared = Upstream::stdio("shared", Speaks::Handshake);
    let apart = Upstream::stdio("apart", Speaks::Stateless);
    let remote = Upstream::http("remote", Speaks::Handshake);
    let gateway = Arc::new(Gateway::new());
    let settings = [shared.settings(), ServerSettings { isolate: true, ..apart.settings() }, remote.settings()];
    gateway.configure(settings.into(), vec![]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    for tool in ["shared__do", "apart__do", "remote__do"] {
        let answer = client.call(tool, json!([{"do": "result", "text": "{}"}])).answer().await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    gateway.shut_down().await;
    for server in [&shared, &apart] {
        for entry in server.journal().iter().filter(|entry| entry.mark() == "started") {
            gone(entry.pid()).await;
        }
    }
    remote.notes("deleted", 2).await;
}

#[tokio::test]
async fn a_session_that_was_forgotten_by_its_server_is_opened_again() {
    let server = Upstream::http("s", Speaks::Handshake);
    let (_gateway, [one, _two]) = apart(&server).await;
    let before = server.received("initialize").len();
    one.call("do", json!([{"do": "forget"}])).answer().await;
    let answer = one.ask("tools/call", r#"{"name":"do"}"#).await;
    assert!(answer["result"].is_object(), "{answer}");
    assert_eq!(server.received("initialize").len(), before + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_calls_at_once_get_their_own_answers_and_lines() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let mut clients = Vec::new();
        for _ in 0..8 {
            clients.push(Client::new(&gateway, Speaks::Handshake, server.scope()).await);
        }
        let progress = |number: usize| {
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":$TOKEN,"progress":{number}}}}}"#
            )
        };
        let talks: Vec<_> = (0..200)
            .map(|number| {
                let result = json!({"number": number}).to_string();
                let steps = json!([{"do": "send", "text": progress(number)}, {"do": "result", "text": result}]);
                let params = json!({"name": "do", "arguments": {"steps": steps}, "_meta": {"progressToken": "t"}});
                (number, clients[number % 8].begin("tools/call", &params.to_string()))
            })
            .collect();
        for (number, talk) in talks {
            let (asides, answer) = talk.whole().await;
            assert_eq!(answer["result"]["number"], number, "{answer}");
            assert_eq!(asides.len(), 1, "{asides:?}");
            assert_eq!(asides[0]["params"], json!({"progressToken": "t", "progress": number}));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_log_line_comes_before_the_answer_it_was_written_before() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let one = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    // Another client has used the server, so that a line outside of a call would be dropped.
    let two = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    two.ask("tools/call", r#"{"name":"do"}"#).await;
    for _ in 0..200 {
        let (asides, _) = one.call("do", json!([{"do": "send", "text": LOG}])).whole().await;
        assert_eq!(asides.len(), 1);
    }
}
