//! Which server made which task, for each client.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Tasks that are remembered; the oldest are forgotten first.
const MOST: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Owners {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    servers: BTreeMap<(String, String), String>,
    order: VecDeque<(String, String)>,
}

impl Owners {
    pub(super) fn note(&self, client: &str, task: &str, server: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (client.to_owned(), task.to_owned());
        if known.servers.insert(key.clone(), server.to_owned()).is_none() {
            known.order.push_back(key);
        }
        if known.order.len() > MOST
            && let Some(oldest) = known.order.pop_front()
        {
            known.servers.remove(&oldest);
        }
    }

    pub(super) fn owner(&self, client: &str, task: &str) -> Option<String> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.servers.get(&(client.to_owned(), task.to_owned())).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_known_to_the_client_that_made_it_and_the_oldest_is_forgotten() {
        let owners = Owners::default();
        owners.note("a", "t", "s");
        assert_eq!(owners.owner("a", "t").as_deref(), Some("s"));
        assert_eq!(owners.owner("b", "t"), None);
        for n in 0..MOST {
            owners.note("a", &format!("t{n}"), "s");
        }
        assert_eq!(owners.owner("a", "t"), None);
    }
}
