//! Turkey, Israel and the Gulf.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
