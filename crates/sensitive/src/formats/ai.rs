//! AI providers.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
