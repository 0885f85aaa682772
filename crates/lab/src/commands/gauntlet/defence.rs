//! Vetgate's own gateway before the servers of one scenario.

use super::heard::Heard;
use super::scratch::Scratch;
use anyhow::Context;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::watch;
use vetgate_command::house::House;
use vetgate_gateway::config::Config;
use vetgate_gateway::{Event, Gateway, HoldSettings, ServerSettings, assemble, front};
use vetgate_lab::adversary::scenario::{Server, Transport as Reach};
use vetgate_lab::adversary::stage::{Entrance, Venue};
use vetgate_lab::adversary::{Agent, Category, Performance, Scenario, Stage};
use vetgate_ledger::Trust;
use vetgate_model::Transport;

/// How long a server may be silent.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long servers may take to say what they have.
const SETTLING: Duration = Duration::from_secs(30);

/// How long a call waits for a person who is not there.
const HOLD: Duration = Duration::from_millis(60);

/// A gateway with the servers of a scenario behind it.
pub(crate) struct Defence {
    house: House,
    running: front::Running,
    stop: watch::Sender<bool>,
    // In the order in which they end: the servers before the ledger's folder.
    venue: Venue,
    entrance: Entrance,
    folder: Scratch,
}

impl Defence {
    /// Starts a gateway before a stage, on free ports, with the default policy. Calls that are held wait for `hold`. With it
    /// comes everything that it says, from the start.
    pub(crate) async fn start(stage: &Arc<Stage>, hold: Duration) -> anyhow::Result<(Self, Receiver<Event>)> {
        let folder = Scratch::new()?;
        let config = Config::default();
        let house = House::open(folder.path(), &config)?;
        house.gateway.holds().configure(HoldSettings { timeout: hold, elicitation: false, ..HoldSettings::default() });
        let settings =
            front::Settings { listen: local(), ..assemble::front(&config.gateway, folder.path().to_owned()) };
        let (stop, mut stopped) = watch::channel(false);
        let shutdown = async move {
            let _ = stopped.wait_for(|stopped| *stopped).await;
        };
        let running = front::serve(house.gateway.clone(), &settings, shutdown).await?;
        let venue = Venue::open(local(), std::slice::from_ref(stage)).await?;
        let entrance = Entrance::open(stage).await?;
        let defence = Self { house, running, stop, venue, entrance, folder };
        let servers = stage.scenario().servers.iter().map(|server| defence.settings(stage.scenario(), server));
        let servers = servers.collect::<anyhow::Result<Vec<_>>>()?;
        let events = defence.gateway().events().listen();
        defence.gateway().configure(servers, vec![]).await;
        defence.settle().await;
        Ok((defence, events))
    }

    pub(crate) fn gateway(&self) -> &Arc<Gateway> {
        &self.house.gateway
    }

    /// Where agents reach it.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.running.address())
    }

    /// Where its ledger and its admin token are.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How the gateway reaches a server of the scenario.
    fn settings(&self, scenario: &Scenario, server: &Server) -> anyhow::Result<ServerSettings> {
        let transport = match server.transport {
            Reach::Http => Transport::Http {
                url: self.venue.url(&scenario.id, &server.name),
                headers: Default::default(),
                sse: false,
            },
            Reach::Stdio => {
                let program = std::env::current_exe().context("the path of this program is unknown")?;
                let entrance = self.entrance.address().to_string();
                let args = ["adversary", "--attach", &entrance, "--server", &server.name];
                Transport::Stdio {
                    command: program.display().to_string(),
                    args: args.map(str::to_owned).to_vec(),
                    env: Default::default(),
                    cwd: None,
                }
            }
        };
        let mut settings = ServerSettings::new(&server.name, transport);
        settings.trust = Trust::Scan;
        settings.timeout = PATIENCE;
        settings.connect_timeout = SETTLING;
        Ok(settings)
    }

    /// Waits until every server has said what it has, or cannot.
    async fn settle(&self) {
        let settled = async {
            while self.gateway().status().servers.iter().any(|server| server.state == "starting") {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(SETTLING, settled).await;
    }

    /// The server that cannot be used, if there is one.
    fn missing(&self) -> Option<String> {
        let servers = self.gateway().status().servers;
        servers.into_iter().find(|server| server.state != "up").map(|server| server.name)
    }

    /// Ends it, and leaves nothing behind.
    pub(crate) async fn end(self) {
        let _ = self.stop.send(true);
        self.gateway().holds().close();
        self.running.closed().await;
        self.house.close().await;
    }
}

fn local() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// Plays a scenario against a gateway of its own.
pub(super) async fn play(scenario: Scenario) -> anyhow::Result<Performance> {
    let stage = Stage::new(scenario);
    let (defence, events) = Defence::start(&stage, HOLD).await?;
    // Whoever floods or breaks the protocol may be turned away; of all others, a play without them would prove nothing.
    let may_be_missing = matches!(stage.scenario().category, Category::Exhaustion | Category::ProtocolAbuse);
    if let Some(server) = defence.missing().filter(|_| !may_be_missing) {
        defence.end().await;
        anyhow::bail!("its server `{server}` did not start");
    }
    let mut heard = Heard::new(events, stage.scenario());
    let agent = Agent::through(&stage, &defence.url(), None, str::to_owned).await;
    let performance = match agent {
        Ok(agent) => Ok(agent.perform(&mut heard).await),
        Err(error) => Err(error.into()),
    };
    defence.end().await;
    performance
}
