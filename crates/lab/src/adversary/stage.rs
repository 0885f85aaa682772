//! Where the servers of a scenario play.
//!
//! One stage has all servers of one scenario, and one memory of what has happened: what was asked, what has arrived, how much
//! time has passed. Versions come into force by that, and clients are told.

mod actor;
mod arrivals;
mod declared;
mod http;
mod line;
mod relay;
mod result;

pub use http::Venue;
pub use relay::{Entrance, attach};

use crate::adversary::scenario::{Scenario, Server};
use actor::Actor;
use arrivals::Arrivals;
use declared::Declared;
use rmcp::{Peer, RoleServer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::adversary::scenario::trigger::Counts;

/// Why a stage cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// The address cannot be listened on.
    #[error("{address}: cannot listen on this address: {reason}")]
    Address {
        /// The address.
        address: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// There is no such server.
    #[error("the scenario `{scenario}` has no server `{server}`; it has {servers}")]
    Server {
        /// The scenario.
        scenario: String,
        /// The name.
        server: String,
        /// Those that are there.
        servers: String,
    },
    /// A connection cannot be made or kept.
    #[error("the connection to {place} is broken: {reason}")]
    Connection {
        /// To where.
        place: String,
        /// What the system says.
        reason: std::io::Error,
    },
}

/// The servers of one scenario at play.
#[derive(Debug)]
pub struct Stage {
    scenario: Scenario,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    servers: Vec<Playing>,
    arrivals: Arrivals,
}

/// What has happened at one server.
#[derive(Debug, Default)]
struct Playing {
    counts: Counts,
    /// Requests that were answered without an error.
    answered: u64,
    /// Calls to which the scenario has the tool answer with an error.
    erred: u64,
    /// Calls of each tool, for answers that go by their number.
    calls: BTreeMap<String, u64>,
    peers: Vec<Peer<RoleServer>>,
    /// How often clients were told of changes, for those that wait for it without a session.
    changes: watch::Sender<u64>,
    /// Which versions were in force when clients were last told.
    announced: Vec<bool>,
    /// Ends the lines that are open.
    lines: CancellationToken,
}

impl Stage {
    /// A stage for a scenario, on which nothing has happened yet.
    pub fn new(scenario: Scenario) -> Arc<Self> {
        let servers = scenario
            .servers
            .iter()
            .map(|server| Playing { announced: vec![false; server.versions.len()], ..Playing::default() })
            .collect();
        Arc::new(Self { scenario, memory: Mutex::new(Memory { servers, arrivals: Arrivals::default() }) })
    }

    /// A stage for whoever comes: there is no script that lets time pass, so that it passes by the clock. Needs a tokio
    /// runtime.
    pub fn live(scenario: Scenario) -> Arc<Self> {
        let stage = Self::new(scenario);
        let begun = Instant::now();
        stage.memory().servers.iter_mut().for_each(|server| server.counts.since = Some(begun));
        let versions = stage.scenario.servers.iter().flat_map(|server| &server.versions);
        let moments: BTreeSet<u64> = versions.flat_map(|version| version.when.moments()).collect();
        if !moments.is_empty() {
            tokio::spawn(announce_at(Arc::downgrade(&stage), begun, moments));
        }
        stage
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Whether a text has arrived at any server.
    pub fn has_arrived(&self, text: &str) -> bool {
        self.memory().arrivals.contain(text)
    }

    /// Notes that a picture was fetched from somewhere: whoever owns that place has got the address.
    pub fn fetched(&self, address: &str) {
        self.memory().arrivals.note(address);
    }

    /// How many requests a server has answered: without an error, and with one that the scenario wants.
    pub fn answers(&self, server: &str) -> (u64, u64) {
        let Some(index) = self.index(server) else { return (0, 0) };
        let playing = &self.memory().servers[index];
        (playing.answered, playing.erred)
    }

    /// How often a connection to a server was made.
    pub fn connections(&self, server: &str) -> u64 {
        self.index(server).map_or(0, |index| self.memory().servers[index].counts.connections)
    }

    /// Lets time pass.
    pub async fn wait(&self, seconds: u64) {
        {
            let mut memory = self.memory();
            memory.servers.iter_mut().for_each(|server| server.counts.waited += seconds);
        }
        for index in 0..self.scenario.servers.len() {
            self.announce(index).await;
        }
    }

    /// Breaks the lines to a server.
    pub fn break_lines(&self, server: &str) {
        let Some(index) = self.index(server) else { return };
        let broken = std::mem::take(&mut self.memory().servers[index].lines);
        broken.cancel();
    }

    /// Speaks as a server to one client, a message a line, until either leaves.
    pub async fn speak<S>(self: &Arc<Self>, server: &str, stream: S) -> Result<(), StageError>
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        let index = self.known(server)?;
        let (reader, writer) = tokio::io::split(stream);
        line::speak(self.actor(index), &self.scenario.servers[index].wire, self.lines(index), reader, writer).await;
        Ok(())
    }

    /// Speaks as a server on the standard streams.
    pub async fn speak_on_standard_streams(self: &Arc<Self>, server: &str) -> Result<(), StageError> {
        let index = self.known(server)?;
        let (reader, writer) = (tokio::io::stdin(), tokio::io::stdout());
        line::speak(self.actor(index), &self.scenario.servers[index].wire, self.lines(index), reader, writer).await;
        Ok(())
    }

    fn lines(&self, index: usize) -> CancellationToken {
        self.memory().servers[index].lines.clone()
    }

    fn actor(self: &Arc<Self>, index: usize) -> Actor {
        Actor::new(self.clone(), index)
    }

    fn declared(&self, index: usize, client: &str) -> Declared {
        Declared::of(&self.scenario.servers[index], &self.memory().servers[index].counts, client)
    }

    fn server(&self, index: usize) -> &Server {
        &self.scenario.servers[index]
    }

    fn index(&self, server: &str) -> Option<usize> {
        self.scenario.servers.iter().position(|known| known.name == server)
    }

    fn known(&self, server: &str) -> Result<usize, StageError> {
        self.index(server).ok_or_else(|| StageError::Server {
            scenario: self.scenario.id.clone(),
            server: server.to_owned(),
            servers: self.scenario.servers.iter().map(|server| server.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is remembered of a server, and tells its clients if that has changed what it declares.
    async fn happen(&self, index: usize, change: impl FnOnce(&mut Memory)) {
        change(&mut self.memory());
        self.announce(index).await;
    }

    /// Tells the clients of a server that it has changed, if it has and says so.
    async fn announce(&self, index: usize) {
        let versions = &self.scenario.servers[index].versions;
        let peers = {
            let playing = &mut self.memory().servers[index];
            let now: Vec<bool> = versions.iter().map(|version| version.when.holds(&playing.counts, "")).collect();
            let is_news = versions
                .iter()
                .zip(now.iter().zip(&playing.announced))
                .any(|(version, (now, before))| version.announce && now != before);
            playing.announced = now;
            if is_news {
                playing.changes.send_modify(|changes| *changes += 1);
                playing.peers.clone()
            } else {
                Vec::new()
            }
        };
        for peer in peers {
            // Who has left hears nothing.
            let _ = peer.notify_tool_list_changed().await;
            let _ = peer.notify_prompt_list_changed().await;
            let _ = peer.notify_resource_list_changed().await;
        }
    }
}

/// Tells clients what has changed, at each of these seconds after the beginning, for as long as the stage is there.
async fn announce_at(stage: Weak<Stage>, begun: Instant, moments: BTreeSet<u64>) {
    for moment in moments {
        let Some(moment) = begun.checked_add(Duration::from_secs(moment)) else { return };
        sleep_until(moment).await;
        let Some(stage) = stage.upgrade() else { return };
        for index in 0..stage.scenario.servers.len() {
            stage.announce(index).await;
        }
    }
}
