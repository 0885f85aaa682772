//! What the source of an MCP server says about its tools.

pub mod form;
mod front;

pub use front::{DEPTH, FrontEnd, read};
