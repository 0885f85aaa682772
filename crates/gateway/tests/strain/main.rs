//! The gateway under clients and servers that want what is not theirs, or more than their share.
//!
//! Uses the scripted server of the `wire` tests.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

#[path = "../wire/client.rs"]
#[allow(dead_code, reason = "shared with other tests, which use more of it")]
mod client;
mod share;
mod starting;
mod tasks;
#[path = "../wire/upstream.rs"]
#[allow(dead_code, reason = "shared with other tests, which use more of it")]
mod upstream;
#[path = "../wire/waiting.rs"]
#[allow(dead_code, reason = "shared with other tests, which use more of it")]
mod waiting;
