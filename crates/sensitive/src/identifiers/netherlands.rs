//! The Netherlands.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
