//! The one clock of the program.

use std::time::{SystemTime, UNIX_EPOCH};
use vetgate_vet::ignore::Date;

/// Today in UTC.
pub(crate) fn today() -> Date {
    #[allow(clippy::disallowed_methods, reason = "the shell around the pure rooms reads the clock, and passes it in")]
    let now = SystemTime::now();
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    Date::from_unix_days(i64::try_from(seconds / 86_400).unwrap_or(0))
}
