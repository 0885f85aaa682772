//! A client with one session and one connection, which calls the same tool over and over.

use crate::wire::{Connection, Message};
use serde_json::{Value, json};
use std::io;

/// What is measured: a name for the table and where its endpoint is.
#[derive(Debug, Clone)]
pub struct Target {
    /// As the table shows it.
    pub name: String,
    place: String,
    path: String,
    token: Option<String>,
}

impl Target {
    /// Reads `NAME=http://HOST:PORT/PATH` with an optional `=TOKEN` at the end, which is sent as a bearer token.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '=');
        let (name, url) = (parts.next()?.to_owned(), parts.next()?);
        let (place, path) = url.strip_prefix("http://")?.split_once('/')?;
        Some(Self { name, place: place.to_owned(), path: format!("/{path}"), token: parts.next().map(str::to_owned) })
    }
}

/// A session that has shaken hands.
pub struct Client {
    target: Target,
    connection: Connection,
    session: Option<String>,
    tool: String,
    request: Vec<u8>,
}

/// The 64 bytes of a call.
const TEXT: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const REVISION: &str = "2025-06-18";

impl Client {
    /// Shakes hands and finds the tool whose name ends with `echo`.
    pub async fn connect(target: &Target) -> io::Result<Self> {
        let connection = Connection::open(&target.place).await?;
        let (tool, request) = (String::new(), Vec::new());
        let mut client = Self { target: target.clone(), connection, session: None, tool, request };
        let hello = json!({"protocolVersion": REVISION, "capabilities": {},
            "clientInfo": {"name": "load", "version": "1.0.0"}});
        let answer = client.exchange(&client.post("initialize", 0, hello)).await?;
        client.session = answer.header("mcp-session-id").map(str::to_owned);
        client.exchange(&client.post_body(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))).await?;
        let listed = client.exchange(&client.post("tools/list", 1, json!({}))).await?;
        let listed = payload(&listed)?;
        let tools = listed["result"]["tools"].as_array().cloned().unwrap_or_default();
        let names = tools.iter().filter_map(|tool| tool["name"].as_str());
        client.tool = names.into_iter().find(|name| name.ends_with("echo")).map(str::to_owned).ok_or_else(|| {
            io::Error::other(format!("{} lists no tool whose name ends with echo: {listed}", target.name))
        })?;
        let params = json!({"name": client.tool, "arguments": {"text": TEXT}});
        client.request = client.post("tools/call", 2, params);
        client.call().await?;
        Ok(client)
    }

    /// Calls the tool once and makes sure that the answer is the text.
    pub async fn call(&mut self) -> io::Result<()> {
        self.connection.send(&self.request).await?;
        let answer = self.connection.message().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let echoes = answer.body.windows(TEXT.len()).any(|window| window == TEXT.as_bytes());
        if echoes { Ok(()) } else { Err(unexpected(&answer)) }
    }

    /// Opens the stream on which the server may speak first, on a connection of its own, and leaves it open.
    pub async fn listen(&self) -> io::Result<Connection> {
        let mut connection = Connection::open(&self.target.place).await?;
        let head = format!("GET {} HTTP/1.1\r\n{}Accept: text/event-stream\r\n\r\n", self.target.path, self.headers());
        connection.send(head.as_bytes()).await?;
        let answer = connection.head().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if answer.start.contains(" 200") { Ok(connection) } else { Err(unexpected(&answer)) }
    }

    async fn exchange(&mut self, request: &[u8]) -> io::Result<Message> {
        self.connection.send(request).await?;
        let answer = self.connection.message().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if answer.start.contains(" 20") { Ok(answer) } else { Err(unexpected(&answer)) }
    }

    fn post(&self, method: &str, id: u32, params: Value) -> Vec<u8> {
        self.post_body(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    fn post_body(&self, body: &Value) -> Vec<u8> {
        let (path, headers, body) = (&self.target.path, self.headers(), body.to_string());
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\n{headers}Content-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    fn headers(&self) -> String {
        let mut headers = format!("Host: {}\r\n", self.target.place);
        if let Some(token) = &self.target.token {
            headers += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(session) = &self.session {
            headers += &format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: {REVISION}\r\n");
        }
        headers
    }
}

/// The JSON of an answer, whether it came as such or as the last event of a stream.
fn payload(message: &Message) -> io::Result<Value> {
    let body = String::from_utf8_lossy(&message.body);
    let event = body.lines().filter_map(|line| line.strip_prefix("data:")).next_back();
    serde_json::from_str(event.unwrap_or(&body)).map_err(|_| unexpected(message))
}

fn unexpected(message: &Message) -> io::Error {
    io::Error::other(format!("unexpected answer: {} {}", message.start, String::from_utf8_lossy(&message.body)))
}
