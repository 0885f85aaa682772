//! Messages arrive as they were sent, whatever the gateway understands of them.

use crate::client::{Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream, before};
use crate::waiting::heard;
use serde_json::{Value, json};
use vetgate_gateway::{Scope, What};

#[tokio::test]
async fn an_id_of_any_form_comes_back_as_it_was_written() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    for speaks in ERAS {
        let client = Client::new(&gateway, speaks, server.scope()).await;
        for id in ["1", "1.0", "1e2", "-5", "18446744073709551616", r#""a\u0062""#, r#""""#, "0"] {
            for (method, params) in [
                ("tools/list", "{}"),
                ("tools/call", r#"{"name":"do","arguments":{}}"#),
                ("tools/call", r#"{"name":"nothing"}"#),
                ("x/unknown", "{}"),
            ] {
                let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
                let reply = client.begin_as(&text).reply().await;
                assert!(reply.text.contains(&format!(r#""id":{id},"#)), "{text}: {}", reply.text);
            }
        }
    }
}

#[tokio::test]
async fn a_request_reaches_a_server_of_the_same_generation_byte_for_byte() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, server.speaks, server.scope()).await;
        for (method, params) in [
            (
                "tools/call",
                r#"{"name":"do" , "x-param":1e400,"arguments":{"n":1.0,"deep":{"big":123456789012345678901234567890,"t":"\u00e4"}},"_meta":{"x-meta":-0.0}}"#,
            ),
            ("x/strange", r#"{"a":[1.0,1E+2,{"b":null}],"_meta":{"y":1.10}}"#),
        ] {
            let request =
                |id: &str| format!(r#"{{"jsonrpc":"2.0", "id":{id}, "method" :"{method}","params":{params}}}"#);
            client.begin_as(&request(r#""mine""#)).reply().await;
            let entry = server.gets(method).await;
            let id = entry.raw().split_once(r#""id":"#).unwrap().1.split_once(',').unwrap().0.to_owned();
            assert_eq!(entry.raw(), request(&id), "{method}");
        }
    }
}

#[tokio::test]
async fn what_is_unknown_survives_between_generations_too() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        let other = if server.speaks == Speaks::Handshake { Speaks::Stateless } else { Speaks::Handshake };
        let client = Client::new(&gateway, other, server.scope()).await;
        let params = r#"{"name":"do","x-param":1e400,"arguments":{"n":1.0,"big":12345678901234567890123},"_meta":{"x-meta":-0.0}}"#;
        client.begin("tools/call", params).reply().await;
        let entry = server.gets("tools/call").await;
        for kept in [r#""x-param":1e400"#, r#""arguments":{"n":1.0,"big":12345678901234567890123}"#, r#""x-meta":-0.0"#]
        {
            assert!(entry.raw().contains(kept), "{kept}: {}", entry.raw());
        }
        let meta = entry.message()["params"]["_meta"].clone();
        let is_introduced = meta.get("io.modelcontextprotocol/clientInfo").is_some();
        assert_eq!(is_introduced, server.speaks == Speaks::Stateless, "{meta}");
        if is_introduced {
            assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
            assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "tester");
            assert!(meta["io.modelcontextprotocol/clientCapabilities"]["sampling"].is_object());
        } else {
            assert_eq!(meta.as_object().unwrap().len(), 1, "{meta}");
        }
    }
}

#[tokio::test]
async fn an_answer_comes_back_byte_for_byte() {
    let result = r#"{"content":[{"type":"text","text":"\u00e4","x-block":1.0}], "resultType":"complete","x":1e400,"n":1.0,"big":12345678901234567890123,"_meta":{"x":-0.0,"y":[1E+2]}}"#;
    let failure = r#"{"code":-32099,"message":"\u0061h","data":{"n":1.0,"x":1e400},"x-error":1.50}"#;
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            let reply = client.call("do", json!([{"do": "result", "text": result}])).reply().await;
            assert_eq!(reply.text, format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#));
            let reply = client.call("do", json!([{"do": "error", "text": failure}])).reply().await;
            assert_eq!(reply.text, format!(r#"{{"jsonrpc":"2.0","id":1,"error":{failure}}}"#));
        }
    }
}

#[tokio::test]
async fn unknown_members_of_an_answers_envelope_are_left_out_and_that_is_told() {
    for server in [Upstream::stdio("s", Speaks::Handshake), Upstream::http("s", Speaks::Handshake)] {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let mut events = gateway.events().listen();
        let answer = r#"{"x":1.0,"id":$ID,"jsonrpc":"2.0","result":{"content":[], "n":1.0},"y":[],"params":{}}"#;
        let reply = client.call("do", json!([{"do": "send", "text": answer}, {"do": "silent"}])).reply().await;
        assert_eq!(reply.text, r#"{"jsonrpc":"2.0","id":1,"result":{"content":[], "n":1.0}}"#);
        let told =
            |what: &What| matches!(what, What::Dropped { reason, .. } if reason.contains("JSON-RPC does not define"));
        heard(&mut events, "members were left out", told).await;
    }
}

#[tokio::test]
async fn a_greeting_of_one_server_is_its_own() {
    let server = Upstream::stdio("s", Speaks::Handshake)
        .declaring(json!({"capabilities": {"tools": {}, "x-can": {}}, "extras": true}));
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let discovered = client.ask("server/discover", "{}").await;
    assert_eq!(discovered["result"]["serverInfo"]["x-info"], 1.0);
    assert!(discovered["result"]["capabilities"]["x-can"].is_object());
    assert!(discovered["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")));
    let session = gateway.sessions().open("opening".into(), client.caller.principal.clone(), server.scope());
    let client =
        Client { caller: vetgate_gateway::Caller { session: Some(session), ..client.caller.clone() }, ..client };
    let hello = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#;
    let reply = client.begin("initialize", hello).reply().await;
    assert!(reply.text.contains(r#""x-greeting":1e400"#) && reply.text.contains(r#""x-info":1.0"#), "{}", reply.text);
    assert!(reply.text.contains(r#""protocolVersion":"2025-06-18""#), "{}", reply.text);
}

#[tokio::test]
async fn unknown_methods_and_notifications_reach_the_only_server_there_is() {
    let (a, b) = (Upstream::stdio("a", Speaks::Handshake), Upstream::http("b", Speaks::Handshake));
    let gateway = before(&[&a, &b]).await;
    for server in [&a, &b] {
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let answer = client.ask("x/strange", r#"{"name":"n"}"#).await;
        assert_eq!(text(&answer), "x/strange n");
        client.notify("notifications/x-strange", r#"{"n":1.0}"#).await;
        let entry = server.gets("notifications/x-strange").await;
        assert!(entry.raw().ends_with(r#""params":{"n":1.0}}"#), "{}", entry.raw());
    }
    let everywhere = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let answer = everywhere.ask("x/strange", "{}").await;
    assert_eq!(answer["error"]["code"], -32601, "nobody can tell whose it is");
    let alone = Upstream::stdio("alone", Speaks::Handshake);
    let gateway = before(&[&alone]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    assert_eq!(text(&client.ask("x/strange", "{}").await), "x/strange ");
}

#[tokio::test]
async fn a_notification_of_a_client_with_all_servers_reaches_each_of_them_once() {
    let (a, b) = (Upstream::stdio("a", Speaks::Handshake), Upstream::http("b", Speaks::Handshake));
    let gateway = before(&[&a, &b]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    // From here on the client has a session of its own with `b`.
    client.call("b__do", json!([{"do": "result", "text": "{}"}])).answer().await;
    client.notify("notifications/roots/list_changed", "{}").await;
    for server in [&a, &b] {
        server.gets("notifications/roots/list_changed").await;
        assert_eq!(server.received("notifications/roots/list_changed").len(), 1);
    }
}

#[tokio::test]
async fn a_call_before_initialize_is_refused() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let session = gateway.sessions().open("early".into(), client.caller.principal.clone(), server.scope());
    let early =
        Client { caller: vetgate_gateway::Caller { session: Some(session), ..client.caller.clone() }, ..client };
    let reply = early.begin("tools/list", "{}").reply().await;
    assert_eq!(reply.status, 400);
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    assert!(error(&answer).contains("initialize"));
    assert_eq!(early.ask("ping", "{}").await["result"], json!({}));
}
