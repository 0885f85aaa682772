//! Inside or outside: whether a server holds private data or takes data out.
//!
//! A data flow from an internal server to an external one is what flow tracking looks for, so the two words are about
//! data and not about the network. GitHub, Jira and Notion are internal wherever they run, because they hold what is
//! private. Slack, mail and webhooks are external even on this machine, because what goes in there leaves.
//!
//! Four signs are asked in turn, and the first that speaks decides:
//!
//! 1. **Configuration.** A person has said so.
//! 2. **Name.** It names the product or the purpose, and that is what decides where data goes.
//! 3. **URL.** It says where the server runs. That is less: a server on this machine can post to Slack. But what is
//!    sent to a public host has left.
//! 4. **Capabilities.** They say what the tools can do, not with whose data, and are labels with errors of their own.
//!
//! A later sign that agrees makes the answer surer. One that disagrees changes nothing, since it answers a weaker
//! question, and stays in the evidence. A server that no sign tells of is unknown; treat it as potentially internal.

mod name;
mod reach;

use crate::{Classification, Level, OperationClass, Role, Tag, tokens};
use reach::Reach;
use serde::{Deserialize, Serialize};
use std::fmt;

/// On which side of the house a server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerClass {
    /// It holds private data.
    Internal,
    /// What goes there leaves the house.
    External,
    /// Nothing tells. To be treated as potentially internal.
    Unknown,
}

impl ServerClass {
    /// Every class.
    pub const ALL: [Self; 3] = [Self::Internal, Self::External, Self::Unknown];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::External => "external",
            Self::Unknown => "unknown",
        }
    }

    /// The class called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

impl fmt::Display for ServerClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is known of a server.
#[derive(Debug, Clone, Copy)]
pub struct Server<'s> {
    /// The name the client knows it by.
    pub name: &'s str,
    /// Where it is reached, if it is not a child process.
    pub url: Option<&'s str>,
    /// Its tools.
    pub tools: &'s [Classification],
    /// What a person says of it.
    pub configured: Option<ServerClass>,
}

/// On which side a server is, how sure that is, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerClassification {
    /// Which side.
    pub class: ServerClass,
    /// How sure.
    pub confidence: Level,
    /// Why, what decided first: `config:internal`, `name_token:slack`, `name_part:db` (of `mydb`),
    /// `url_public:example.com`, `capability:fs_read`, `tool_sends:post_message`.
    pub evidence: Vec<String>,
}

/// How many tools the evidence names.
const NAMED: usize = 3;

/// Tags of what is private.
const PRIVATE: [Tag; 5] = [Tag::FsRead, Tag::FsWrite, Tag::SecretAccess, Tag::DbQuery, Tag::DbWrite];

impl Server<'_> {
    /// Classifies the server.
    ///
    /// ```
    /// use vetgate_capability::{Level, Server, ServerClass};
    ///
    /// let url = Some("http://localhost:3000/mcp");
    /// let slack = Server { name: "my-slack", url, tools: &[], configured: None }.classify();
    /// assert_eq!((slack.class, slack.confidence), (ServerClass::External, Level::Medium));
    /// assert_eq!(slack.evidence, ["name_token:slack", "url_loopback:localhost"]);
    /// ```
    pub fn classify(&self) -> ServerClassification {
        if let Some(class) = self.configured {
            let evidence = vec![format!("config:{class}")];
            return ServerClassification { class, confidence: Level::High, evidence };
        }
        let signs = [name::sign(self.name), self.url.and_then(by_url), by_capabilities(self.tools)];
        let mut signs = signs.into_iter().flatten();
        let Some(mut answer) = signs.next() else {
            return ServerClassification { class: ServerClass::Unknown, confidence: Level::Low, evidence: vec![] };
        };
        let mut is_seconded = false;
        for sign in signs {
            is_seconded |= sign.class == answer.class && sign.confidence.reaches(Level::Medium);
            answer.evidence.extend(sign.evidence);
        }
        if is_seconded {
            answer.confidence = if answer.confidence == Level::Low { Level::Medium } else { Level::High };
        }
        answer
    }
}

/// A server on this machine can be anything; one in the own network is the house's, and one elsewhere is not.
fn by_url(url: &str) -> Option<ServerClassification> {
    let (reach, host) = reach::of(url)?;
    let (class, confidence) = match reach {
        Reach::Loopback => (ServerClass::Internal, Level::Low),
        Reach::Private => (ServerClass::Internal, Level::Medium),
        Reach::Public => (ServerClass::External, Level::Medium),
    };
    Some(ServerClassification { class, confidence, evidence: vec![format!("url_{}:{host}", reach.name())] })
}

/// Tools that touch nothing but files, databases and secrets are internal; tools that send messages, or go wherever
/// the caller says, are external. With both, the tools alone do not tell.
fn by_capabilities(tools: &[Classification]) -> Option<ServerClassification> {
    let has = |tag: &Tag| tools.iter().any(|tool| tool.has(*tag, Level::Medium));
    let tags: Vec<Tag> = Tag::ALL.into_iter().filter(has).collect();
    let private: Vec<String> =
        tags.iter().filter(|tag| PRIVATE.contains(tag)).map(|tag| format!("capability:{tag}")).collect();
    let outward: Vec<String> = tools.iter().filter_map(outward).take(NAMED).collect();
    let (class, confidence, evidence) = match (private.is_empty(), outward.is_empty()) {
        (false, true) if private.len() == tags.len() => (ServerClass::Internal, Level::Medium, private),
        (true, false) => (ServerClass::External, Level::Medium, outward),
        (false, false) => (ServerClass::Unknown, Level::Low, [private, outward].concat()),
        _ => return None,
    };
    Some(ServerClassification { class, confidence, evidence })
}

/// How a tool takes data out, if it does.
fn outward(tool: &Classification) -> Option<String> {
    if !tool.has(Tag::NetEgress, Level::Medium) {
        return None;
    }
    let sends = || tokens(&tool.tool_name).iter().any(|token| name::sends(token));
    if tool.operation.class != OperationClass::Read && sends() {
        return Some(format!("tool_sends:{}", tool.tool_name));
    }
    let goes = |role| matches!(role, Role::Url | Role::Host);
    let mut roles = tool.parameter_roles.values();
    roles
        .any(|parameter| goes(parameter.role) && parameter.confidence.reaches(Level::Medium))
        .then(|| format!("tool_goes_anywhere:{}", tool.tool_name))
}

#[cfg(test)]
mod tests;
