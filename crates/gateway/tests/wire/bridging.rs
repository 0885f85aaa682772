//! Servers that ask their clients for something, in every combination of generations.

use crate::client::{Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream, before};
use serde_json::{Value, json};
use std::time::Duration;

const QUESTIONS: [&str; 3] = ["sampling/createMessage", "elicitation/create", "roots/list"];

fn ask(method: &str) -> Value {
    json!({"do": "ask", "method": method, "params": {"x-about": 1.5}})
}

/// A made-up answer that shows which question it belongs to.
fn about(question: &Value) -> Value {
    json!({"to": question["method"], "x": [1.5]})
}

#[tokio::test]
async fn what_a_server_asks_is_answered_by_its_client_in_every_combination() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            for method in QUESTIONS {
                let (questions, answer) = client.converse("do", json!([ask(method)]), about).await;
                assert_eq!(questions.len(), 1, "{speaks:?} {:?} {method}: {answer}", server.speaks);
                assert_eq!(questions[0]["method"], method);
                assert_eq!(questions[0]["params"], json!({"x-about": 1.5}));
                let answers: Value = serde_json::from_str(text(&answer)).unwrap();
                assert_eq!(answers, json!([{"to": method, "x": [1.5]}]), "{speaks:?} {:?}", server.speaks);
                let kind = answer["result"].get("resultType");
                assert_eq!(kind.is_some(), speaks == Speaks::Stateless, "{answer}");
            }
        }
    }
}

#[tokio::test]
async fn a_server_may_ask_more_than_once() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            let steps: Vec<Value> = QUESTIONS.iter().map(|method| ask(method)).collect();
            let (questions, answer) = client.converse("do", json!(steps), about).await;
            assert_eq!(questions.len(), 3, "{speaks:?} {:?}: {answer}", server.speaks);
            let answers: Value = serde_json::from_str(text(&answer)).unwrap();
            let to: Vec<&str> = answers.as_array().unwrap().iter().map(|one| one["to"].as_str().unwrap()).collect();
            assert_eq!(to, QUESTIONS);
        }
    }
}

#[tokio::test]
async fn a_question_on_the_stream_for_the_unasked_finds_the_call_it_is_about() {
    let server = Upstream::http("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    for speaks in ERAS {
        let client = Client::new(&gateway, speaks, server.scope()).await;
        // The first step begins the answer, so that the call is known to be under way.
        let begun = json!({"do": "send", "text": r#"{"jsonrpc":"2.0","method":"notifications/x"}"#});
        let question = json!({"do": "ask", "method": "roots/list", "unasked": true});
        if speaks == Speaks::Handshake {
            let mut talk = client.call("do", json!([begun, question]));
            let (first, second) = (talk.aside().await, talk.aside().await);
            let question = if first["id"].is_null() { second } else { first };
            client.answer(&question, about(&question)).await;
            assert!(text(&talk.answer().await).contains("roots/list"));
            continue;
        }
        let (questions, answer) = client.converse("do", json!([begun, question]), about).await;
        assert_eq!(questions.len(), 1, "{answer}");
        assert!(text(&answer).contains("roots/list"), "{answer}");
    }
}

#[tokio::test]
async fn a_server_is_told_what_its_client_cannot_do_and_the_call_goes_on() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::able(&gateway, speaks, server.scope(), "{}").await;
            for method in QUESTIONS {
                let (questions, answer) = client.converse("do", json!([ask(method)]), about).await;
                match (speaks, server.speaks) {
                    (_, Speaks::Handshake) => {
                        assert!(questions.is_empty(), "{questions:?}");
                        assert!(text(&answer).contains("-32601"), "{answer}");
                    }
                    // There is no way to tell it, and it has been told before.
                    (Speaks::Handshake, Speaks::Stateless) => {
                        let capability = method.split_once('/').unwrap().0;
                        assert_eq!(answer["error"]["code"], -32021, "{answer}");
                        assert!(answer["error"]["data"]["requiredCapabilities"][capability].is_object(), "{answer}");
                        assert!(error(&answer).contains(capability), "{answer}");
                    }
                    (Speaks::Stateless, Speaks::Stateless) => assert_eq!(questions.len(), 1, "between the two of them"),
                }
            }
        }
    }
}

#[tokio::test]
async fn a_client_that_says_no_is_understood() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        for method in QUESTIONS {
            let mut talk = client.call("do", json!([ask(method)]));
            let question = talk.aside().await;
            client.decline(&question).await;
            let answer = talk.answer().await;
            match (server.speaks, method) {
                (Speaks::Handshake, _) => assert!(text(&answer).contains(r#""message": "no""#), "{answer}"),
                (Speaks::Stateless, "elicitation/create") => assert!(text(&answer).contains("cancel"), "{answer}"),
                (Speaks::Stateless, _) => assert!(error(&answer).contains("refused"), "{answer}"),
            }
        }
    }
}

/// A call of a stateless client that a server with a handshake has asked something in.
async fn held(client: &Client) -> Value {
    let answer = client.call("do", json!([ask("roots/list")])).answer().await;
    assert_eq!(answer["result"]["resultType"], "input_required", "{answer}");
    let key = answer["result"]["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
    json!({
        "name": "do", "arguments": {"steps": [ask("roots/list")]},
        "inputResponses": {key: {"roots": []}}, "requestState": answer["result"]["requestState"],
    })
}

#[tokio::test]
async fn a_held_call_goes_on_once_and_only_with_what_it_waits_for() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let mut again = held(&client).await;
    let responses = again["inputResponses"].take();
    again["inputResponses"] = json!({"another": {}});
    let answer = client.ask("tools/call", &again.to_string()).await;
    assert_eq!(answer["result"]["resultType"], "input_required", "it is asked again: {answer}");
    let key = answer["result"]["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
    again["inputResponses"] = json!({key: responses.as_object().unwrap().values().next()});
    again["requestState"] = answer["result"]["requestState"].clone();
    let answer = client.ask("tools/call", &again.to_string()).await;
    assert!(text(&answer).contains("roots"), "{answer}");
    let answer = client.ask("tools/call", &again.to_string()).await;
    assert!(error(&answer).contains("has ended; call again"), "{answer}");
    assert_eq!(server.received("tools/call").len(), 1, "all of it is one call to the server");
}

#[tokio::test]
async fn a_held_call_is_given_up_after_a_while() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let again = held(&client).await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(601)).await;
    tokio::time::resume();
    let answer = client.ask("tools/call", &again.to_string()).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(error(&answer).contains("again"), "{answer}");
    server.gets("notifications/cancelled").await;
    assert_eq!(server.received("tools/call").len(), 1);
}

#[tokio::test]
async fn a_held_call_whose_server_is_gone_is_over() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let again = held(&client).await;
    client.call("do", json!([{"do": "die"}])).answer().await;
    server.notes("started", 2).await;
    crate::waiting::stands(&gateway, "s", "up").await;
    let answer = client.ask("tools/call", &again.to_string()).await;
    assert!(error(&answer).contains("has ended; call again"), "{answer}");
}

#[tokio::test]
async fn results_carry_what_a_stateless_client_expects_of_them() {
    let catalog = json!({
        "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
        "prompts": [r#"{"name":"p"}"#], "resources": [r#"{"uri":"r://1","name":"r"}"#],
    });
    for server in Upstream::each("s") {
        server.declare(catalog.clone());
        let gateway = before(&[&server]).await;
        let stateless = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
        let session = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        for (method, params, is_kept) in [
            ("tools/list", "{}", true),
            ("prompts/list", "{}", true),
            ("resources/list", "{}", true),
            ("resources/templates/list", "{}", true),
            ("resources/read", r#"{"uri":"r://1"}"#, true),
            ("tools/call", r#"{"name":"do"}"#, false),
            ("prompts/get", r#"{"name":"p"}"#, false),
        ] {
            let result = stateless.ask(method, params).await["result"].clone();
            assert_eq!(result["resultType"], "complete", "{method}: {result}");
            if is_kept {
                assert_eq!(result["cacheScope"], "private", "whatever the server says: {method}: {result}");
                assert!(result["ttlMs"].as_u64().unwrap() <= 5_000, "{method}: {result}");
            }
            let result = session.ask(method, params).await["result"].clone();
            assert!(result.get("cacheScope").is_none_or(|scope| scope != "public"), "{method}: {result}");
        }
        let result = stateless.ask("server/discover", "{}").await["result"].clone();
        assert_eq!((&result["resultType"], &result["cacheScope"]), (&json!("complete"), &json!("private")));
    }
}

#[tokio::test]
async fn a_missing_resource_is_said_to_be_so_in_the_clients_generation() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({"capabilities": {"resources": {}}}));
    let gateway = before(&[&server]).await;
    for (speaks, code) in [(Speaks::Handshake, -32002), (Speaks::Stateless, -32602)] {
        let client = Client::new(&gateway, speaks, server.scope()).await;
        let answer = client.ask("resources/read", r#"{"uri":"gone://1"}"#).await;
        assert_eq!(answer["error"]["code"], code);
        assert_eq!(error(&answer), "Resource not found");
    }
}

#[tokio::test]
async fn an_unknown_method_may_ask_for_input_like_any_other() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
        let mut params = json!({"steps": [ask("roots/list")]});
        let asked = client.ask("x/ask", &params.to_string()).await["result"].clone();
        assert_eq!(asked["resultType"], "input_required", "{asked}");
        let key = asked["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
        params["requestState"] = asked["requestState"].clone();
        params["inputResponses"] = json!({key: {"roots": ["here"]}});
        let answer = client.ask("x/ask", &params.to_string()).await;
        assert!(text(&answer).contains("here"), "{:?}: {answer}", server.speaks);
    }
}

#[tokio::test]
async fn questions_that_were_never_answered_are_not_in_the_way_of_new_ones() {
    for speaks in ERAS {
        let server = Upstream::stdio("s", speaks);
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        for _ in 0..260 {
            let mut talk = client.call("do", json!([ask("roots/list")]));
            talk.aside().await;
            talk.cancel();
        }
        let (questions, answer) = client.converse("do", json!([ask("roots/list")]), about).await;
        assert_eq!(questions.len(), 1, "{answer}");
    }
}
