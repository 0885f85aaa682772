//! The front over real sockets and streams, with a service behind it that does what the tests need.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

mod admission;
mod api;
mod api_activity;
mod api_history;
mod api_holds;
mod api_operations;
mod api_policy;
mod api_tools;
mod api_trust;
mod connections;
mod double;
mod limits;
mod managed;
mod messages;
mod opening;
mod sessions;
mod shutdown;
mod stdio;
mod streams;
mod tls;
mod wire;
