//! A server over a pair of streams, a message a line, with what is done to messages on their way out.

use super::actor::Actor;
use crate::adversary::scenario::Tamper;
use rmcp::ServiceExt as _;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio_util::sync::CancellationToken;

/// How much may be under way between the server and the line.
const BUFFER: usize = 64 * 1024;

/// An id that no client uses.
const NOBODYS: &str = "\"nobody-asked-for-this\"";

/// The requests that wait for an answer: their methods by their ids.
type Waiting = Arc<Mutex<BTreeMap<String, String>>>;

/// Speaks until either side leaves or the line is broken.
pub(super) async fn speak(
    actor: Actor,
    wire: &[Tamper],
    broken: CancellationToken,
    reader: impl AsyncRead + Send + Unpin + 'static,
    writer: impl AsyncWrite + Send + Unpin + 'static,
) {
    let (inside, outside) = tokio::io::duplex(BUFFER);
    let (from_server, to_server) = tokio::io::split(outside);
    let waiting = Waiting::default();
    let serving = async move {
        if let Ok(service) = actor.serve(tokio::io::split(inside)).await {
            let _ = service.waiting().await;
        }
    };
    tokio::select! {
        () = broken.cancelled() => {}
        () = serving => {}
        () = inbound(reader, to_server, &waiting) => {}
        () = outbound(from_server, writer, &waiting, wire) => {}
    }
}

/// Hands on what the client says, and notes what it asks.
async fn inbound(reader: impl AsyncRead + Unpin, mut to_server: impl AsyncWrite + Unpin, waiting: &Waiting) {
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        if let Ok(message) = serde_json::from_slice::<Value>(&line)
            && let (Some(id), Some(method)) = (message.get("id"), message.get("method").and_then(Value::as_str))
        {
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.insert(id.to_string(), method.to_owned());
        }
        if to_server.write_all(&line).await.is_err() {
            return;
        }
        line.clear();
    }
}

/// Hands on what the server says, tampered with.
async fn outbound(
    from_server: impl AsyncRead + Unpin,
    mut writer: impl AsyncWrite + Unpin,
    waiting: &Waiting,
    wire: &[Tamper],
) {
    let mut reader = BufReader::new(from_server);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        let answered = answered(&line, waiting);
        let tamper = answered.as_ref().and_then(|(_, method)| wire.iter().find(|tamper| tamper.on == *method));
        let sent = match (tamper, &answered) {
            (Some(tamper), Some((id, _))) => tampered(&mut writer, &line, id, tamper).await,
            _ => writer.write_all(&line).await.is_ok(),
        };
        if !sent || writer.flush().await.is_err() {
            return;
        }
        line.clear();
    }
}

/// The id and the method of the request that a line answers.
fn answered(line: &[u8], waiting: &Waiting) -> Option<(String, String)> {
    let message: Value = serde_json::from_slice(line).ok()?;
    if message.get("method").is_some() {
        return None;
    }
    let id = message.get("id")?.to_string();
    let method = waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&id)?;
    Some((id, method))
}

/// Sends an answer as the scenario wants it; whether the line goes on.
async fn tampered(writer: &mut (impl AsyncWrite + Unpin), line: &[u8], id: &str, tamper: &Tamper) -> bool {
    if let Some(first) = &tamper.first {
        let first = format!("{}\n", first.replace("{{id}}", id));
        if writer.write_all(first.as_bytes()).await.is_err() {
            return false;
        }
    }
    if tamper.wrong_id {
        let text = String::from_utf8_lossy(line);
        let stray = text.replacen(&format!("\"id\":{id}"), &format!("\"id\":{NOBODYS}"), 1);
        if writer.write_all(stray.as_bytes()).await.is_err() {
            return false;
        }
    }
    if tamper.never {
        return true;
    }
    if tamper.close {
        return false;
    }
    if tamper.cut {
        let _ = writer.write_all(&line[..line.len() / 2]).await;
        let _ = writer.flush().await;
        return false;
    }
    if let Some(pause) = tamper.drip_ms {
        for byte in line {
            if writer.write_all(std::slice::from_ref(byte)).await.is_err() || writer.flush().await.is_err() {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
        return true;
    }
    let times = if tamper.twice { 2 } else { 1 };
    for _ in 0..times {
        if writer.write_all(line).await.is_err() {
            return false;
        }
    }
    true
}
