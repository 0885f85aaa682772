//! What the front is told: plain data, checked when it is put to use.

use std::collections::BTreeSet;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use vetgate_capability::OperationClass;

/// Everything the front is told.
///
/// `listen`, `tls`, `allow_plaintext` and `data_dir` count once, at the start; everything else can be changed while
/// it runs, see [`Running::apply`](super::Running::apply).
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where to listen. Anything but this machine alone needs `tls` or `allow_plaintext`.
    pub listen: SocketAddr,
    /// Certificate and key; plain HTTP without.
    pub tls: Option<Tls>,
    /// Listen beyond this machine without TLS all the same, because something in front brings it.
    pub allow_plaintext: bool,
    /// Names under which clients may reach the gateway, `host` or `host:port`, besides those of this machine.
    pub allowed_hosts: Vec<String>,
    /// Web origins that may speak to the gateway, `https://host[:port]`, besides its own and those of this machine.
    pub allowed_origins: Vec<String>,
    /// Who may come with a token.
    pub agents: Vec<Agent>,
    /// Whether programs on this machine may come without one.
    pub anonymous: bool,
    /// How much is too much.
    pub limits: Limits,
    /// Where the admin token is kept.
    pub data_dir: PathBuf,
}

impl Settings {
    /// For this machine alone, on any free port, without agents; the admin token is kept in `data_dir`.
    pub fn local(data_dir: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            tls: None,
            allow_plaintext: false,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            agents: Vec::new(),
            anonymous: true,
            limits: Limits::default(),
            data_dir,
        }
    }
}

/// Where certificate and key are, both PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tls {
    /// The certificate, with those that lead to its root behind it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// A client with a token of its own.
#[derive(Clone, PartialEq, Eq)]
pub struct Agent {
    /// What it is called; no two agents share a name.
    pub name: String,
    /// What it shows; no two agents share a token.
    pub token: String,
    /// The servers it may use; `None` means all.
    pub servers: Option<BTreeSet<String>>,
    /// The operations it may call; `None` means all.
    pub operations: Option<BTreeSet<OperationClass>>,
}

/// Without the token.
impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("name", &self.name)
            .field("servers", &self.servers)
            .field("operations", &self.operations)
            .finish_non_exhaustive()
    }
}

/// How much is too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Requests being answered at a time.
    pub requests: usize,
    /// Sessions at a time.
    pub sessions: usize,
    /// Bytes of a message.
    pub body_bytes: usize,
    /// How deep the values of a message may be nested.
    pub depth: usize,
    /// Bytes of the headers of a request, its first line included. Their number is limited to 100.
    pub header_bytes: usize,
    /// How long the headers of a request may take, and how long a connection may be without one.
    pub header_timeout: Duration,
    /// How long the body of a request may take.
    pub body_timeout: Duration,
    /// How long a session may be without a request.
    pub session_idle: Duration,
    /// How long a request may go on when the client that waits for it has gone without cancelling it.
    pub abandoned: Duration,
    /// How long requests may go on when the gateway stops.
    pub farewell: Duration,
    /// Requests a second of one agent, or of one address for clients without a token.
    pub rate: u32,
    /// How many of them may come at once after a pause.
    pub burst: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            requests: 512,
            sessions: 1024,
            body_bytes: 16 << 20,
            depth: 128,
            header_bytes: 32 << 10,
            header_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(30),
            session_idle: Duration::from_secs(30 * 60),
            abandoned: Duration::from_secs(60),
            farewell: Duration::from_secs(10),
            rate: 1000,
            burst: 2000,
        }
    }
}
