//! Requests to a client that wait for its answer.

use crate::gateway::inquiry::Inquiry;
use crate::server::Attached;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;
use vetgate_mcp::rpc::Message;

/// Questions of one session that may wait at once; the oldest, whose call is most likely over, gives way.
const OPEN: usize = 256;

/// Who waits for an answer.
pub(crate) enum Answered {
    /// A server, under this id of its own.
    Server {
        /// Its connection.
        attached: Arc<Attached>,
        /// The id; JSON.
        id: String,
        /// What is on record of the request; nothing of what is not looked at.
        inquiry: Option<Box<Inquiry>>,
    },
    /// The gateway.
    Gateway(oneshot::Sender<Message>),
}

#[derive(Default)]
pub(super) struct Questions {
    open: Mutex<BTreeMap<u64, Answered>>,
    last: AtomicU64,
}

impl Questions {
    /// Notes a question that the server knows by `id`; returns the id that the client is to know it by.
    pub(super) fn of_server(&self, attached: &Arc<Attached>, id: &str, inquiry: Option<Box<Inquiry>>) -> u64 {
        self.note(Answered::Server { attached: attached.clone(), id: id.to_owned(), inquiry })
    }

    pub(super) fn of_gateway(&self) -> (u64, oneshot::Receiver<Message>) {
        let (sender, receiver) = oneshot::channel();
        (self.note(Answered::Gateway(sender)), receiver)
    }

    fn note(&self, answered: Answered) -> u64 {
        let mut open = self.lock();
        if open.len() >= OPEN {
            open.pop_first();
        }
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        open.insert(id, answered);
        id
    }

    pub(super) fn answered(&self, id: &str) -> Option<Answered> {
        self.lock().remove(&id.parse().ok()?)
    }

    pub(super) fn take_back(&self, attached: &Arc<Attached>, id: &str) -> Option<String> {
        let mut open = self.lock();
        let asked = open.iter().find_map(|(asked, answered)| match answered {
            Answered::Server { attached: server, id: its, .. } if Arc::ptr_eq(server, attached) && its == id => {
                Some(*asked)
            }
            _ => None,
        })?;
        open.remove(&asked);
        Some(asked.to_string())
    }

    pub(super) fn asking(&self) -> Vec<Arc<Attached>> {
        let open = self.lock();
        let servers = open.values().filter_map(|answered| match answered {
            Answered::Server { attached, .. } => Some(attached.clone()),
            Answered::Gateway(_) => None,
        });
        servers.collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Answered>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
