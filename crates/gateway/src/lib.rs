//! The gateway: between an agent and its MCP servers.
//!
//! From the outside in: the front speaks MCP to clients (Streamable HTTP and standard streams) and checks who
//! is asking; the [`Gateway`] decides which server a message is for, in which revision, and what comes back; links
//! of `vetgate-mcp` speak MCP to servers.

#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod agreement;
#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod breaker;
#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod caching;
mod caller;
pub mod config;
#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod decimal;
mod gateway;
#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod mirror;
#[allow(dead_code, reason = "used by the router as it grows")]
mod names;
#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod seal;
mod session;
#[allow(dead_code, unused_imports, reason = "used by the router as it grows")]
mod throttle;

pub use caller::{Caller, Principal, Scope};
pub use gateway::{Aside, Gateway, Reply};
pub use session::{Session, Sessions};
