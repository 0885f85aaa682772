//! Texts in which `{{...}}` stands for something: a secret, or a text in an encoding.
//!
//! ```
//! use std::collections::BTreeMap;
//! use vetgate_lab::adversary::phrase::expand;
//!
//! let secrets = BTreeMap::from([("key".to_owned(), "k-17".to_owned())]);
//! assert_eq!(expand("x={{hex:{{secret:key}}}}", &secrets).unwrap(), "x=6b2d3137");
//! assert!(expand("{{secret:lock}}", &secrets).is_err());
//! ```

use data_encoding::{BASE64, BASE64URL_NOPAD, HEXLOWER};
use flate2::{Compression, write::GzEncoder};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeMap;
use std::io::Write as _;

/// How deep phrases may stand within each other.
const DEEPEST: usize = 16;

/// The most bytes that a text may become.
const LONGEST: usize = 64 * 1024 * 1024;

/// Why a text cannot be written out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PhraseError {
    /// What stands in the braces is nothing that is known.
    #[error("`{{{{{0}}}}}` is unknown: use secret, {known}, repeat or slice", known = KNOWN.map(|(name, _)| name).join(", "))]
    Unknown(String),
    /// There is no such secret.
    #[error("there is no secret `{0}`: define it under `secrets`")]
    Secret(String),
    /// A number is missing or too large.
    #[error("`{0}` needs numbers: `repeat:TIMES:TEXT`, `slice:FROM:TO:TEXT`")]
    Number(String),
    /// Braces are opened and never closed, or too deep.
    #[error("`{{{{` is not closed, or is nested in more than {DEEPEST} others")]
    Open,
    /// The text would become too long.
    #[error("a text becomes longer than {LONGEST} bytes")]
    Long,
}

impl PhraseError {
    /// What stood behind the braces, as far as it is known.
    pub(crate) fn phrase(&self) -> Option<String> {
        match self {
            Self::Unknown(phrase) | Self::Number(phrase) => Some(phrase.clone()),
            Self::Secret(name) => Some(format!("secret:{name}")),
            Self::Open | Self::Long => None,
        }
    }
}

type Encode = fn(&str) -> String;

/// A row for each encoding.
// table: the encodings that this module implements, each with its function.
const KNOWN: [(&str, Encode); 9] = [
    ("base64", |text| BASE64.encode(text.as_bytes())),
    ("base64url", |text| BASE64URL_NOPAD.encode(text.as_bytes())),
    ("hex", |text| HEXLOWER.encode(text.as_bytes())),
    ("rot13", |text| text.chars().map(rot13).collect()),
    ("reverse", |text| text.chars().rev().collect()),
    ("percent", |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()),
    ("gzip", gzip),
    ("tags", |text| text.chars().map(tag).collect()),
    ("zero_width", |text| text.bytes().flat_map(bits).collect()),
];

/// What is left for later: the id of a request, and the number of a turn.
const LATER: [&str; 2] = ["id", "n"];

/// The text with everything in double braces written out.
pub fn expand(text: &str, secrets: &BTreeMap<String, String>) -> Result<String, PhraseError> {
    let mut rest = text;
    written(&mut rest, secrets, 0)
}

/// Writes out what comes up to the end, or up to the closing braces of the phrase that is open.
fn written(rest: &mut &str, secrets: &BTreeMap<String, String>, depth: usize) -> Result<String, PhraseError> {
    if depth > DEEPEST {
        return Err(PhraseError::Open);
    }
    let mut out = String::new();
    loop {
        let open = rest.find("{{");
        let close = if depth > 0 { rest.find("}}") } else { None };
        match (open, close) {
            (Some(open), close) if close.is_none_or(|close| open < close) => {
                out.push_str(&rest[..open]);
                *rest = &rest[open + 2..];
                let phrase = written(rest, secrets, depth + 1)?;
                out.push_str(&spoken(&phrase, secrets)?);
            }
            (_, Some(close)) => {
                out.push_str(&rest[..close]);
                *rest = &rest[close + 2..];
                return Ok(out);
            }
            _ if depth > 0 => return Err(PhraseError::Open),
            _ => {
                out.push_str(rest);
                return Ok(out);
            }
        }
        if out.len() > LONGEST {
            return Err(PhraseError::Long);
        }
    }
}

/// What one phrase stands for.
fn spoken(phrase: &str, secrets: &BTreeMap<String, String>) -> Result<String, PhraseError> {
    let Some((name, text)) = phrase.split_once(':') else {
        return match LATER.contains(&phrase) {
            true => Ok(format!("{{{{{phrase}}}}}")),
            false => Err(PhraseError::Unknown(phrase.to_owned())),
        };
    };
    let number = |text: &str| text.parse::<usize>().map_err(|_| PhraseError::Number(phrase.to_owned()));
    let split = |text: &'_ str| text.split_once(':').map(|(a, b)| (a.to_owned(), b.to_owned()));
    match name {
        "secret" => secrets.get(text).cloned().ok_or_else(|| PhraseError::Secret(text.to_owned())),
        "repeat" => {
            let (times, text) = split(text).ok_or_else(|| PhraseError::Number(phrase.to_owned()))?;
            let times = number(&times)?;
            match times.checked_mul(text.len()) {
                Some(length) if length <= LONGEST => Ok(text.repeat(times)),
                _ => Err(PhraseError::Long),
            }
        }
        "slice" => {
            let bounds = split(text).and_then(|(from, rest)| split(&rest).map(|(to, text)| (from, to, text)));
            let (from, to, text) = bounds.ok_or_else(|| PhraseError::Number(phrase.to_owned()))?;
            let (from, to) = (number(&from)?, number(&to)?);
            Ok(text.chars().skip(from).take(to.saturating_sub(from)).collect())
        }
        _ => match KNOWN.iter().find(|(known, _)| *known == name) {
            Some((_, encode)) => Ok(encode(text)),
            None => Err(PhraseError::Unknown(phrase.to_owned())),
        },
    }
}

fn rot13(c: char) -> char {
    let turned = |first: u8| char::from((c as u8 - first + 13) % 26 + first);
    match c {
        'a'..='z' => turned(b'a'),
        'A'..='Z' => turned(b'A'),
        _ => c,
    }
}

fn gzip(text: &str) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory takes it");
    BASE64.encode(&encoder.finish().expect("memory takes it"))
}

/// The character of the tag block that stands for an ASCII character.
fn tag(c: char) -> char {
    if c.is_ascii() { char::from_u32(0xE0000 + c as u32).expect("the tag block has all of ASCII") } else { c }
}

/// The bits of a byte as zero-width space and zero-width non-joiner.
fn bits(byte: u8) -> impl Iterator<Item = char> {
    (0..8).rev().map(move |bit| if byte >> bit & 1 == 1 { '\u{200C}' } else { '\u{200B}' })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(text: &str) -> Result<String, PhraseError> {
        expand(text, &BTreeMap::new())
    }

    #[test]
    fn phrases_are_written_out_from_the_inside_out() {
        let cases = [
            ("a {{base64:hello}} b", "a aGVsbG8= b"),
            ("{{hex:{{reverse:ab}}}}", "6261"),
            ("{{rot13:Uryyb}}", "Hello"),
            ("{{percent:a b}}", "a%20b"),
            ("{{slice:1:3:abcd}}", "bc"),
            ("{{slice:2:99:abcd}}", "cd"),
            ("{{repeat:3:ab}}", "ababab"),
            ("{{tags:A}}", "\u{E0041}"),
            ("{{zero_width:A}}", "\u{200B}\u{200C}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200C}"),
            ("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}"),
            ("turn {{n}} of {{id}}", "turn {{n}} of {{id}}"),
        ];
        for (written, expected) in cases {
            assert_eq!(plain(written).as_deref(), Ok(expected), "{written}");
        }
    }

    #[test]
    fn what_stands_for_nothing_is_an_error() {
        assert!(matches!(plain("{{user}}"), Err(PhraseError::Unknown(_))));
        assert!(matches!(plain("{{secret:x}}"), Err(PhraseError::Secret(_))));
        assert!(matches!(plain("{{repeat:many:x}}"), Err(PhraseError::Number(_))));
        assert!(matches!(plain("{{slice:1:x}}"), Err(PhraseError::Number(_))));
        assert!(matches!(plain("{{hex:open"), Err(PhraseError::Open)));
        assert!(matches!(plain("{{repeat:99999999999:xx}}"), Err(PhraseError::Long)));
        assert!(matches!(plain(&"{{hex:".repeat(100_000)), Err(PhraseError::Open)));
    }

    proptest! {
        #[test]
        fn any_text_is_written_out_or_refused(text in "(\\{\\{|\\}\\}|[a-z0-9:]{0,6}){0,20}") {
            let _ = plain(&text);
        }

        #[test]
        fn a_text_without_braces_stays(text in "[^{]{0,60}") {
            prop_assert_eq!(plain(&text), Ok(text));
        }
    }
}
