//! The scripted server as a test sees it: how it is started, what it lists, what reached it.

use crate::client::read;
use crate::waiting::until;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use vetgate_gateway::{Gateway, Scope, ServerSettings};
use vetgate_model::Transport;

/// The generation of the protocol that a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaks {
    Handshake,
    Stateless,
}

pub(crate) const ERAS: [Speaks; 2] = [Speaks::Handshake, Speaks::Stateless];

/// One scripted server. Over HTTP it runs as long as this lives; as a process it is the gateway's to start.
pub(crate) struct Upstream {
    pub(crate) name: String,
    pub(crate) speaks: Speaks,
    folder: PathBuf,
    transport: Transport,
    child: Option<Child>,
}

/// Something that reached a server, or that it did.
#[derive(Debug, Clone)]
pub(crate) struct Entry(Value);

impl Entry {
    pub(crate) fn pid(&self) -> u64 {
        self.0["pid"].as_u64().unwrap()
    }

    pub(crate) fn mark(&self) -> &str {
        self.0["mark"].as_str().unwrap_or_default()
    }

    /// Whether a stream of changes is for this.
    pub(crate) fn wants(&self, what: &str) -> bool {
        self.0["wanted"].to_string().contains(what)
    }

    /// The message, byte for byte.
    pub(crate) fn raw(&self) -> &str {
        self.0["raw"].as_str().unwrap_or_default()
    }

    pub(crate) fn message(&self) -> Value {
        read(self.raw())
    }

    pub(crate) fn session(&self) -> &str {
        self.0["session"].as_str().unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.0["headers"][name].as_str()
    }
}

impl Upstream {
    /// A process that speaks over its standard streams.
    pub(crate) fn stdio(name: &str, speaks: Speaks) -> Self {
        let folder = folder();
        let (command, args) = ("python3".to_owned(), arguments(&folder, speaks));
        let transport = Transport::Stdio { command, args, env: BTreeMap::new(), cwd: None };
        Self { name: name.to_owned(), speaks, folder, transport, child: None }.declaring(json!({}))
    }

    /// A server over HTTP, on a port that the system chooses.
    pub(crate) fn http(name: &str, speaks: Speaks) -> Self {
        let folder = folder();
        std::fs::write(folder.join("catalog.json"), "{}").unwrap();
        let mut child = Command::new("python3")
            .args(arguments(&folder, speaks))
            .arg("http")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let transport = Transport::Http { url: url.trim().to_owned(), headers: BTreeMap::new(), sse: false };
        Self { name: name.to_owned(), speaks, folder, transport, child: Some(child) }.declaring(json!({}))
    }

    /// One over each transport in each generation.
    pub(crate) fn each(name: &str) -> Vec<Self> {
        ERAS.into_iter().flat_map(|speaks| [Self::stdio(name, speaks), Self::http(name, speaks)]).collect()
    }

    /// With this catalog: capabilities, and lists of definitions as texts. Without tools there is one, `do`.
    pub(crate) fn declaring(self, catalog: Value) -> Self {
        self.declare(catalog);
        self
    }

    /// Changes what it lists from now on.
    pub(crate) fn declare(&self, mut catalog: Value) {
        if catalog.get("tools").is_none() {
            catalog["tools"] = json!([r#"{"name":"do","inputSchema":{"type":"object"}}"#]);
        }
        let new = self.folder.join("catalog.new");
        std::fs::write(&new, catalog.to_string()).unwrap();
        std::fs::rename(new, self.folder.join("catalog.json")).unwrap();
    }

    /// The endpoint at which it is alone.
    pub(crate) fn scope(&self) -> Scope {
        Scope::One(self.name.clone())
    }

    pub(crate) fn settings(&self) -> ServerSettings {
        ServerSettings::new(self.name.clone(), self.transport.clone())
    }

    pub(crate) fn is_http(&self) -> bool {
        self.child.is_some()
    }

    /// Opens a gate: who waits at it goes on.
    pub(crate) fn open(&self, gate: &str) {
        std::fs::write(self.folder.join(format!("gate-{gate}")), "").unwrap();
    }

    /// Closes a gate again.
    pub(crate) fn shut(&self, gate: &str) {
        std::fs::remove_file(self.folder.join(format!("gate-{gate}"))).unwrap();
    }

    /// Makes its next start last until [`hurry`](Self::hurry).
    pub(crate) fn dawdle(&self) {
        std::fs::write(self.folder.join("slow-start"), "").unwrap();
    }

    pub(crate) fn hurry(&self) {
        std::fs::remove_file(self.folder.join("slow-start")).unwrap();
    }

    pub(crate) fn journal(&self) -> Vec<Entry> {
        let text = std::fs::read_to_string(self.folder.join("journal")).unwrap_or_default();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        whole.lines().map(|line| Entry(serde_json::from_str(line).unwrap())).collect()
    }

    /// The messages with this method that reached it.
    pub(crate) fn received(&self, method: &str) -> Vec<Entry> {
        let is_it = |entry: &Entry| !entry.raw().is_empty() && entry.message()["method"] == method;
        self.journal().into_iter().filter(is_it).collect()
    }

    /// Waits for the first such message.
    pub(crate) async fn gets(&self, method: &str) -> Entry {
        until(&format!("{} gets {method}", self.name), || self.received(method).into_iter().next()).await
    }

    /// Waits until `mark` was noted `times` times; the last one.
    pub(crate) async fn notes(&self, mark: &str, times: usize) -> Entry {
        until(&format!("{} notes `{mark}`", self.name), || {
            self.journal().into_iter().filter(|entry| entry.mark() == mark).nth(times - 1)
        })
        .await
    }

    /// How often `mark` was noted.
    pub(crate) fn count(&self, mark: &str) -> usize {
        self.journal().iter().filter(|entry| entry.mark() == mark).count()
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A gateway before these servers, all of them up.
pub(crate) async fn before(servers: &[&Upstream]) -> Arc<Gateway> {
    let gateway = Arc::new(Gateway::new());
    gateway.configure(servers.iter().map(|server| server.settings()).collect(), vec![]).await;
    for server in servers {
        crate::waiting::stands(&gateway, &server.name, "up").await;
    }
    gateway
}

/// Whether a process is there, ended or not.
pub(crate) fn is_there(pid: u64) -> bool {
    Command::new("kill").args(["-0", &pid.to_string()]).stderr(Stdio::null()).status().unwrap().success()
}

/// Waits until a process is gone.
pub(crate) async fn gone(pid: u64) {
    let started = tokio::time::Instant::now();
    while is_there(pid) {
        assert!(started.elapsed() < crate::waiting::LONG, "process {pid} stays");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("wire-{}-{count}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn arguments(folder: &std::path::Path, speaks: Speaks) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire/server.py");
    let speaks = if speaks == Speaks::Stateless { "stateless" } else { "handshake" };
    vec!["-u".to_owned(), script.to_owned(), folder.to_str().unwrap().to_owned(), speaks.to_owned()]
}
