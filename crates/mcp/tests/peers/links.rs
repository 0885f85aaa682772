//! Long-lived links to real servers, in every generation and over every transport.

use crate::place::{Listening, main_file, peer, small_server, stdio};
use std::time::Duration;
use tokio::sync::mpsc;
use vetgate_mcp::link::{Dialer, Era, Hello, Incoming, Link, LinkOptions, Unbidden};
use vetgate_mcp::rpc::{self, Message, Sort};
use vetgate_model::Transport;

fn hello() -> Hello {
    Hello {
        info: r#"{"name":"peer-test","version":"1"}"#.into(),
        capabilities: r#"{"roots":{},"sampling":{}}"#.into(),
        revision: None,
        params: None,
    }
}

fn dialer(transport: &Transport) -> Dialer {
    // On a busy machine a slow answer must not be taken for none.
    let probe = Duration::from_secs(if matches!(transport, Transport::Http { .. }) { 10 } else { 5 });
    Dialer::new("peer", transport, LinkOptions { probe, ..LinkOptions::default() }).expect("a good address")
}

async fn dial(transport: &Transport) -> (Link, mpsc::Receiver<Unbidden>) {
    let (sender, receiver) = mpsc::channel(64);
    (dialer(transport).dial(&hello(), sender).await.expect("it answers"), receiver)
}

/// A call of a tool as a client of the link's generation writes it.
fn call(link: &Link, id: &str, tool: &str, arguments: &str, more_meta: &str) -> Message {
    let mut meta = vec![];
    if *link.era() == Era::Stateless {
        let prefix = "io.modelcontextprotocol";
        meta.push(format!(
            r#""{prefix}/protocolVersion":"2026-07-28","{prefix}/clientInfo":{{"name":"t","version":"1"}},"{prefix}/clientCapabilities":{{}}"#
        ));
    }
    if !more_meta.is_empty() {
        meta.push(more_meta.to_owned());
    }
    let params = format!(r#"{{"name":"{tool}","arguments":{arguments},"_meta":{{{}}}}}"#, meta.join(","));
    Message::request(id, "tools/call", &params)
}

/// Sends a request and returns what came before the answer, and the answer.
async fn ask(link: &Link, request: &Message) -> (Vec<Message>, Message) {
    let mut exchange = link.request(request, &[]).await.expect("it is sent");
    let mut asides = vec![];
    loop {
        match tokio::time::timeout(Duration::from_secs(30), exchange.next()).await.expect("in time").expect("an answer")
        {
            Incoming::Aside(message) => asides.push(message),
            Incoming::Answer(message) => return (asides, message),
        }
    }
}

/// Twenty sums at once, each with its own answer.
async fn adds(link: &Link) {
    let sums = (0..20).map(|n| async move {
        let arguments = format!(r#"{{"a":{n},"b":1}}"#);
        let (_, answer) = ask(link, &call(link, "\"same\"", "add", &arguments, "")).await;
        assert_eq!(answer.sort(), Sort::Result, "{}", answer.text());
        let content = answer.get("content").unwrap_or_default().to_owned();
        assert!(content.contains(&format!("\"{}\"", n + 1)), "{content}");
    });
    futures_util::future::join_all(sums).await;
}

async fn small_over_stdio(folder: &str, revision: &str) {
    let (link, _unbidden) = dial(&stdio(&peer(&format!("{folder}/bin/python")), &small_server("stdio", 0))).await;
    is_small(&link, revision).await;
}

async fn small_over_http(folder: &str, mode: &str, revision: &str) {
    let python = peer(&format!("{folder}/bin/python"));
    let server = Listening::start(&python, |port| small_server(mode, port));
    let transport = server.at(if mode == "sse" { "/sse" } else { "/mcp" }, false);
    let dialer = dialer(&transport);
    let first = dialer.dial(&hello(), mpsc::channel(64).0).await.expect("it answers");
    let second = dialer.dial(&hello(), mpsc::channel(64).0).await.expect("it answers again");
    adds(&second).await;
    // The last one to be closed: SDK 1.9 takes the whole server down when one session is deleted.
    is_small(&first, revision).await;
}

async fn is_small(link: &Link, revision: &str) {
    assert_eq!(link.era().revision(), revision);
    assert!(link.greeting().capabilities.contains("\"tools\""), "{:?}", link.greeting());
    assert!(link.greeting().info.contains("small"), "{:?}", link.greeting());
    adds(link).await;
    // A call that nobody waits for must not disturb the others.
    drop(link.request(&call(link, "1", "add", r#"{"a":1,"b":1}"#, ""), &[]).await.expect("it is sent"));
    adds(link).await;
    link.close().await;
    assert!(!link.is_open());
    assert!(link.request(&call(link, "1", "add", "{}", ""), &[]).await.is_err());
}

#[tokio::test]
async fn revision_2024_11_05_over_stdio() {
    small_over_stdio("oldest", "2024-11-05").await;
}

#[tokio::test]
async fn revision_2025_03_26_over_stdio() {
    small_over_stdio("sqlite", "2025-03-26").await;
}

#[tokio::test]
async fn revision_2025_06_18_over_stdio() {
    small_over_stdio("middle", "2025-06-18").await;
}

#[tokio::test]
async fn revision_2026_07_28_over_stdio() {
    small_over_stdio("newest", "2026-07-28").await;
}

#[tokio::test]
async fn revision_2024_11_05_over_http_and_events() {
    small_over_http("oldest", "sse", "2024-11-05").await;
}

#[tokio::test]
async fn revision_2025_03_26_over_streamable_http() {
    small_over_http("sqlite", "streamable-http", "2025-03-26").await;
}

#[tokio::test]
async fn revision_2025_06_18_over_streamable_http() {
    small_over_http("middle", "streamable-http", "2025-06-18").await;
}

#[tokio::test]
async fn revision_2026_07_28_over_streamable_http() {
    small_over_http("newest", "streamable-http", "2026-07-28").await;
}

#[tokio::test]
async fn the_newest_sdk_over_the_oldest_transport() {
    small_over_http("newest", "sse", "2025-11-25").await;
}

#[tokio::test]
async fn the_clients_own_handshake_is_passed_on() {
    let transport = stdio(&peer("middle/bin/python"), &small_server("stdio", 0));
    let params = r#"{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"},"x":1}"#;
    let hello = Hello { params: Some(params.into()), ..hello() };
    let link = dialer(&transport).dial(&hello, mpsc::channel(8).0).await.unwrap();
    assert_eq!(*link.era(), Era::Handshake("2025-03-26".into()));
}

/// Progress under the client's own token, and a request of the server, answered.
async fn is_everything(link: &Link, mut unbidden: mpsc::Receiver<Unbidden>) {
    link.listen().await;
    let long = r#"{"duration":0.2,"steps":3}"#;
    let request = call(link, "1", "trigger-long-running-operation", long, r#""progressToken":"mine""#);
    let (asides, answer) = ask(link, &request).await;
    assert_eq!(answer.sort(), Sort::Result, "{}", answer.text());
    let tokens: Vec<_> = asides.iter().filter_map(|aside| aside.get("progressToken")).collect();
    assert_eq!(tokens, ["\"mine\""; 3]);

    let sample = call(link, "2", "trigger-sampling-request", r#"{"prompt":"hi"}"#, "");
    let mut exchange = link.request(&sample, &[]).await.expect("it is sent");
    let answer = loop {
        let asked = tokio::select! {
            incoming = exchange.next() => match incoming.expect("an answer") {
                Incoming::Answer(answer) => break answer,
                Incoming::Aside(message) => message,
            },
            Some(Unbidden::Message(message)) = unbidden.recv() => message,
        };
        let result = match asked.method() {
            "sampling/createMessage" => {
                r#"{"role":"assistant","content":{"type":"text","text":"hello back"},"model":"m"}"#
            }
            "roots/list" => r#"{"roots":[]}"#,
            _ => continue,
        };
        link.answer(rpc::result(asked.id().unwrap_or_default(), result)).await.expect("it is taken");
    };
    assert!(answer.text().contains("hello back"), "{}", answer.text());
    link.close().await;
}

#[tokio::test]
async fn progress_and_requests_of_the_server_over_stdio() {
    let (link, unbidden) = dial(&stdio("node", &[main_file("server-everything")])).await;
    is_everything(&link, unbidden).await;
}

#[tokio::test]
async fn progress_and_requests_of_the_server_over_streamable_http() {
    let main = main_file("server-everything");
    let server = Listening::start("node", |_| vec![main.clone(), "streamableHttp".to_owned()]);
    let (link, unbidden) = dial(&server.at("/mcp", false)).await;
    is_everything(&link, unbidden).await;
}

#[tokio::test]
async fn progress_and_requests_of_the_server_over_the_older_transport() {
    let main = main_file("server-everything");
    let server = Listening::start("node", |_| vec![main.clone(), "sse".to_owned()]);
    let (link, unbidden) = dial(&server.at("/sse", true)).await;
    is_everything(&link, unbidden).await;
}
