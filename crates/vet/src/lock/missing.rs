//! `lock.missing`: a definition that is in the lock and no longer declared.
//!
//! # What it finds
//! A locked tool, prompt, resource, template or instruction text that its server, which answered, does not
//! declare any more.
//!
//! # Why it matters
//! A tool that disappears may come back as another: renamed, or on another server under a name of its own. It
//! also means that the lock no longer says what is there.
//!
//! # Attack
//! ```json
//! {"locked": [{"name": "pay"}, {"name": "refund"}], "now": [{"name": "refund"}]}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"locked": [{"name": "pay"}, {"name": "refund"}], "now": [{"name": "refund"}, {"name": "pay"}]}
//! ```
//!
//! # Cannot see
//! Definitions of servers that were not part of the scan or did not answer.

use super::signal;
use crate::Meta;
use vetgate_model::{Pointer, Signal, ThreatType, Tier};

pub(super) const META: Meta =
    Meta { id: "lock.missing", tier: Tier::Soft, threat: ThreatType::RugPull, source: include_str!("missing.rs") };

/// The signal on a definition that is gone.
pub(super) fn signal_of() -> Signal {
    let detail = "It is in the lock file, and its server no longer declares it.";
    signal(&META, 0.5, Pointer::root(), String::new(), detail.to_owned())
}
