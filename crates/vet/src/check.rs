//! What a check is.

use crate::{Catalog, View};
use std::borrow::Cow;
use std::ops::Range;
use vetgate_model::{Cap, Confidence, Pointer, Signal, ThreatType, Tier};
use vetgate_text::{mask, render};

/// A check's identity: its stable id, its tier, the harm it points at, and its own source file, whose doc
/// comment is what `vetgate explain` shows and whose examples are run as tests.
#[derive(Debug, Clone, Copy)]
pub struct Meta {
    /// Stable, never reused.
    pub id: &'static str,
    /// The tier of its strongest signal.
    pub tier: Tier,
    /// The harm it points at.
    pub threat: ThreatType,
    /// The text of its file.
    pub source: &'static str,
}

/// One detector over definitions.
///
/// Pure, total and deterministic: no I/O, no clock, identical input gives identical signals in identical
/// order. A check sees one definition and, read-only, all others of the scan.
pub trait Check: Sync {
    /// Who it is.
    fn meta(&self) -> Meta;

    /// Looks at one definition.
    fn inspect(&self, view: &View, catalog: &Catalog, out: &mut Signals);
}

/// How long evidence may be, in characters.
const EVIDENCE: usize = 240;

/// Collects the signals of one check on one definition.
#[derive(Debug)]
pub struct Signals {
    meta: Meta,
    list: Vec<Signal>,
    caps: Vec<Cap>,
}

impl Signals {
    /// An empty collection for the check `meta`.
    pub fn new(meta: Meta) -> Self {
        Self { meta, list: Vec::new(), caps: Vec::new() }
    }

    /// Adds a signal of the check's own tier and threat type; `evidence` is made safe to show.
    pub fn add(
        &mut self,
        pointer: &Pointer,
        confidence: f64,
        evidence: &str,
        detail: impl Into<String>,
    ) -> &mut Signal {
        // Masked before it is cut, so that no half of a secret is left; what is far behind the cut costs nothing.
        let near = evidence.char_indices().nth(4 * EVIDENCE).map_or(evidence, |(end, _)| &evidence[..end]);
        let evidence = render::safe(&mask::tokens(near), EVIDENCE);
        self.push(pointer, confidence, evidence, detail.into())
    }

    /// Adds a signal whose evidence is `span` of `text` with some text around it.
    pub fn quote(
        &mut self,
        pointer: &Pointer,
        confidence: f64,
        text: &str,
        span: Range<usize>,
        detail: impl Into<String>,
    ) -> &mut Signal {
        // A token that the cut would split is masked before the cut, or its rest would stay in the clear.
        let near = span.start.saturating_sub(2 * EVIDENCE)..span.end.saturating_add(2 * EVIDENCE).min(text.len());
        let window = text.get(near.clone()).filter(|window| matches!(mask::tokens(window), Cow::Owned(_)));
        let evidence = match window {
            None => render::excerpt(text, span, EVIDENCE),
            Some(window) => {
                let from_match = window.get(span.start.saturating_sub(near.start)..).unwrap_or(window);
                render::safe(&mask::tokens(from_match), EVIDENCE)
            }
        };
        self.push(pointer, confidence, evidence, detail.into())
    }

    /// No secret leaves in evidence: reports are stored and uploaded.
    fn push(&mut self, pointer: &Pointer, confidence: f64, evidence: String, detail: String) -> &mut Signal {
        let evidence = match mask::tokens(&evidence) {
            Cow::Borrowed(_) => evidence,
            Cow::Owned(masked) => masked,
        };
        self.list.push(Signal {
            check: self.meta.id.to_owned(),
            tier: self.meta.tier,
            threat_type: self.meta.threat,
            confidence: Confidence::new(confidence),
            pointer: pointer.clone(),
            evidence,
            detail: sentence(detail),
            escalated: false,
            location: None,
        });
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    /// Whether nothing was found so far.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Notes that a limit was hit, so that something may have been missed.
    pub fn cap(&mut self, cap: Cap) {
        self.caps.push(cap);
    }

    /// What was found, in the order it was added, and the limits that were hit.
    pub fn into_parts(self) -> (Vec<Signal>, Vec<Cap>) {
        (self.list, self.caps)
    }
}

/// A detail reads as a sentence wherever it is shown.
fn sentence(mut detail: String) -> String {
    if let Some(first) = detail.chars().next()
        && first.is_lowercase()
    {
        detail.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    if !detail.ends_with(['.', '!', '?', '…']) {
        detail.push('.');
    }
    detail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_holds_no_secret() {
        let meta = Meta { id: "test.any", tier: Tier::Soft, threat: ThreatType::Uncategorized, source: "" };
        let text = format!("{} use ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8 now", "a word ".repeat(40));
        let mut signals = Signals::new(meta);
        signals.add(&Pointer::root(), 0.5, &text, "d");
        signals.add(&Pointer::root(), 0.5, &text[200..], "d");
        let place = text.find("use").unwrap();
        signals.quote(&Pointer::root(), 0.5, &text, place..text.len(), "d");
        for signal in signals.into_parts().0 {
            assert!(!signal.evidence.contains("A1b2"), "{}", signal.evidence);
        }
    }
}
