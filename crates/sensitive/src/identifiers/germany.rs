//! Germany, Austria and Switzerland.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
