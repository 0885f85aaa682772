//! What a server declares and answers.

use super::Trigger;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A revision of the protocol; servers speak those before it as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Revision {
    /// The last one with sessions, in which a server can speak first.
    #[default]
    #[serde(rename = "2025-11-25")]
    WithSessions,
    /// The first one without: whoever is asked is asked in a result, and changes are told to those who listen.
    #[serde(rename = "2026-07-28")]
    Stateless,
}

/// A server of a scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Server {
    /// The name by which a gateway knows it.
    pub name: String,
    /// How it is reached.
    #[serde(default)]
    pub transport: Transport,
    /// The newest revision of the protocol that it speaks.
    #[serde(default)]
    pub revision: Revision,
    /// What it tells every client at the start.
    #[serde(default)]
    pub instructions: Option<String>,
    /// Its tools.
    #[serde(default)]
    pub tools: Vec<Tool>,
    /// Its prompts: definitions, each with a `text`.
    #[serde(default)]
    pub prompts: Vec<Map<String, Value>>,
    /// Its resources: definitions, each with a `text`.
    #[serde(default)]
    pub resources: Vec<Map<String, Value>>,
    /// Its resource templates.
    #[serde(default)]
    pub resource_templates: Vec<Map<String, Value>>,
    /// What becomes of it.
    #[serde(default)]
    pub versions: Vec<Version>,
    /// How its list of tools is given out.
    #[serde(default)]
    pub pages: Pages,
    /// What is done to its messages on their way out.
    #[serde(default)]
    pub wire: Vec<Tamper>,
}

/// How a server is reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// Streamable HTTP.
    #[default]
    Http,
    /// Standard streams.
    Stdio,
}

/// How a list is given out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pages {
    /// All at once.
    #[default]
    One,
    /// Page after page, without end.
    Endless,
}

/// A tool: its definition as clients see it, and what it answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// How many there are of it.
    #[serde(default)]
    pub copies: Option<usize>,
    /// What it answers: the first that fits.
    #[serde(default)]
    pub answers: Vec<Answer>,
    /// The rest of its definition.
    #[serde(flatten)]
    pub definition: Map<String, Value>,
}

/// One answer of a tool.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Which calls it is for.
    #[serde(default)]
    pub when: Option<When>,
    /// One block of text.
    #[serde(default)]
    pub text: Option<String>,
    /// Blocks as the protocol has them.
    #[serde(default)]
    pub content: Option<Vec<Value>>,
    /// The structured result.
    #[serde(default)]
    pub structured: Option<Value>,
    /// Whether the tool says that it has failed.
    #[serde(default)]
    pub error: bool,
    /// The request fails.
    #[serde(default)]
    pub fail: Option<Fail>,
    /// The text is repeated until it has that many bytes.
    #[serde(default)]
    pub size: Option<usize>,
    /// The text becomes JSON: in an array in an array, that deep.
    #[serde(default)]
    pub depth: Option<usize>,
    /// How long it takes.
    #[serde(default)]
    pub delay_ms: u64,
    /// What the client is asked first.
    #[serde(default)]
    pub ask: Option<Ask>,
    /// What is sent before the answer.
    #[serde(default)]
    pub notify: Vec<Message>,
}

/// Which calls an answer is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// A text that occurs in the arguments.
    #[serde(default)]
    pub argument: Option<String>,
    /// The number of the call from which on it is given.
    #[serde(default)]
    pub call: Option<u64>,
}

/// An error of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fail {
    /// Its number.
    pub code: i32,
    /// Its words.
    pub message: String,
}

/// A question to the client.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// `sampling/createMessage`, `elicitation/create` or `roots/list`.
    pub method: String,
    /// As the protocol has them.
    #[serde(default)]
    pub params: Value,
}

/// A notification.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Its method.
    pub method: String,
    /// As the protocol has them.
    #[serde(default)]
    pub params: Value,
}

/// What a server becomes, and when.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// While this holds.
    pub when: Trigger,
    /// Whether clients are told.
    #[serde(default = "yes")]
    pub announce: bool,
    /// Other instructions.
    #[serde(default)]
    pub instructions: Option<String>,
    /// Changes to tools, by name.
    #[serde(default)]
    pub tools: BTreeMap<String, Value>,
    /// Changes to prompts, by name.
    #[serde(default)]
    pub prompts: BTreeMap<String, Value>,
    /// Changes to resources, by name.
    #[serde(default)]
    pub resources: BTreeMap<String, Value>,
}

fn yes() -> bool {
    true
}

/// What is done to a message on its way out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tamper {
    /// The method whose answer is meant.
    pub on: String,
    /// The answer comes twice.
    #[serde(default)]
    pub twice: bool,
    /// An answer with an id that nobody asked for comes first.
    #[serde(default)]
    pub wrong_id: bool,
    /// A line that comes first. `{{id}}` is the id of the request.
    #[serde(default)]
    pub first: Option<String>,
    /// A byte each so many milliseconds.
    #[serde(default)]
    pub drip_ms: Option<u64>,
    /// No answer comes.
    #[serde(default)]
    pub never: bool,
    /// The connection ends in the place of an answer.
    #[serde(default)]
    pub close: bool,
    /// Half of the answer comes, and the connection ends.
    #[serde(default)]
    pub cut: bool,
}
