//! What a server says before its answer or without being asked: log lines, progress.
//!
//! Clients show them to the model, so that they are read as answers are, and remembered as content from outside. A log line
//! need not be there: one that holds orders to the agent is withheld, and that is told. Whatever else is cut or masked in
//! answers is cut or masked here.

use super::keying;
use super::recording::out_of_the_way;
use crate::Caller;
use crate::hub::Hub;
use crate::server::Server;
use crate::wall_clock;
use std::sync::Arc;
use vetgate_guard::{About, Asked, Call, Notice, Question, Ticket};
use vetgate_mcp::rpc::{Edit, Message};

/// Why a remark goes nowhere.
const ORDERS: &str = "it contains instructions to the agent";

impl Hub {
    /// A notification of `server` as its client is to get it; nothing if it is withheld. `request` is the call in the middle
    /// of which it comes; outside of one, the notification itself.
    pub(crate) fn remark(
        &self,
        caller: &Caller,
        server: &Arc<Server>,
        request: &Message,
        notification: Message,
    ) -> Option<Message> {
        let said = notification.body().unwrap_or("{}");
        let (name, method) = (server.name(), notification.method());
        let session = keying::session(caller, request, self.conducts().keying);
        let principal = caller.principal.name.as_str();
        let question = Question { server: name, method, params: said };
        let Asked { refused, is_enforced, params, risk, .. } =
            out_of_the_way(said.len(), || self.guard.asked(&question));
        if refused.is_some() {
            let text = format!("{name} sent instructions to the agent ({method})");
            let notice = Notice { about: About::Injection, severity: risk, text };
            self.tell_notices(principal, (name, method), &keying::shown(&session), risk, &[notice]);
        }
        if refused.is_some() && is_enforced {
            server.dropped(method, ORDERS);
            return None;
        }
        // What is passed on, the session has read.
        let tool = Arc::new(server.shelf().reading(&server.settings, method));
        let now_ms = u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX);
        let call = Call {
            session: &session,
            principal,
            tool: &tool,
            arguments: "{}",
            other_params: None,
            is_address: false,
            intent: None,
            now_ms,
        };
        out_of_the_way(said.len(), || self.guard.after(&call, &Ticket::default(), said));
        match params {
            Some(params) => Message::read(Edit::of(&notification).set(&["params"], params).finish()).ok(),
            None => Some(notification),
        }
    }
}
