//! Who may see and do what: the guard, the curtain, the limits of a principal, and a configuration that changes.

use crate::client::{ABLE, Client, error, text};
use crate::upstream::{ERAS, Speaks, Upstream, before, gone};
use crate::verdicts::verdict;
use crate::waiting::{heard, stands};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use vetgate_capability::OperationClass;
use vetgate_gateway::config::Mode;
use vetgate_gateway::{Curtain, Drawn, Gateway, Guard, Open, Principal, Review, Scope, ServerSettings, What};
use vetgate_guard::{Action, After, Before, Call, Ticket};
use vetgate_model::{Definition, DefinitionKind};

/// Judges by the name of the tool, and remembers what it saw.
#[derive(Default, Clone)]
struct Judge {
    seen: Arc<Mutex<Vec<String>>>,
}

impl Judge {
    fn note(&self, what: &str, call: &Call, text: &str) {
        let note = format!("{what} {} {} {} {text}", call.principal, call.tool.server, call.tool.name);
        self.seen.lock().unwrap().push(note);
    }
}

impl Guard for Judge {
    fn before(&self, call: &Call) -> Option<Before> {
        self.note("before", call, call.arguments);
        match call.tool.name.as_str() {
            "denied" => Some(verdict(call, Action::Deny)),
            "logged" => Some(Before { is_enforced: false, ..verdict(call, Action::Deny) }),
            "masked" => Some(Before { arguments: Some(r#"{"n":1.0}"#.into()), ..verdict(call, Action::Allow) }),
            _ => None,
        }
    }

    fn sent(&self, call: &Call, _: &Ticket) {
        self.note("sent", call, call.arguments);
    }

    fn after(&self, call: &Call, _: &Ticket, result: &str) -> After {
        self.note("after", call, result);
        let masked = r#"{"content":[{"type":"text","text":"masked"}],"n":1.0}"#.to_owned();
        match call.tool.name.as_str() {
            "spilled" | "logged" => After { blocked: Some("not for you".into()), ..After::default() },
            "masked" => After { result: Some(masked), ..After::default() },
            _ => After::default(),
        }
    }
}

fn tool(name: &str) -> String {
    format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#)
}

#[tokio::test]
async fn the_guard_decides_before_and_after_a_call() {
    let tools = ["denied", "spilled", "masked", "logged", "fine"].map(tool);
    for server in Upstream::each("s") {
        server.declare(json!({"tools": tools}));
        let judge = Judge::default();
        let gateway = Arc::new(Gateway::with(Box::new(judge.clone()), Arc::new(Drawn)));
        gateway.configure(vec![server.settings()], vec![]).await;
        stands(&gateway, "s", "up").await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, Scope::All).await;
            let mut events = gateway.events().listen();
            let params = |name: &str| json!({"name": name, "arguments": {"secret": 5}}).to_string();
            let known = server.received("tools/call").len();
            let answer = client.ask("tools/call", &params("s__denied")).await;
            assert_eq!(error(&answer), "not this one");
            assert_eq!(server.received("tools/call").len(), known, "it never got there");
            let refused = heard(&mut events, "a refusal", |what| matches!(what, What::Refused { .. })).await;
            let What::Refused { name, reason, .. } = refused else { unreachable!() };
            assert_eq!((name.as_str(), reason.as_str()), ("denied", "not this one"));
            let answer = client.ask("tools/call", &params("s__spilled")).await;
            assert_eq!(error(&answer), "not for you");
            let reply = client.begin("tools/call", &params("s__masked")).reply().await;
            assert!(reply.text.contains(r#""text":"masked"}],"n":1.0"#), "{}", reply.text);
            let sent = server.received("tools/call").pop().unwrap();
            assert!(
                sent.raw().contains(r#""arguments":{"n":1.0}"#) && !sent.raw().contains("secret"),
                "{}",
                sent.raw()
            );
            let answer = client.ask("tools/call", &params("s__fine")).await;
            assert_eq!(text(&answer), "tools/call fine");
            let answer = client.ask("tools/call", &params("s__logged")).await;
            assert_eq!(text(&answer), "tools/call logged", "what is only written down stops nothing");
            let flagged = heard(&mut events, "what would be", |what| matches!(what, What::Flagged { .. })).await;
            let What::Flagged { action, is_enforced, reason, level, .. } = flagged else { unreachable!() };
            assert_eq!((action, is_enforced, reason.as_str(), level), ("deny", false, "not this one", "warn"));
        }
        let seen = judge.seen.lock().unwrap().clone();
        for step in ["before", "sent"] {
            assert!(seen.contains(&format!(r#"{step} somebody s fine {{"secret":5}}"#)), "{seen:?}");
        }
        assert!(!seen.iter().any(|note| note.starts_with("sent somebody s denied")), "{seen:?}");
        let after = seen.iter().find(|note| note.starts_with("after somebody s fine")).unwrap();
        assert!(after.contains("tools/call fine"), "{after}");
    }
}

/// Hides what is called `hidden`.
struct Hides;

impl Curtain for Hides {
    fn review(&self, _: &ServerSettings, _: DefinitionKind, definitions: &Arc<[Definition]>) -> Review {
        let why =
            |definition: &Definition| (definition.name() == "hidden").then(|| "nobody has approved it".to_owned());
        Review { hidden: definitions.iter().map(why).collect(), news: vec![] }
    }
}

#[tokio::test]
async fn what_is_hidden_is_neither_listed_nor_called() {
    for server in Upstream::each("s") {
        server.declare(json!({
            "capabilities": {"tools": {}, "prompts": {}, "resources": {}, "completions": {}},
            "tools": [tool("hidden"), tool("shown")],
            "prompts": [r#"{"name":"hidden"}"#, r#"{"name":"shown"}"#],
            "resources": [r#"{"uri":"r://hidden","name":"hidden"}"#, r#"{"uri":"r://shown","name":"shown"}"#],
        }));
        let gateway = Arc::new(Gateway::with(Box::new(Open), Arc::new(Hides)));
        let mut events = gateway.events().listen();
        gateway.configure(vec![server.settings()], vec![]).await;
        let hidden = heard(&mut events, "what is hidden", |what| matches!(what, What::Hidden { .. })).await;
        let What::Hidden { name, reason, .. } = hidden else { unreachable!() };
        assert_eq!((name.as_str(), reason.as_str()), ("hidden", "nobody has approved it"));
        stands(&gateway, "s", "up").await;
        for speaks in ERAS {
            for (scope, prefix) in [(Scope::All, "s__"), (server.scope(), "")] {
                let client = Client::new(&gateway, speaks, scope).await;
                assert_eq!(client.tools().await, [format!("{prefix}shown")]);
                assert_eq!(client.names("prompts/list", "prompts", "name").await, [format!("{prefix}shown")]);
                assert_eq!(client.names("resources/list", "resources", "uri").await, ["r://shown"]);
                for (method, params) in [
                    ("tools/call", json!({"name": format!("{prefix}hidden")})),
                    ("prompts/get", json!({"name": format!("{prefix}hidden")})),
                    ("resources/read", json!({"uri": "r://hidden"})),
                    ("resources/subscribe", json!({"uri": "r://hidden"})),
                    (
                        "completion/complete",
                        json!({"ref": {"type": "ref/prompt", "name": format!("{prefix}hidden")}, "argument": {}}),
                    ),
                ] {
                    let answer = client.ask(method, &params.to_string()).await;
                    assert!(answer["error"].is_object(), "{method}: {answer}");
                }
                let answer = client.ask("tools/call", &json!({"name": format!("{prefix}shown")}).to_string()).await;
                assert_eq!(text(&answer), "tools/call shown");
            }
        }
        for entry in server.journal() {
            assert!(!entry.raw().contains("hidden"), "it never hears of it: {}", entry.raw());
        }
    }
}

#[tokio::test]
async fn what_is_hidden_is_not_found_either() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({"tools": [
        r#"{"name":"hidden","description":"Returns the weather.","inputSchema":{"type":"object"}}"#,
        r#"{"name":"get_weather","description":"Returns the weather.","inputSchema":{"type":"object"}}"#,
    ]}));
    let gateway = Arc::new(Gateway::with(Box::new(Open), Arc::new(Hides)));
    gateway.configure(vec![server.settings()], vec![]).await;
    stands(&gateway, "s", "up").await;
    gateway.set_mode(Mode::Discover);
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let search = json!({"name": "search_tools", "arguments": {"query": "hidden weather"}}).to_string();
    let found = client.ask("tools/call", &search).await.to_string();
    assert!(found.contains("s__get_weather") && !found.contains("s__hidden"), "{found}");
    for tool in ["describe_tool", "call_tool_read", "call_tool_write", "call_tool_destructive"] {
        let arguments = json!({"name": "s__hidden", "arguments": {}, "intent": {"operation_type": "read"}});
        let answer = client.ask("tools/call", &json!({"name": tool, "arguments": arguments}).to_string()).await;
        assert!(answer["error"].is_object() || answer["result"]["isError"] == true, "{tool}: {answer}");
        assert!(!answer.to_string().contains("Returns the weather"), "{tool}: {answer}");
    }
    assert!(server.received("tools/call").is_empty());
}

#[tokio::test]
async fn a_principal_uses_only_its_own_servers() {
    let (a, b) = (Upstream::stdio("a", Speaks::Handshake), Upstream::stdio("b", Speaks::Handshake));
    for server in [&a, &b] {
        let uri = format!(r#"{{"uri":"{}://1","name":"r"}}"#, server.name);
        server.declare(json!({"capabilities": {"tools": {}, "resources": {}}, "resources": [uri]}));
    }
    let gateway = before(&[&a, &b]).await;
    let principal =
        Principal { name: "half".into(), servers: Some(BTreeSet::from(["a".to_owned()])), operations: None };
    for speaks in ERAS {
        let client = Client::of(&gateway, speaks, Scope::All, ABLE, principal.clone()).await;
        assert_eq!(client.tools().await, ["a__do"]);
        assert_eq!(client.names("resources/list", "resources", "uri").await, ["a://1"]);
        let answer = client.ask("tools/call", r#"{"name":"b__do"}"#).await;
        assert!(error(&answer).contains("Unknown tool: b__do"), "as if there were none: {answer}");
        client.ask("resources/read", r#"{"uri":"b://1"}"#).await;
        assert!(client.ask("tools/call", r#"{"name":"a__do"}"#).await["result"].is_object());
        let elsewhere = Client::of(&gateway, speaks, b.scope(), ABLE, principal.clone()).await;
        for method in ["tools/list", "tools/call", "x/strange"] {
            let reply = elsewhere.begin(method, r#"{"name":"do"}"#).reply().await;
            assert!(reply.status == 404 || reply.status == 400, "{method}: {reply:?}");
        }
    }
    for method in ["tools/call", "resources/read", "x/strange"] {
        assert!(b.received(method).is_empty(), "{method}");
    }
}

#[tokio::test]
async fn a_principal_does_only_what_its_operations_allow() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({"tools": [
        r#"{"name":"get_weather","description":"Returns the weather of a city.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}"#,
        r#"{"name":"delete_file","description":"Deletes a file.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}}"#,
        r#"{"name":"zzz","inputSchema":{"type":"object"}}"#,
    ]}));
    let gateway = before(&[&server]).await;
    let operations = Some(BTreeSet::from([OperationClass::Read]));
    let reader = Principal { name: "reader".into(), servers: None, operations };
    for speaks in ERAS {
        let client = Client::of(&gateway, speaks, Scope::All, ABLE, reader.clone()).await;
        assert_eq!(client.tools().await, ["s__get_weather"]);
        for (tool, kind) in [("s__delete_file", "destructive"), ("s__zzz", "write")] {
            let answer = client.ask("tools/call", &json!({"name": tool}).to_string()).await;
            assert!(error(&answer).contains("`reader` may not call") && error(&answer).contains(kind), "{answer}");
        }
        assert!(client.ask("tools/call", r#"{"name":"s__get_weather"}"#).await["result"].is_object());
    }
    assert_eq!(server.received("tools/call").len(), 2);
}

#[tokio::test]
async fn a_new_configuration_leaves_what_has_not_changed_alone() {
    let [kept, changed, removed, added] =
        ["kept", "changed", "removed", "added"].map(|name| Upstream::stdio(name, Speaks::Handshake));
    let gateway = before(&[&kept, &changed, &removed]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let gate = json!([{"do": "gate", "name": "end"}]);
    let under_way = [
        (&kept, client.call("kept__do", gate.clone())),
        (&changed, client.call("changed__do", gate.clone())),
        (&removed, client.call("removed__do", gate)),
    ];
    for (server, _) in &under_way {
        server.notes("at end", 1).await;
    }
    let mut inbox = client.session().listen().unwrap();
    while inbox.try_recv().is_ok() {}
    let other = ServerSettings { concurrency: 5, ..changed.settings() };
    gateway.configure(vec![added.settings(), kept.settings(), other], vec![]).await;
    assert!(inbox.recv().await.unwrap().contains("list_changed"));
    drop(inbox);
    for name in ["added", "changed"] {
        stands(&gateway, name, "up").await;
    }
    assert_eq!(client.tools().await, ["added__do", "kept__do", "changed__do"]);
    let answer = client.ask("tools/call", r#"{"name":"removed__do"}"#).await;
    assert!(error(&answer).contains("Unknown tool"), "{answer}");
    for (server, talk) in under_way {
        assert!(talk.is_quiet(), "{} goes on", server.name);
        server.open("end");
        let answer = talk.answer().await;
        assert!(answer["result"].is_object(), "{}: {answer}", server.name);
    }
    gone(removed.notes("started", 1).await.pid()).await;
    gone(changed.notes("started", 1).await.pid()).await;
    let answer = client.ask("tools/call", r#"{"name":"changed__do"}"#).await;
    assert!(answer["result"].is_object(), "{answer}");
    assert_eq!((kept.count("started"), changed.count("started")), (1, 2));
}

#[tokio::test]
async fn a_call_on_a_removed_server_can_still_ask_its_client() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    let steps = json!([{"do": "gate", "name": "ask"}, {"do": "ask", "method": "roots/list"}]);
    let mut talk = client.call("s__do", steps);
    let pid = server.notes("at ask", 1).await.pid();
    gateway.configure(vec![], vec![]).await;
    server.open("ask");
    let question = talk.aside().await;
    client.answer(&question, json!(7)).await;
    assert_eq!(text(&talk.answer().await), "[7]");
    gone(pid).await;
}

#[tokio::test]
async fn a_session_does_not_keep_its_connection_to_a_server_that_has_changed() {
    let (old, new) = (Upstream::stdio("s", Speaks::Handshake), Upstream::stdio("s", Speaks::Handshake));
    let gateway = Arc::new(Gateway::new());
    let apart = |server: &Upstream| vec![ServerSettings { isolate: true, ..server.settings() }];
    gateway.configure(apart(&old), vec![]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    client.ask("tools/call", r#"{"name":"s__do"}"#).await;
    let pid = old.gets("tools/call").await.pid();
    gateway.configure(apart(&new), vec![]).await;
    stands(&gateway, "s", "up").await;
    client.ask("tools/call", r#"{"name":"s__do"}"#).await;
    assert_eq!((old.received("tools/call").len(), new.received("tools/call").len()), (1, 1));
    gone(pid).await;
    client.ask("tools/call", r#"{"name":"s__do"}"#).await;
    assert_eq!(new.received("initialize").len(), 2, "its own to the new one stays");
}

#[tokio::test]
async fn who_wants_to_hear_of_a_resource_still_does_after_the_server_has_changed() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({
        "capabilities": {"tools": {}, "resources": {"subscribe": true}},
        "resources": [r#"{"uri":"r://1","name":"r"}"#],
    }));
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;
    client.ask("resources/subscribe", r#"{"uri":"r://1"}"#).await;
    let first = server.gets("resources/subscribe").await.pid();
    gateway.configure(vec![ServerSettings { concurrency: 5, ..server.settings() }], vec![]).await;
    let entries = || server.received("resources/subscribe").into_iter().find(|entry| entry.pid() != first);
    crate::waiting::until("the new one is told", entries).await;
}
