//! Chat and social services.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
