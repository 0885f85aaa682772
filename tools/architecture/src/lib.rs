//! Measures of this code base, and the rules that it is held to.
//!
//! Production code is everything under `src` of a crate except test modules, files named `tests.rs` or in a folder
//! `tests`, and items under `#[cfg(test)]`.
//!
//! The rules that do not hold everywhere yet are ratchets: `ratchets.toml` has the number of violations in each crate.
//! A number may only fall, and it has to be lowered in the commit that makes it fall.

#![allow(clippy::disallowed_methods, reason = "reads the files of this repository, and nothing else does")]

pub mod cycles;
pub mod dependencies;
pub mod ratchet;
pub mod shipped;
pub mod size;
pub mod source;
pub mod word_lists;
pub mod words;
