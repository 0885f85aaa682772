//! The numbering plan of every country calling code: a row each in `data/numbering_plans.tsv`, which says how to read them.

/// A country calling code and its plan.
pub(super) type Row = (u16, &'static str);

// `PLANS`, from `data/numbering_plans.tsv`.
include!(concat!(env!("OUT_DIR"), "/numbering_plans.rs"));
