//! Singapore, Thailand and their neighbours.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
