//! Where data came from, and where it goes.

use crate::Certainty;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One end of a flow: a place in what a call sent or got. The names are shared: a call has many places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The call, as the session counts them, from 1.
    pub call: u64,
    /// The server.
    pub server: Arc<str>,
    /// The tool.
    pub tool: Arc<str>,
    /// Where in the arguments or the response; a JSON pointer.
    pub pointer: String,
}

impl Place {
    /// Another place in the same call.
    pub(crate) fn at(&self, pointer: &str) -> Self {
        let (server, tool) = (Arc::clone(&self.server), Arc::clone(&self.tool));
        Self { call: self.call, server, tool, pointer: pointer.to_owned() }
    }
}

/// What is known of a response when it is remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The call that it answers.
    pub call: u64,
    /// The server.
    pub server: Arc<str>,
    /// The tool.
    pub tool: Arc<str>,
    /// Whether it is private by where it comes from.
    pub private: Certainty,
    /// Whether strangers may have written it.
    pub outside: Certainty,
    /// Whether it comes from where secrets are kept, so that all of it is one.
    pub is_secret: bool,
}
