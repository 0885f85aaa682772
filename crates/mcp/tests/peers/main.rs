//! Real servers from npm and PyPI, at pinned versions, over every transport and protocol revision.
//!
//! `scripts/peers` installs them; a missing one fails the test and says so.

mod http;
mod links;
mod place;
mod revisions;
mod stdio;
