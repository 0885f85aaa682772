//! Where data came from, and where it goes.

use crate::Certainty;
use serde::{Deserialize, Serialize};

/// One end of a flow: a place in what a call sent or got.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The call, as the session counts them, from 1.
    pub call: u64,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// Where in the arguments or the response; a JSON pointer.
    pub pointer: String,
}

/// What is known of a response when it is remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The call that it answers.
    pub call: u64,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// Whether it is private by where it comes from.
    pub private: Certainty,
    /// Whether strangers may have written it.
    pub outside: Certainty,
    /// Whether it comes from where secrets are kept, so that all of it is one.
    pub is_secret: bool,
}
