//! Long random histories of servers that change what they declare, and of people who decide about it.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `world` | servers, what they declare, and what can happen to that |
//! | `oracle` | who may use what, in a few lines that know nothing of the ledger |
//! | `history` | runs the same steps through the ledger and the oracle, and compares |
//! | `rules`, `ledgers` | the rules alone, and whole ledgers, two at a time, on a real database |
//! | `holes` | what other gateways let pass, by name |

#![allow(clippy::unwrap_used, reason = "a test ends with it")]
#![allow(unreachable_pub, reason = "a test is a crate of its own")]

mod history;
mod holes;
mod ledgers;
mod oracle;
mod rules;
mod world;
