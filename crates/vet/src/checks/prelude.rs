//! What every check needs.

pub(super) use crate::{Catalog, Check, Meta, Scope, Signals, View};
pub(super) use vetgate_model::{FacetKind, ThreatType, Tier};

/// A check's identity; `source` is its own file.
pub(super) const fn meta(id: &'static str, tier: Tier, threat: ThreatType, source: &'static str) -> Meta {
    Meta { id, tier, threat, source }
}
