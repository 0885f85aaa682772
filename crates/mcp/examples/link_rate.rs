//! Calls a second over one link to a trivial server on this machine: `link_rate [CALLERS] [SECONDS]`.

use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;
use vetgate_mcp::link::{Dialer, Hello, Incoming, Link, LinkOptions};
use vetgate_mcp::rpc::Message;
use vetgate_model::Transport;

const CALL: &str =
    r#"{"name":"echo","arguments":{"text":"0123456789012345678901234567890123456789012345678901234567890123"}}"#;
const RESULT: &str =
    r#"{"content":[{"type":"text","text":"0123456789012345678901234567890123456789012345678901234567890123"}]}"#;
const GREETING: &str = r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#;

fn main() {
    let mut args = std::env::args().skip(1).filter_map(|arg| arg.parse().ok());
    let callers = args.next().unwrap_or(1);
    let seconds = args.next().unwrap_or(3);
    let port = start_server();
    let mut times = runtime().block_on(measure(port, callers, Duration::from_secs(seconds)));
    times.sort_unstable();
    let rate = times.len() as u64 / seconds;
    let (half, most) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("{callers} callers: {rate} calls/s, p50 {half:?}, p99 {most:?}");
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

async fn measure(port: u16, callers: u64, time: Duration) -> Vec<Duration> {
    let url = format!("http://127.0.0.1:{port}/mcp");
    let transport = Transport::Http { url, headers: Default::default(), sse: false };
    let dialer = Dialer::new("rate", &transport, LinkOptions::default()).expect("a good address");
    let hello = Hello { info: "{}".into(), capabilities: "{}".into(), revision: None, params: None };
    let link = dialer.dial(&hello, mpsc::channel(1).0).await.expect("it answers");
    let until = Instant::now() + time;
    let tasks: Vec<_> = (0..callers).map(|_| tokio::spawn(call_until(until, link.clone()))).collect();
    let mut times = vec![];
    for task in tasks {
        times.extend(task.await.expect("it ends"));
    }
    times
}

async fn call_until(until: Instant, link: Link) -> Vec<Duration> {
    let request = Message::request("1", "tools/call", CALL);
    let mut times = vec![];
    while Instant::now() < until {
        let begun = Instant::now();
        let mut exchange = link.request(&request, &[]).await.expect("it is sent");
        assert!(matches!(exchange.next().await, Ok(Incoming::Answer(_))));
        times.push(begun.elapsed());
    }
    times
}

/// Starts the server on a thread of its own and returns its port.
fn start_server() -> u16 {
    let (ready, port) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime().block_on(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            ready.send(listener.local_addr().expect("an address").port()).expect("somebody waits");
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream));
            }
        });
    });
    port.recv().expect("it listens")
}

async fn serve(mut stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let mut buffer = vec![];
    while let Ok(1..) = stream.read_buf(&mut buffer).await {
        let Some((body, length)) = whole(std::str::from_utf8(&buffer).unwrap_or("")) else { continue };
        buffer.drain(..length);
        let id = body.split_once("\"id\":").and_then(|(_, rest)| rest.split(',').next()).unwrap_or("0");
        let result = if body.contains("server/discover") { GREETING } else { RESULT };
        let answer = vetgate_mcp::rpc::result(id, result);
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length:";
        let response = format!("{head} {}\r\n\r\n{answer}", answer.len());
        if stream.write_all(response.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// The body of a request, and how long the request is, once it is there.
fn whole(text: &str) -> Option<(String, usize)> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length: usize = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())?;
    (body.len() >= length).then(|| (body[..length].to_owned(), head.len() + 4 + length))
}
