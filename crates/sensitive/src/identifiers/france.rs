//! France and Belgium.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
