//! The MCP client side: which servers the clients on a machine are configured to use, what one server declares
//! when asked, and how to keep talking to it.
//!
//! Three questions, three modules that do not know each other:
//!
//! - [`configs`] reads the configuration files of the known MCP clients into
//!   [`ServerEntry`](vetgate_model::ServerEntry) values, each string with its place in the file. It starts and
//!   contacts nothing.
//! - [`inventory`] starts or contacts one server, speaks whichever protocol revision it understands, and
//!   returns every tool, prompt, resource, resource template and the server's instructions as the exact JSON
//!   that arrived. [`inventories`] does so for many servers side by side.
//! - [`link`] keeps a connection to a server open and carries the requests of many clients over it, as the gateway
//!   needs it. Messages are those of [`rpc`], handed on as they were written.
//!
//! Guarantees: a server cannot make a call hang (every wait has a deadline), use unbounded memory (messages,
//! definitions and noise are capped by [`Options`]) or leave a process behind (a child runs in a group of its
//! own, which is killed and reaped on every path, dropping the future included). What was cut off or was not as
//! it should be is in [`Inventory::caps`](vetgate_model::Inventory::caps):
//!
//! | cap | what it means |
//! | --- | --- |
//! | `mcp.list` | a list could not be read, or not to its end; the reason follows |
//! | `mcp.pages`, `mcp.definitions` | a list was longer than the limit |
//! | `mcp.cursor` | a list repeats itself, or its cursor is no string |
//! | `mcp.definition` | an entry of a list is not of the shape it should be |
//! | `mcp.duplicate` | a member of an answer stands there twice; both were looked at |
//! | `mcp.stray` | lines that are no messages, as banners are |
//! | `mcp.utf8` | bytes that are no text |
//!
//! ```no_run
//! use vetgate_mcp::{Options, inventory};
//! use vetgate_model::Transport;
//!
//! # async fn example() -> Result<(), vetgate_mcp::ConnectError> {
//! let transport = Transport::Stdio {
//!     command: "mcp-server-time".into(),
//!     args: vec![],
//!     env: Default::default(),
//!     cwd: None,
//! };
//! let time = inventory("time", &transport, &Options::default()).await?;
//! println!("{} definitions over {:?}", time.definitions.len(), time.protocol);
//! # Ok(())
//! # }
//! ```

mod cause;
mod client;
pub mod configs;
pub mod link;
pub mod rpc;
mod transport;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use cause::{Cause, Exit};
pub use client::{ConnectError, Options, Phase, inventories, inventory};
