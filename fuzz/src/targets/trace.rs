//! Any header is a trace context or none, and one is read back as it is written.
//!
//! Pieces: `traceparent` and `tracestate`.

use super::pieces;
use vetgate_gateway::TraceContext;

pub(crate) fn run(input: &str) {
    let [parent, state] = pieces(input);
    let Some(context) = TraceContext::parse(parent, Some(state)) else { return };
    let again = TraceContext::parse(&context.to_string(), Some(state)).expect("what is written is a context");
    assert_eq!(again, context);
    assert_eq!(context.trace_id().len(), 32);
}
