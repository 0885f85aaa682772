//! The gateway: between an agent and its MCP servers.
//!
//! From the outside in: the front speaks MCP to clients (Streamable HTTP and standard streams) and checks who
//! is asking; the [`Gateway`] decides which server a message is for, in which revision, and what comes back; links
//! of `vetgate-mcp` speak MCP to servers.

mod additions;
mod agreement;
pub mod alerts;
mod argument_names;
pub mod assemble;
mod baselines;
mod breaker;
mod caching;
mod caller;
pub mod config;
mod curtain;
mod decimal;
mod discover;
mod events;
mod failure;
pub mod front;
mod gateway;
mod guard;
pub mod history;
mod holds;
mod hub;
mod late;
mod log_level;
mod method_names;
mod metrics;
mod mirror;
mod names;
mod outgoing;
mod promise;
mod quarantine;
mod retention;
mod revision;
mod seal;
mod server;
mod session;
mod telemetry;
mod throttle;
mod trouble;
mod wall_clock;

/// The word lists of `data/words`, a module for each file.
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

pub use additions::{AddedRule, AddedTrust, Additions, AdditionsError};
pub use baselines::{BaselineFile, BaselineFileError, BaselineKeeper};
pub use caller::{Caller, Principal, Scope};
pub use curtain::{Curtain, Drawn, Review};
pub use events::{Event, Events, What};
pub use gateway::{Aside, Conduct, Gateway, Misfit, Reply, ServerStatus, Status, TrustSet};
pub use guard::{Guard, Open};
pub use holds::{HoldClient, HoldOutcome, HoldRequest, HoldSettings, Holds, Released};
pub use quarantine::Quarantine;
pub use server::ServerSettings;
pub use session::{Session, Sessions};
pub use telemetry::{Trace, TraceContext};
