//! Whoever waits for a call that is held.

use crate::{Aside, Caller, Session};
use std::sync::Arc;
use vetgate_mcp::rpc::Message;

/// The client of a call that is held: who can be asked, and where to say that it still waits.
#[derive(Debug)]
pub struct HoldClient<'c> {
    /// Where questions to the client, and progress, go.
    aside: &'c Aside,
    /// Whom to ask, for revisions in which a client can be asked before its answer.
    session: Option<Arc<Session>>,
    /// What the client knows progress of the call by; JSON.
    progress: Option<String>,
}

impl<'c> HoldClient<'c> {
    /// The client that sent `request`.
    pub fn of(caller: &Caller, request: &Message, aside: &'c Aside) -> Self {
        Self { aside, session: caller.session.clone(), progress: request.meta("progressToken") }
    }
}
