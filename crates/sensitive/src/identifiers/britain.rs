//! The United Kingdom and Ireland.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
