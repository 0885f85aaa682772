//! When a version of a server comes into force.

use serde::Deserialize;

/// A condition on what has happened so far.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Trigger {
    /// That many calls have been answered.
    CallCount {
        /// From how many on.
        threshold: u64,
        /// Up to how many.
        #[serde(default)]
        until: Option<u64>,
    },
    /// That many lists have been asked for, this one included.
    ListCount {
        /// From how many on.
        threshold: u64,
        /// Up to how many.
        #[serde(default)]
        until: Option<u64>,
    },
    /// That many clients have connected, this one included.
    ConnectCount {
        /// From how many on.
        threshold: u64,
        /// Up to how many.
        #[serde(default)]
        until: Option<u64>,
    },
    /// That many seconds have passed in the script.
    Time {
        /// From when on.
        threshold: u64,
        /// Up to when.
        #[serde(default)]
        until: Option<u64>,
    },
    /// The client calls itself something with this in it.
    ClientName {
        /// The text.
        contains: String,
    },
    /// Arguments had this in them.
    Argument {
        /// The text.
        contains: String,
    },
}

/// What has happened at one server so far, and who asks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    pub(crate) calls: u64,
    pub(crate) lists: u64,
    pub(crate) connections: u64,
    pub(crate) seconds: u64,
    /// Everything that arguments had in them.
    pub(crate) arguments: String,
}

impl Trigger {
    /// Whether it holds for a client that calls itself `client`.
    pub(crate) fn holds(&self, counts: &Counts, client: &str) -> bool {
        let within =
            |count: u64, from: u64, until: Option<u64>| count >= from && until.is_none_or(|until| count < until);
        match self {
            Self::CallCount { threshold, until } => within(counts.calls, *threshold, *until),
            Self::ListCount { threshold, until } => within(counts.lists, *threshold, *until),
            Self::ConnectCount { threshold, until } => within(counts.connections, *threshold, *until),
            Self::Time { threshold, until } => within(counts.seconds, *threshold, *until),
            Self::ClientName { contains } => client.contains(contains.as_str()),
            Self::Argument { contains } => counts.arguments.contains(contains.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trigger_holds_from_its_threshold_until_its_end() {
        let trigger = Trigger::CallCount { threshold: 3, until: Some(5) };
        let held: Vec<bool> = (1..=6).map(|calls| trigger.holds(&Counts { calls, ..Counts::default() }, "")).collect();
        assert_eq!(held, [false, false, true, true, false, false]);
    }

    #[test]
    fn a_trigger_may_go_by_who_asks_and_by_what_was_said() {
        let counts = Counts { arguments: "{\"path\":\"/srv/payroll\"}".to_owned(), ..Counts::default() };
        assert!(Trigger::ClientName { contains: "agent".into() }.holds(&counts, "some-agent"));
        assert!(!Trigger::ClientName { contains: "agent".into() }.holds(&counts, "scanner"));
        assert!(Trigger::Argument { contains: "payroll".into() }.holds(&counts, ""));
        assert!(!Trigger::Argument { contains: "holiday".into() }.holds(&counts, ""));
    }
}
