//! Italy.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
