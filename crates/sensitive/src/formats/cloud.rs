//! Cloud platforms and their edges: AWS, Google, Azure, Cloudflare and the like.

use super::Format;

pub(super) const ROWS: &[Format] = &[];
