//! The same document without the values.

use crate::document::{Document, Found};
use crate::json::{Token, encode};
use crate::{Detector, Grade, Kind, Masker};
use std::collections::BTreeMap;
use vetgate_model::Confidence;

/// Replaces values in a document that comes in pieces; JSON stays JSON of the same shape.
///
/// A number that is hidden becomes a string. Names of members that become equal get a number.
pub struct Redactor<'d, 'm> {
    document: Document<'d>,
    masker: Masker<'m>,
    least: Grade,
    found: Vec<Found<'d, String>>,
    keys: Keys,
    replaced: u64,
}

impl<'d, 'm> Redactor<'d, 'm> {
    /// A redactor of one document that replaces what is at least this sure.
    pub fn new(detector: &'d Detector, masker: Masker<'m>, least: Grade) -> Self {
        Self { document: Document::new(detector), masker, least, found: Vec::new(), keys: Keys::default(), replaced: 0 }
    }

    /// Takes the next piece and appends to `out` what can be told by now.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        let Self { document, masker, least, found, keys, replaced } = self;
        let from = document.position();
        let mut show = |kind: &Kind, sure, value: &str| show(masker, *least, kind, sure, value);
        let least = *least;
        document.push(piece, &mut show, found, |decided, found| {
            *replaced += splice(decided, from, found.drain(..), least, keys, out);
        });
    }

    /// Says that the document is over, and appends the rest.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.finish_with(b"", out);
    }

    fn finish_with(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        let Self { document, masker, least, found, keys, replaced } = self;
        let from = document.position();
        let mut show = |kind: &Kind, sure, value: &str| show(masker, *least, kind, sure, value);
        let least = *least;
        document.finish(piece, &mut show, found, |decided, found| {
            *replaced += splice(decided, from, found.drain(..), least, keys, out);
        });
    }

    /// How many values were replaced.
    pub fn replaced(&self) -> u64 {
        self.replaced
    }
}

/// Appends the bytes of the document from `from` on, with what is shown in the place of each value, and counts those.
fn splice<'d>(
    decided: &[u8],
    from: usize,
    found: impl Iterator<Item = Found<'d, String>>,
    least: Grade,
    keys: &mut Keys,
    out: &mut Vec<u8>,
) -> u64 {
    let (mut at, mut count) = (from, 0);
    for found in found.filter(|found| Grade::of(found.confidence) >= least) {
        count += 1;
        out.extend_from_slice(&decided[at - from..found.span.start - from]);
        let mut shown = found.shown.clone().into_bytes();
        if found.token == Some(Token::Number) {
            // The string that takes the number's place is inside one string less than its text.
            shown = [b"\"", &shown[..], b"\""].concat();
        } else if found.token == Some(Token::Key) {
            keys.tell_apart(&found, &mut shown);
        }
        for _ in 0..found.level {
            let mut encoded = Vec::with_capacity(shown.len() + 8);
            encode(&shown, &mut encoded);
            shown = encoded;
        }
        out.extend_from_slice(&shown);
        at = found.span.end;
    }
    out.extend_from_slice(&decided[at - from..]);
    count
}

fn show(masker: &mut Masker<'_>, least: Grade, kind: &Kind, confidence: Confidence, value: &str) -> String {
    let mut shown = String::new();
    // What stays must not be hidden either: a vault keeps only what was taken out.
    if Grade::of(confidence) >= least {
        let _ = masker.replace(kind, value, &mut shown);
    }
    shown
}

/// The replaced names in the object that was open last.
#[derive(Debug, Default)]
struct Keys {
    object: usize,
    seen: BTreeMap<Vec<u8>, usize>,
}

impl Keys {
    /// Makes the name differ from those before it in the same object.
    fn tell_apart(&mut self, found: &Found<'_, String>, shown: &mut Vec<u8>) {
        if self.object != found.object {
            self.object = found.object;
            self.seen.clear();
        }
        let count = self.seen.entry(shown.clone()).or_default();
        *count += 1;
        if *count > 1 {
            shown.extend_from_slice(format!(" ({count})").as_bytes());
        }
    }
}

impl Detector {
    /// The document with every value replaced that is at least this sure.
    ///
    /// ```
    /// use vetgate_sensitive::{Detector, Grade, Masker};
    /// let document = br#"{"mail": "jo.miller@acme.io", "count": 3}"#;
    /// let redacted = Detector::new().redact(document, Masker::redact(), Grade::Medium);
    /// assert_eq!(redacted, br#"{"mail": "[EMAIL]", "count": 3}"#);
    /// ```
    pub fn redact(&self, document: &[u8], masker: Masker<'_>, least: Grade) -> Vec<u8> {
        let mut out = Vec::with_capacity(document.len());
        Redactor::new(self, masker, least).finish_with(document, &mut out);
        out
    }
}
