//! Personal data and secrets: found, proved, masked.

mod formats;
mod identifiers;
mod kind;

pub use kind::{Category, Grade, Kind};
