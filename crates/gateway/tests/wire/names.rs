//! Tools, prompts and resources of many servers behind one endpoint.

use crate::client::{Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream, before};
use serde_json::json;
use vetgate_gateway::Scope;

fn tool(name: &str) -> String {
    format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#)
}

#[tokio::test]
async fn tools_are_named_after_their_server_and_reach_it_under_their_own_name() {
    let (a, b) = (Upstream::stdio("a b", Speaks::Handshake), Upstream::http("a_b", Speaks::Stateless));
    a.declare(json!({"tools": [tool("same"), tool("with__lines"), tool("same")]}));
    b.declare(json!({"tools": [tool("same")]}));
    let gateway = before(&[&a, &b]).await;
    for speaks in ERAS {
        let client = Client::new(&gateway, speaks, Scope::All).await;
        assert_eq!(client.tools().await, ["a_b__same", "a_b__with__lines", "a_b_2__same"]);
        for (exposed, expected) in [
            ("a_b__same", "tools/call same"),
            ("a_b__with__lines", "tools/call with__lines"),
            ("a_b_2__same", "tools/call same"),
        ] {
            let answer = client.ask("tools/call", &format!(r#"{{"name":"{exposed}","arguments":{{}}}}"#)).await;
            assert_eq!(text(&answer), expected);
        }
        for unknown in ["same", "a_b__nothing", "a_b_3__same", "c__same", "a b__same"] {
            let answer = client.ask("tools/call", &format!(r#"{{"name":"{unknown}","arguments":{{}}}}"#)).await;
            assert_eq!(answer["error"]["code"], -32602, "{unknown}");
            assert!(error(&answer).contains(unknown), "{answer}");
        }
    }
    assert_eq!((a.received("tools/call").len(), b.received("tools/call").len()), (4, 2), "and nothing else");
    let alone = Client::new(&gateway, Speaks::Handshake, a.scope()).await;
    assert_eq!(alone.tools().await, ["same", "with__lines"]);
}

#[tokio::test]
async fn prompts_resources_and_completions_find_their_server() {
    let can = json!({"tools": {}, "prompts": {}, "resources": {}, "completions": {}});
    let (a, b) = (Upstream::stdio("a", Speaks::Handshake), Upstream::stdio("b", Speaks::Stateless));
    for (server, scheme) in [(&a, "one"), (&b, "two")] {
        server.declare(json!({
            "capabilities": can,
            "prompts": [r#"{"name":"greet"}"#],
            "resources": [format!(r#"{{"uri":"{scheme}://r","name":"r"}}"#)],
            "resourceTemplates": [format!(r#"{{"uriTemplate":"{scheme}://t/{{x}}","name":"t"}}"#)],
        }));
    }
    let gateway = before(&[&a, &b]).await;
    for speaks in ERAS {
        let client = Client::new(&gateway, speaks, Scope::All).await;
        assert_eq!(client.names("prompts/list", "prompts", "name").await, ["a__greet", "b__greet"]);
        assert_eq!(client.names("resources/list", "resources", "uri").await, ["one://r", "two://r"]);
        let templates = client.names("resources/templates/list", "resourceTemplates", "uriTemplate").await;
        assert_eq!(templates, ["one://t/{x}", "two://t/{x}"]);
        let answer = client.ask("prompts/get", r#"{"name":"b__greet"}"#).await;
        assert_eq!(text(&answer), "prompts/get greet");
        for uri in ["two://r", "two://t/5"] {
            let answer = client.ask("resources/read", &format!(r#"{{"uri":"{uri}"}}"#)).await;
            assert_eq!(answer["result"]["contents"][0]["uri"], uri);
        }
        let answer = client.ask("resources/read", r#"{"uri":"three://r"}"#).await;
        assert!(error(&answer).contains("three://r"), "{answer}");
        for (reference, expected) in [
            (r#"{"type":"ref/prompt","name":"b__greet"}"#, "greet"),
            (r#"{"type":"ref/resource","uri":"two://t/{x}"}"#, "two://t/{x}"),
        ] {
            let params = format!(r#"{{"ref":{reference},"argument":{{"name":"x","value":""}}}}"#);
            let answer = client.ask("completion/complete", &params).await;
            assert_eq!(answer["result"]["completion"]["values"], json!([expected]), "{answer}");
        }
    }
    for method in ["prompts/get", "resources/read", "completion/complete"] {
        assert!(a.received(method).is_empty(), "{method}");
        assert!(!b.received(method).is_empty(), "{method}");
    }
}

#[tokio::test]
async fn a_task_is_asked_for_at_the_server_that_made_it() {
    let can = json!({"capabilities": {"tools": {}, "tasks": {"list": {}}}});
    let a = Upstream::stdio("a", Speaks::Handshake).declaring(can.clone());
    let b = Upstream::http("b", Speaks::Handshake).declaring(can);
    let gateway = before(&[&a, &b]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let made = r#"{"task":{"taskId":"t-1","status":"working","x":1.0}}"#;
    let reply = client.call("b__do", json!([{"do": "result", "text": made}])).reply().await;
    assert!(reply.text.contains(made), "{}", reply.text);
    for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
        let answer = client.ask(method, r#"{"taskId":"t-1"}"#).await;
        assert_eq!(text(&answer), format!("{method} t-1"));
        assert!(a.received(method).is_empty());
    }
    let stranger = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let answer = stranger.ask("tasks/get", r#"{"taskId":"t-1"}"#).await;
    assert_eq!(answer["error"]["code"], -32602, "another client's task: {answer}");
    let listed = client.ask("tasks/list", "{}").await;
    let tasks = listed["result"]["tasks"].as_array().unwrap().clone();
    assert_eq!(tasks.len(), 2, "one of each server: {listed}");
    let task = json!({"taskId": tasks[0]["taskId"]}).to_string();
    let answer = client.ask("tasks/get", &task).await;
    assert!(text(&answer).starts_with("tasks/get task of"), "{answer}");
    assert_eq!(a.received("tasks/get").len(), 1, "the first server's task is known from the list");
}
