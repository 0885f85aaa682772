//! Databases and data platforms.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
