//! Mail and messages.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
