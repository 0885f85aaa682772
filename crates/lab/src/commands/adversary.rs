//! `vetgate adversary`: the servers of an attack, for whoever wants to try something on them.

pub(crate) mod scenarios;

use anyhow::Context;
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use vetgate_command::console;
use vetgate_command::exit::Exit;
use vetgate_command::grid::{self, Cell, Screen};
use vetgate_command::lab::Adversary;
use vetgate_command::runtime::{in_runtime, stop_signal};
use vetgate_lab::adversary::scenario::Transport;
use vetgate_lab::adversary::stage::{self, Venue};
use vetgate_lab::adversary::{Scenario, Stage, repertoire};

/// Serves what `args` names.
pub(crate) fn run(args: &Adversary) -> anyhow::Result<Exit> {
    if args.list {
        return list();
    }
    if let (Some(entrance), Some(server)) = (args.attach, &args.server) {
        return in_runtime(async {
            stage::attach(entrance, server).await?;
            Ok(Exit::Clean)
        });
    }
    let scenario = args.scenario.as_deref().map(scenarios::one).transpose()?;
    match (args.listen, scenario) {
        (Some(address), scenario) => {
            over_http(address, scenario.map_or_else(repertoire::all, |scenario| vec![scenario]))
        }
        (None, Some(scenario)) => over_standard_streams(scenario, args.server.as_deref()),
        (None, None) => anyhow::bail!("a scenario is needed; `vetgate adversary --list` lists them"),
    }
}

fn list() -> anyhow::Result<Exit> {
    let row = |scenario: Scenario| {
        let servers: Vec<&str> = scenario.servers.iter().map(|server| server.name.as_str()).collect();
        vec![
            Cell::new(scenario.id.clone()).whole(),
            Cell::new(scenario.category.name()),
            Cell::new(servers.join(", ")),
            Cell::new(scenario.title.clone()),
        ]
    };
    let rows: Vec<_> = repertoire::all().into_iter().map(row).collect();
    let listing = grid::render(Screen::of_output(), &["SCENARIO", "KIND", "SERVERS", "WHAT HAPPENS"], &rows);
    console::print(&listing).context("the list cannot be written")?;
    Ok(Exit::Clean)
}

fn over_standard_streams(scenario: Scenario, server: Option<&str>) -> anyhow::Result<Exit> {
    let server = server.map_or_else(|| scenario.servers[0].name.clone(), str::to_owned);
    in_runtime(async {
        let stopped = stop_signal();
        let stage = Stage::live(scenario);
        tokio::select! {
            spoken = stage.speak_on_standard_streams(&server) => spoken?,
            () = stopped => {}
        }
        Ok(Exit::Clean)
    })
}

fn over_http(address: SocketAddr, scenarios: Vec<Scenario>) -> anyhow::Result<Exit> {
    in_runtime(async {
        let stopped = stop_signal();
        let stages: Vec<_> = scenarios.into_iter().map(Stage::live).collect();
        let venue = Venue::open(address, &stages).await?;
        let scenarios = stages.iter().map(|stage| stage.scenario());
        let config = configuration(scenarios, venue.address());
        console::print(&format!("{config:#}\n")).context("the configuration cannot be written")?;
        let count = stages.len();
        let plural = if count == 1 { "" } else { "s" };
        console::note(&format!(
            "vetgate: {count} scenario{plural} at http://{}; press Ctrl-C to stop",
            venue.address()
        ));
        stopped.await;
        Ok(Exit::Clean)
    })
}

/// What a client or a gateway needs to reach the servers of scenarios.
pub(crate) fn configuration<'s>(scenarios: impl Iterator<Item = &'s Scenario>, address: SocketAddr) -> Value {
    let mut servers = Map::new();
    for scenario in scenarios {
        for server in scenario.servers.iter().filter(|server| server.transport == Transport::Http) {
            let url = format!("http://{address}/{}/{}/mcp", scenario.id, server.name);
            servers.insert(known_as(&scenario.id, &server.name), json!({"type": "http", "url": url}));
        }
    }
    json!({"mcpServers": servers})
}

/// What a server of a scenario is called where those of all scenarios are.
pub(crate) fn known_as(scenario: &str, server: &str) -> String {
    format!("{scenario}-{server}")
}
