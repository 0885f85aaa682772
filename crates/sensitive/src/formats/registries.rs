//! Package and image registries.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
