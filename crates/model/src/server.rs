//! Servers: how a client is configured to reach one, and what it declared.

use crate::{Cap, Definition, Pointer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// A child process that speaks over its standard streams.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Environment variables set for it.
        env: BTreeMap<String, String>,
        /// The folder it runs in, if the configuration names one.
        cwd: Option<String>,
    },
    /// An HTTP endpoint: Streamable HTTP, or the older SSE transport.
    Http {
        /// The endpoint.
        url: String,
        /// Headers sent with every request.
        headers: BTreeMap<String, String>,
        /// Whether the configuration asks for the older SSE transport.
        sse: bool,
    },
}

/// One server in a client's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerEntry {
    /// The name the client knows it by.
    pub name: String,
    /// How it is reached.
    pub transport: Transport,
    /// Whether the client has it switched off.
    pub disabled: bool,
    /// The configuration file.
    pub file: String,
    /// Where in that file the entry stands.
    pub pointer: Pointer,
    /// The entry's values with their places, for checks and their locations.
    pub settings: Vec<Setting>,
}

/// One string of a configuration entry with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Where in the file.
    pub pointer: Pointer,
    /// The value.
    pub value: String,
    /// The line in the file, from 1, where it is known.
    pub line: Option<usize>,
}

/// Everything one server declared.
#[derive(Debug, Clone, Default)]
pub struct Inventory {
    /// The server's name in findings.
    pub server: String,
    /// The name that the server gives itself (`serverInfo.name`), where there was a connection. It may claim any.
    pub own_name: Option<String>,
    /// The protocol revision spoken, where there was a connection.
    pub protocol: Option<String>,
    /// Tools, prompts, resources, templates and instructions.
    pub definitions: Vec<Definition>,
    /// What was cut or could not be read.
    pub caps: Vec<Cap>,
}

impl Inventory {
    /// The same inventory of a server with another name in findings.
    #[must_use]
    pub fn renamed(mut self, server: &str) -> Self {
        if self.server == server {
            return self;
        }
        for cap in &mut self.caps {
            let rest = cap.place.strip_prefix(&self.server).filter(|rest| rest.is_empty() || rest.starts_with('/'));
            if let Some(rest) = rest {
                cap.place = format!("{server}{rest}");
            }
        }
        self.definitions = self.definitions.into_iter().map(|definition| definition.of_server(server)).collect();
        self.server = server.to_owned();
        self
    }
}
