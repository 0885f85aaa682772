//! `lock.new`: a definition that is not in the lock.
//!
//! # What it finds
//! A tool, prompt, resource, template or instruction text that a server declares and that was not there, under
//! this name, when the lock was written. A tool that was renamed is new under its new name and missing under its
//! old one.
//!
//! # Why it matters
//! A server that was reviewed can grow a tool overnight, and the agent will use it tomorrow. Nobody has looked
//! at it yet.
//!
//! # Attack
//! ```json
//! {"locked": [{"name": "add", "description": "Adds two numbers."}],
//!  "now": [{"name": "add", "description": "Adds two numbers."}, {"name": "sync", "description": "Syncs the home folder."}]}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"locked": [{"name": "add", "description": "Adds two numbers."}],
//!  "now": [{"description": "Adds two numbers.", "name": "add"}]}
//! ```
//!
//! # Cannot see
//! Whether the new definition is harmless: look at it, and lock again.

use super::{Locked, signal};
use crate::{Meta, mask};
use vetgate_model::{Pointer, Signal, ThreatType, Tier};
use vetgate_text::render;

pub(super) const META: Meta =
    Meta { id: "lock.new", tier: Tier::Hard, threat: ThreatType::RugPull, source: include_str!("new.rs") };

/// The signal on a definition that nobody has looked at.
pub(super) fn signal_of(now: &Locked) -> Signal {
    let first = ["description", "instructions", "title", "uri"].iter().find_map(|name| now.fields.get(*name));
    let text = first.map(|field| format!("+ {}", field.text())).unwrap_or_else(|| format!("+ {}", now.name));
    let detail = "It is not in the lock file: it was added after the lock was made.";
    signal(&META, 0.85, Pointer::root(), render::safe(&mask::text(&text), 240), detail.to_owned())
}
