//! Every request that reaches a server for a client, or is refused, is one record: begun before anything is sent, and
//! written before the answer goes out.

use crate::client::{ABLE, Client, error};
use crate::recording_house::{Recorded, text};
use crate::upstream::{ERAS, Speaks, Upstream};
use crate::verdicts::verdict;
use serde_json::json;
use std::collections::BTreeSet;
use vetgate_capability::OperationClass;
use vetgate_gateway::config::Mode;
use vetgate_gateway::{Guard, Principal, Scope};
use vetgate_guard::{Action, After, Before, Call, Note, Ticket};
use vetgate_ledger::{Kind, Record, Verdict as Ruling};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn catalog() -> serde_json::Value {
    json!({
        "capabilities": {"tools": {}, "prompts": {}, "resources": {"subscribe": true}, "completions": {}, "logging": {}},
        "prompts": [r#"{"name":"greet"}"#],
        "resources": [r#"{"uri":"note://a","name":"a"}"#],
    })
}

/// What a record says, in short.
fn told(record: &Record) -> (&str, &str, &str, Option<Ruling>) {
    (&record.server, &record.method, &record.name, record.verdict)
}

#[tokio::test]
async fn every_call_is_one_record_in_every_combination_of_generations() {
    for server in Upstream::each("s") {
        server.declare(catalog());
        let house = Recorded::before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&house.gateway, speaks, Scope::All).await;
            let known = house.calls().len();
            let meta = format!(r#""_meta":{{"traceparent":"00-{TRACE}-00f067aa0ba902b7-01"}}"#);
            let asked = [
                ("tools/call", format!(r#"{{"name":"s__do","arguments":{{"n":1.0}},{meta}}}"#)),
                ("prompts/get", r#"{"name":"s__greet","arguments":{"a":"b"}}"#.to_owned()),
                ("resources/read", r#"{"uri":"note://a"}"#.to_owned()),
                ("completion/complete", r#"{"ref":{"type":"ref/prompt","name":"s__greet"},"x":1}"#.to_owned()),
                ("x/strange", r#"{"a":[1.0]}"#.to_owned()),
            ];
            for (count, (method, params)) in asked.iter().enumerate() {
                client.ask(method, params).await;
                assert_eq!(house.calls().len(), known + count + 1, "{method} is on record when it is answered");
            }
            let records = house.calls().split_off(known);
            let found: Vec<_> = records.iter().map(told).collect();
            let allow = Some(Ruling::Allow);
            assert_eq!(
                found,
                [
                    ("s", "tools/call", "do", allow),
                    ("s", "prompts/get", "greet", allow),
                    ("s", "resources/read", "note://a", allow),
                    ("s", "completion/complete", "greet", allow),
                    ("s", "x/strange", "", allow),
                ]
            );
            for record in &records {
                assert_eq!((record.principal.as_str(), record.request.as_str()), ("somebody", "1"));
                assert_eq!((record.risk, &record.error, Note::read(&record.note).said), (0, &None, None));
                assert!(record.duration_us.is_some());
                // A client without a session of the protocol has one by who it is.
                assert_eq!(record.session.len(), 12, "{}", record.session);
            }
            let [tool, prompt, resource, completion, strange] = &records[..] else { unreachable!() };
            assert_eq!((tool.trace.as_str(), prompt.trace.as_str()), (TRACE, ""));
            assert_eq!((text(&tool.arguments), text(&prompt.arguments)), (r#"{"n":1.0}"#, r#"{"a":"b"}"#));
            assert_eq!(text(&resource.arguments), r#"{"uri":"note://a"}"#);
            assert!(text(&completion.arguments).contains(r#""x":1"#) && !text(&completion.arguments).contains("_meta"));
            assert_eq!(text(&strange.arguments), r#"{"a":[1.0]}"#);
            assert!(text(&tool.response).contains("content") && text(&resource.response).contains(r#""text":"read""#));
        }
        house.close().await;
    }
}

/// Denies, replaces or lets pass by the name of the tool.
struct Judge;

impl Guard for Judge {
    fn before(&self, call: &Call) -> Option<Before> {
        (call.tool.name == "denied").then(|| verdict(call, Action::Deny))
    }

    fn after(&self, call: &Call, _: &Ticket, _: &str) -> After {
        let findings = vec!["an order to the agent".to_owned()];
        match call.tool.name.as_str() {
            "spilled" => After { blocked: Some("not for you".into()), findings, risk: 60, ..After::default() },
            "masked" => After { result: Some(r#"{"content":[]}"#.into()), ..After::default() },
            _ => After::default(),
        }
    }
}

#[tokio::test]
async fn what_is_refused_is_on_record_before_the_refusal_goes_out() {
    let tool = |name: &str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
    let tools = ["denied", "spilled", "masked"].map(tool);
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({"tools": tools}));
    let house = Recorded::guarded(&[&server], Box::new(Judge)).await;
    let reader =
        Principal { operations: Some(BTreeSet::from([OperationClass::Read])), ..Principal::unrestricted("reader") };
    for speaks in ERAS {
        let client = Client::new(&house.gateway, speaks, Scope::All).await;
        let reader = Client::of(&house.gateway, speaks, Scope::All, ABLE, reader.clone()).await;
        let mut header = client.clone();
        header.caller.mirrored = Some(vec![("city".to_owned(), "Ulm".to_owned())]);
        let call = |name: &str| json!({"name": name, "arguments": {"a": 1}}).to_string();
        for (who, method, params, name, reason) in [
            (&client, "tools/call", call("s__nothing"), "nothing", "Unknown tool"),
            (&client, "tools/call", call("t__nothing"), "t__nothing", "Unknown tool"),
            (&client, "tools/call", call("s__denied"), "denied", "not this one"),
            (&client, "tools/call", call("s__spilled"), "spilled", "not for you"),
            (&reader, "tools/call", call("s__masked"), "masked", "operation"),
            (&header, "tools/call", call("s__masked"), "masked", "header"),
            (&client, "tools/call", "{}".to_owned(), "", "needs a string `name`"),
            (&client, "prompts/get", call("s__nothing"), "nothing", "Unknown prompt"),
            (&client, "resources/read", r#"{"uri":"x://y"}"#.to_owned(), "x://y", ""),
            (&client, "tasks/get", r#"{"taskId":"t"}"#.to_owned(), "t", "Task not found"),
        ] {
            let known = house.calls().len();
            let answer = who.ask(method, &params).await;
            let records = house.calls();
            assert_eq!(records.len(), known + 1, "{method} {params}: {answer}");
            let record = records.last().unwrap();
            if reason.is_empty() {
                // The only server may have it, and says that it has not.
                continue;
            }
            assert_eq!((record.method.as_str(), record.name.as_str()), (method, name));
            let leads_nowhere = matches!(name, "" | "t" | "t__nothing");
            assert_eq!(record.server, if leads_nowhere { "" } else { "s" }, "{params}");
            assert_eq!(record.verdict, Some(Ruling::Deny), "{params}");
            assert_eq!(record.error.as_deref(), Some(error(&answer)), "{params}");
            assert!(record.error.as_ref().unwrap().contains(reason), "{record:?}");
        }
        let spilled = house.calls().into_iter().rfind(|record| record.name == "spilled").unwrap();
        assert!(text(&spilled.response).contains("content"), "what the server sent is on record");
        let note = Note::read(&spilled.note);
        assert_eq!((note.findings, spilled.risk), (vec!["an order to the agent".to_owned()], 60));
        let denied = house.calls().into_iter().rfind(|record| record.name == "denied").unwrap();
        let note = Note::read(&denied.note);
        assert_eq!((note.sentence().as_deref(), denied.risk), (Some("not this one"), 7));
        assert_eq!(note.assessment.unwrap().tool.name, "denied");
        client.ask("tools/call", &call("s__masked")).await;
        let masked = house.last();
        assert_eq!(masked.verdict, Some(Ruling::Mask));
        assert!(text(&masked.response).contains("text"), "as the server sent it: {}", text(&masked.response));
    }
    assert_eq!(server.received("tools/call").len(), 4, "what was refused before it was sent was not sent");
    house.close().await;
}

#[tokio::test]
async fn errors_of_servers_and_of_tools_are_on_record() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
    let failed = r#"{"content":[{"type":"text","text":"no such city"}],"isError":true}"#;
    for (step, expected) in [
        (json!({"do": "error", "text": r#"{"code":-5,"message":"out of paper"}"#}), "out of paper (code -5)"),
        (json!({"do": "result", "text": failed}), "no such city"),
        (json!({"do": "result", "text": r#"{"content":[],"isError":true}"#}), "the tool reported an error"),
    ] {
        client.call("do", json!([step])).answer().await;
        let record = house.last();
        assert_eq!((record.error.as_deref(), record.verdict), (Some(expected), Some(Ruling::Allow)));
    }
    client.call("do", json!([{"do": "die"}])).answer().await;
    let record = house.last();
    assert!(record.error.unwrap().contains("failed") && record.verdict == Some(Ruling::Allow));
    house.close().await;
}

#[tokio::test]
async fn a_call_whose_client_leaves_is_on_record() {
    for server in Upstream::each("s") {
        let house = Recorded::before(&[&server]).await;
        let mut known = BTreeSet::new();
        for (count, speaks) in (1..).zip(ERAS) {
            let client = Client::new(&house.gateway, speaks, server.scope()).await;
            let talk = client.call("do", json!([{"do": "gate", "name": "never"}]));
            server.notes("at never", count).await;
            talk.cancel();
            let cancelled = house.comes(Kind::Call, "a cancelled call", |record| {
                record.error.as_deref().is_some_and(|error| error.starts_with("cancelled"))
                    && !known.contains(&record.session)
            });
            let record = cancelled.await;
            known.insert(record.session.clone());
            assert_eq!(told(&record), ("s", "tools/call", "do", Some(Ruling::Allow)));
            assert!(text(&record.arguments).contains("never") && record.response.is_none());
        }
        assert!(house.ledger.read(|rows| rows.begun()).unwrap().is_empty(), "nothing is left open");
        house.close().await;
    }
}

#[tokio::test]
async fn a_call_whose_client_leaves_before_it_is_sent_is_on_record_and_never_sent() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Handshake, server.scope()).await;
    let (faults, gateway) = (house.faults.clone(), house.gateway.clone());
    let pause = faults.pause().await;
    let talk = client.call("do", json!([]));
    // The call cannot go on, so it has come as far as it can once the runtime has nothing left to do.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    talk.cancel();
    tokio::task::yield_now().await;
    drop(pause);
    let record = house.comes(Kind::Call, "a cancelled call", |record| record.error.is_some()).await;
    assert!(record.error.unwrap().contains("before anything was sent"));
    assert_eq!(record.verdict, None);
    assert!(server.received("tools/call").is_empty());
    drop(gateway);
    house.close().await;
}

#[tokio::test]
async fn a_call_that_asks_is_one_record_a_request_and_each_says_so() {
    for server in Upstream::each("s") {
        let house = Recorded::before(&[&server]).await;
        let ask = json!({"do": "ask", "method": "elicitation/create", "params": {"message": "sure?"}});
        for speaks in ERAS {
            let client = Client::new(&house.gateway, speaks, server.scope()).await;
            let known = house.calls().len();
            client.converse("do", json!([ask, ask]), |_| json!({"action": "accept"})).await;
            let records = house.calls().split_off(known);
            let of = |method: &str| records.iter().filter(|record| record.method == method).collect::<Vec<_>>();
            let said = |record: &&Record| Note::read(&record.note).said.unwrap_or_default();
            let notes: Vec<String> = of("tools/call").iter().map(said).collect();
            let asked = of("elicitation/create");
            assert!(asked.iter().all(|record| (record.server.as_str(), record.name.as_str()) == ("s", "do")));
            match (speaks, server.speaks) {
                // Requests and answers are in messages that the gateway does not bring together.
                (Speaks::Stateless, Speaks::Stateless) => assert_eq!(asked.len(), 4, "{asked:?}"),
                _ => assert_eq!(asked.len(), 2, "{asked:?}"),
            }
            match speaks {
                // What its server asks for is asked of it while the call is under way.
                Speaks::Handshake => assert_eq!(notes, [""]),
                Speaks::Stateless => assert_eq!(
                    notes,
                    [
                        "the server asks the client for more input",
                        "resumed; the server asks the client for more input again",
                        "resumes"
                    ]
                ),
            }
        }
        house.close().await;
    }
}

#[tokio::test]
async fn subscriptions_levels_and_the_tools_of_discover_mode_are_on_record() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(catalog());
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Handshake, Scope::All).await;
    client.ask("resources/subscribe", r#"{"uri":"note://a"}"#).await;
    assert_eq!(told(&house.last()), ("s", "resources/subscribe", "note://a", Some(Ruling::Allow)));
    client.ask("logging/setLevel", r#"{"level":"error"}"#).await;
    assert_eq!(told(&house.last()), ("s", "logging/setLevel", "", Some(Ruling::Allow)));
    house.gateway.set_mode(Mode::Discover);
    let known = house.calls().len();
    client.ask("tools/call", r#"{"name":"search_tools","arguments":{"query":"do"}}"#).await;
    assert_eq!(house.calls().len(), known, "a search reaches no server");
    let call = |with: &str, tool: &str| json!({"name": with, "arguments": {"name": tool, "args": {"a": 1}, "intent": {"operation_type": "write"}}});
    client.ask("tools/call", &call("call_tool_destructive", "s__do").to_string()).await;
    assert_eq!(house.calls().len(), known + 1);
    client.ask("tools/call", &call("call_tool_write", "s__nothing").to_string()).await;
    assert_eq!(house.calls().len(), known + 2);
    assert_eq!(told(&house.last()), ("s", "tools/call", "nothing", Some(Ruling::Deny)));
    client.ask("tools/call", &call("call_tool_read", "s__do").to_string()).await;
    assert_eq!(house.calls().len(), known + 3);
    assert_eq!(told(&house.last()), ("s", "tools/call", "do", Some(Ruling::Deny)));
    house.close().await;
}

#[tokio::test]
async fn what_happens_besides_calls_is_on_record_too() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Handshake, server.scope()).await;
    client.call("do", json!([])).answer().await;
    let session = house.last().session;
    let differing = r#"{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":2}}"#;
    client.call("do", json!([{"do": "result", "text": differing}])).answer().await;
    house.gateway.close(client.session()).await;
    house.gateway.configure(vec![], vec![]).await;
    house.comes(Kind::Server, "it is removed", |record| record.method == "removed").await;
    let up = house.records(Kind::Server).into_iter().find(|record| record.method == "up").unwrap();
    assert!(up.server == "s" && up.note.contains(r#""tools":1"#), "{up:?}");
    let security = house.records(Kind::Security);
    let methods: Vec<&str> = security.iter().map(|record| record.method.as_str()).collect();
    assert_eq!(methods, ["session_opened", "disagreement", "session_closed"]);
    assert!(security[0].session == session && security[2].session == session);
    assert!(!client.session().id.contains(&session), "the name tells nothing of the id");
    house.close().await;
}
