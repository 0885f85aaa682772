//! The parts that the command-line programs share: exit codes, standard streams, files that are read and written, tables,
//! progress, signals, and a gateway with all that belongs to it.
//!
//! Guarantees: exit codes as [`exit::Exit`] has them; a closed pipe ends the output quietly; a panic is one line; whatever a
//! file holds, a bounded part of it is read.

pub mod address;
pub mod console;
pub mod exit;
pub mod grid;
pub mod house;
pub mod input;
pub mod lab;
pub mod nearest;
pub mod progress;
pub mod runtime;
pub mod sink;
