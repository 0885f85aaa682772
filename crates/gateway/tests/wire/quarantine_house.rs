//! A gateway with a quarantine, and the person who decides.

use crate::client::{Client, error};
use crate::upstream::{Speaks, Upstream};
use crate::waiting::stands;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use vetgate_gateway::{Gateway, Open, Quarantine, Scope, ServerSettings};
use vetgate_ledger::quarantine::Decision;
use vetgate_ledger::{
    DecideError, Durability, Item, Kind, Ledger, Options, Record, ServerKey, Sqlite, Standing, Subject,
};

pub(crate) const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
/// A tool through which a test tells the server what to do.
pub(crate) const DO: &str = r#"{"name":"do","inputSchema":{"type":"object"}}"#;

pub(crate) struct House {
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) quarantine: Arc<Quarantine>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) folder: Arc<tempfile::TempDir>,
}

/// Opens the ledger in `folder`, as another process would.
pub(crate) fn open(folder: &Path) -> Arc<Ledger> {
    let store = Sqlite::open(&folder.join("ledger.db"), Durability::Process).unwrap();
    Arc::new(Ledger::open(folder, Box::new(store), Options::default()).unwrap())
}

impl House {
    pub(crate) fn new() -> Self {
        Self::over(Arc::new(tempfile::tempdir().unwrap()))
    }

    /// Another gateway over the same ledger.
    pub(crate) fn over(folder: Arc<tempfile::TempDir>) -> Self {
        let ledger = open(folder.path());
        let quarantine = Arc::new(Quarantine::new(ledger.clone()));
        let gateway = Arc::new(Gateway::keeping(ledger.clone(), Box::new(Open), quarantine.clone()));
        Self { gateway, quarantine, ledger, folder }
    }

    /// A house before these servers, all of them up.
    pub(crate) async fn before(servers: &[ServerSettings]) -> Self {
        let house = Self::new();
        house.configure(servers).await;
        house
    }

    pub(crate) async fn configure(&self, servers: &[ServerSettings]) {
        self.gateway.configure(servers.to_vec(), vec![]).await;
        for server in servers {
            stands(&self.gateway, &server.name, "up").await;
        }
    }

    /// The end of this gateway, and another one over the same ledger.
    pub(crate) async fn restart(self, servers: &[ServerSettings]) -> Self {
        self.gateway.shut_down().await;
        let folder = self.folder.clone();
        drop(self);
        let house = Self::over(folder);
        house.configure(servers).await;
        house
    }

    pub(crate) async fn client(&self) -> Client {
        Client::new(&self.gateway, Speaks::Handshake, Scope::All).await
    }

    pub(crate) fn standing(&self, server: &Upstream, item: Item, name: &str) -> Option<Standing> {
        self.ledger.read(|rows| rows.standing(&subject(server, item, name))).unwrap()
    }

    pub(crate) async fn decide(&self, subject: Subject, decision: Decision) -> Result<Standing, DecideError> {
        let decided = self.ledger.decide(subject, decision, "ada").done().await.unwrap();
        self.heed().await;
        decided
    }

    /// Has the gateway take up what was decided now, and not within half a second.
    pub(crate) async fn heed(&self) {
        self.gateway.heed_decisions(self.ledger.read(|rows| rows.revision()).unwrap()).await;
    }

    /// Approves what was seen last.
    pub(crate) async fn approve(&self, server: &Upstream, item: Item, name: &str) {
        let seen = self.standing(server, item, name).unwrap().seen;
        let (fingerprint, accept) = (seen.fingerprint.combined.0.clone(), seen.hard());
        self.decide(subject(server, item, name), Decision::Approve { fingerprint, accept }).await.unwrap();
    }

    pub(crate) async fn block(&self, server: &Upstream, item: Item, name: &str) {
        self.decide(subject(server, item, name), Decision::Block).await.unwrap();
    }

    /// The records of one kind, oldest first.
    pub(crate) fn records(&self, kind: Kind) -> Vec<Record> {
        let records = self.ledger.read(|rows| rows.records(0, 100_000)).unwrap();
        records.into_iter().filter(|record| record.kind == kind).collect()
    }
}

pub(crate) fn subject(server: &Upstream, item: Item, name: &str) -> Subject {
    let settings = server.settings();
    Subject { server: ServerKey::of(&settings.name, &settings.transport), item, name: name.to_owned() }
}

/// A catalog of tools whose server says when they change.
pub(crate) fn announced(tools: &[&str]) -> Value {
    json!({"capabilities": {"tools": {"listChanged": true}}, "tools": tools})
}

pub(crate) async fn call(client: &Client, tool: &str) -> Value {
    client.ask("tools/call", &json!({"name": tool}).to_string()).await
}

/// Has the server say that its tools have changed; `client` may use its tool `do`.
pub(crate) async fn announce(client: &Client, server: &Upstream) {
    let answer =
        client.call(&format!("{}__do", server.name), json!([{"do": "unasked", "text": CHANGED}])).answer().await;
    assert!(answer["result"].is_object(), "{answer}");
}

/// That a call was held back, and why.
pub(crate) fn held(answer: &Value) -> String {
    let data = &answer["error"]["data"];
    assert_eq!((data["gateway"].as_str(), data["reason"].as_str()), (Some("vetgate"), Some("held")), "{answer}");
    let why = data["why"].as_str().unwrap();
    let waits = why != "a person has blocked it" && data["item"] != "resource";
    assert_eq!(error(answer).contains("A person has to review it"), waits, "{answer}");
    why.to_owned()
}
