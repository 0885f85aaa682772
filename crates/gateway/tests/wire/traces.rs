//! Which trace a server is told of, and which spans a collector gets.

use crate::client::{Client, text};
use crate::receiver::Receiver;
use crate::upstream::{ERAS, Entry, Speaks, Upstream, before};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};
use vetgate_gateway::{Caller, Scope, Trace, TraceContext};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const STATE: &str = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE";
const UNSAMPLED: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

/// The client, as it would be if its requests had these headers.
fn with_headers(client: &Client, parent: &str) -> Client {
    let trace = Trace::of_header(TraceContext::parse(parent, Some(STATE)));
    Client { caller: Caller { trace, ..client.caller.clone() }, ..client.clone() }
}

/// Calls the tool and returns what reached the server.
async fn called(server: &Upstream, client: &Client, meta: &str) -> Entry {
    let count = server.received("tools/call").len();
    client.ask("tools/call", &format!(r#"{{"name":"do","_meta":{{{meta}}}}}"#)).await;
    server.received("tools/call").remove(count)
}

fn meta(entry: &Entry) -> Value {
    entry.message()["params"]["_meta"].clone()
}

#[tokio::test]
async fn without_spans_of_its_own_the_gateway_passes_on_what_came_and_nothing_else() {
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            let entry = called(&server, &client, "").await;
            assert_eq!(meta(&entry).get("traceparent"), None, "{}", entry.raw());
            assert_eq!(entry.header("traceparent"), None);

            let named = format!(r#""traceparent":"{PARENT}","tracestate":"{STATE}","baggage":"a=1""#);
            let entry = called(&server, &client, &named).await;
            assert_eq!((&meta(&entry)["traceparent"], &meta(&entry)["tracestate"]), (&json!(PARENT), &json!(STATE)));
            assert_eq!(meta(&entry)["baggage"], "a=1");
            assert_eq!(entry.header("traceparent"), None, "it did not come as a header");

            for parent in [PARENT, UNSAMPLED] {
                let entry = called(&server, &with_headers(&client, parent), "").await;
                let expected = server.is_http().then_some(parent);
                assert_eq!(entry.header("traceparent"), expected);
                assert_eq!(entry.header("tracestate"), expected.map(|_| STATE));
                assert_eq!(meta(&entry).get("traceparent"), None, "it did not come in the message");
            }

            let entry = called(&server, &client, r#""traceparent":"garbage""#).await;
            assert_eq!(meta(&entry)["traceparent"], "garbage", "what is none stays as it was");
            assert_eq!(entry.header("traceparent"), None);
        }
    }
}

#[tokio::test]
async fn with_spans_the_server_is_told_of_the_one_that_it_is_called_in() {
    let mut collector = Receiver::start().await;
    for server in Upstream::each("s") {
        let gateway = before(&[&server]).await;
        gateway.trace_to(Some(&collector.url)).unwrap();
        for speaks in ERAS {
            let client = Client::new(&gateway, speaks, server.scope()).await;
            let headed = with_headers(&client, PARENT);
            let named = format!(r#""traceparent":"{PARENT}""#);
            let ways = [(&client, named.as_str(), false), (&headed, "", true), (&client, "", false)];
            let mut entries = Vec::new();
            for (client, sent, _) in ways {
                entries.push(called(&server, client, sent).await);
            }
            let spans = spans_of(&mut collector, 2 * entries.len()).await;
            for (entry, (_, sent, is_headed)) in entries.iter().zip(ways) {
                let told = meta(entry)["traceparent"].as_str().unwrap().to_owned();
                let context = TraceContext::parse(&told, None).unwrap();
                let by_id = |id: &Value| spans.iter().find(|span| span["spanId"] == *id).unwrap();
                let at_server = by_id(&json!(told.split('-').nth(2)));
                assert_eq!(at_server["kind"], 3, "the server is called in the inner span");
                let call = by_id(&at_server["parentSpanId"]);
                assert_eq!(call["kind"], 2);
                assert_eq!(call["traceId"], context.trace_id());
                assert_eq!(at_server["traceId"], context.trace_id());
                let is_joined = is_headed || !sent.is_empty();
                assert_eq!(call["traceId"] == TRACE, is_joined);
                assert_eq!(call.get("parentSpanId"), is_joined.then_some(&json!("00f067aa0ba902b7")));
                assert_eq!(call.get("traceState"), is_headed.then_some(&json!(STATE)));
                assert_eq!(entry.header("traceparent"), (is_headed && server.is_http()).then_some(told.as_str()));
            }
            let entry = called(&server, &client, &format!(r#""traceparent":"{UNSAMPLED}""#)).await;
            assert_eq!(meta(&entry)["traceparent"], UNSAMPLED, "whoever began the trace does not keep it");
        }
    }
}

#[tokio::test]
async fn a_span_says_what_was_called_and_what_became_of_it_and_no_more() {
    let mut collector = Receiver::start().await;
    let server = Upstream::stdio("notes", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    gateway.trace_to(Some(&collector.url)).unwrap();
    let client = Client::new(&gateway, Speaks::Handshake, Scope::All).await;

    let failing = json!([{"do": "result", "text": r#"{"content":[{"type":"text","text":"private"}],"isError":true}"#}]);
    client.call("notes__do", failing).answer().await;
    let (line, body) = collector.next().await;
    assert!(line.starts_with("POST /v1/traces "), "{line}");
    assert!(!body.contains("private") && !body.contains("steps"), "{body}");
    is_accepted(&body);
    let spans = spans(&serde_json::from_str(&body).unwrap());
    for span in &spans {
        assert_eq!(span["name"], "tools/call do");
        assert_eq!(attribute(span, "mcp.method.name"), "tools/call");
        assert_eq!(attribute(span, "gen_ai.tool.name"), "do");
        assert_eq!(attribute(span, "server.address"), "notes");
        assert_eq!(attribute(span, "error.type"), "tool_error");
        assert_eq!(span["status"]["code"], 2);
        let time = |key: &str| span[key].as_str().unwrap().parse::<u128>().unwrap();
        assert!(time("startTimeUnixNano") <= time("endTimeUnixNano"));
    }
    assert_eq!(attribute(of_call(&spans), "vetgate.verdict"), "allow");
    assert_eq!(attribute(of_call(&spans), "jsonrpc.request.id"), "1");
    assert!(!body.contains(&client.session().id), "a session's id is a secret");

    client.ask("tools/call", r#"{"name":"notes__nothing"}"#).await;
    let refused = spans_of(&mut collector, 1).await;
    assert_eq!(attribute(of_call(&refused), "vetgate.verdict"), "deny");
    assert_eq!(attribute(of_call(&refused), "error.type"), "unknown");

    let answer = client.ask("tools/call", r#"{"name":"notes__do"}"#).await;
    assert_eq!(text(&answer), "tools/call do");
    let fine = spans_of(&mut collector, 2).await;
    assert_eq!(of_call(&fine).get("status"), None);
    assert!(!of_call(&fine).to_string().contains("error.type"));
}

#[tokio::test]
async fn a_call_that_its_client_gives_up_has_a_span_too() {
    let mut collector = Receiver::start().await;
    let server = Upstream::stdio("s", Speaks::Stateless);
    let gateway = before(&[&server]).await;
    gateway.trace_to(Some(&collector.url)).unwrap();
    let client = Client::new(&gateway, Speaks::Stateless, server.scope()).await;
    let talk = client.call("do", json!([{"do": "gate", "name": "never"}]));
    server.notes("at never", 1).await;
    talk.cancel();
    let spans = spans_of(&mut collector, 2).await;
    assert_eq!(attribute(of_call(&spans), "error.type"), "cancelled");
}

#[tokio::test]
async fn the_last_spans_are_sent_before_the_gateway_ends() {
    let mut collector = Receiver::start().await;
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    gateway.trace_to(Some(&collector.url)).unwrap();
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    client.ask("tools/call", r#"{"name":"do"}"#).await;
    gateway.shut_down().await;
    assert!(collector.has_something(), "what is sent later may never be sent");
    assert_eq!(spans_of(&mut collector, 2).await.len(), 2);
}

#[tokio::test]
async fn a_collector_that_is_down_costs_calls_nothing() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let server = Upstream::stdio("s", Speaks::Handshake);
    let gateway = before(&[&server]).await;
    let client = Client::new(&gateway, Speaks::Handshake, server.scope()).await;
    // One that is not there, and one that takes connections and never answers.
    for url in ["http://127.0.0.1:9", &silent] {
        gateway.trace_to(Some(url)).unwrap();
        for _ in 0..20 {
            assert_eq!(text(&client.ask("tools/call", r#"{"name":"do"}"#).await), "tools/call do");
        }
    }
    assert!(gateway.trace_to(Some("ftp://collector")).is_err());
}

/// The next spans; they may come in several requests.
async fn spans_of(collector: &mut Receiver, count: usize) -> Vec<Value> {
    let mut found = Vec::new();
    while found.len() < count {
        found.extend(spans(&collector.next_json().await));
    }
    assert_eq!(found.len(), count, "{found:?}");
    found
}

fn spans(body: &Value) -> Vec<Value> {
    body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone()
}

/// The span of the call, and not that of its server.
fn of_call(spans: &[Value]) -> &Value {
    spans.iter().find(|span| span["kind"] == 2).unwrap()
}

fn attribute<'s>(span: &'s Value, key: &str) -> &'s str {
    let attributes = span["attributes"].as_array().unwrap();
    let found = attributes.iter().find(|attribute| attribute["key"] == key).unwrap_or_else(|| panic!("{key}: {span}"));
    found["value"]["stringValue"].as_str().unwrap()
}

/// That OpenTelemetry's own definitions take it.
fn is_accepted(body: &str) {
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let python = top.join(".peers/otlp/bin/python");
    assert!(python.exists(), ".peers/otlp is missing: run scripts/peers, which installs the peers for this test");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire/traces_decode.py");
    let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let decoded: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sent: Value = serde_json::from_str(body).unwrap();
    let sent = sent["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
    assert_eq!(decoded.as_array().unwrap().len(), sent.len());
    for (decoded, sent) in decoded.as_array().unwrap().iter().zip(sent) {
        for key in ["traceId", "spanId", "name", "kind", "startTimeUnixNano"] {
            assert_eq!(decoded[key], sent[key], "{key}");
        }
    }
}
