//! Which log messages a client wants to see.

use crate::words::protocol::LOG_LEVELS;
use vetgate_mcp::rpc::{Message, unquote};

/// Whether `level`, which is JSON, is one that the protocol has.
pub(crate) fn is_known(level: &str) -> bool {
    unquote(level).is_some_and(|level| LOG_LEVELS.contains(&&*level))
}

/// Whether a notification is to be passed on to a client that wants log messages from `least` on, which is JSON. What is
/// no log message always is, and so is one whose level nobody knows.
pub(crate) fn reaches(notification: &Message, least: &str) -> bool {
    if notification.method() != "notifications/message" {
        return true;
    }
    let rank = |level: &str| LOG_LEVELS.iter().position(|name| *name == level);
    let found = notification.text_of("level").and_then(|level| rank(&level));
    let wanted = unquote(least).and_then(|level| rank(&level));
    found.is_none_or(|found| wanted.is_none_or(|wanted| found >= wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_urgent_enough_reaches_the_client() {
        let log = |level: &str| Message::notification("notifications/message", &format!(r#"{{"level":"{level}"}}"#));
        for (level, least, expected) in [
            ("error", r#""warning""#, true),
            ("warning", r#""warning""#, true),
            ("info", r#""warning""#, false),
            ("shout", r#""warning""#, true),
            ("info", r#""shout""#, true),
            ("info", "7", true),
        ] {
            assert_eq!(reaches(&log(level), least), expected, "{level} {least}");
        }
        assert!(reaches(&Message::notification("notifications/progress", "{}"), r#""emergency""#));
    }
}
