//! What a tool can do.

mod classification;
mod classify;
mod client;
mod combinations;
#[cfg(test)]
mod fixture;
mod level;
mod operation;
mod profile;
mod role;
mod tag;

pub use classification::{Capability, Classification, Mode, Operation, ParameterRole};
pub use classify::classify;
pub use client::{Crossing, Party, crossings};
pub use level::Level;
pub use operation::OperationClass;
pub use profile::{Combination, Profile};
pub use role::Role;
pub use tag::Tag;
