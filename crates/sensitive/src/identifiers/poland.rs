//! Poland and its neighbours.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
