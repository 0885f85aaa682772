//! Payment and commerce.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
