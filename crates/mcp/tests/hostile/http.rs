//! Endpoints that misbehave.

use crate::place::{impatient, names, options};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use vetgate_mcp::{ConnectError, Options, inventory};
use vetgate_model::{Inventory, Transport};

/// An endpoint that answers every request as it is told; `None` means not at all.
pub(crate) struct Canned {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Canned {
    pub(crate) async fn start(respond: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let requests = Arc::new(Mutex::new(vec![]));
        let (log, respond) = (requests.clone(), Arc::new(respond));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, log.clone(), respond.clone()));
            }
        });
        Self { port, requests, task }
    }

    pub(crate) fn transport(&self, path: &str) -> Transport {
        let headers = [("Authorization".to_owned(), "Bearer top-secret".to_owned())].into();
        Transport::Http { url: format!("http://127.0.0.1:{}{path}", self.port), headers, sse: false }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("the log").clone()
    }

    async fn ask(&self, options: &Options) -> Result<Inventory, ConnectError> {
        inventory("evil", &self.transport("/mcp"), options).await
    }

    async fn error(&self, options: &Options) -> String {
        self.ask(options).await.expect_err("it is no server").to_string().replace(&self.port.to_string(), "PORT")
    }
}

impl Drop for Canned {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    log: Arc<Mutex<Vec<String>>>,
    respond: Arc<impl Fn(&str) -> Option<Vec<u8>> + Send + Sync>,
) {
    let mut request = vec![];
    let mut chunk = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                log.lock().expect("the log").push(text.clone());
                match respond(&text) {
                    Some(response) => {
                        let _ = stream.write_all(&response).await;
                        let _ = stream.shutdown().await;
                    }
                    None => tokio::time::sleep(Duration::from_secs(60)).await,
                }
                return;
            }
        }
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) => return,
            Ok(count) => request.extend_from_slice(&chunk[..count]),
        }
    }
}

fn response(status: &str, headers: &str, body: &str) -> Option<Vec<u8>> {
    let length = body.len();
    Some(format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n\r\n{body}").into_bytes())
}

const JSON: &str = "content-type: application/json";
const EVENTS: &str = "content-type: text/event-stream";

/// The id of the request, as written.
fn id(request: &str) -> &str {
    let rest = request.split_once("\"id\":").map_or("0", |(_, rest)| rest);
    rest.split([',', '}']).next().unwrap_or("0")
}

#[tokio::test]
async fn statuses_say_what_to_do() {
    let cases = [
        ("401 Unauthorized", "http://127.0.0.1:PORT/mcp answered HTTP 401: no; it needs authorization"),
        ("500 Internal Server Error", "http://127.0.0.1:PORT/mcp answered HTTP 500: no"),
        ("404 Not Found", "http://127.0.0.1:PORT/mcp answered HTTP 404: no; check the path"),
    ];
    for (status, expected) in cases {
        let server = Canned::start(move |_| response(status, "content-type: text/plain", "no")).await;
        let error = server.error(&options()).await;
        assert!(error.starts_with(expected), "{error}");
    }
}

#[tokio::test]
async fn a_web_page_is_no_endpoint() {
    let server = Canned::start(|_| response("200 OK", "content-type: text/html; charset=utf-8", "<html>")).await;
    let expected = "expected application/json or text/event-stream from http://127.0.0.1:PORT/mcp, found text/html; is this an MCP endpoint?";
    assert_eq!(server.error(&options()).await, expected);
}

#[tokio::test]
async fn headers_do_not_follow_a_redirect_to_another_origin() {
    let other = Canned::start(|_| response("200 OK", JSON, "{}")).await;
    let location = format!("location: http://127.0.0.1:{}/mcp?key=x", other.port);
    let server = Canned::start(move |_| response("307 Temporary Redirect", &location, "")).await;
    let error = server.error(&options()).await;
    assert!(error.contains("answered HTTP 307: redirect to http://127.0.0.1:"), "{error}");
    assert!(error.contains("/mcp; redirects to another origin are not followed"), "{error}");
    assert_eq!(other.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn an_event_stream_cannot_send_messages_to_another_origin() {
    let other = Canned::start(|_| response("200 OK", JSON, "{}")).await;
    let event = format!("event: endpoint\ndata: http://127.0.0.1:{}/steal\n\n", other.port);
    let server = Canned::start(move |request| match request.starts_with("GET") {
        true => response("200 OK", EVENTS, &event),
        false => response("405 Method Not Allowed", JSON, ""),
    })
    .await;
    let Transport::Http { url, headers, .. } = server.transport("/sse") else { unreachable!() };
    let error = inventory("evil", &Transport::Http { url, headers, sse: true }, &options()).await.unwrap_err();
    assert!(
        error.to_string().starts_with("expected an `endpoint` event with an address of the same origin"),
        "{error}"
    );
    assert_eq!(other.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn silence_is_reported() {
    let server = Canned::start(|_| None).await;
    let error = server.error(&impatient()).await;
    assert!(error.starts_with("no answer within 0.5 s while waiting for the answer to the handshake"), "{error}");
}

#[tokio::test]
async fn a_large_body_is_not_read_to_its_end() {
    let server = Canned::start(|_| response("200 OK", JSON, &"x".repeat(100_000))).await;
    assert!(server.error(&options()).await.starts_with("a message of more than 65536 bytes"));
}

#[tokio::test]
async fn an_endless_stream_of_comments_is_a_flood() {
    let server = Canned::start(|_| response("200 OK", EVENTS, &": hi\n".repeat(400_000))).await;
    assert!(server.error(&options()).await.starts_with("the server sent more than 1048576 bytes"));
}

#[tokio::test]
async fn a_stream_that_ends_early_is_reported() {
    let server = Canned::start(|_| response("200 OK", EVENTS, ": bye\n\n")).await;
    let error = server.error(&options()).await;
    assert!(error.contains("the connection closed before the answer came"), "{error}");
}

#[tokio::test]
async fn text_that_is_no_message_is_shown() {
    let server = Canned::start(|_| response("200 OK", JSON, "{\"ok\": true}")).await;
    let error = server.error(&options()).await;
    assert!(
        error.starts_with("expected a JSON-RPC message as the answer to the handshake, found `{\"ok\": true}`"),
        "{error}"
    );
}

#[tokio::test]
async fn nobody_there_and_no_tls_are_told_apart() {
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = plain.local_addr().unwrap().port();
    let task = tokio::spawn(async move {
        while let Ok((mut stream, _)) = plain.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let tls = Transport::Http { url: format!("https://127.0.0.1:{port}/"), headers: Default::default(), sse: false };
    let error = inventory("evil", &tls, &options()).await.unwrap_err();
    task.abort();
    assert!(matches!(error, ConnectError::Tls { .. }), "{error}");
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let none = Transport::Http { url: format!("http://127.0.0.1:{free}/"), headers: Default::default(), sse: false };
    let error = inventory("evil", &none, &options()).await.unwrap_err();
    assert!(matches!(error, ConnectError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn a_session_is_named_in_every_request_and_deleted_at_the_end() {
    let server = Canned::start(|request| {
        let answer = |result: &str| format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id(request));
        let has_session =
            request.contains("mcp-session-id: s1") && request.contains("mcp-protocol-version: 2025-06-18");
        if request.contains("\"initialize\"") {
            let greeting = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{}}"#;
            response("200 OK", &format!("mcp-session-id: s1\r\n{JSON}"), &answer(greeting))
        } else if !has_session {
            response("400 Bad Request", "content-type: text/plain", "no session")
        } else if request.contains("tools/list") {
            let event = format!("data: {}\n\n", answer(r#"{"tools":[{"name":"a"}]}"#));
            response("200 OK", EVENTS, &event)
        } else {
            response("202 Accepted", "x: y", "")
        }
    })
    .await;
    let found = server.ask(&options()).await.unwrap();
    assert_eq!((names(&found), found.caps.len()), (vec!["a"], 0));
    let requests = server.requests();
    assert!(requests.last().unwrap().starts_with("DELETE /mcp"));
    assert!(requests.iter().all(|request| request.contains("authorization: Bearer top-secret")));
}

#[tokio::test]
async fn the_newest_revision_repeats_revision_and_method_in_headers_and_has_no_session() {
    let server = Canned::start(|request| {
        let names_itself = |method: &str| {
            request.contains(&format!("mcp-method: {method}")) && request.contains("mcp-protocol-version: 2026-07-28")
        };
        let result = if names_itself("server/discover") {
            r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"Be kind."}"#
        } else if names_itself("tools/list") && !request.contains("mcp-session-id") {
            r#"{"resultType":"complete","tools":[{"name":"a"}]}"#
        } else {
            r#"{"tools":[]}"#
        };
        let body = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id(request));
        response("200 OK", &format!("mcp-session-id: ignored\r\n{JSON}"), &body)
    })
    .await;
    let found = server.ask(&options()).await.unwrap();
    assert_eq!(found.protocol.as_deref(), Some("2026-07-28"));
    assert_eq!(names(&found), ["instructions", "a"]);
    assert_eq!(server.requests().len(), 2);
}
