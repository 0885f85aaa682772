//! What the agent does.

use serde::Deserialize;
use serde_json::{Map, Value};

/// One step of the script.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptStep {
    /// `SERVER/TOOL` to call.
    #[serde(default)]
    call: Option<String>,
    /// `SERVER/NAME` of a prompt to get.
    #[serde(default)]
    prompt: Option<String>,
    /// `SERVER/URI` of a resource to read.
    #[serde(default)]
    read: Option<String>,
    /// Whether everything is listed again.
    #[serde(default)]
    list: bool,
    /// Seconds that pass.
    #[serde(default)]
    wait: Option<u64>,
    /// The server whose connection breaks.
    #[serde(default)]
    drop: Option<String>,
    /// The step whose result is shown.
    #[serde(default)]
    render: Option<String>,
    /// Arguments.
    #[serde(default)]
    pub with: Map<String, Value>,
    /// What the agent says it means to do.
    #[serde(default)]
    pub intent: Option<Map<String, Value>>,
    /// Its label.
    #[serde(default, rename = "as")]
    pub label: Option<String>,
    /// What the agent must have been shown to take it.
    #[serde(default)]
    pub if_seen: Texts,
    /// How often it is taken.
    #[serde(default = "once")]
    pub times: u64,
    /// Whether a tool is called that was not listed.
    #[serde(default)]
    pub blind: bool,
}

fn once() -> u64 {
    1
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play<'s> {
    /// Calls a tool of a server.
    Call(&'s str, &'s str),
    /// Gets a prompt of a server.
    Prompt(&'s str, &'s str),
    /// Reads a resource of a server.
    Read(&'s str, &'s str),
    /// Lists everything again.
    List,
    /// Lets seconds pass.
    Wait(u64),
    /// Breaks the connection of a server.
    Drop(&'s str),
    /// Shows what a step brought.
    Render(&'s str),
}

impl ScriptStep {
    /// What it does; `None` if it says nothing, or more than one thing.
    pub fn play(&self) -> Option<Play<'_>> {
        let plays = [
            self.call.as_deref().and_then(|name| name.split_once('/')).map(|(server, tool)| Play::Call(server, tool)),
            self.prompt
                .as_deref()
                .and_then(|name| name.split_once('/'))
                .map(|(server, name)| Play::Prompt(server, name)),
            self.read.as_deref().and_then(|name| name.split_once('/')).map(|(server, uri)| Play::Read(server, uri)),
            self.list.then_some(Play::List),
            self.wait.map(Play::Wait),
            self.drop.as_deref().map(Play::Drop),
            self.render.as_deref().map(Play::Render),
        ];
        let mut plays = plays.into_iter().flatten();
        plays.next().filter(|_| plays.next().is_none())
    }
}

/// One text, or several.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMany")]
pub struct Texts(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Texts {
    fn from(texts: OneOrMany) -> Self {
        match texts {
            OneOrMany::One(text) => Self(vec![text]),
            OneOrMany::Many(texts) => Self(texts),
        }
    }
}

/// What the agent's client program answers when a server asks it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// What its model says.
    #[serde(default)]
    pub sampling: Option<String>,
    /// What its user fills in.
    #[serde(default)]
    pub elicitation: Option<Map<String, Value>>,
}
