//! From the text inwards: find, decode, judge, go on inside.

use super::{BLOB_LIMIT, CANDIDATE_LIMIT, DEPTH_LIMIT, Decoded, Encoding, Layers, TOTAL_LIMIT};
use super::{language, sprinkled, token};
use std::ops::Range;

/// A stretch of a text that decodes to plausible text.
pub(super) struct Stretch {
    pub(super) chain: Vec<Encoding>,
    pub(super) span: Range<usize>,
    pub(super) text: String,
    /// Whether more would have come out than is kept.
    pub(super) cut: bool,
}

impl Stretch {
    pub(super) fn new(chain: Vec<Encoding>, span: Range<usize>, mut text: String) -> Self {
        let cut = text.len() > BLOB_LIMIT;
        if cut {
            text.truncate(text.floor_char_boundary(BLOB_LIMIT));
        }
        Self { chain, span, text, cut }
    }
}

/// Decodes `text` breadth first, so that what a bound leaves out is what lies deepest.
pub(super) fn walk(text: &str) -> Layers {
    let mut layers = Layers::default();
    let mut kept = 0;
    // Texts of one depth with where they stand in the outermost text; empty chain: the outermost text itself.
    let mut level: Vec<Decoded> = Vec::new();
    find(text, &[], &mut |stretch| keep(stretch, None, &mut level, &mut layers, &mut kept));
    while !level.is_empty() {
        let mut deeper = Vec::new();
        // At the deepest level nothing more is kept, but what still decodes there sets `capped`.
        for outer in &level {
            find(&outer.text, &outer.chain, &mut |stretch| {
                keep(stretch, Some(outer), &mut deeper, &mut layers, &mut kept);
            });
        }
        layers.found.append(&mut level);
        level = deeper;
    }
    layers.found.sort_by_key(|decoded| (decoded.span.start, decoded.chain.len()));
    layers
}

/// Finds the stretches of `text`, which lies under `chain`. Returns through `visit` whether a stretch too long to
/// look at was left out.
fn find(text: &str, chain: &[Encoding], visit: &mut dyn FnMut(Stretch)) {
    token::find(text, visit);
    sprinkled::find(text, visit);
    // Turning the letters back again would only undo the step before.
    if !chain.iter().any(|step| matches!(step, Encoding::Rot13 | Encoding::Reversed)) {
        language::find(text, visit);
    }
}

fn keep(stretch: Stretch, outer: Option<&Decoded>, level: &mut Vec<Decoded>, layers: &mut Layers, kept: &mut usize) {
    layers.capped |= stretch.cut;
    let full = layers.found.len() + level.len() >= CANDIDATE_LIMIT || *kept + stretch.text.len() > TOTAL_LIMIT;
    let chain: Vec<Encoding> =
        outer.map_or(&[][..], |outer| &outer.chain).iter().chain(&stretch.chain).copied().collect();
    if full || chain.len() > DEPTH_LIMIT {
        layers.capped = true;
        return;
    }
    if stretch.text.is_empty() {
        return;
    }
    *kept += stretch.text.len();
    let span = outer.map_or(stretch.span, |outer| outer.span.clone());
    level.push(Decoded { chain, span, text: stretch.text });
}
