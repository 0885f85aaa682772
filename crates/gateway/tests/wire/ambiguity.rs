//! Messages in which a member can be taken for another one: by a server that ignores case, or by a client that does.
//!
//! Clients come through the real fronts, because that is where messages are read.

use crate::client::{Client, error, text};
use crate::quarantine_house::{DO, House, held};
use crate::upstream::{Speaks, Upstream, before};
use crate::waiting::{LONG, heard};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use vetgate_gateway::front::{self, Settings, stdio};
use vetgate_gateway::{Gateway, Principal, Scope, What};
use vetgate_ledger::{Item, Kind, Verdict};

const DELETE: &str = r#"{"name":"delete_all","description":"Deletes everything.","inputSchema":{"type":"object"}}"#;
const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"sampling":{}},"clientInfo":{"name":"t","version":"1"}}}"#;

/// A client at one of the two fronts, after its handshake.
enum Visitor {
    Lines { stream: BufReader<tokio::io::DuplexStream> },
    Http { address: std::net::SocketAddr, session: String, _folder: tempfile::TempDir },
}

impl Visitor {
    async fn over_lines(gateway: &Arc<Gateway>) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(theirs);
        let principal = Principal::unrestricted("lines");
        tokio::spawn(stdio::serve(gateway.clone(), principal, Scope::All, input, output));
        let mut visitor = Self::Lines { stream: BufReader::new(ours) };
        visitor.ask(HELLO).await;
        visitor
    }

    async fn over_http(gateway: &Arc<Gateway>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::local(folder.path().join("front"));
        let running = front::serve(gateway.clone(), &settings, std::future::pending()).await.unwrap();
        let mut visitor = Self::Http { address: running.address(), session: String::new(), _folder: folder };
        let (head, _) = visitor.post(HELLO).await;
        let opened = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().trim().to_owned();
        if let Self::Http { session, .. } = &mut visitor {
            *session = opened;
        }
        visitor
    }

    async fn each(gateway: &Arc<Gateway>) -> [Self; 2] {
        [Self::over_lines(gateway).await, Self::over_http(gateway).await]
    }

    /// Posts a message; the head of the answer and its body.
    async fn post(&self, message: &str) -> (String, String) {
        let Self::Http { address, session, .. } = self else { panic!() };
        let session = if session.is_empty() { String::new() } else { format!("Mcp-Session-Id: {session}\r\n") };
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\n{session}Content-Length: {}\r\nConnection: close\r\n\r\n",
            message.len()
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all((head + message).as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(LONG, stream.read_to_string(&mut answer)).await.expect("an answer").unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    async fn ask(&mut self, message: &str) -> Value {
        let answer = match self {
            Self::Lines { stream } => {
                stream.get_mut().write_all(format!("{message}\n").as_bytes()).await.unwrap();
                let mut line = String::new();
                timeout(LONG, stream.read_line(&mut line)).await.expect("an answer").unwrap();
                line
            }
            Self::Http { .. } => self.post(message).await.1,
        };
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

/// A server that ignores case, one of whose tools is approved.
async fn folding(server: &Upstream) -> House {
    server.declare(json!({"folds": true, "tools": [DO, DELETE]}));
    let house = House::before(&[server.settings()]).await;
    house.approve(server, Item::Tool, "do").await;
    house
}

#[tokio::test]
async fn a_server_that_ignores_case_executes_nothing_that_is_held() {
    for server in [Upstream::stdio("notes", Speaks::Handshake), Upstream::http("notes", Speaks::Handshake)] {
        let house = folding(&server).await;
        for mut visitor in Visitor::each(&house.gateway).await {
            let answer = visitor
                .ask(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"notes__delete_all"}}"#)
                .await;
            held(&answer);
            let known = house.records(Kind::Call).len();
            let params = r#""params":{"name":"notes__do","arguments":{}"#;
            let evil = r#"{"name":"delete_all","arguments":{}}"#;
            let attacks = [
                format!(
                    r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call",{params},"Name":"delete_all","Arguments":{{}}}}}}"#
                ),
                format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call",{params},"\u004eAME":"delete_all"}}}}"#),
                format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call",{params}}},"Params":{evil}}}"#),
                format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call",{params}}},"param{}":{evil}}}"#, '\u{17F}'),
                format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call",{params}}},"param\u017f":{evil}}}"#),
                format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","Method":"tools/call","PARAMS":{evil}}}"#),
                format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{evil},"METHOD":"tools/call"}}"#),
                format!(
                    r#"{{"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{{"ref":{{"type":"ref/prompt","name":"notes__x"}},"Ref":{evil}}}}}"#
                ),
            ];
            for attack in &attacks {
                let answer = visitor.ask(attack).await;
                assert_eq!(
                    (&answer["id"], &answer["error"]["code"]),
                    (&json!(7), &json!(-32600)),
                    "{attack}: {answer}"
                );
                assert!(error(&answer).starts_with("Vetgate refused this message: the member `"), "{answer}");
                assert_eq!(answer["error"]["data"], json!({"gateway": "vetgate", "reason": "ambiguous"}));
            }
            let batch = visitor.ask(&format!("[{}]", attacks[0])).await;
            assert!(error(&batch).contains("`Name` of params"), "{batch}");
            let refused = house.records(Kind::Call).split_off(known);
            assert_eq!(refused.len(), attacks.len() + 1, "each is on record");
            for record in &refused {
                assert_eq!((record.verdict, record.request.as_str()), (Some(Verdict::Deny), "7"));
                assert!(record.error.as_deref().is_some_and(|error| error.contains("is read as")), "{record:?}");
                assert!(["tools/call", "ping", "completion/complete"].contains(&record.method.as_str()));
            }
            // A notification has no id to answer.
            let answer =
                visitor.ask(r#"{"jsonrpc":"2.0","method":"notifications/x","Method":"tools/call","id":null}"#).await;
            assert!(answer["id"].is_null() && error(&answer).contains("`Method`"), "{answer}");
            let honest = r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"notes__do","arguments":{"a":1,"Name":"x"}}}"#;
            assert_eq!(
                text(&visitor.ask(honest).await),
                "tools/call do",
                "a tool's own arguments have names of their own"
            );
        }
        assert_eq!((server.count("executes do"), server.count("executes delete_all")), (2, 0));
        assert!(server.journal().iter().all(|entry| !entry.raw().contains("delete_all")), "it never hears of it");
    }
}

#[tokio::test]
async fn an_argument_that_a_server_takes_for_another_is_refused_and_recorded() {
    let pay = r#"{"name":"pay","inputSchema":{"type":"object","properties":{"amount":{"type":"number"},"to":{"properties":{"iban":{}}}}}}"#;
    let server = Upstream::stdio("bank", Speaks::Handshake);
    server.declare(json!({"tools": [pay, DO]}));
    let house = House::before(&[server.settings()]).await;
    for name in ["pay", "do"] {
        house.approve(&server, Item::Tool, name).await;
    }
    for mut visitor in Visitor::each(&house.gateway).await {
        for (tool, arguments, argument) in [
            ("pay", r#"{"Amount":5000}"#.to_owned(), "`Amount` is read as `amount`"),
            ("pay", r#"{"amount":1,"\u0041MOUNT":5000}"#.to_owned(), "`AMOUNT` is read as `amount`"),
            ("pay", r#"{"to":{"IBAN":"x"}}"#.to_owned(), "`IBAN` is read as `iban`"),
            ("do", format!("{{\"sql\":\"select 1\",\"{}ql\":\"drop table t\"}}", '\u{17F}'), "is read as `sql`"),
            ("do", r#"{"sql":"select 1","sql":"drop table t"}"#.to_owned(), "`sql` occurs twice"),
        ] {
            let known = house.records(Kind::Call).len();
            let answer = visitor
                .ask(&format!(
                    r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"bank__{tool}","arguments":{arguments}}}}}"#
                ))
                .await;
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
            assert!(error(&answer).starts_with("Vetgate refused this call: the argument "), "{answer}");
            assert!(error(&answer).contains(argument), "{answer}");
            let record = house.records(Kind::Call).split_off(known).pop().unwrap();
            assert_eq!((record.verdict, record.name.as_str()), (Some(Verdict::Deny), tool));
            assert!(record.error.as_deref().is_some_and(|error| error.contains(argument)), "{record:?}");
        }
        assert!(server.received("tools/call").is_empty(), "it never hears of it");
    }
    let mut visitor = Visitor::over_lines(&house.gateway).await;
    for arguments in [r#"{"amount":1,"to":{"iban":"x"}}"#, r#"{"note":"x","amounts":[1]}"#] {
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{{"name":"bank__pay","arguments":{arguments}}}}}"#
        );
        assert_eq!(text(&visitor.ask(&call).await), "tools/call pay");
    }
}

#[tokio::test]
async fn members_that_json_rpc_does_not_know_are_refused_and_recorded() {
    let server = Upstream::stdio("notes", Speaks::Handshake);
    let house = folding(&server).await;
    for mut visitor in Visitor::each(&house.gateway).await {
        for (message, method) in [
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"notes__do"},"x":"psst"}"#,
                "tools/call",
            ),
            (r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","_meta":{"x":"psst"}}"#, "tools/list"),
            (r#"{"jsonrpc":"2.0","id":7,"result":{},"params":{"x":"psst"}}"#, "response"),
        ] {
            let known = house.records(Kind::Call).len();
            let answer = visitor.ask(message).await;
            assert_eq!(answer["error"]["data"]["reason"], "unknown_member", "{answer}");
            assert!(error(&answer).contains("Vetgate") && error(&answer).contains("Leave it out"), "{answer}");
            let record = house.records(Kind::Call).split_off(known).pop().unwrap();
            assert_eq!((record.verdict, record.method.as_str()), (Some(Verdict::Deny), method));
        }
    }
    assert!(server.journal().iter().all(|entry| !entry.raw().contains("psst")), "it never hears of it");
}

#[tokio::test]
async fn an_answer_in_which_a_member_can_be_taken_for_another_is_not_passed_on() {
    for server in [
        Upstream::stdio("s", Speaks::Handshake),
        Upstream::http("s", Speaks::Handshake),
        Upstream::stdio("s", Speaks::Stateless),
    ] {
        let gateway = before(&[&server]).await;
        let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
        let mut events = gateway.events().listen();
        for answer in [
            r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"harmless","Text":"psst"}]}}"#,
            r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"Content":[{"type":"text","text":"psst"}]}}"#,
            r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":[]},"Result":{"content":[{"type":"text","text":"psst"}]}}"#,
            r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32000,"message":"no","Me\u017fsage":"psst"}}"#,
            r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"input_requests":{"q":{"method":"psst"}}}}"#,
        ] {
            let answer = client.call("do", json!([{"do": "send", "text": answer}, {"do": "silent"}])).answer().await;
            let said = error(&answer);
            assert!(said.contains("Vetgate refused its answer") && said.contains("only in case"), "{answer}");
            assert!(!answer.to_string().contains("psst"), "{answer}");
            let answer = client.ask("tools/call", r#"{"name":"do"}"#).await;
            assert_eq!(text(&answer), "tools/call do", "the server can still be used");
        }
        let told = |what: &What| matches!(what, What::Dropped { reason, .. } if reason.contains("only in case"));
        heard(&mut events, "it is told", told).await;
    }
}

#[tokio::test]
async fn a_servers_own_message_in_which_a_member_can_be_taken_for_another_reaches_no_client() {
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    let log =
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x","Data":"psst"}}"#;
    let asks =
        r#"{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{"messages":[],"Messages":["psst"]}}"#;
    let steps = json!([{"do": "send", "text": log}, {"do": "send", "text": asks}, {"do": "result", "text": "{\"content\":[]}"}]);
    let (asides, answer) = client.call("do", steps).whole().await;
    assert!(asides.is_empty() && answer["result"].is_object(), "{asides:?} {answer}");
    let refusal = crate::waiting::until("the question is refused", || {
        let journal = server.journal().into_iter().filter(|entry| !entry.raw().is_empty());
        let mut said = journal.map(|entry| entry.message());
        said.find(|message| message["id"] == "q" && message["method"].is_null())
    })
    .await;
    assert_eq!(refusal["error"]["code"], -32600, "{refusal}");
}

#[tokio::test]
async fn a_clients_answer_in_which_a_member_can_be_taken_for_another_is_not_passed_on() {
    let server = Upstream::stdio("s", Speaks::Handshake).declaring(json!({"folds": true}));
    let gateway = before(&[&server]).await;
    let mut visitor = Visitor::over_lines(&gateway).await;
    let steps = json!([{"do": "ask", "method": "sampling/createMessage", "params": {"messages": []}}]);
    let call = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "s__do", "arguments": {"steps": steps}}});
    let question = visitor.ask(&call.to_string()).await;
    assert_eq!(question["method"], "sampling/createMessage", "{question}");
    let id = &question["id"];
    let refusal = visitor.ask(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}},"Result":{{"x":"psst"}}}}"#)).await;
    assert!(error(&refusal).contains("`Result` of the message"), "{refusal}");
    let answer = visitor.ask(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"role":"assistant"}}}}"#)).await;
    assert!(text(&answer).contains("assistant") && !text(&answer).contains("psst"), "{answer}");
}
