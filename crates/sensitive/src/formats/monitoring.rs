//! Monitoring, logging and security services.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
