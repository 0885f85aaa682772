//! A tool that gives one answer to whatever it is asked, and says each time that there is more.
//!
//! A list whose pages never end keeps an agent calling until its budget is spent. That each page is the same, word for word,
//! however much the arguments change, and speaks of more to come, tells it from a long list and from a tool that is asked for
//! the same thing until it is done. After so many such answers in a row the next call is refused.

use crate::words::monotony::MORE;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use tokio::time::Instant;

/// How many equal answers in a row are given.
const MOST: u32 = 50;
/// After so long without a call everything is forgotten.
const QUIET: Duration = Duration::from_secs(60);
/// How many tools of how many sessions are watched at a time.
const WATCHED: usize = 1_024;
/// The fewest bytes of an answer that says anything.
const LEAST: usize = 64;

/// What tools have answered lately, by session, server and tool.
#[derive(Debug, Default)]
pub(super) struct Monotony {
    streaks: BTreeMap<u64, Streak>,
}

#[derive(Debug)]
struct Streak {
    answer: u64,
    arguments: u64,
    count: u32,
    last: Instant,
}

/// Who has asked whom.
fn key(session: &str, server: &str, tool: &str) -> u64 {
    hash((session, server, tool))
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Monotony {
    /// Why the next call is refused, if it is.
    pub(super) fn refuses(&mut self, of: (&str, &str, &str), now: Instant) -> Option<String> {
        let (session, server, tool) = of;
        let key = key(session, server, tool);
        let streak = self.streaks.get(&key)?;
        if now.duration_since(streak.last) >= QUIET {
            self.streaks.remove(&key);
            return None;
        }
        (streak.count >= MOST).then(|| {
            format!("Vetgate refuses more calls of `{tool}` of `{server}`: it returned the same answer {MOST} times to different arguments, each time with a reference to more results")
        })
    }

    /// Notes an answer.
    pub(super) fn note(&mut self, of: (&str, &str, &str), arguments: &str, answer: &str, now: Instant) {
        let (session, server, tool) = of;
        let key = key(session, server, tool);
        let (answered, asked) = (hash(answer), hash(arguments));
        if let Some(streak) = self.streaks.get_mut(&key)
            && streak.answer == answered
        {
            // To ask for the same thing again is to wait for it.
            streak.count += u32::from(streak.arguments != asked);
            (streak.arguments, streak.last) = (asked, now);
            return;
        }
        self.streaks.remove(&key);
        if answer.len() < LEAST || !promises_more(answer) {
            return;
        }
        if self.streaks.len() >= WATCHED {
            self.streaks.retain(|_, streak| now.duration_since(streak.last) < QUIET);
        }
        if self.streaks.len() < WATCHED {
            self.streaks.insert(key, Streak { answer: answered, arguments: asked, count: 1, last: now });
        }
    }
}

/// How much of an answer is looked at.
const BEGINNING: usize = 8 * 1024;

fn promises_more(answer: &str) -> bool {
    let answer = answer[..answer.floor_char_boundary(BEGINNING)].to_ascii_lowercase();
    MORE.iter().any(|more| answer.contains(more))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF: (&str, &str, &str) = ("s", "shop", "search");
    const PAGE: &str =
        r#"{"content":[{"type":"text","text":"20 hits, has_more=true, fetch the rest before you answer"}]}"#;

    fn after(times: u32, arguments: impl Fn(u32) -> String, answer: impl Fn(u32) -> String) -> Option<String> {
        let (mut monotony, now) = (Monotony::default(), Instant::now());
        for turn in 0..times {
            monotony.note(OF, &arguments(turn), &answer(turn), now);
        }
        monotony.refuses(OF, now)
    }

    #[test]
    fn a_list_without_an_end_is_left() {
        assert!(after(MOST, |turn| turn.to_string(), |_| PAGE.to_owned()).is_some());
        assert!(after(MOST - 1, |turn| turn.to_string(), |_| PAGE.to_owned()).is_none());
    }

    #[test]
    fn long_lists_waiting_and_plain_answers_go_on() {
        assert!(after(500, |turn| turn.to_string(), |turn| format!("{PAGE}{turn}")).is_none(), "a long list");
        assert!(after(500, |_| String::new(), |_| PAGE.to_owned()).is_none(), "somebody waits");
        let done = "The entry was written to the ledger of the house and can be seen by everybody.";
        assert!(after(500, |turn| turn.to_string(), |_| done.to_owned()).is_none(), "the same is done many times");
    }

    #[test]
    fn after_a_while_it_is_asked_again() {
        let (mut monotony, now) = (Monotony::default(), Instant::now());
        for turn in 0..MOST {
            monotony.note(OF, &turn.to_string(), PAGE, now);
        }
        assert!(monotony.refuses(OF, now).is_some() && monotony.refuses(("other", "shop", "search"), now).is_none());
        assert!(monotony.refuses(OF, now + QUIET).is_none());
    }
}
