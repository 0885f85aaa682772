//! Traces: which trace a message belongs to, and how that goes on to servers.

pub(crate) mod context;

pub use context::{Trace, TraceContext};
