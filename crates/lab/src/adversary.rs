//! The adversary: MCP servers that attack, and an agent that falls for it.
//!
//! A [`Scenario`] is a small play, read from YAML. A [`Stage`] plays its servers, over Streamable HTTP or over standard
//! streams, with the official SDK for Rust, so that what Vetgate is tried on is not its own reading of the protocol. The
//! [`Agent`] goes through the script: it sees nothing wrong in anything, does what it is told, and remembers what it was shown.
//! What came of it, with or without a gateway in between, is a [`Performance`], and [`judge()`] says whether the attack has
//! worked and whether the defender has done what was expected.
//!
//! ```
//! use vetgate_lab::adversary::{Category, repertoire};
//!
//! let scenarios = repertoire::all();
//! assert!(scenarios.iter().any(|scenario| scenario.category == Category::RugPull));
//! ```

pub mod agent;
pub mod judge;
pub mod performance;
pub mod phrase;
pub mod repertoire;
pub mod scenario;
pub mod stage;

pub use agent::{Agent, AgentError};
pub use judge::{Judgement, Outcome, judge};
pub use performance::{Deed, Notice, Performance, Step};
pub use scenario::{Category, Scenario, ScenarioError};
pub use stage::{Stage, StageError};
