//! Build and delivery: CI services, infrastructure tools, feature flags.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
