//! Sweden, Finland, Norway, Denmark.

use super::Identifier;

pub(super) const ROWS: &[Identifier] = &[];
