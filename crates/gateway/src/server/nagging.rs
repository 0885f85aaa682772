//! A server that has a person fill in the same form again and again, until they say yes to whatever comes.
//!
//! Nobody fills in a form so often in a minute. What is asked word for word as before counts; a form that says something
//! new each time is another one.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use tokio::time::Instant;

/// How often the same is asked in one span.
const MOST: u32 = 20;
/// How long one span is.
const SPAN: Duration = Duration::from_secs(60);
/// How many forms are told apart in one span.
const FORMS: usize = 256;

/// What was asked lately.
#[derive(Debug, Default)]
pub(crate) struct Nagging {
    since: Option<Instant>,
    asked: BTreeMap<u64, u32>,
}

impl Nagging {
    /// Notes that `client` is asked this; whether that is too often.
    pub(crate) fn asks(&mut self, client: &str, params: &str, now: Instant) -> bool {
        if self.since.is_some_and(|since| now.duration_since(since) >= SPAN) {
            *self = Self::default();
        }
        self.since.get_or_insert(now);
        let mut hasher = DefaultHasher::new();
        (client, params).hash(&mut hasher);
        let key = hasher.finish();
        if self.asked.len() >= FORMS && !self.asked.contains_key(&key) {
            return false;
        }
        let count = self.asked.entry(key).or_default();
        *count = count.saturating_add(1);
        *count > MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_form_is_shown_so_often_and_others_still_are() {
        let (mut nagging, start) = (Nagging::default(), Instant::now());
        for _ in 0..MOST {
            assert!(!nagging.asks("a", "sure?", start));
        }
        assert!(nagging.asks("a", "sure?", start));
        assert!(!nagging.asks("b", "sure?", start), "somebody else has not been asked");
        assert!(!nagging.asks("a", "which colour?", start));
        assert!(!nagging.asks("a", "sure?", start + SPAN), "after a while it is asked again");
    }
}
