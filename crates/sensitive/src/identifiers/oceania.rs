//! Australia and New Zealand.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
