//! Latin America but Brazil.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
