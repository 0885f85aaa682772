//! The laboratory: servers that attack, an agent that falls for them, and the figures of measurements as people read them.
//!
//! The program `vetgate-lab` is made of it. Nothing of it is in `vetgate`, which guards machines and needs no attacks for that.

pub mod adversary;
pub mod evaluation;
pub mod scorecard;
