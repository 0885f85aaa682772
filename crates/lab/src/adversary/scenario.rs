//! What a scenario is: the form of its file, and what must hold beyond the form.

mod category;
mod declared;
mod ending;
mod reading;
mod script;
pub(crate) mod trigger;

pub use category::{Category, RfcRow, Severity};
pub use declared::{Answer, Ask, Fail, Message, Pages, Revision, Server, Tamper, Tool, Transport, Version, When};
pub use ending::{Duty, Expectation, Harm};
pub use reading::ScenarioError;
pub use script::{Client, Play, ScriptStep, Texts};
pub use trigger::Trigger;

use serde::Deserialize;
use std::collections::BTreeMap;

/// A play: servers, what the agent does with them, how one sees that an attack has worked, and what a defender must do.
///
/// ```
/// use vetgate_lab::adversary::Scenario;
///
/// let error = Scenario::read("x.yaml", "id: x\ntitle: nothing else").unwrap_err();
/// assert!(error.to_string().starts_with("x.yaml:"), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name, and that of its file.
    pub id: String,
    /// One line.
    pub title: String,
    /// What kind of attack it is, if it is one.
    pub category: Category,
    /// How much harm it does.
    pub severity: Severity,
    /// The research, advisory or work that it stands for.
    pub stands_for: String,
    /// The row of the RFC's expected rates that it counts for.
    #[serde(default)]
    pub rfc: Option<RfcRow>,
    /// Why it is an attack, or why it is none.
    pub explanation: String,
    /// Made-up values, by name.
    #[serde(default)]
    pub secrets: BTreeMap<String, String>,
    /// The servers.
    pub servers: Vec<Server>,
    /// What the agent's client program answers when it is asked.
    #[serde(default)]
    pub client: Client,
    /// What the agent does.
    pub script: Vec<ScriptStep>,
    /// How one sees that the attack has worked.
    #[serde(default)]
    pub harm: Option<Harm>,
    /// What a defender must do.
    #[serde(default)]
    pub expect: Option<Expectation>,
    /// The attack that a harmless one resembles.
    #[serde(default)]
    pub twin_of: Option<String>,
}

impl Scenario {
    /// Whether nothing about it is an attack.
    pub fn is_harmless(&self) -> bool {
        self.category == Category::Harmless
    }

    /// The server of that name.
    pub fn server(&self, name: &str) -> Option<&Server> {
        self.servers.iter().find(|server| server.name == name)
    }
}
