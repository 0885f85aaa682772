//! The time of day, for dates on records. Nothing is decided by it but how long records are kept.

use std::time::SystemTime;

#[allow(clippy::disallowed_methods, reason = "a record needs the time")]
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or_default())
}
