//! Documents, projects, design, customers.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
