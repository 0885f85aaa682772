//! The victim: an agent without a model, which goes through a script and falls for everything.
//!
//! It speaks MCP by the official SDK, either to each server directly or to one endpoint that stands before all of them.

mod link;
mod markdown;
mod offer;
pub mod presence;
mod victim;

use crate::adversary::performance::{Deed, Notice, Performance, Seen, Step};
use crate::adversary::scenario::{Play, Scenario, ScriptStep, Transport};
use crate::adversary::stage::{Stage, StageError};
use link::{Link, Reply};
use offer::Offers;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use victim::Victim;

/// How long after a broken line it is looked whether the server is there again.
const RECOVERY: Duration = Duration::from_millis(400);

/// How long a server may take to be there again at all.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why an agent cannot play.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// It cannot connect.
    #[error("{place} does not answer: {reason}")]
    Connect {
        /// To where.
        place: String,
        /// Why.
        reason: String,
    },
    /// The stage cannot be spoken to.
    #[error(transparent)]
    Stage(#[from] StageError),
}

/// Who hears what a defender says.
pub trait Watch {
    /// What it has said since it was last asked, during the step with this number.
    fn notices(&mut self, step: usize) -> impl Future<Output = Vec<Notice>> + Send;

    /// The agent is about to take a step.
    fn begins(&mut self, _step: &ScriptStep) {}

    /// It has taken it, or not.
    fn ends(&mut self, _step: &Step) {}
}

/// Nobody: there is no defender, or it cannot be heard.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unheard;

impl Watch for Unheard {
    async fn notices(&mut self, _step: usize) -> Vec<Notice> {
        Vec::new()
    }
}

/// An agent that is connected.
#[derive(Debug)]
pub struct Agent {
    stage: Arc<Stage>,
    links: Vec<Link>,
    seen: Arc<Mutex<Seen>>,
    offers: Offers,
    /// What the steps brought, by their labels.
    brought: BTreeMap<String, Value>,
}

impl Agent {
    /// An agent that speaks to each server itself: nobody is in between.
    pub async fn direct(stage: &Arc<Stage>) -> Result<Self, AgentError> {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let mut links = Vec::new();
        for server in &stage.scenario().servers {
            let victim = Victim::new(stage.scenario(), seen.clone());
            links.push(Link::to_server(stage, &server.name, victim).await?);
        }
        Ok(Self::with(stage, links, seen))
    }

    /// An agent that speaks to one endpoint, which has the servers behind it. `known_as` says what a server of the scenario
    /// is called there.
    pub async fn through(
        stage: &Arc<Stage>,
        url: &str,
        token: Option<&str>,
        known_as: impl Fn(&str) -> String,
    ) -> Result<Self, AgentError> {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let victim = Victim::new(stage.scenario(), seen.clone());
        let link = Link::to_endpoint(url, token, victim).await?;
        let mut agent = Self::with(stage, vec![link], seen);
        for server in &stage.scenario().servers {
            agent.offers.know(&server.name, &known_as(&server.name));
        }
        Ok(agent)
    }

    fn with(stage: &Arc<Stage>, links: Vec<Link>, seen: Arc<Mutex<Seen>>) -> Self {
        Self { stage: stage.clone(), links, seen, offers: Offers::default(), brought: BTreeMap::new() }
    }

    /// Goes through the script.
    pub async fn perform(mut self, watch: &mut impl Watch) -> Performance {
        let stage = self.stage.clone();
        let scenario = stage.scenario();
        let started = tokio::time::Instant::now();
        let mut performance = Performance::default();
        self.list().await;
        performance.offered = self.offers.count();
        let mut first_notice = None;
        let mut heard = |notices: Vec<Notice>, performance: &mut Performance| {
            if !notices.is_empty() && first_notice.is_none() {
                first_notice = u64::try_from(started.elapsed().as_micros()).ok();
            }
            performance.notices.extend(notices);
        };
        heard(watch.notices(0).await, &mut performance);
        for (number, step) in scenario.script.iter().enumerate() {
            for turn in 1..=step.times {
                let label = step.label.clone().unwrap_or_else(|| format!("step {}", number + 1));
                watch.begins(step);
                let deed = self.take(step, &label, turn).await;
                let taken = Step { label, deed };
                watch.ends(&taken);
                performance.steps.push(taken);
                heard(watch.notices(performance.steps.len()).await, &mut performance);
            }
        }
        performance.first_notice_us = first_notice;
        self.conclude(scenario, &mut performance);
        for link in self.links {
            link.close().await;
        }
        performance
    }

    /// Notes which texts of the harm have got anywhere.
    fn conclude(&self, scenario: &Scenario, performance: &mut Performance) {
        let Some(harm) = &scenario.harm else { return };
        let seen = self.seen();
        performance.seen = harm.seen.iter().map(|text| seen.has(text)).collect();
        performance.arrived = harm.arrived.iter().map(|text| self.stage.has_arrived(text)).collect();
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a step, if something has told the agent to.
    async fn take(&mut self, step: &ScriptStep, label: &str, turn: u64) -> Deed {
        if !step.if_seen.0.iter().all(|text| self.seen().has(text)) {
            return Deed::Skipped;
        }
        let Some(play) = step.play() else { return Deed::Skipped };
        let arguments = numbered(&step.with, turn);
        let (answered, reply) = match play {
            Play::List => {
                self.list().await;
                return Deed::Done;
            }
            Play::Wait(seconds) => {
                self.stage.wait(seconds).await;
                return Deed::Done;
            }
            Play::Drop(server) => return self.lose(server).await,
            Play::Render(label) => {
                for address in self.brought.get(label).into_iter().flat_map(markdown::pictures) {
                    self.stage.fetched(&address);
                }
                return Deed::Done;
            }
            Play::Call(server, tool) => {
                let Some(offer) = self.offers.tool(server, tool, step.blind) else { return Deed::Absent };
                let before = self.stage.answers(server);
                let reply = self.links[offer.link].call(&offer.name, arguments, step.intent.as_ref()).await;
                (Answered::since(before, self.stage.answers(server)), reply)
            }
            Play::Prompt(server, name) => {
                let Some(offer) = self.offers.prompt(server, name) else { return Deed::Absent };
                let before = self.stage.answers(server);
                let reply = self.links[offer.link].prompt(&offer.name, arguments).await;
                (Answered::since(before, self.stage.answers(server)), reply)
            }
            Play::Read(server, uri) => {
                let Some(offer) = self.offers.resource(server, uri) else { return Deed::Absent };
                let before = self.stage.answers(server);
                let reply = self.links[offer.link].read(&offer.name).await;
                (Answered::since(before, self.stage.answers(server)), reply)
            }
        };
        self.deed(label, answered, reply)
    }

    /// What a reply means, and what the agent has seen of it.
    fn deed(&mut self, label: &str, answered: Answered, reply: Reply) -> Deed {
        match reply {
            Reply::Result(result) => {
                self.seen().take(&result);
                self.brought.insert(label.to_owned(), result);
                Deed::Done
            }
            Reply::Error { words, shown } => {
                self.seen().take(&shown);
                self.brought.insert(label.to_owned(), shown);
                match answered {
                    Answered::Well => Deed::Withheld(words),
                    Answered::WithAnError => Deed::Erred,
                    Answered::Not => Deed::Failed(words),
                }
            }
        }
    }

    /// Loses the line to a server, and finds it again.
    async fn lose(&mut self, server: &str) -> Deed {
        let before = self.stage.connections(server);
        self.stage.break_lines(server);
        for link in &mut self.links {
            if link.server() == Some(server) {
                let victim = Victim::new(self.stage.scenario(), self.seen.clone());
                match Link::to_server(&self.stage, server, victim).await {
                    Ok(again) => *link = again,
                    Err(error) => return Deed::Failed(error.to_string()),
                }
            }
        }
        // Whoever stands in between needs a moment to see that it is gone, and to start it again.
        let is_back = async {
            while self.stage.connections(server) == before {
                tokio::time::sleep(RECOVERY / 10).await;
            }
        };
        let _ = tokio::time::timeout(PATIENCE, is_back).await;
        tokio::time::sleep(RECOVERY).await;
        self.list().await;
        Deed::Done
    }

    /// Asks for everything that is offered, and reads all of it.
    async fn list(&mut self) {
        self.offers.clear();
        for (index, link) in self.links.iter().enumerate() {
            let shown = link.everything().await;
            self.offers.take(index, link.server(), &shown);
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).take(&shown);
        }
    }
}

/// Whether the server has answered a step, whatever has reached the agent of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answered {
    Well,
    WithAnError,
    Not,
}

impl Answered {
    fn since(before: (u64, u64), now: (u64, u64)) -> Self {
        match (now.0 > before.0, now.1 > before.1) {
            (true, _) => Self::Well,
            (false, true) => Self::WithAnError,
            (false, false) => Self::Not,
        }
    }
}

/// Arguments with the number of the turn in them.
fn numbered(arguments: &Map<String, Value>, turn: u64) -> Map<String, Value> {
    fn write(value: &mut Value, turn: &str) {
        match value {
            Value::String(text) => *text = text.replace("{{n}}", turn),
            Value::Array(values) => values.iter_mut().for_each(|value| write(value, turn)),
            Value::Object(members) => members.values_mut().for_each(|member| write(member, turn)),
            _ => {}
        }
    }
    let mut arguments = arguments.clone();
    arguments.values_mut().for_each(|value| write(value, &turn.to_string()));
    arguments
}

/// Whether a scenario has servers that are started as programs.
pub fn needs_programs(scenario: &Scenario) -> bool {
    scenario.servers.iter().any(|server| server.transport == Transport::Stdio)
}
