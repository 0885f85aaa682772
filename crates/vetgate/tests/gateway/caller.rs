//! A client that speaks plain HTTP, one request at a time over one connection.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A client with a session.
pub(crate) struct Caller {
    stream: BufReader<TcpStream>,
    path: String,
    session: String,
    last: u64,
}

impl Caller {
    /// Opens a session at an endpoint of the gateway.
    pub(crate) fn open(url: &str) -> std::io::Result<Self> {
        let rest = url.strip_prefix("http://").unwrap();
        let (address, path) = rest.split_once('/').unwrap();
        let stream = BufReader::new(TcpStream::connect(address)?);
        let mut caller = Self { stream, path: format!("/{path}"), session: String::new(), last: 0 };
        let info = json!({"name": "caller", "version": "1"});
        caller.ask("initialize", &json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}))?;
        caller.post(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(caller)
    }

    /// Calls a tool; the whole answer.
    pub(crate) fn call(&mut self, name: &str, arguments: &Value) -> std::io::Result<Value> {
        self.ask("tools/call", &json!({"name": name, "arguments": arguments}))
    }

    /// Sends a request; the whole answer.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> std::io::Result<Value> {
        self.last += 1;
        let body = self.post(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}))?;
        serde_json::from_slice(&body).map_err(std::io::Error::other)
    }

    fn post(&mut self, message: &Value) -> std::io::Result<Vec<u8>> {
        let (path, body) = (&self.path, message.to_string());
        let session = match self.session.as_str() {
            "" => String::new(),
            session => format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: 2025-11-25\r\n"),
        };
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{session}Content-Length: {}\r\n\r\n",
            body.len()
        );
        self.stream.get_mut().write_all(format!("{head}{body}").as_bytes())?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(": ") else { continue };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().map_err(std::io::Error::other)?,
                "mcp-session-id" => self.session = value.to_owned(),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(body)
    }
}
