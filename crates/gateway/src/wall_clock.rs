//! The time of day, for what is dated or shared with other processes.

use std::time::{Duration, SystemTime};

/// Since 1970.
#[allow(clippy::disallowed_methods, reason = "other processes and machines have no other clock in common")]
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
