//! Spain and Portugal.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
