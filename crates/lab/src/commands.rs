//! One file for each command.

pub(crate) mod adversary;
pub(crate) mod demo;
pub(crate) mod eval;
pub(crate) mod gauntlet;
