//! JSON Web Tokens: the header and the payload must decode.

use crate::candidate::Candidate;
use crate::{Category, Grade, Kind};
use data_encoding::BASE64URL_NOPAD;
use serde_json::Value;
use vetgate_model::Severity;

pub(crate) static KIND: Kind = Kind::new("jwt", "JSON Web Token", Category::Secret, Severity::High);

/// `{"` in base64.
pub(super) const STARTS: &[&str] = &["eyJ"];

/// Headers are short; a longer one is something else.
const LONGEST_HEADER: usize = 8 << 10;

/// The token that starts at `at`.
pub(super) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let part = |from: usize| {
        let rest = text.get(from..)?;
        let length = rest.iter().position(|byte| !is_base64url(*byte)).unwrap_or(rest.len());
        Some(from..from + length)
    };
    let header = part(at)?;
    if header.len() > LONGEST_HEADER || text.get(header.end) != Some(&b'.') {
        return None;
    }
    let payload = part(header.end + 1)?;
    if payload.is_empty() {
        return None;
    }
    let Value::Object(members) = decode(&text[header])? else { return None };
    let is_encrypted = members.contains_key("enc");
    if !members.contains_key("alg") || !is_encrypted && !decode(&text[payload.clone()])?.is_object() {
        return None;
    }
    let mut end = payload.end;
    let mut parts = 2;
    while parts < if is_encrypted { 5 } else { 3 } && text.get(end) == Some(&b'.') {
        end = part(end + 1)?.end;
        parts += 1;
    }
    // Without its signature it opens nothing by itself, but it still tells all that it says.
    let grade = if parts == 2 { Grade::Medium } else { Grade::High };
    Some(Candidate { kind: &KIND, span: at..end, bare: Some(grade), alone: None, named: None, words: &[] })
}

fn decode(part: &[u8]) -> Option<Value> {
    serde_json::from_slice(&BASE64URL_NOPAD.decode(part).ok()?).ok()
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(header: &str, payload: &str, rest: &str) -> String {
        let encode = |part: &str| BASE64URL_NOPAD.encode(part.as_bytes());
        format!("{}.{}{rest}", encode(header), encode(payload))
    }

    #[test]
    fn both_parts_must_decode() {
        let found = |text: &str| at(text.as_bytes(), 0).map(|candidate| candidate.span.end);
        let signed = token(r#"{"alg":"HS256"}"#, r#"{"sub":"42"}"#, ".c2lnbmF0dXJl");
        assert_eq!(found(&signed), Some(signed.len()));
        assert_eq!(found(&format!("{signed}. And so on")), Some(signed.len()));
        let unsigned = token(r#"{"alg":"none"}"#, r#"{"sub":"42"}"#, ".");
        assert_eq!(found(&unsigned), Some(unsigned.len()));
        for text in [
            token(r#"{"typ":"x"}"#, r#"{"sub":"42"}"#, ".c2ln"),
            token(r#"{"alg":"HS256"}"#, "no json", ".c2ln"),
            signed.replacen('J', "K", 1),
            "eyJ".into(),
            "eyJhbGciOiJIUzI1NiJ9".into(),
            "eyJhbGciOiJIUzI1NiJ9.".into(),
        ] {
            assert_eq!(found(&text), None, "{text}");
        }
    }
}
