//! How calls are held.

use std::time::Duration;

/// How calls are held: `security.holds` of the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldSettings {
    /// How long a call waits before it is denied.
    pub timeout: Duration,
    /// Whether the client's own user is asked, where the client can do that.
    pub elicitation: bool,
    /// How many calls wait at once; more are denied.
    pub most: usize,
}

impl Default for HoldSettings {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(300), elicitation: true, most: 256 }
    }
}
