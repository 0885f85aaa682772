//! What leaves a session: how often, how much, and where to.

use serde::{Deserialize, Serialize};

/// From where on it is too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thresholds {
    /// External calls within a minute.
    pub max_external_calls_per_minute: u32,
    /// Sends of personal data or secrets within the window.
    pub max_pii_external_sends: u32,
    /// Bytes that leave within the window.
    pub max_data_volume_bytes: u64,
    /// How long the window is, in milliseconds.
    pub window_ms: u64,
    /// Hosts that only collect, besides those that are known: each with all that lies below it.
    pub suspicious_endpoints: Vec<String>,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            max_external_calls_per_minute: 10,
            max_pii_external_sends: 3,
            max_data_volume_bytes: 1 << 20,
            window_ms: 5 * 60 * 1000,
            suspicious_endpoints: vec![],
        }
    }
}

/// Something about what leaves that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarm {
    /// What: `pii_to_external`, `rapid_external_sends`, `suspicious_endpoint`, ...; stable.
    pub kind: String,
    /// 0 to 100.
    pub severity: u8,
    /// What was seen; safe to show.
    pub evidence: String,
}
