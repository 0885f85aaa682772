//! A real ledger, changed behind its back in every way we know of: the check finds it and names the record.

#![allow(clippy::unwrap_used, reason = "a test ends with it")]
#![allow(unreachable_pub, reason = "a test is a crate of its own")]

mod behind;
mod bytes;
mod columns;
mod folder;
mod missing;
mod rows;
mod schema;
mod standings;
