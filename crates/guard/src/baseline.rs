//! How tools are usually used, and when they no longer are.
//!
//! Of every tool it is learned which arguments it gets, how large they are, where it goes, how often it is called, how
//! much it answers and how often it fails. After a window of calls that is a reference, and it stands until a person
//! resets it. What comes afterwards is compared with it: names that were never seen, values far above the usual (spikes), and
//! values that rise slowly (drifts; see `measure`).
//!
//! Guarantees: only [`Baselines::teach`] changes anything, and it is for calls that nobody flagged; once a reference stands,
//! not even that moves it. The same events give the same state to the byte: whole numbers only, and the clock comes in with
//! the call. Bounded: at most [`MOST_TOOLS`] tools, usually 2 KB each and at most about 40 KB; beyond that a tool of the
//! server with the most tools is forgotten, the one not used for longest, and [`Baselines::forgotten`] counts it.
//!
//! Cannot see: a change within the noise of the window; a rate that changes only for seconds; a key made so that its
//! 64-bit hash is that of a known one.
//!
//! Hot path: [`Baselines::consider`] and [`Baselines::teach`] of arguments of 1 KB, their [`Shape`] included, in under 3 µs, without
//! allocation when nothing is new (benchmark `baseline`).

mod failures;
mod habit;
mod measure;
mod name;
#[cfg(test)]
mod noise;
mod pace;
mod scale;
mod seen;
mod shape;
mod share;
mod state;
mod summary;

pub use shape::Shape;
pub use share::Marks;
pub use state::StateError;
pub use summary::{Detail, Named, Names, Range, Summary, Usual};

use crate::{BaselineSettings, Drift};
use habit::Habit;
use std::collections::BTreeMap;

/// How many tools are remembered.
pub const MOST_TOOLS: usize = 1024;

/// How all tools are usually used.
///
/// ```
/// use vetgate_guard::{BaselineSettings, Baselines, Observed, Shape};
/// let mut baselines = Baselines::new(&BaselineSettings::default());
/// let usual = Shape::of(r#"{ "to": "ann@example.com" }"#);
/// let call = Observed { server: "mail", tool: "send", shape: &usual, destinations: &["example.com".into()], now_ms: 0 };
/// for _ in 0..50 {
///     assert!(baselines.consider(&call).is_empty());
///     baselines.teach(&call, None);
/// }
/// let copied = Shape::of(r#"{ "to": "ann@example.com", "bcc": "eve@evil.example" }"#);
/// let call = Observed { shape: &copied, destinations: &["example.com".into(), "evil.example".into()], ..call };
/// let drifts = baselines.consider(&call);
/// assert_eq!(drifts[0].reason, "the argument /bcc for the first time; usual: /to");
/// assert_eq!(drifts[1].measure, "destination");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baselines {
    servers: BTreeMap<String, BTreeMap<String, Habit>>,
    forgotten: u64,
    window: usize,
    revision: u64,
}

/// A call as baselines see it.
#[derive(Debug, Clone, Copy)]
pub struct Observed<'a> {
    /// The server.
    pub server: &'a str,
    /// The tool.
    pub tool: &'a str,
    /// What the arguments look like.
    pub shape: &'a Shape<'a>,
    /// The hosts and mail addresses outside that the arguments name. Of a mail address only the domain counts, of an
    /// address of the internet protocol its network (`81.2.0.0/16`).
    pub destinations: &'a [String],
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

/// An answer as baselines see it.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    /// The server.
    pub server: &'a str,
    /// The tool.
    pub tool: &'a str,
    /// How long the response is.
    pub bytes: u64,
    /// Whether it is an error.
    pub is_error: bool,
}

impl Baselines {
    /// Nothing is known yet.
    pub fn new(settings: &BaselineSettings) -> Self {
        let window = (settings.learning_calls as usize).clamp(measure::LEAST_SAMPLES, measure::MOST_SAMPLES);
        Self { servers: BTreeMap::new(), forgotten: 0, window, revision: 0 }
    }

    /// How a call differs from what is usual of its tool, before it is sent.
    pub fn consider(&self, observed: &Observed) -> Vec<Drift> {
        let mut drifts = vec![];
        if let Some(habit) = self.habit(observed.server, observed.tool) {
            habit.consider(observed, &mut drifts);
        }
        drifts
    }

    /// How an answer differs from what is usual of its tool.
    pub fn consider_response(&self, answered: &Answered) -> Vec<Drift> {
        let mut drifts = vec![];
        if let Some(habit) = self.habit(answered.server, answered.tool) {
            habit.consider_response(answered, &mut drifts);
        }
        drifts
    }

    /// Learns from a call, with its answer if there was one. Only for calls that nobody flagged, once each.
    pub fn teach(&mut self, observed: &Observed, answered: Option<&Answered>) {
        self.revision += 1;
        if self.habit(observed.server, observed.tool).is_none() {
            self.make_room();
            let tools = self.servers.entry(observed.server.to_owned()).or_default();
            tools.insert(observed.tool.to_owned(), Habit::new());
        }
        let window = self.window;
        if let Some(habit) = self.servers.get_mut(observed.server).and_then(|tools| tools.get_mut(observed.tool)) {
            habit.teach(observed, answered, window);
        }
    }

    /// Every tool, by server and name.
    pub fn tools(&self) -> impl Iterator<Item = Summary> {
        self.servers
            .iter()
            .flat_map(|(server, tools)| tools.iter().map(move |(tool, habit)| Summary::of(server, tool, habit)))
    }

    /// Everything about one tool.
    pub fn show(&self, server: &str, tool: &str) -> Option<Detail> {
        self.habit(server, tool).map(|habit| Detail::of(server, tool, habit))
    }

    /// Forgets all tools, those of a server, or one, so that they are learned anew; how many there were.
    pub fn reset(&mut self, server: Option<&str>, tool: Option<&str>) -> usize {
        let before = self.count();
        for (of, tools) in &mut self.servers {
            if server.is_none_or(|server| server == of) {
                tools.retain(|name, _| tool.is_some_and(|tool| tool != name));
            }
        }
        self.servers.retain(|_, tools| !tools.is_empty());
        let count = before - self.count();
        self.revision += u64::from(count > 0);
        count
    }

    /// How many tools were forgotten because there were too many.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// Another number after every change, for whoever keeps it.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn habit(&self, server: &str, tool: &str) -> Option<&Habit> {
        self.servers.get(server)?.get(tool)
    }

    fn count(&self) -> usize {
        self.servers.values().map(BTreeMap::len).sum()
    }

    /// Forgets a tool of the server with the most if there is no room, so that no server can crowd out another.
    fn make_room(&mut self) {
        if self.count() < MOST_TOOLS {
            return;
        }
        let Some((_, tools)) = self.servers.iter_mut().max_by_key(|(_, tools)| tools.len()) else { return };
        let oldest = tools.iter().min_by_key(|(_, habit)| habit.last_ms).map(|(name, _)| name.clone());
        if let Some(oldest) = oldest {
            tools.remove(&oldest);
            self.forgotten += 1;
        }
        self.servers.retain(|_, tools| !tools.is_empty());
    }
}

#[cfg(test)]
mod tests;
