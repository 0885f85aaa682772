//! How one server is reached and how much it may be asked.

use std::time::Duration;
use vetgate_capability::ServerClass;
use vetgate_guard::Content;
use vetgate_ledger::Trust;
use vetgate_mcp::link::LinkOptions;
use vetgate_model::Transport;

/// The settings of one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// The name from the configuration.
    pub name: String,
    /// How it is reached, every reference replaced.
    pub transport: Transport,
    /// Values that its references resolved to, which are masked in errors.
    pub resolved: Vec<String>,
    /// Those of them that are credentials, which are masked in everything that the server says.
    pub credentials: Vec<String>,
    /// How much it is trusted with what it declares.
    pub trust: Trust,
    /// How long a call may go without a word from the server.
    pub timeout: Duration,
    /// How long the server may take to start and to say what it declares.
    pub connect_timeout: Duration,
    /// Calls at once.
    pub concurrency: usize,
    /// Calls that may wait.
    pub queue: usize,
    /// Whether every client session gets a connection, or a process, of its own.
    pub isolate: bool,
    /// Bytes in one message of the server.
    pub max_message_bytes: usize,
    /// Whether a process gets this program's whole environment.
    pub inherit_environment: bool,
    /// Whether it is inside or outside, where a person has said so.
    pub class: Option<ServerClass>,
    /// Who writes what it returns, where a person has said so.
    pub content: Option<Content>,
    /// Whether there is one client only, which the server is introduced to as itself.
    pub is_solo: bool,
}

impl ServerSettings {
    /// The usual settings for a server.
    pub fn new(name: impl Into<String>, transport: Transport) -> Self {
        Self {
            name: name.into(),
            transport,
            resolved: vec![],
            credentials: vec![],
            trust: Trust::Manual,
            timeout: Duration::from_secs(60),
            connect_timeout: Duration::from_secs(30),
            concurrency: 32,
            queue: 256,
            isolate: false,
            max_message_bytes: 16 << 20,
            inherit_environment: false,
            class: None,
            content: None,
            is_solo: false,
        }
    }

    pub(super) fn link_options(&self) -> LinkOptions {
        LinkOptions {
            connect: self.connect_timeout,
            message_bytes: self.max_message_bytes,
            inherit_environment: self.inherit_environment,
            resolved: self.resolved.clone(),
            credentials: self.credentials.clone(),
            ..LinkOptions::default()
        }
    }
}
