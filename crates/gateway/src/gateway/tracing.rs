//! How the trace of a call goes on to its server.
//!
//! | | with spans of the gateway's own | without |
//! | --- | --- | --- |
//! | came in `_meta` | in `_meta`, with the gateway's span as the parent | in `_meta`, as it came |
//! | came as a header | in `_meta` and as a header, with the gateway's span | as a header, as it came |
//! | did not come | in `_meta`, a trace of the gateway's own | not at all |

use super::errand::{Errand, Outcome};
use crate::TraceContext;
use crate::failure::{CallState, Failure};
use crate::telemetry::ServerSpan;
use crate::telemetry::context::{PARENT, STATE};
use vetgate_mcp::rpc::{Edit, Message, quote};

impl Errand<'_> {
    /// Names the trace to the server; the span that lasts as long as the errand, where calls are traced.
    pub(super) fn trace(&mut self) -> Result<Option<ServerSpan>, Failure> {
        let trace = &self.caller.trace;
        let span = trace.at_server(self.server.name(), &self.name);
        let told = span.as_ref().map(ServerSpan::context).or(trace.header.as_ref());
        if let Some(told) = told.filter(|_| trace.header.is_some()) {
            self.mirrored.push((PARENT.to_owned(), told.to_string()));
            self.mirrored.extend(told.state().map(|state| (STATE.to_owned(), state.to_owned())));
        }
        if let Some(span) = &span {
            self.request = named(&self.request, span.context())?;
        }
        Ok(span)
    }
}

impl Outcome {
    /// What the server answered, if it is an answer.
    pub(super) fn answer(&self) -> Option<&Message> {
        match self {
            Self::Answer(answer) => Some(answer),
            Self::Asks(_) => None,
        }
    }
}

/// The request with another trace context.
fn named(request: &Message, context: &TraceContext) -> Result<Message, Failure> {
    let edit = Edit::of(request).set(&["params", "_meta", PARENT], quote(&context.to_string()));
    let edit = match context.state() {
        Some(state) => edit.set(&["params", "_meta", STATE], quote(state)),
        None => edit.remove(&["params", "_meta", STATE]),
    };
    Message::read(edit.finish()).map_err(|error| Failure::edited(CallState::NotSent, &error))
}
