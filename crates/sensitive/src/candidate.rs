//! A stretch of text that could be something, before what stands around it is weighed.

use crate::{Grade, Kind};
use std::ops::Range;

/// What a shape's reader found, and how sure it is in each surrounding.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// What it would be.
    pub(crate) kind: &'static Kind,
    /// Where it stands.
    pub(crate) span: Range<usize>,
    /// How sure it is in running text with nothing said about it; `None` is not reported at all.
    pub(crate) bare: Option<Grade>,
    /// How sure it is when it is the whole of a text or of a JSON value.
    pub(crate) alone: Option<Grade>,
    /// How sure it is when the field's name or a word near it names this kind.
    pub(crate) named: Option<Grade>,
    /// The words that name it, in lower case; field names are compared word by word.
    pub(crate) words: &'static [&'static str],
}
