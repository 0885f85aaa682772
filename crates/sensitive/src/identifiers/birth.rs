//! Dates of birth, where something says so.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
