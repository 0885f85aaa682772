//! Street addresses, where the name of the field says so.

use crate::candidate::Candidate;
use crate::names::{Field, named};
use crate::words::street::WORDS;
use crate::{Category, Grade, Kind};
use std::ops::Range;
use vetgate_model::Severity;

pub(crate) static KIND: Kind = Kind::new("street_address", "Street address", Category::Contact, Severity::Medium);

/// The value at `whole` of a text, if it has the look of a street and a number. Only its field can say that it is one.
#[inline]
pub(crate) fn at(text: &[u8], whole: Range<usize>) -> Option<Candidate> {
    let value = &text[whole.clone()];
    if !(8..=160).contains(&value.len()) || memchr::memchr(b' ', value).is_none() {
        return None;
    }
    let has = |is: fn(&u8) -> bool| value.iter().filter(|byte| is(byte)).count();
    let digits = has(u8::is_ascii_digit);
    if digits == 0 {
        return None;
    }
    let letters = has(u8::is_ascii_alphabetic) + has(|byte| !byte.is_ascii());
    let is_other = value.iter().any(|byte| matches!(byte, b'@' | b'=' | b'{' | b'<' | b'?' | b'!' | b'_'));
    let is_street = digits <= 14 && letters >= 4 && letters > digits && !is_other;
    is_street.then_some(Candidate {
        kind: &KIND,
        span: whole,
        bare: None,
        alone: None,
        named: Some(Grade::Medium),
        words: WORDS,
    })
}

/// Whether the field says that its value is an address: by its own name, or as a line of an address.
pub(crate) fn is_named(field: Field<'_>) -> bool {
    let says = |name| named(WORDS, Field { name, ..Field::default() }, b"", 0, 0).is_some();
    let is_line = field.name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"line"));
    says(field.name) || is_line && says(field.parent)
}

#[cfg(test)]
mod tests {
    use crate::Detector;

    #[test]
    fn the_field_says_it() {
        let found =
            |json: &str| Detector::new().inspect(json.as_bytes()).iter().any(|found| found.kind == "street_address");
        for json in [
            r#"{"street_address": "477 Marigold Avenue"}"#,
            r#"{"address": {"line1": "Hauptstraße 12b, 10115 Berlin"}}"#,
            r#"{"addressLine1": "12 Rue de la Paix"}"#,
        ] {
            assert!(found(json), "{json}");
        }
        for json in [
            r#"{"title": "477 Marigold Avenue"}"#,
            r#"{"address": "jo@acme.io 1"}"#,
            r#"{"address": "The address of the 2 servers?"}"#,
            r#"{"street": "Marigold Avenue"}"#,
            r#"{"address": {"description": "Where to send it, up to 3 lines"}}"#,
        ] {
            assert!(!found(json), "{json}");
        }
    }
}
