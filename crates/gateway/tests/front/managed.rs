//! A real gateway with a real ledger behind a front, for whoever manages it.

use crate::double::Folder;
use crate::wire::{Answer, Wire};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;
use vetgate_gateway::front::{self, Agent, Running, Settings};
use vetgate_gateway::{Drawn, Gateway, Misfit, Open};
use vetgate_ledger::quarantine::Rules;
use vetgate_ledger::store::{Reading, Store, StoreError, Writing};
use vetgate_ledger::{DATABASE, Durability, Item, Ledger, Options, ServerKey, Sighting, Sqlite, Trust};
use vetgate_model::{
    Action, Confidence, Definition, DefinitionKind, Finding, Fingerprint, Pointer, Severity, Signal, Subject,
    ThreatLevel, ThreatType, Tier, Transport,
};

/// An agent's token, which opens nothing here.
pub(crate) const AGENT: &str = "token-of-an-agent";

/// A store that fails when it is told to.
struct Moody {
    inner: Sqlite,
    fails: Arc<AtomicBool>,
}

impl Store for Moody {
    fn transact(&mut self, work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>) -> Result<(), StoreError> {
        if self.fails.load(Ordering::SeqCst) { Err(StoreError::Full) } else { self.inner.transact(work) }
    }

    fn reader(&self) -> Result<Box<dyn Reading>, StoreError> {
        self.inner.reader()
    }

    fn snapshot(&self) -> Result<Box<dyn Reading>, StoreError> {
        self.inner.snapshot()
    }
}

/// All of it.
pub(crate) struct Managed {
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) ledger: Arc<Ledger>,
    /// Whether nothing can be written.
    pub(crate) fails: Arc<AtomicBool>,
    pub(crate) running: Running,
    _folder: Folder,
    token: String,
    _stop: oneshot::Sender<()>,
}

impl Managed {
    /// With one server, `broken`, whose configuration has a mistake.
    pub(crate) async fn open() -> Self {
        let folder = Folder::new();
        let mut settings = Settings::local(folder.0.clone());
        settings.agents =
            vec![Agent { name: "a".to_owned(), token: AGENT.to_owned(), servers: None, operations: None }];
        let fails = Arc::new(AtomicBool::new(false));
        let place = folder.0.join("ledger");
        vetgate_ledger::private::folder(&place).unwrap();
        let inner = Sqlite::open(&place.join(DATABASE), Durability::Process).unwrap();
        let store = Box::new(Moody { inner, fails: fails.clone() });
        let ledger = Arc::new(Ledger::open(&place, store, Options::default()).unwrap());
        let gateway = Arc::new(Gateway::keeping(ledger.clone(), Box::new(Open), Arc::new(Drawn)));
        let misfit = Misfit { name: "broken".to_owned(), reason: "its `url` is none".to_owned() };
        gateway.configure(vec![], vec![misfit]).await;
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async { stopped.await.unwrap_or_default() };
        let running = front::serve(gateway.clone(), &settings, shutdown).await.unwrap();
        let token = std::fs::read_to_string(folder.0.join("admin-token")).unwrap().trim().to_owned();
        Self { gateway, ledger, fails, running, _folder: folder, token, _stop: stop }
    }

    pub(crate) async fn wire(&self) -> Wire {
        Wire::to(self.running.address()).await
    }

    pub(crate) fn admin(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// Asks with the admin token.
    pub(crate) async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let admin = self.admin();
        let headers: Vec<(&str, &str)> = [("Authorization", admin.as_str())].iter().chain(headers).copied().collect();
        let mut wire = self.wire().await;
        wire.ask(method, path, &headers, body).await;
        wire.answer().await
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        read(&self.ask("GET", path, &[], "").await)
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> (u16, Value) {
        read(&self.ask("POST", path, &[], body).await)
    }

    /// Has the ledger see what a server declares; trusted or not.
    pub(crate) async fn declare(&self, server: &str, item: Item, trust: Trust, sightings: Vec<Sighting>) {
        let rules = Rules { trust, detects_changes: true };
        self.ledger.observe(key(server), item, rules, sightings).done().await.unwrap();
    }
}

fn key(server: &str) -> ServerKey {
    let url = format!("https://{server}.example/mcp");
    ServerKey::of(server, &Transport::Http { url, headers: Default::default(), sse: false })
}

/// The answer's status and JSON, whose media type must say so.
pub(crate) fn read(answer: &Answer) -> (u16, Value) {
    let media = if answer.status < 400 { "application/json" } else { "application/problem+json" };
    assert_eq!(answer.header("content-type"), Some(media), "{}", answer.body);
    assert_eq!(answer.header("cache-control"), Some("no-store"), "{}", answer.body);
    (answer.status, serde_json::from_str(&answer.body).unwrap())
}

/// A definition as a server declares it.
pub(crate) fn tool(raw: &str) -> Sighting {
    let definition = Definition::parse("s", DefinitionKind::Tool, raw).unwrap();
    Sighting {
        name: definition.name().to_owned(),
        fingerprint: Fingerprint::of(&definition),
        definition: raw.to_owned(),
        finding: None,
        is_covered: true,
    }
}

/// The same, found dangerous by this check.
pub(crate) fn dangerous(raw: &str, check: &str) -> Sighting {
    let signal = Signal {
        check: check.to_owned(),
        tier: Tier::Hard,
        threat_type: ThreatType::ToolPoisoning,
        confidence: Confidence::new(0.9),
        pointer: Pointer::root().key("description"),
        evidence: "hidden".to_owned(),
        detail: "It hides something.".to_owned(),
        escalated: false,
        location: None,
    };
    let sighting = tool(raw);
    let finding = Finding {
        server: "s".to_owned(),
        tool: sighting.name.clone(),
        subject: Subject::Tool,
        severity: Severity::Critical,
        threat_level: ThreatLevel::Dangerous,
        threat_type: ThreatType::ToolPoisoning,
        tier: Tier::Hard,
        confidence: Confidence::new(0.9),
        risk: 90,
        action: Action::Quarantine,
        signals: vec![signal],
    };
    Sighting { finding: Some(finding), ..sighting }
}
