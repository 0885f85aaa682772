//! Servers that have not said yet what they declare.

use crate::client::{ABLE, Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use vetgate_capability::OperationClass;
use vetgate_gateway::config::Mode;
use vetgate_gateway::{Curtain, Gateway, Open, Principal, Review, Scope, ServerSettings};
use vetgate_model::{Definition, DefinitionKind};

const READ: &str = r#"{"name":"read_note","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}"#;
const DELETE: &str = r#"{"name":"delete_all","description":"Deletes all files","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}}"#;

/// A server that does not get ready until it is told to.
fn dawdling() -> Upstream {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({"tools": [READ, DELETE]}));
    server.dawdle();
    server
}

fn reader() -> Principal {
    Principal { name: "reader".into(), servers: None, operations: Some(BTreeSet::from([OperationClass::Read])) }
}

#[tokio::test]
async fn a_token_allows_no_more_before_a_server_has_said_what_its_tools_do() {
    for mode in [Mode::Direct, Mode::Discover] {
        let server = dawdling();
        let gateway = Arc::new(Gateway::new());
        gateway.set_mode(mode);
        gateway.configure(vec![server.settings()], vec![]).await;
        for speaks in ERAS {
            let client = Client::of(&gateway, speaks, Scope::All, ABLE, reader()).await;
            let call = |tool: &str| match mode {
                Mode::Direct => client.begin("tools/call", &json!({"name": tool}).to_string()),
                Mode::Discover => {
                    let arguments = json!({"name": tool, "args": {}});
                    client.begin("tools/call", &json!({"name": "call_tool_read", "arguments": arguments}).to_string())
                }
            };
            let (delete, read) = (call("s__delete_all"), call("s__read_note"));
            if speaks == ERAS[0] {
                server.hurry();
            }
            let refused = delete.answer().await;
            assert!(refused["error"].is_object() || refused["result"]["isError"] == true, "{mode:?} {refused}");
            assert_eq!(text(&read.answer().await), "tools/call read_note");
        }
        assert_eq!(server.received("tools/call").len(), ERAS.len(), "{mode:?}");
    }
}

struct NoDeleting;

impl Curtain for NoDeleting {
    fn review(&self, _: &ServerSettings, _: DefinitionKind, definitions: &Arc<[Definition]>) -> Review {
        let why = |definition: &Definition| definition.raw().contains("delete").then(|| "not looked at yet".to_owned());
        Review { hidden: definitions.iter().map(why).collect(), news: vec![] }
    }
}

#[tokio::test]
async fn what_is_hidden_cannot_be_called_while_its_server_starts() {
    let server = dawdling();
    let gateway = Arc::new(Gateway::with(Box::new(Open), Arc::new(NoDeleting)));
    gateway.configure(vec![server.settings()], vec![]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let call = client.begin("tools/call", r#"{"name":"s__delete_all"}"#);
    server.hurry();
    let answer = call.answer().await;
    assert!(error(&answer).contains("blocks the tool `delete_all` of the server `s`: not looked at yet"), "{answer}");
    assert!(server.received("tools/call").is_empty());
}
