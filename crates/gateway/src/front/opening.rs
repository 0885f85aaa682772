//! A session being opened: it is one only once `initialize` was answered with a result.

use super::Front;
use super::endpoint::Visit;
use super::post::ask;
use super::refusal::Refusal;
use crate::{Aside, Caller, Reply, Session};
use axum::http::StatusCode;
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use std::sync::Arc;
use vetgate_mcp::rpc::{Message, Sort};

/// A session that is closed again unless its `initialize` succeeds.
pub(crate) struct Opening {
    front: Arc<Front>,
    session: Arc<Session>,
    succeeded: bool,
}

impl Opening {
    pub(crate) fn new(front: &Arc<Front>, visit: &Visit) -> Result<Self, Refusal> {
        let limit = visit.rules.limits.sessions;
        if front.service.sessions().count() >= limit {
            let text = format!("{limit} sessions are open, which is the limit of this gateway");
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text));
        }
        let id = fresh_id().ok_or_else(|| {
            Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the operating system returned no random bytes for a session id",
            )
        })?;
        let session = front.service.sessions().open(id, visit.principal.clone(), visit.scope.clone());
        Ok(Self { front: front.clone(), session, succeeded: false })
    }

    pub(crate) fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Has `initialize` answered.
    pub(crate) async fn finish(mut self, caller: &Caller, message: Message, aside: &Aside) -> Reply {
        let reply = ask(&*self.front.service, caller, message.clone(), aside).await;
        let answer = Message::read(reply.text.clone());
        self.succeeded = answer.is_ok_and(|answer| answer.sort() == Sort::Result);
        if self.succeeded {
            // The service may have kept it already.
            let _ = self.session.hello.set(message);
        }
        reply
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        if !self.succeeded {
            self.front.clone().end_later(&self.session.id);
        }
    }
}

/// 128 bits that nobody can guess.
pub(crate) fn fresh_id() -> Option<String> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(HEXLOWER.encode(&bytes))
}
