//! What is in a document: the kinds, where they stand, and how sure that is. Never the values.

use crate::document::{Document, Found, Shown, in_string};
use crate::{Category, Detector, Grade, Kind, Masked, mask};
use serde::Serialize;
use std::ops::Range;
use vetgate_model::json;
use vetgate_model::{Confidence, Pointer, Severity};

/// A value that was found in a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Match {
    /// The id of its kind: `email`, `github.pat`.
    pub kind: String,
    /// What people call that kind.
    pub name: String,
    /// What the kind is about.
    pub category: Category,
    /// How bad it is when it gets out.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// Where it stands: a pointer into the document; nothing in plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<Pointer>,
    /// If that string holds a document of its own: where in it, and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inner: Vec<Pointer>,
    /// The bytes of the document that say it.
    pub span: Range<usize>,
    /// Enough to recognise it, and no more.
    pub sample: Masked,
}

impl Match {
    /// How sure it is, in three grades.
    pub fn grade(&self) -> Grade {
        Grade::of(self.confidence)
    }
}

/// Looks through a document that comes in pieces.
pub struct Inspector<'d> {
    document: Document<'d>,
    found: Vec<Found<'d, Masked>>,
}

impl<'d> Inspector<'d> {
    /// An inspector of one document.
    pub fn new(detector: &'d Detector) -> Self {
        Self { document: Document::new(detector), found: Vec::new() }
    }

    /// Takes the next piece and gives what can be told by now to `with`.
    pub fn push(&mut self, piece: &[u8], with: &mut impl FnMut(Match)) {
        self.take(piece, false, with);
    }

    /// Says that the document is over, and gives the rest to `with`.
    pub fn finish(mut self, with: &mut impl FnMut(Match)) {
        self.take(b"", true, with);
    }

    fn take(&mut self, piece: &[u8], is_last: bool, with: &mut impl FnMut(Match)) {
        let mut show = |kind: &Kind, _, value: &str| mask::sample(kind, value);
        self.document.push(piece, is_last, &mut show, &mut self.found, |_, _| {});
        self.found.drain(..).filter_map(Match::of).for_each(with);
    }
}

impl Detector {
    /// Everything in a document, which may be JSON or text.
    ///
    /// ```
    /// use vetgate_sensitive::Detector;
    /// let found = Detector::new().inspect(br#"{"contact": {"mail": "jo.miller@acme.io"}}"#);
    /// assert_eq!(found[0].kind, "email");
    /// assert_eq!(found[0].pointer.as_ref().map(|p| p.as_str()), Some("/contact/mail"));
    /// assert_eq!(found[0].sample.as_str(), "j***@a***.io");
    /// ```
    pub fn inspect(&self, document: &[u8]) -> Vec<Match> {
        let mut matches = Vec::new();
        Inspector::new(self).take(document, true, &mut |found| matches.push(found));
        matches
    }

    /// Everything in a document that is one JSON string, as it would be found with brackets around it. `literal` is the
    /// string as it is written, with its quotes, and `says` is what it says: who has read it already need not have it read again.
    ///
    /// ```
    /// use vetgate_sensitive::Detector;
    /// let found = Detector::new().inspect_string(r#""{\"mail\":\"jo.miller@acme.io\"}""#, r#"{"mail":"jo.miller@acme.io"}"#);
    /// assert_eq!(found[0].kind, "email");
    /// assert_eq!(found[0].inner[0].as_str(), "/mail");
    /// assert_eq!(found[0].span, 13..30);
    /// ```
    pub fn inspect_string(&self, literal: &str, says: &str) -> Vec<Match> {
        self.in_string(literal, says, None)
    }

    /// The same as [`inspect_string`](Self::inspect_string), where what the string says is `document`: who has parsed it
    /// already need not have it parsed again.
    pub fn inspect_parsed_string(&self, literal: &str, document: &json::Document) -> Vec<Match> {
        self.in_string(literal, document.text(), Some(document))
    }

    fn in_string(&self, literal: &str, says: &str, parsed: Option<&json::Document>) -> Vec<Match> {
        let mut show = |kind: &Kind, _, value: &str| mask::sample(kind, value);
        let found = in_string(self, literal.as_bytes(), says.as_bytes(), parsed, &mut show);
        found.into_iter().filter_map(Match::of).collect()
    }
}

impl Match {
    fn of(found: Found<'_, Masked>) -> Option<Self> {
        let Shown::Value(sample) = found.shown else { return None };
        let mut place = found.place.into_iter();
        Some(Self {
            kind: found.kind.id.clone().into_owned(),
            name: found.kind.name.clone().into_owned(),
            category: found.kind.category,
            severity: found.kind.severity,
            confidence: found.confidence,
            pointer: place.next(),
            inner: place.collect(),
            span: found.span,
            sample,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_string_is_read_as_it_is_in_brackets(words in proptest::collection::vec(any::<proptest::sample::Index>(), 0..12), noise in any::<String>()) {
            const WORDS: &[&str] = &[
                "mail ", "jo.miller@acme.io", "\n", "\"", "password: ", "hunter2!Xy", "{\"ssn\":\"460-89-9847\"}", " ", "4539148803436467",
                "{\"a\":\"+442070313000\"}", "é", "\\n", "2024-05-17", "ghp_x7Kq2mVb9RtLw4Zc8Nf3AbCdEfGhIjKlMnOp", "[", "]",
            ];
            let detector = Detector::new();
            let text: String = words.iter().map(|word| *word.get(WORDS)).chain([noise.as_str()]).collect();
            for text in [text.clone(), serde_json::json!({"note": text}).to_string()] {
                let literal = serde_json::Value::from(text.as_str()).to_string();
                let mut expected = detector.inspect(format!("[{literal}]").as_bytes());
                for found in &mut expected {
                    found.pointer = Some(Pointer::root());
                    found.span = found.span.start - 1..found.span.end - 1;
                }
                if let Ok(document) = json::Document::parse(&text) {
                    prop_assert_eq!(&detector.inspect_parsed_string(&literal, &document), &expected);
                }
                prop_assert_eq!(detector.inspect_string(&literal, &text), expected);
            }
        }

        #[test]
        fn a_parsed_document_is_read_as_one_that_is_not(
            picks in proptest::collection::vec((any::<proptest::sample::Index>(), any::<proptest::sample::Index>()), 0..10),
            depth in 0..4_usize,
        ) {
            const NAMES: &[&str] = &["ssn", "name", "value", "mail", "jo.miller@acme.io", "a\\u0062c", "x", "password", "[EMAIL]"];
            const VALUES: &[&str] = &[
                "\"460-89-9847\"", "4539148803436467", "\"API_KEY\"", "\"jo.miller@acme.io\"", "true", "null", "[]", "{}", "\"\"",
                "\"x\\ny jo@acme.io\"", "[\"+442070313000\",1,{\"ssn\":\"460-89-9847\"}]", "\"{\\\"mail\\\":\\\"jo.miller@acme.io\\\"}\"",
                "\"x7Kq2mVb9RtLw4Zc8Nf3AbCd\"", "{\"name\":\"API_KEY\",\"value\":\"x7Kq2mVb9RtLw4Zc8Nf3AbCd\"}", "\"\\ud800 1988-04-17\"",
            ];
            let detector = Detector::new();
            let members: Vec<String> =
                picks.iter().map(|(name, value)| format!("\"{}\": {}", name.get(NAMES), value.get(VALUES))).collect();
            let text = format!("{}{{{}}}{}", "[1, ".repeat(depth), members.join(" ,"), "]".repeat(depth));
            let literal = serde_json::Value::from(text.as_str()).to_string();
            let document = json::Document::parse(&text).expect("a document");
            prop_assert_eq!(detector.inspect_parsed_string(&literal, &document), detector.inspect_string(&literal, &text));
        }
    }

    fn kinds(text: &str) -> Vec<String> {
        Detector::new().inspect(text.as_bytes()).into_iter().map(|found| found.kind).collect()
    }

    #[test]
    fn a_number_written_like_a_telephone_number_is_one_unless_something_names_it() {
        for text in [
            "415-555-2671",
            r#"{"value":"415-555-2671"}"#,
            r#"{"value":"415.555.2671"}"#,
            r#"{"value":"(415) 555-2671"}"#,
            r#"{"value":"1-415-555-2671"}"#,
            r#"{"value":"415 555 2671"}"#,
        ] {
            assert_eq!(kinds(text), ["phone"], "{text}");
        }
        // No identifier is claimed where the digits alone could be either.
        assert!(!kinds(r#"{"value":"4155552671"}"#).contains(&"uk_nhs".to_owned()));
        for text in ["NHS number 415-555-2671", r#"{"nhs_number":"4155552671"}"#, r#"{"value":"485 263 7911"}"#] {
            assert_eq!(kinds(text), ["uk_nhs"], "{text}");
        }
    }

    #[test]
    fn a_label_before_a_pair_does_not_hide_the_secret() {
        for text in [
            r#"{"message":"ERROR: password=tr0ub4dor3"}"#,
            r#"{"message":"config: password=tr0ub4dor3"}"#,
            r#"{"log":"2026-05-17T10:11:12Z INFO auth: user=bob password=tr0ub4dor3"}"#,
            "ERROR: password=tr0ub4dor3",
            "login -> password -> tr0ub4dor3",
        ] {
            assert_eq!(kinds(text), ["password"], "{text}");
        }
        assert_eq!(kinds("INFO: token=Zk3vT9qLm2XwR8bNcY5d"), ["credential"]);
    }

    #[test]
    fn cells_of_a_table_are_values_of_their_own() {
        assert_eq!(kinds("1,4539148803436467,2"), ["credit_card"]);
        assert_eq!(kinds("4539148803436467,4539392059282593"), ["credit_card", "credit_card"]);
        assert_eq!(kinds("17,355-68-3301,2023-04-01"), ["us_ssn"]);
        assert_eq!(kinds("1,+442070313000"), ["phone"]);
        assert!(kinds("1,234,567,890,123").is_empty());
    }

    #[test]
    fn an_escape_in_text_ends_a_word() {
        assert_eq!(kinds(r#"msg="hello\njo.miller@acme.io""#), ["email"]);
        assert_eq!(kinds(r"hello\n4539148803436467"), ["credit_card"]);
        assert_eq!(kinds(r"x\nglpat-x7Kq2Lm9Rt4Wv8Zb3Nc6"), ["gitlab.pat"]);
        assert_eq!(kinds(r"a\t81.2.69.142"), ["ip_address"]);
    }
}
