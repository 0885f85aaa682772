//! How long a server may take and how much it may send.

use std::time::Duration;

/// The limits of one connection. What exceeds a limit is an error or a [`Cap`](vetgate_model::Cap), never
/// dropped in silence.
///
/// ```
/// use std::time::Duration;
/// use vetgate_mcp::Options;
/// let patient = Options { total: Duration::from_secs(300), ..Options::default() };
/// assert_eq!(patient.definitions, 10_000);
/// ```
#[derive(Debug, Clone)]
pub struct Options {
    /// From start to the last answer.
    pub total: Duration,
    /// One request and its answer. The first one includes the server's start.
    pub request: Duration,
    /// How long the newest revision's first request may stay unanswered before the older handshake is tried
    /// beside it.
    pub probe: Duration,
    /// How long a process may take to leave by itself before it is killed.
    pub farewell: Duration,
    /// Bytes in one message.
    pub message_bytes: usize,
    /// Bytes received over the whole connection.
    pub total_bytes: usize,
    /// Definitions of each kind.
    pub definitions: usize,
    /// Pages of one list.
    pub pages: usize,
    /// Messages that answer nothing: notifications, requests of the server, answers nobody waits for.
    pub noise: usize,
    /// Lines on standard output that are no messages, as banners are.
    pub stray_lines: usize,
    /// Whether a started server gets this program's whole environment instead of the few variables that are
    /// needed to find programs, files and the network. What its configuration sets it gets in any case.
    pub inherit_environment: bool,
    /// Values that references of the configuration resolved to; they are masked in errors and in standard error.
    pub resolved: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            total: Duration::from_secs(60),
            request: Duration::from_secs(30),
            probe: Duration::from_secs(1),
            farewell: Duration::from_millis(500),
            message_bytes: 16 << 20,
            total_bytes: 256 << 20,
            definitions: 10_000,
            pages: 1_000,
            noise: 10_000,
            stray_lines: 100,
            inherit_environment: false,
            resolved: vec![],
        }
    }
}
