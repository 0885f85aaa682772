//! An HTTP endpoint that answers as it is told.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use vetgate_model::Transport;

/// What to do with a request.
pub(crate) enum Act {
    /// Answers, and takes the next request on the same connection.
    Answer(Vec<u8>),
    /// Sends this and hangs up.
    CutOff(Vec<u8>),
    /// Sends this and waits for the client to hang up.
    Hold(Vec<u8>),
}

pub(crate) struct Endpoint {
    port: u16,
    state: Arc<State>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    requests: Mutex<Vec<String>>,
    connections: AtomicUsize,
    hung_up: AtomicUsize,
}

impl Endpoint {
    pub(crate) async fn start(act: impl Fn(&str) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(State::default());
        let (shared, act) = (state.clone(), Arc::new(act));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                shared.connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream, shared.clone(), act.clone()));
            }
        });
        Self { port, state, task }
    }

    /// A server that has a session and answers everything behind the handshake by `act`.
    pub(crate) async fn with_session(act: impl Fn(&str) -> Act + Send + Sync + 'static) -> Self {
        Self::start(move |request| {
            if request.contains("\"server/discover\"") {
                return status("400 Bad Request", "text/plain", "what?");
            }
            if request.contains("\"initialize\"") {
                let greeting = r#"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}}"#;
                return respond("200 OK", &format!("mcp-session-id: s1\r\n{JSON}"), &answer(request, greeting));
            }
            if request.contains("notifications/initialized") {
                return accepted();
            }
            act(request)
        })
        .await
    }

    /// A server of the stateless revision that answers everything but the first request by `act`.
    pub(crate) async fn stateless(act: impl Fn(&str) -> Act + Send + Sync + 'static) -> Self {
        Self::start(move |request| match request.contains("\"server/discover\"") {
            true => json(&answer(request, r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#)),
            false => act(request),
        })
        .await
    }

    pub(crate) fn at(&self, path: &str, sse: bool) -> Transport {
        let headers = [("Authorization".to_owned(), "Bearer top-secret".to_owned())].into();
        Transport::Http { url: self.url(path), headers, sse }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Every request so far, head and body.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.state.requests.lock().expect("the log").clone()
    }

    pub(crate) fn connections(&self) -> usize {
        self.state.connections.load(Ordering::SeqCst)
    }

    /// Waits until the client has hung up on an answer.
    pub(crate) async fn hung_up(&self) {
        self.until(|state| state.hung_up.load(Ordering::SeqCst) > 0).await;
    }

    /// Waits for a request with all of these parts, and returns it.
    pub(crate) async fn asked(&self, parts: &[&str]) -> String {
        let is_it = |request: &String| parts.iter().all(|part| request.contains(part));
        self.until(|state| state.requests.lock().expect("the log").iter().any(is_it)).await;
        self.requests().into_iter().find(is_it).expect("it was there")
    }

    async fn until(&self, is_so: impl Fn(&State) -> bool) {
        for _ in 0..3000 {
            if is_so(&self.state) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it did not happen; the requests were {:#?}", self.requests());
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, state: Arc<State>, act: Arc<impl Fn(&str) -> Act + Send + Sync>) {
    let mut bytes = vec![];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let whole = text.split_once("\r\n\r\n").and_then(|(head, body)| {
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            (body.len() >= length.unwrap_or(0)).then_some(head.len() + 4 + length.unwrap_or(0))
        });
        if let Some(length) = whole {
            let request = text[..length].to_owned();
            bytes.drain(..length);
            state.requests.lock().expect("the log").push(request.clone());
            match act(&request) {
                Act::Answer(response) => _ = stream.write_all(&response).await,
                Act::CutOff(response) => {
                    let _ = stream.write_all(&response).await;
                    let _ = stream.shutdown().await;
                    return;
                }
                Act::Hold(response) => {
                    let _ = stream.write_all(&response).await;
                    while stream.read(&mut [0; 100]).await.is_ok_and(|count| count > 0) {}
                    state.hung_up.fetch_add(1, Ordering::SeqCst);
                    return;
                }
            }
            continue;
        }
        match stream.read_buf(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

pub(crate) const JSON: &str = "content-type: application/json";
const EVENTS: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

pub(crate) fn respond(status: &str, headers: &str, body: &str) -> Act {
    let length = body.len();
    Act::Answer(format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n\r\n{body}").into_bytes())
}

pub(crate) fn status(status: &str, media: &str, body: &str) -> Act {
    respond(status, &format!("content-type: {media}"), body)
}

pub(crate) fn json(body: &str) -> Act {
    respond("200 OK", JSON, body)
}

pub(crate) fn accepted() -> Act {
    respond("202 Accepted", "x: y", "")
}

/// A whole stream of events.
pub(crate) fn events(text: &str) -> Act {
    Act::Answer(format!("{}0\r\n\r\n", begun(text)).into_bytes())
}

/// A stream of events that breaks off.
pub(crate) fn cut_off(text: &str) -> Act {
    Act::CutOff(begun(text).into_bytes())
}

/// A stream of events that stays open.
pub(crate) fn open(text: &str) -> Act {
    Act::Hold(begun(text).into_bytes())
}

fn begun(text: &str) -> String {
    format!("{EVENTS}{:x}\r\n{text}\r\n", text.len())
}

/// The answer to a request.
pub(crate) fn answer(request: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id(request))
}

/// The id of the request, as written.
pub(crate) fn id(request: &str) -> &str {
    let rest = request.split_once("\"id\":").map_or("0", |(_, rest)| rest);
    rest.split([',', '}']).next().unwrap_or("0")
}
