//! An MCP server over Streamable HTTP with one tool, `echo`, in every revision: `upstream PORT`.
//!
//! It does as little as a server can, so that what is measured is what lies before it.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::TcpListener;
use vetgate_bench_gateway::wire::{Connection, Message};

const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
const META: &str = "io.modelcontextprotocol/protocolVersion";

static SESSIONS: AtomicU64 = AtomicU64::new(0);

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(default)]
    method: String,
    #[serde(default)]
    params: Value,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let port: u16 = std::env::args().nth(1).and_then(|port| port.parse().ok()).expect("a port as the argument");
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    loop {
        let (socket, _) = listener.accept().await?;
        tokio::spawn(async move {
            let Ok(mut connection) = Connection::new(socket) else { return };
            while let Ok(Some(message)) = connection.message().await {
                if connection.send(&answer(&message)).await.is_err() {
                    return;
                }
            }
        });
    }
}

fn answer(message: &Message) -> Vec<u8> {
    match message.start.split(' ').next() {
        Some("POST") => {}
        Some("DELETE") => return b"HTTP/1.1 204 No Content\r\n\r\n".to_vec(),
        _ => return b"HTTP/1.1 405 Method Not Allowed\r\nAllow: POST, DELETE\r\nContent-Length: 0\r\n\r\n".to_vec(),
    }
    let Ok(request) = serde_json::from_slice::<Request<'_>>(&message.body) else {
        return b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".to_vec();
    };
    let Some(id) = request.id else {
        return b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n".to_vec();
    };
    let mut session = String::new();
    if request.method == "initialize" {
        session = format!("Mcp-Session-Id: session-{}\r\n", SESSIONS.fetch_add(1, Ordering::Relaxed));
    }
    let body = match result(&request) {
        Some(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        None => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"Method not found"}}}}"#),
    };
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{session}Content-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

fn result(request: &Request<'_>) -> Option<Value> {
    let params = &request.params;
    let mut result = match request.method.as_str() {
        "initialize" => {
            let asked = params["protocolVersion"].as_str().unwrap_or_default();
            let known = REVISIONS[..4].iter().find(|revision| **revision == asked).unwrap_or(&"2025-11-25");
            json!({"protocolVersion": known, "capabilities": {"tools": {}}, "serverInfo": info()})
        }
        "server/discover" => json!({"supportedVersions": REVISIONS, "capabilities": {"tools": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": info()}}),
        "tools/list" => json!({"tools": [{"name": "echo", "description": "Says what it is told.", "inputSchema":
            {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}]}),
        "tools/call" => json!({"content": [{"type": "text", "text": params["arguments"]["text"]}]}),
        "prompts/list" => json!({"prompts": []}),
        "resources/list" => json!({"resources": []}),
        "resources/templates/list" => json!({"resourceTemplates": []}),
        "ping" => json!({}),
        _ => return None,
    };
    if params["_meta"][META].is_string() {
        result["resultType"] = json!("complete");
        if request.method != "tools/call" {
            result["ttlMs"] = json!(0);
            result["cacheScope"] = json!("private");
        }
    }
    Some(result)
}

fn info() -> Value {
    json!({"name": "upstream", "version": "1.0.0"})
}
