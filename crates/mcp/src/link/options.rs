//! How long a link waits and how much it takes.

use std::time::Duration;

/// The limits of a link.
///
/// ```
/// use vetgate_mcp::link::LinkOptions;
/// let small = LinkOptions { message_bytes: 1 << 20, ..LinkOptions::default() };
/// assert_eq!(small.connect.as_secs(), 30);
/// ```
#[derive(Debug, Clone)]
pub struct LinkOptions {
    /// From the start of the process or the connection to the agreed revision.
    pub connect: Duration,
    /// How long the newest revision's first request may stay unanswered before the older handshake is tried.
    pub probe: Duration,
    /// How long a message may wait for a server that does not read.
    pub send: Duration,
    /// How long a process may take to leave by itself before it is killed, and a session to be deleted.
    pub farewell: Duration,
    /// Bytes in one message.
    pub message_bytes: usize,
    /// Messages of one exchange that wait for the caller; more are dropped and counted.
    pub asides: usize,
    /// Messages in one second that are of no use: no messages at all, answers nobody waits for, more than can be taken.
    /// A server that sends more is read no further in that second.
    pub noise: usize,
    /// Whether a started server gets this program's whole environment instead of the few variables that are
    /// needed to find programs, files and the network. What its configuration sets it gets in any case.
    pub inherit_environment: bool,
    /// Values that references of the configuration resolved to; they are masked in errors and in standard error.
    pub resolved: Vec<String>,
    /// Values of references that are credentials: they are masked in everything that the server says, also percent-encoded
    /// and in base64.
    pub credentials: Vec<String>,
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            probe: Duration::from_secs(1),
            send: Duration::from_secs(10),
            farewell: Duration::from_millis(500),
            message_bytes: 16 << 20,
            asides: 256,
            noise: 10_000,
            inherit_environment: false,
            resolved: vec![],
            credentials: vec![],
        }
    }
}
