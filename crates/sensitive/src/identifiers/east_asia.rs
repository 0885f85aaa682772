//! China, Japan, Korea, Taiwan.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
