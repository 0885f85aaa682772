//! What is forgotten is forgotten, what is kept can be proved, and nothing that is approved is lost.

#![allow(clippy::unwrap_used, reason = "a test ends with it")]
#![allow(unreachable_pub, reason = "a test is a crate of its own")]

mod limits;
mod rounds;
mod shop;
