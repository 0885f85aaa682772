//! When a version of a server comes into force.

use serde::Deserialize;
use tokio::time::Instant;

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
    /// That many seconds have passed: in the script, and where there is none, by the clock.
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
    /// The seconds that the script has let pass.
    pub(crate) waited: u64,
    /// Since when the clock counts, where there is no script to let time pass.
    pub(crate) since: Option<Instant>,
    /// Everything that arguments had in them.
    pub(crate) arguments: String,
}

impl Counts {
    fn seconds(&self) -> u64 {
        self.waited.saturating_add(self.since.map_or(0, |since| since.elapsed().as_secs()))
    }
}

impl Trigger {
    /// The seconds at which it begins or ceases to hold, if it goes by time.
    pub(crate) fn moments(&self) -> impl Iterator<Item = u64> {
        let (threshold, until) = match self {
            Self::Time { threshold, until } => (Some(*threshold), *until),
            _ => (None, None),
        };
        threshold.into_iter().chain(until)
    }

    /// Whether it holds for a client that calls itself `client`.
    pub(crate) fn holds(&self, counts: &Counts, client: &str) -> bool {
        let within =
            |count: u64, from: u64, until: Option<u64>| count >= from && until.is_none_or(|until| count < until);
        match self {
            Self::CallCount { threshold, until } => within(counts.calls, *threshold, *until),
            Self::ListCount { threshold, until } => within(counts.lists, *threshold, *until),
            Self::ConnectCount { threshold, until } => within(counts.connections, *threshold, *until),
            Self::Time { threshold, until } => within(counts.seconds(), *threshold, *until),
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
    fn every_count_has_a_trigger_of_its_own() {
        let counts = Counts { calls: 1, lists: 2, connections: 3, waited: 4, ..Counts::default() };
        let until = None;
        for (threshold, held) in [(1, [true; 4]), (2, [false, true, true, true]), (4, [false, false, false, true])] {
            let triggers = [
                Trigger::CallCount { threshold, until },
                Trigger::ListCount { threshold, until },
                Trigger::ConnectCount { threshold, until },
                Trigger::Time { threshold, until },
            ];
            assert_eq!(triggers.map(|trigger| trigger.holds(&counts, "")), held, "{threshold}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn time_is_the_scripts_and_where_there_is_none_the_clocks() {
        let trigger = Trigger::Time { threshold: 60, until: Some(90) };
        let live = Counts { since: Some(Instant::now()), ..Counts::default() };
        let scripted = Counts::default();
        let mut held = Vec::new();
        for _ in 0..4 {
            held.push((trigger.holds(&live, ""), trigger.holds(&scripted, "")));
            tokio::time::advance(std::time::Duration::from_secs(30)).await;
        }
        assert_eq!(held, [(false, false), (false, false), (true, false), (false, false)]);
        assert_eq!(trigger.moments().collect::<Vec<_>>(), [60, 90]);
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
