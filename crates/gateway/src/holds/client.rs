//! Whoever waits for a call that is held.

use crate::{Aside, Caller, Session};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;
use vetgate_mcp::rpc::Message;

/// How often a client that wants to know hears that its call still waits. Clients give up after a minute, some sooner.
const EVERY: Duration = Duration::from_secs(10);

/// The client of a call that is held: who can be asked, and where to say that it still waits.
#[derive(Debug)]
pub struct HoldClient<'c> {
    /// Where questions to the client, and progress, go.
    pub(super) aside: &'c Aside,
    /// Whom to ask, for revisions in which a client can be asked before its answer.
    pub(super) session: Option<Arc<Session>>,
    /// What the client knows progress of the call by; JSON.
    pub(super) progress: Option<String>,
}

impl<'c> HoldClient<'c> {
    /// The client that sent `request`.
    pub fn of(caller: &Caller, request: &Message, aside: &'c Aside) -> Self {
        Self { aside, session: caller.session.clone(), progress: request.meta("progressToken") }
    }

    /// Tells the client now and then that its call waits, for as long as this is polled.
    pub(super) async fn tell_that_it_waits(&self) {
        let Some(token) = &self.progress else { return std::future::pending().await };
        for count in 1_u32.. {
            // Progress has to grow, and the server's own, which may follow, begins somewhere above nothing.
            let progress = f64::from(count) / 1_000_000.0;
            let params = format!(
                r#"{{"progressToken":{token},"progress":{progress},"message":"waiting for a person to approve this call"}}"#
            );
            self.aside.send(Message::notification("notifications/progress", &params).into_text()).await;
            sleep(EVERY).await;
        }
    }
}
