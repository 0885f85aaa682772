//! Secrets that have a structure of their own, each read and checked by its own file: where to look for each.

use crate::candidate::Candidate;
use crate::words;

mod command;
pub(crate) mod connection;
pub(crate) mod header;
pub(crate) mod jwt;
pub(crate) mod maxmind;
pub(crate) mod path;
pub(crate) mod private_key;
mod spoken;
pub(crate) mod telegram;

/// A structure and the literals that it is looked for at.
pub(crate) struct Structure {
    /// At least three bytes each, the first a letter or a digit, where a word starts.
    pub(crate) starts: &'static [&'static str],
    /// Reads it, given where the literal stands.
    pub(crate) at: fn(&[u8], usize) -> Option<Candidate>,
}

/// Every structure that a literal gives away.
pub(crate) static ALL: &[Structure] = &[
    Structure { starts: jwt::STARTS, at: jwt::at },
    Structure { starts: private_key::STARTS, at: private_key::at },
    Structure { starts: private_key::STARTS_ENCODED, at: private_key::encoded_at },
    Structure { starts: words::command::STARTS, at: command::at },
    Structure { starts: words::spoken::STARTS, at: spoken::at },
    Structure { starts: header::BEARER_STARTS, at: header::bearer_at },
    Structure { starts: header::BASIC_STARTS, at: header::basic_at },
];
