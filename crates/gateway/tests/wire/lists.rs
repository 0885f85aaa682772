//! Lists: complete, in pages, as the servers wrote them.

use crate::client::{Client, error};
use crate::upstream::{ERAS, Speaks, Upstream, before};
use serde_json::{Value, json};
use vetgate_gateway::Scope;

#[tokio::test]
async fn definitions_are_listed_as_they_were_written() {
    let tool = r#"{"name":"t" , "x":1e400,"inputSchema":{"type":"object","properties":{"n":{"default":1.0,"maximum":12345678901234567890123}}},"annotations":{"x-hint":-0.0},"_meta":{"m":1E+2},"icons":[{"src":"data:,"}]}"#;
    let prompt = r#"{"name":"p","arguments":[{"name":"a","x":1.0}],"x":1e400}"#;
    let resource = r#"{"uri":"r://1","name":"r","size":1e3,"x":[1.0]}"#;
    let template = r#"{"uriTemplate":"r://{x}","name":"t","x":1.50}"#;
    for server in Upstream::each("s") {
        server.declare(json!({
            "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
            "tools": [tool], "prompts": [prompt], "resources": [resource], "resourceTemplates": [template],
        }));
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            let everywhere = Client::new(&gateway, speaks, Scope::All).await;
            for (method, raw) in [
                ("tools/list", tool),
                ("prompts/list", prompt),
                ("resources/list", resource),
                ("resources/templates/list", template),
            ] {
                let reply = client.begin(method, "{}").reply().await;
                assert!(reply.text.contains(&format!("[{raw}]")), "{}", reply.text);
                let reply = everywhere.begin(method, "{}").reply().await;
                let renamed = raw.replacen(r#"{"name":""#, r#"{"name":"s__"#, 1);
                assert!(reply.text.contains(&format!("[{renamed}]")), "{}", reply.text);
            }
        }
    }
}

#[tokio::test]
async fn the_pages_of_a_server_become_one_list() {
    for server in Upstream::each("s") {
        let tools: Vec<String> = (0..10).map(|n| format!(r#"{{"name":"t{n}","inputSchema":{{}}}}"#)).collect();
        server.declare(json!({"tools": tools, "page": 3}));
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let answer = client.ask("tools/list", "{}").await;
        assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 10);
        assert!(answer["result"].get("nextCursor").is_none());
    }
}

#[tokio::test]
async fn a_long_list_has_pages_of_its_own() {
    let servers = ["a", "b", "c"].map(|name| Upstream::stdio(name, Speaks::Handshake));
    let tools: Vec<String> = (0..900).map(|n| format!(r#"{{"name":"t{n}","inputSchema":{{}}}}"#)).collect();
    for server in &servers {
        server.declare(json!({"tools": tools}));
    }
    let gateway = before(&servers.iter().collect::<Vec<_>>()).await;
    for speaks in ERAS {
        let client = Client::new(&gateway, speaks, Scope::All).await;
        let (mut names, mut cursor) = (Vec::new(), Value::Null);
        for page in 0.. {
            assert!(page < 3);
            let params = if cursor.is_null() { json!({}) } else { json!({"cursor": cursor}) };
            let answer = client.ask("tools/list", &params.to_string()).await;
            names.extend(answer["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()));
            cursor = answer["result"]["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        let expected = ["a", "b", "c"].into_iter().flat_map(|server| (0..900).map(move |n| format!("{server}__t{n}")));
        assert_eq!(names, expected.collect::<Vec<_>>());
        for bad in [r#""x""#, "5", r#""-1""#, r#""1e3""#, "{}"] {
            let answer = client.ask("tools/list", &format!(r#"{{"cursor":{bad}}}"#)).await;
            assert_eq!(answer["error"]["code"], -32602, "{bad}: {answer}");
            assert!(error(&answer).contains("cursor"));
        }
    }
}

#[tokio::test]
async fn a_server_whose_pages_never_end_is_cut_off() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let tools: Vec<String> = (0..1_200).map(|n| format!(r#"{{"name":"t{n}","inputSchema":{{}}}}"#)).collect();
    server.declare(json!({"tools": tools, "page": 500}));
    let gateway = before(&[&server]).await;
    assert_eq!(gateway.status().servers[0].tools, 1_000);
}
