//! A client at the other end of two streams.

use crate::double::{Double, patiently, request, stateless, until};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf, split};
use tokio::task::JoinHandle;
use vetgate_gateway::front::{McpService, stdio};
use vetgate_gateway::{Gateway, Principal, Scope};
use vetgate_mcp::rpc::code;

struct Client {
    input: Option<WriteHalf<DuplexStream>>,
    output: BufReader<ReadHalf<DuplexStream>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Client {
    fn of(service: Arc<dyn McpService>) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = split(theirs);
        let served = tokio::spawn(stdio::serve(service, Principal::unrestricted("stdio"), Scope::All, input, output));
        let (output, input) = split(ours);
        Self { input: Some(input), output: BufReader::new(output), served }
    }

    async fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).await.unwrap();
        input.write_all(b"\n").await.unwrap();
    }

    async fn hear(&mut self) -> String {
        let mut line = String::new();
        patiently("a line", self.output.read_line(&mut line)).await.unwrap();
        line.trim_end().to_owned()
    }

    async fn ask(&mut self, line: &str) -> String {
        self.say(line).await;
        self.hear().await
    }

    /// Ends the input and reads what is still to come.
    async fn end(mut self) -> Vec<String> {
        self.input.take().unwrap().shutdown().await.unwrap();
        let mut lines = Vec::new();
        loop {
            match self.hear().await {
                line if line.is_empty() => break,
                line => lines.push(line),
            }
        }
        patiently("the end", self.served).await.unwrap().unwrap();
        lines
    }
}

#[tokio::test]
async fn a_client_with_a_handshake_has_one_session() {
    let double = Arc::new(Double::default());
    let mut client = Client::of(double.clone());
    assert!(client.ask(&request(0, "ping", "{}")).await.contains("result"));
    assert!(client.ask(&request(1, "initialize", r#"{"protocolVersion":"2025-11-25"}"#)).await.contains("result"));
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client.say(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).await;
    assert!(client.ask(&request(2, "test/who", "{}")).await.contains("stdio All true"));
    assert_eq!(double.heard(), ["notifications/initialized", "answer 1"]);
    assert_eq!(double.sessions.count(), 1);
    assert!(client.end().await.is_empty());
    assert_eq!((double.sessions.count(), double.closed.load(Ordering::SeqCst)), (0, 1));
}

#[tokio::test]
async fn a_client_without_one_has_none_and_introduces_itself() {
    let double = Arc::new(Double::default());
    let mut client = Client::of(double.clone());
    assert!(client.ask(&stateless(1, "test/who", "")).await.contains("stdio All false \""));
    let cases = [
        (stateless(2, "ping", "").replace("2026-07-28", "1900-01-01"), code::UNSUPPORTED_REVISION),
        (stateless(2, "ping", "").replace("Capabilities", "C"), code::INVALID_PARAMS),
    ];
    for (line, code) in cases {
        let answer = client.ask(&line).await;
        assert!(answer.contains(&format!(r#""id":2,"error":{{"code":{code}"#)), "{answer}");
    }
    assert_eq!(double.sessions.count(), 0);
    client.end().await;
}

#[tokio::test]
async fn lines_that_are_no_messages_are_answered_and_skipped() {
    let mut client = Client::of(Arc::new(Double::default()));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(17 << 20));
    for (line, code) in [("{", code::PARSE), ("{}", code::INVALID_REQUEST), (long.as_str(), code::INVALID_REQUEST)] {
        client.say(line).await;
        let answer = client.hear().await;
        assert!(answer.contains(&format!(r#""id":null,"error":{{"code":{code}"#)), "{answer}");
    }
    client.input.as_mut().unwrap().write_all(b"\xff\n\n\r\n").await.unwrap();
    assert!(client.hear().await.contains("not UTF-8"));
    assert!(client.ask(&request(1, "ping", "{}")).await.contains("result"));
    client.end().await;
}

#[tokio::test]
async fn requests_are_answered_side_by_side_with_their_asides_as_whole_lines() {
    let double = Arc::new(Double::default());
    let mut client = Client::of(double.clone());
    client.say(&request(1, "test/wait", r#"{"quiet":true}"#)).await;
    until("the request starts", || double.started.load(Ordering::SeqCst) == 1).await;
    assert_eq!(
        client.ask(&request(2, "test/pretty", "{}")).await,
        r#"{"jsonrpc":"2.0","id":2,"result":{   "a": 1  }}"#
    );
    client.say(&request(3, "test/aside", "{}")).await;
    assert!(client.hear().await.ends_with("[1]}"));
    assert!(client.hear().await.ends_with("[2]}"));
    assert!(client.hear().await.contains(r#""id":3"#));
    double.release.notify_one();
    assert!(client.hear().await.contains("waited"));
    client.end().await;
}

#[tokio::test]
async fn a_cancelled_request_is_dropped_and_not_answered() {
    for (line, cancelled) in
        [(request(5, "test/wait", r#"{"quiet":true}"#), "5"), (stateless(6, "test/wait", r#""quiet":1,"#), "6")]
    {
        let double = Arc::new(Double::default());
        let mut client = Client::of(double.clone());
        client.say(&line).await;
        until("the request starts", || double.started.load(Ordering::SeqCst) == 1).await;
        client
            .say(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{cancelled}}}}}"#
            ))
            .await;
        until("the request is dropped", || double.dropped.load(Ordering::SeqCst) == 1).await;
        assert!(client.end().await.is_empty());
    }
}

#[tokio::test]
async fn what_is_under_way_is_answered_after_the_last_line() {
    let double = Arc::new(Double::default());
    let mut client = Client::of(double.clone());
    client.say(&request(1, "test/wait", r#"{"quiet":true}"#)).await;
    until("the request starts", || double.started.load(Ordering::SeqCst) == 1).await;
    let releasing = double.clone();
    tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        releasing.release.notify_one();
    });
    let lines = client.end().await;
    assert!(lines.len() == 1 && lines[0].contains("waited"), "{lines:?}");
}

#[tokio::test]
async fn a_client_that_is_gone_ends_everything() {
    let double = Arc::new(Double::default());
    let mut client = Client::of(double.clone());
    client.ask(&request(1, "initialize", "{}")).await;
    let Client { input, output, served } = client;
    drop((input, output));
    patiently("the end", served).await.unwrap().unwrap();
    assert_eq!(double.sessions.count(), 0);
}

#[tokio::test]
async fn an_initialize_that_fails_can_be_tried_again() {
    let double = Arc::new(Double::default());
    let mut client = Client::of(double.clone());
    assert!(client.ask(&request(1, "initialize", r#"{"fail":true}"#)).await.contains("error"));
    assert!(client.ask(&request(2, "initialize", r#"{"protocolVersion":"2025-03-26"}"#)).await.contains("result"));
    let batch = format!("[{},{}]", request(3, "ping", "{}"), request(4, "ping", "{}"));
    client.say(&batch).await;
    assert!(client.hear().await.contains("result") && client.hear().await.contains("result"));
    client.end().await;
    let mut client = Client::of(double);
    client.ask(&request(1, "initialize", r#"{"protocolVersion":"2025-06-18"}"#)).await;
    assert!(client.ask(&batch).await.contains("no batches since revision 2025-06-18"));
    client.end().await;
}

#[tokio::test]
async fn what_belongs_to_no_request_is_written_too() {
    let gateway = Arc::new(Gateway::default());
    let mut client = Client::of(gateway.clone());
    let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#;
    assert!(client.ask(&request(0, "initialize", hello)).await.contains("result"));
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    assert!(client.ask(&request(1, "ping", "{}")).await.contains("result"));
    gateway.configure(vec![], vec![]).await;
    assert!(client.hear().await.contains("list_changed"));
    client.end().await;
}
