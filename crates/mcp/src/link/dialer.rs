//! From a configured transport to links.

use super::{Era, Hello, Link, LinkOptions, Unbidden};
use crate::client::{Acquaintance, Carrier, Options, open};
use crate::transport::endpoint::Endpoint;
use crate::transport::revision::Introduction;
use crate::{ConnectError, Phase};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;
use vetgate_model::Transport;

/// How to reach one server; opens as many links as are needed. HTTP connections are pooled and shared by all of them.
///
/// Which generation of the protocol the server speaks is found out once and remembered.
pub struct Dialer {
    name: String,
    transport: Transport,
    endpoint: Option<Arc<Endpoint>>,
    options: LinkOptions,
    known: Mutex<Acquaintance>,
}

impl Dialer {
    /// A dialer for a server. The transport is used as it is: expand references to the environment first, with
    /// [`configs::expand`](crate::configs::expand). Starts and contacts nothing.
    pub fn new(name: &str, transport: &Transport, options: LinkOptions) -> Result<Self, ConnectError> {
        let endpoint = match transport {
            Transport::Stdio { .. } => None,
            Transport::Http { url, headers, .. } => {
                Some(Arc::new(Endpoint::new(url, headers, options.connect, &options.resolved)?))
            }
        };
        let known = Mutex::new(Acquaintance::Stranger);
        Ok(Self { name: name.to_owned(), transport: transport.clone(), endpoint, options, known })
    }

    /// Starts or contacts the server and agrees on a revision. `unbidden` takes what no request asked for; what it
    /// has no room for is dropped.
    ///
    /// Needs a tokio runtime with time and I/O. Cancel safe: dropping the future kills and reaps a started process.
    pub async fn dial(&self, hello: &Hello, unbidden: mpsc::Sender<Unbidden>) -> Result<Link, ConnectError> {
        let known = *self.known();
        match self.open(hello, unbidden.clone(), known).await {
            Err(error) if known != Acquaintance::Stranger && may_have_changed(&error) => {
                *self.known() = Acquaintance::Stranger;
                self.open(hello, unbidden, Acquaintance::Stranger).await
            }
            result => result,
        }
    }

    /// Whether every link is a process of its own.
    pub fn is_process(&self) -> bool {
        matches!(self.transport, Transport::Stdio { .. })
    }

    async fn open(
        &self,
        hello: &Hello,
        unbidden: mpsc::Sender<Unbidden>,
        known: Acquaintance,
    ) -> Result<Link, ConnectError> {
        let options = Options {
            total: self.options.connect,
            request: self.options.connect,
            probe: self.options.probe,
            farewell: self.options.farewell,
            message_bytes: self.options.message_bytes,
            noise: self.options.noise,
            inherit_environment: self.options.inherit_environment,
            resolved: self.options.resolved.clone(),
            ..Options::default()
        };
        let mut introduction = Introduction::of(&hello.info, &hello.capabilities, hello.revision.as_deref());
        if let Some(params) = &hello.params {
            introduction.initialize.clone_from(params);
        }
        let endpoint = self.endpoint.clone();
        let opened = open(&self.name, &self.transport, endpoint.clone(), &introduction, &options, known).await?;
        *self.known() = match (&opened.era, &opened.carrier) {
            (Era::Stateless, _) => Acquaintance::Stranger,
            (Era::Handshake(_), Carrier::Events { .. }) => Acquaintance::Events,
            (Era::Handshake(_), _) => Acquaintance::Handshake,
        };
        Link::new(opened, endpoint, unbidden, &self.options)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Acquaintance> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Dialer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dialer").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether a server that was known to want a handshake failed as one does that wants none any more.
fn may_have_changed(error: &ConnectError) -> bool {
    match error {
        ConnectError::Refused { phase: Phase::Handshake, .. }
        | ConnectError::Revision { .. }
        | ConnectError::ContentType { .. }
        | ConnectError::NotAMessage { .. } => true,
        ConnectError::Status { status, .. } => matches!(status, 400 | 404 | 405 | 406 | 415 | 501),
        _ => false,
    }
}
