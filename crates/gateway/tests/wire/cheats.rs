//! Messages that say one thing here and another there, which the newest revision makes possible.

use crate::client::{ABLE, Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream, before};
use crate::verdicts::verdict;
use crate::waiting::{heard, stands};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use vetgate_gateway::{Drawn, Gateway, Guard, Principal, Scope, What};
use vetgate_guard::{Action, After, Before, Call, Ticket};
use vetgate_mcp::rpc::Message;

const MIRRORING: &str = r#"{"name":"do","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"secret":{"type":"string"}}}}"#;

fn mirroring() -> Upstream {
    Upstream::http("s", Speaks::Stateless).declaring(json!({"tools": [MIRRORING]}))
}

async fn sent(client: &Client, headers: Option<&[(&str, &str)]>, arguments: &str) -> (u16, Value) {
    let mut client = client.clone();
    client.caller.mirrored =
        headers.map(|headers| headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect());
    let params = format!(r#"{{"name":"do","arguments":{arguments}}}"#);
    let reply = client.begin("tools/call", &params).reply().await;
    (reply.status, serde_json::from_str(&reply.text).unwrap())
}

#[tokio::test]
async fn headers_that_say_something_else_than_the_body_stop_a_call() {
    let server = mirroring();
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    for (headers, arguments) in [
        (vec![], r#"{"region":"eu"}"#),
        (vec![("Region", "us")], r#"{"region":"eu"}"#),
        (vec![("Region", "eu"), ("Other", "x")], r#"{"region":"eu"}"#),
        (vec![("Region", "eu"), ("region", "us")], r#"{"region":"eu"}"#),
        (vec![("Region", "eu")], "{}"),
        (vec![("Region", "eu")], r#"{"region":"eu","region":"us"}"#),
        (vec![("Region", "eu")], r#"{"region":"eu","REGION":"us"}"#),
    ] {
        let (status, answer) = sent(&client, Some(&headers), arguments).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)), "{headers:?} {arguments}: {answer}");
    }
    assert!(server.received("tools/call").is_empty(), "the server never sees any of them");
    let (status, answer) = sent(&client, Some(&[("region", "eu")]), r#"{"region":"eu"}"#).await;
    assert_eq!(status, 200, "{answer}");
    let entry = server.gets("tools/call").await;
    assert_eq!(entry.header("mcp-param-region"), Some("eu"));
    assert_eq!((entry.header("mcp-name"), entry.header("mcp-method")), (Some("do"), Some("tools/call")));
    let (_, answer) = sent(&client, None, r#"{"region":"jp"}"#).await;
    assert!(answer["result"].is_object(), "where there are no headers there is nothing to compare: {answer}");
    assert_eq!(server.received("tools/call")[1].header("mcp-param-region"), Some("jp"), "the server gets its header");
}

/// Masks every region.
struct Masks;

impl Guard for Masks {
    fn before(&self, call: &Call) -> Option<Before> {
        let mut arguments: Value = serde_json::from_str(call.arguments).unwrap();
        arguments["region"] = json!("masked");
        Some(Before { arguments: Some(arguments.to_string()), ..verdict(call, Action::Allow) })
    }

    fn after(&self, _: &Call, _: &Ticket, _: &str) -> After {
        After::default()
    }
}

#[tokio::test]
async fn what_is_masked_in_the_body_is_masked_in_the_headers() {
    let server = mirroring();
    let gateway = Arc::new(Gateway::with(Box::new(Masks), Arc::new(Drawn)));
    gateway.configure(vec![server.settings()], vec![]).await;
    stands(&gateway, "s", "up").await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let (status, answer) = sent(&client, Some(&[("Region", "eu")]), r#"{"region":"eu"}"#).await;
    assert_eq!(status, 200, "{answer}");
    let entry = server.gets("tools/call").await;
    assert_eq!(entry.header("mcp-param-region"), Some("masked"));
    assert_eq!(entry.message()["params"]["arguments"], json!({"region": "masked"}));
}

/// A call that a server has answered with a question, and the parameters to come back with.
async fn asked(client: &Client, tool: &str) -> Value {
    let mut params = json!({"name": tool, "arguments": {"steps": [{"do": "ask", "method": "roots/list"}]}});
    let reply = client.begin("tools/call", &params.to_string()).reply().await;
    assert!(!reply.text.contains("the server's own state"), "{}", reply.text);
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    let key =
        answer["result"]["inputRequests"].as_object().unwrap_or_else(|| panic!("{answer}")).keys().next().unwrap();
    params["inputResponses"] = json!({key: {"roots": ["here"]}});
    params["requestState"] = answer["result"]["requestState"].clone();
    params
}

#[tokio::test]
async fn a_state_is_good_for_its_own_call_only() {
    let tools = json!({"tools": [
        r#"{"name":"do","inputSchema":{}}"#, r#"{"name":"other","inputSchema":{}}"#,
    ]});
    for speaks in ERAS {
        let a = Upstream::stdio("a", speaks).declaring(tools.clone());
        let b = Upstream::stdio("b", speaks).declaring(tools.clone());
        let gateway = before(&[&a, &b]).await;
        let client = Client::new(&gateway, Speaks::Stateless, Scope::All).await;
        let other = Principal::unrestricted("another");
        let other = Client::of(&gateway, Speaks::Stateless, Scope::All, ABLE, other).await;
        let honest = asked(&client, "a__do").await;
        let seen = a.received("tools/call").len();
        let with = |member: &str, value: Value| {
            let mut params = honest.clone();
            params[member] = value;
            params.to_string()
        };
        let state = honest["requestState"].as_str().unwrap();
        let mut changed = state.to_owned();
        let middle = changed.len() / 2;
        let letter = if &changed[middle..=middle] == "A" { "B" } else { "A" };
        changed.replace_range(middle..=middle, letter);
        for (who, params) in [
            (&client, with("requestState", json!(changed))),
            (&client, with("requestState", json!("the server's own state: []"))),
            (&client, with("requestState", json!(state[..state.len() - 1]))),
            (&client, with("requestState", json!({"state": 5}))),
            (&client, with("requestState", json!(5))),
            (&client, with("name", json!("a__other"))),
            (&client, with("name", json!("b__do"))),
            (&other, honest.to_string()),
        ] {
            let answer = who.ask("tools/call", &params).await;
            assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
        }
        assert_eq!((a.received("tools/call").len(), b.received("tools/call").len()), (seen, 0), "nobody sees them");
        let answer = client.ask("tools/call", &honest.to_string()).await;
        assert!(text(&answer).contains("here"), "the honest one works: {answer}");
    }
}

#[tokio::test]
async fn a_state_is_not_good_for_long() {
    let server = Upstream::stdio("s", Speaks::Stateless);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let params = asked(&client, "do").await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(601)).await;
    tokio::time::resume();
    let answer = client.ask("tools/call", &params.to_string()).await;
    assert!(error(&answer).contains("send the request again without it"), "{answer}");
    assert_eq!(server.received("tools/call").len(), 1);
}

#[tokio::test]
async fn a_client_with_a_handshake_cannot_bring_a_state_at_all() {
    let server = Upstream::stdio("s", Speaks::Stateless);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let forged = r#"{"name":"do","requestState":"the server's own state: [1]","inputResponses":{"q":{}}}"#;
    client.ask("tools/call", forged).await;
    let entry = server.gets("tools/call").await;
    assert!(!entry.raw().contains("own state") && !entry.raw().contains("inputResponses"), "{}", entry.raw());
}

#[tokio::test]
async fn a_result_with_two_accounts_of_one_thing_is_reported() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let both = |text: &str| {
        let content = json!([{"type": "text", "text": text}]);
        json!([{"do": "result", "text": json!({"content": content, "structuredContent": {"sum": 3, "to": "Ann"}}).to_string()}])
    };
    let mut events = gateway.events().listen();
    for same in [r#"{"to":"Ann","sum":3.0}"#, "three for Ann"] {
        client.call("do", both(same)).answer().await;
    }
    client.call("do", both(r#"{"sum":3,"to":"Bob"}"#)).answer().await;
    let mut calls = 0;
    let found = heard(&mut events, "a disagreement", |what| {
        matches!(what, What::Call { .. } | What::Disagreement { .. }) && {
            if let What::Call { .. } = what {
                return false;
            }
            true
        }
    })
    .await;
    let What::Disagreement { server, tool, place } = found else { unreachable!() };
    assert_eq!((server.as_str(), tool.as_str()), ("s", "do"));
    assert!(place.contains("/to") && !place.contains("Bob"), "where, not what: {place}");
    while let Ok(event) = events.try_recv() {
        assert!(!matches!(event.what, What::Disagreement { .. }), "only one of them is a lie");
        calls += usize::from(matches!(event.what, What::Call { .. }));
    }
    assert_eq!(calls, 1, "the other two came before it");
}

#[tokio::test]
async fn a_member_that_is_there_twice_is_refused_in_either_direction() {
    for twice in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do","name":"other"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"do"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping","params":{"name":"do"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do","n\u0061me":"other"}}"#,
    ] {
        assert!(Message::read(twice.to_owned()).is_err(), "{twice}");
    }
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let twice = r#"{"content":[],"content":[{"type":"text","text":"other"}]}"#;
        let answer = client.call("do", json!([{"do": "result", "text": twice}])).answer().await;
        assert!(error(&answer).contains("members occur twice"), "{answer}");
        let answer = client.ask("tools/call", r#"{"name":"do"}"#).await;
        assert!(answer["result"].is_object(), "the server can still be used: {answer}");
    }
}
