//! One server, asked for everything it declares.
//!
//! From the outside in: [`connection`] chooses the transport, [`handshake`] the protocol revision, [`listing`]
//! collects, [`conversation`] matches answers to requests, and a [`wire`] carries them.

mod connection;
mod conversation;
mod endpoint;
mod error;
mod events;
mod excerpt;
mod handshake;
mod lines;
mod listing;
mod message;
mod options;
mod process;
mod revision;
mod sse;
mod stdio;
mod streamable;
mod wire;

pub use connection::{inventories, inventory};
pub use error::{ConnectError, Phase};
pub use options::Options;
