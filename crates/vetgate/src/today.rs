//! The one clock of the program.

use std::time::{SystemTime, UNIX_EPOCH};
use vetgate_vet::ignore::Date;

/// Today in UTC.
pub(crate) fn today() -> Date {
    Date::from_unix_days(i64::try_from(now_ms() / 86_400_000).unwrap_or(0))
}

/// Now, in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    #[allow(clippy::disallowed_methods, reason = "the shell around the pure rooms reads the clock, and passes it in")]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).map_or(0, |elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
}
