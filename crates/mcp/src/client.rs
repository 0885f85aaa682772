//! One server, asked for everything it declares.
//!
//! From the outside in: [`connection`] chooses the transport, [`handshake`] the protocol revision, [`listing`]
//! collects, [`conversation`] matches answers to requests, and a [`wire`] carries them. A connection that is to stay
//! is handed on by [`opening`] as soon as the revision is agreed on.

mod connection;
mod conversation;
mod error;
mod handshake;
mod inventory;
mod listing;
mod message;
mod opening;
mod options;
mod sse;
mod stdio;
mod streamable;
mod wire;

pub(crate) use connection::Acquaintance;
pub use error::{ConnectError, Phase};
pub use inventory::{inventories, inventory};
pub(crate) use opening::{Carrier, Opened, open};
pub use options::Options;
