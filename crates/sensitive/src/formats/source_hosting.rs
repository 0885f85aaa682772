//! Source hosting: GitHub, GitLab, Bitbucket and the like.

use super::{Format, unproven};
use crate::{Category, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Format] = &[Format {
    kind: Kind::new("gitlab.pat", "GitLab personal access token", Category::Secret, Severity::Critical),
    starts: &["glpat-"],
    pattern: r"glpat-[A-Za-z0-9_-]{20}",
    proof: unproven,
    found: "glpat-x7Kq2Lm9Rt4Wv8Zb3Nc6",
    not_found: "glpat-x7Kq2Lm9Rt4Wv8",
}];
