//! The front over real sockets and streams, with a service behind it that does what the tests need.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

mod admission;
mod double;
mod limits;
mod messages;
mod opening;
mod sessions;
mod shutdown;
mod stdio;
mod streams;
mod tls;
mod wire;
