//! What a check is.

use crate::{Catalog, View, mask};
use std::ops::Range;
use vetgate_model::{Cap, Confidence, Pointer, Signal, ThreatType, Tier};
use vetgate_text::render;

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

/// What a check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// What servers declare.
    Definitions,
    /// What tools return.
    Responses,
    /// Both: the text is judged, whoever it comes from.
    Texts,
}

impl Scope {
    /// Whether a check of this scope looks at declarations.
    pub const fn has_definitions(self) -> bool {
        matches!(self, Self::Definitions | Self::Texts)
    }

    /// Whether a check of this scope looks at responses.
    pub const fn has_responses(self) -> bool {
        matches!(self, Self::Responses | Self::Texts)
    }
}

/// One detector over definitions, responses or both.
///
/// Pure, total and deterministic: no I/O, no clock, identical input gives identical signals in identical
/// order. A check sees one definition and, read-only, all others of the scan.
pub trait Check: Sync {
    /// Who it is.
    fn meta(&self) -> Meta;

    /// What it looks at.
    fn scope(&self) -> Scope {
        Scope::Definitions
    }

    /// Looks at one definition, or at one response in the form of one.
    fn inspect(&self, view: &View, catalog: &Catalog, out: &mut Signals);

    /// Looks once more at a definition that was there before others came to stand beside it. Whatever only says that two
    /// are alike is left out: who was there first is not the copy.
    fn inspect_again(&self, view: &View, catalog: &Catalog, out: &mut Signals) {
        self.inspect(view, catalog, out);
    }
}

/// How long evidence may be, in characters.
const EVIDENCE: usize = 240;

/// How much text around what is shown is looked through for secrets, in bytes. Far more than is shown, so that what a
/// mask makes short is not followed by what nobody looked at.
const WINDOW: usize = 16 * EVIDENCE;

/// Collects the signals of one check on one definition.
#[derive(Debug)]
pub struct Signals {
    meta: Meta,
    found: Found,
}

/// What a check found on one definition.
#[derive(Debug, Default)]
pub struct Found {
    /// In the order they were added.
    pub signals: Vec<Signal>,
    /// What says nothing against a definition by itself, and adds to what other checks say against it.
    pub support: Vec<Signal>,
    /// Limits that were hit.
    pub caps: Vec<Cap>,
}

impl Signals {
    /// An empty collection for the check `meta`.
    pub fn new(meta: Meta) -> Self {
        Self { meta, found: Found::default() }
    }

    /// Adds a signal of the check's own tier and threat type; `evidence` is made safe to show.
    pub fn add(
        &mut self,
        pointer: &Pointer,
        confidence: f64,
        evidence: &str,
        detail: impl Into<String>,
    ) -> &mut Signal {
        let signal = self.signal(pointer, confidence, start(evidence), detail.into());
        pushed(&mut self.found.signals, signal)
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
        let signal = self.signal(pointer, confidence, around(text, span), detail.into());
        pushed(&mut self.found.signals, signal)
    }

    /// Adds a signal that counts only beside those of other checks.
    pub fn support(&mut self, pointer: &Pointer, confidence: f64, evidence: &str, detail: impl Into<String>) {
        let signal = self.signal(pointer, confidence, start(evidence), detail.into());
        self.found.support.push(signal);
    }

    fn signal(&self, pointer: &Pointer, confidence: f64, evidence: String, detail: String) -> Signal {
        Signal {
            check: self.meta.id.to_owned(),
            tier: self.meta.tier,
            threat_type: self.meta.threat,
            confidence: Confidence::new(confidence),
            pointer: pointer.clone(),
            evidence,
            detail: sentence(mask::text(&detail).into_owned()),
            escalated: false,
            location: None,
        }
    }

    /// Whether nothing was found so far.
    pub fn is_empty(&self) -> bool {
        self.found.signals.is_empty()
    }

    /// Notes that a limit was hit, so that something may have been missed.
    pub fn cap(&mut self, cap: Cap) {
        self.found.caps.push(cap);
    }

    /// What was found.
    pub fn into_found(self) -> Found {
        self.found
    }
}

fn pushed(signals: &mut Vec<Signal>, signal: Signal) -> &mut Signal {
    signals.push(signal);
    let last = signals.len() - 1;
    &mut signals[last]
}

/// The start of `text` as evidence. Masked before it is cut, so that no half of a secret is left.
fn start(text: &str) -> String {
    render::safe(&mask::text(window(text, 0..0).0), EVIDENCE)
}

/// The part of `text` at `span` as evidence, with what is around it.
fn around(text: &str, span: Range<usize>) -> String {
    let (window, at) = window(text, span.clone());
    let hidden = mask::hidden(window);
    if hidden.is_empty() {
        return render::excerpt(text, span, EVIDENCE);
    }
    let span = span.start.saturating_sub(at).min(window.len())..span.end.saturating_sub(at).min(window.len());
    render::excerpt(&mask::without(window, &hidden), mask::moved(span, &hidden), EVIDENCE)
}

/// The text around `span`, and where it starts. A word that the edge of the window cuts is left out: what it is cannot
/// be told any more.
fn window(text: &str, span: Range<usize>) -> (&str, usize) {
    let mut start = text.floor_char_boundary(span.start.saturating_sub(WINDOW));
    let mut end = text.floor_char_boundary(span.start.max(span.end.min(span.start + WINDOW)).saturating_add(WINDOW));
    if start > 0 {
        start += text[start..end].find(char::is_whitespace).unwrap_or(0);
    }
    if end < text.len() {
        end = start + text[start..end].rfind(char::is_whitespace).unwrap_or(end - start);
    }
    (&text[start..end], start)
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
        for signal in signals.into_found().signals {
            assert!(!signal.evidence.contains("A1b2"), "{}", signal.evidence);
        }
    }
}
