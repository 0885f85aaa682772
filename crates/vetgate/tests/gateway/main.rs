//! The real gateway between real clients and real servers: whatever works without it works the same through it.
//!
//! The official conformance suite, the SDKs of every protocol revision in Python and TypeScript, and the inspector
//! talk to a server directly and then through `vetgate serve`; what they saw must be equal. `scripts/peers` installs
//! them; a missing one fails the test and says so.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read what they wrote")]

mod caller;
mod conformance;
mod guard;
mod holds;
mod inspector;
mod killed;
mod management;
mod place;
mod python_sdk;
mod silent;
mod transcript;
mod typescript_sdk;
