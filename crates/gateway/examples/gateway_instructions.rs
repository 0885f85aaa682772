//! Calls of a tool through the gateway, to be counted under valgrind by `benches/instructions`.
//!
//!     gateway_instructions call_BYTES
//!
//! A gateway with ledger, quarantine and guard is placed before one server over standard streams. Counted are 32
//! `tools/call` from the request of the client to its answer, with BYTES of text in each answer, on the thread of the async
//! runtime: messages, the path of a call, the guard, and the connection to the server. The ledger's own thread and the
//! server are not counted.

use serde_json::{Value, json};
use std::hint::black_box;
use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use vetgate_gateway::front::McpService;
use vetgate_gateway::{Aside, Caller, Gateway, Principal, Quarantine, Scope, ServerSettings, Trace};
use vetgate_guard::{Guard, Settings};
use vetgate_ledger::{DATABASE, Durability, Ledger, Options, Sqlite, Trust};
use vetgate_mcp::rpc::Message;
use vetgate_model::Transport;

/// Calls that count, and as many before them that do not.
const CALLS: u64 = 32;

/// Runs what counts apart from what only prepares it.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let bytes = name.split_once('_').and_then(|(_, bytes)| bytes.parse().ok()).unwrap_or(4 << 10);
    if std::env::args().nth(2).is_some() {
        return serve(bytes);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (gateway, caller) = runtime.block_on(prepare(&name, folder.path()));
    let service: Arc<dyn McpService> = gateway.clone();
    let calls = |from: u64| {
        runtime.block_on(async {
            for id in from..from + CALLS {
                let reply = call(&*service, &caller, id).await;
                assert!(reply.contains("line 0 of"), "{reply}");
            }
        });
    };
    calls(1);
    measured(|| calls(1 + CALLS));
    runtime.block_on(gateway.shut_down());
}

/// The gateway, once its server can be used, and a client of it.
async fn prepare(name: &str, folder: &Path) -> (Arc<Gateway>, Caller) {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).expect("a database");
    let ledger = Arc::new(Ledger::open(folder, Box::new(store), Options::default()).expect("a ledger"));
    let guard = Arc::new(Guard::new(&Settings::default()).expect("sound settings"));
    let quarantine = Arc::new(Quarantine::new(ledger.clone()));
    let gateway = Arc::new(Gateway::keeping(ledger, Box::new(guard), quarantine));
    let program = std::env::current_exe().expect("this program").display().to_string();
    let args = vec![name.to_owned(), "server".to_owned()];
    let transport = Transport::Stdio { command: program, args, env: Default::default(), cwd: None };
    let mut settings = ServerSettings::new("notes", transport);
    settings.trust = Trust::Auto;
    gateway.configure(vec![settings], vec![]).await;
    while gateway.status().servers.iter().any(|server| server.state != "up") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (principal, scope) = (Arc::new(Principal::unrestricted("bench")), Scope::One("notes".to_owned()));
    let session = gateway.sessions().open("bench".to_owned(), principal.clone(), scope.clone());
    let caller =
        Caller { principal, scope, session: Some(session), connection: None, mirrored: None, trace: Trace::default() };
    let client = json!({"name": "bench", "version": "1"});
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    ask(&*gateway, &caller, 0, "initialize", hello).await;
    (gateway, caller)
}

async fn call(service: &dyn McpService, caller: &Caller, id: u64) -> String {
    ask(service, caller, id, "tools/call", json!({"name": "read_note", "arguments": {"title": "shopping"}})).await
}

async fn ask(service: &dyn McpService, caller: &Caller, id: u64, method: &str, params: Value) -> String {
    let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
    let request = Message::read(request).expect("a request");
    let (aside, _asides) = Aside::channel();
    service.request(caller, request, &aside).await.text
}

/// The server behind the gateway.
fn serve(bytes: usize) {
    let lines = (0..=bytes / 44).map(|line| format!("line {line} of a shopping list: bread and apples\n"));
    let text: String = lines.collect();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let Ok(request) = serde_json::from_str::<Value>(&line) else { return };
        let result = match request["method"].as_str().unwrap_or_default() {
            "initialize" => json!({
                "protocolVersion": request["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "notes", "version": "1"},
            }),
            "tools/list" => json!({"tools": [{
                "name": "read_note",
                "description": "Returns the text of a note.",
                "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}},
                "annotations": {"readOnlyHint": true},
            }]}),
            "tools/call" => json!({"content": [{"type": "text", "text": text}]}),
            _ => json!({}),
        };
        if request.get("id").is_some() {
            let mut out = std::io::stdout().lock();
            let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
            if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
                return;
            }
        }
    }
}
