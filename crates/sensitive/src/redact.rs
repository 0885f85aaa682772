//! The same document without the values.

use crate::document::{Document, Found, Shown};
use crate::json::{Token, encode};
use crate::keys::suffix;
use crate::{Detector, Grade, Kind, Masker};
use vetgate_model::Confidence;

/// Replaces values in a document that comes in pieces; JSON stays JSON of the same shape.
///
/// A number that is hidden becomes a string. Names of members that become equal get a number.
pub struct Redactor<'d, 'm> {
    document: Document<'d>,
    masker: Masker<'m>,
    least: Grade,
    found: Vec<Found<'d, String>>,
    replaced: u64,
}

impl<'d, 'm> Redactor<'d, 'm> {
    /// A redactor of one document that replaces what is at least this sure.
    pub fn new(detector: &'d Detector, masker: Masker<'m>, least: Grade) -> Self {
        Self { document: Document::new(detector), masker, least, found: Vec::new(), replaced: 0 }
    }

    /// Takes the next piece and appends to `out` what can be told by now.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        self.take(piece, false, out);
    }

    /// Says that the document is over, and appends the rest.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.take(b"", true, out);
    }

    fn take(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        let Self { document, masker, least, found, replaced } = self;
        let (from, least) = (document.position(), *least);
        let mut show = |kind: &Kind, sure, value: &str| show(masker, least, kind, sure, value);
        document.push(piece, is_last, &mut show, found, |decided, found| {
            *replaced += splice(decided, from, found.drain(..), least, out);
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
    out: &mut Vec<u8>,
) -> u64 {
    let (mut at, mut count) = (from, 0);
    for found in found.filter(|found| Grade::of(found.confidence) >= least) {
        // In what is no JSON in the end, two values may share some bytes: what is left of the second is taken out as well.
        if found.span.start < at && found.span.end <= at {
            continue;
        }
        out.extend_from_slice(&decided[at - from..found.span.start.max(at) - from]);
        at = found.span.end;
        let mut shown = match found.shown {
            Shown::Value(shown) => {
                count += 1;
                shown.into_bytes()
            }
            Shown::Number(number) => suffix(number).into_bytes(),
        };
        if found.token == Some(Token::Number) {
            // The string that takes the number's place is inside one string less than its text.
            shown = [b"\"", &shown[..], b"\""].concat();
        }
        for _ in 0..found.level {
            let mut encoded = Vec::with_capacity(shown.len() + 8);
            encode(&shown, &mut encoded);
            shown = encoded;
        }
        out.extend_from_slice(&shown);
    }
    out.extend_from_slice(&decided[at - from..]);
    count
}

fn show(masker: &mut Masker<'_>, least: Grade, kind: &Kind, confidence: Confidence, value: &str) -> String {
    // What stays must not be hidden either: a vault keeps only what was taken out.
    if Grade::of(confidence) < least {
        return value.to_owned();
    }
    let mut shown = String::new();
    let _ = masker.replace(kind, value, &mut shown);
    shown
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
        Redactor::new(self, masker, least).take(document, true, &mut out);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Mode, Session, SessionKey};

    #[test]
    fn a_number_that_turns_out_to_be_an_address_breaks_nothing() {
        let text = r#"{"card":4111111111111111,"list":[83@brightwaterclinic.org","card":4111111111111111}"#;
        let detector = Detector::new();
        for size in 1..text.len() {
            let mut out = Vec::new();
            let mut redactor = Redactor::new(&detector, Masker::redact(), Grade::Medium);
            text.as_bytes().chunks(size).for_each(|piece| redactor.push(piece, &mut out));
            redactor.finish(&mut out);
            let out = String::from_utf8(out).unwrap();
            assert!(!out.contains("4111") && !out.contains("brightwater"), "{size}: {out}");
        }
    }

    fn redacted(document: &str) -> String {
        let detector = Detector::new();
        for mode in [Mode::Mask, Mode::Redact, Mode::Tokenize] {
            let mut session = Session::new(SessionKey::from_bytes([7; 32]), Limits { entries: 100, bytes: 1 << 20 });
            let once = detector.redact(document.as_bytes(), session.masker(mode, "a", "b"), Grade::Medium);
            let twice = detector.redact(&once, session.masker(mode, "a", "b"), Grade::Medium);
            assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "{document}");
        }
        let redacted = detector.redact(document.as_bytes(), Masker::redact(), Grade::Medium);
        String::from_utf8(redacted).expect("it was UTF-8")
    }

    #[test]
    fn names_of_members_stay_apart() {
        assert_eq!(
            redacted(r#"{"jo.miller@acme.io": {"kim.lee@acme.io": 1}, "sam.ray@acme.io": 2, "[EMAIL]": 3}"#),
            r#"{"[EMAIL]": {"[EMAIL]": 1}, "[EMAIL] (2)": 2, "[EMAIL] (3)": 3}"#,
        );
        assert_eq!(
            redacted(r#"{"[EMAIL]": 1, "to jo.miller@acme.io": 2, "cc jo.miller@acme.io": 3, "jo.miller@acme.io": 4}"#),
            r#"{"[EMAIL]": 1, "to [EMAIL]": 2, "cc [EMAIL]": 3, "[EMAIL] (2)": 4}"#,
        );
        assert_eq!(
            redacted(r#"{"jo.miller@acme.io": "{\"kim.lee@acme.io\": 1, \"sam.ray@acme.io\": 2}"}"#),
            r#"{"[EMAIL]": "{\"[EMAIL]\": 1, \"[EMAIL] (2)\": 2}"}"#,
        );
    }

    #[test]
    fn a_label_names_nothing_even_if_half_of_it_is_too_far_away() {
        for far in 0..60 {
            redacted(&format!("HKID K4820177{}K4820177", " ".repeat(far)));
        }
    }

    #[test]
    fn what_was_replaced_is_no_name_of_what_follows() {
        let token = "glpat-x7Kq2Lm9Rt4Wv8Zb3Nc6";
        for text in [
            format!("{token}=n8rzlNJ0NtflHK3aRss79c8e1EQ2e"),
            format!("{token} : n8rzlNJ0NtflHK3aRss79c8e1EQ2e"),
            format!("{{\"{token}\": n8rzlNJ0NtflHK3aRss79c8e1EQ2e"),
            "password = tr0ub4dor\u{1}=Io27AWBNsHJ0ReSb0r2Xy9q4S!".to_owned(),
            format!("a\\n{token}=n8rzlNJ0NtflHK3aRss79c8e1EQ2e"),
        ] {
            redacted(&text);
        }
        assert_eq!(redacted("conf[DB_PASSWORD]=tr0ub4dor"), "conf[DB_PASSWORD]=[PASSWORD]");
    }

    #[test]
    fn a_number_that_is_hidden_becomes_a_string() {
        assert_eq!(redacted(r#"{"card": 4539148803436467, "n": 3}"#), r#"{"card": "[CREDIT_CARD]", "n": 3}"#);
    }
}
