//! Text that was written in another alphabet so that it fits where it is carried.
//!
//! What decodes to text was text: the odds that sixteen random characters do are below one in a million. What decodes to
//! nothing readable is an id, a hash or a signature, and says nothing.

use data_encoding::{BASE32_NOPAD, BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};

/// Shorter tokens are ids, words and names by chance.
const SHORTEST: usize = 16;
/// So much of a long token is decoded: enough to tell.
const LOOKED_AT: usize = 4096;

/// An alphabet that carried text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Encoded {
    /// `hex`, `base32`, `base64`.
    pub(super) alphabet: &'static str,
    /// What it stands for, from its beginning on.
    pub(super) text: String,
}

/// The text that a token stands for, if it stands for one.
pub(super) fn decode(token: &str) -> Option<Encoded> {
    let token = token.trim_end_matches('=').as_bytes();
    if token.len() < SHORTEST {
        return None;
    }
    // Whole groups of every alphabet.
    let token = if token.len() > LOOKED_AT { &token[..LOOKED_AT] } else { token };
    let (mut is_hex, mut is_base32, mut upper, mut lower) = (true, true, false, false);
    for byte in token {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'+' | b'/' | b'-' | b'_' => {}
            _ => return None,
        }
        is_hex &= byte.is_ascii_hexdigit();
        is_base32 &= byte.is_ascii_alphabetic() || (b'2'..=b'7').contains(byte);
        upper |= byte.is_ascii_uppercase();
        lower |= byte.is_ascii_lowercase();
    }
    if is_hex {
        let even = &token[..token.len() / 2 * 2];
        if let Some(text) = HEXLOWER_PERMISSIVE.decode(even).ok().and_then(readable) {
            return Some(Encoded { alphabet: "hex", text });
        }
    }
    if is_base32 && !(upper && lower) {
        let upper = token.to_ascii_uppercase();
        if let Some(text) = loosely(&BASE32_NOPAD, &upper, 8).and_then(readable) {
            return Some(Encoded { alphabet: "base32", text });
        }
    }
    let alphabet = if token.iter().any(|byte| matches!(byte, b'-' | b'_')) { &BASE64URL_NOPAD } else { &BASE64_NOPAD };
    let text = loosely(alphabet, token, 4).and_then(readable)?;
    Some(Encoded { alphabet: "base64", text })
}

/// Decodes the whole groups, and the rest if that is possible.
fn loosely(alphabet: &data_encoding::Encoding, token: &[u8], group: usize) -> Option<Vec<u8>> {
    alphabet.decode(token).or_else(|_| alphabet.decode(&token[..token.len() / group * group])).ok()
}

/// The bytes as text, if somebody could read it.
fn readable(bytes: Vec<u8>) -> Option<String> {
    if bytes.starts_with(&[0x1F, 0x8B, 8]) {
        return Some("(gzip)".to_owned());
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // A cut goes through a character.
        Err(error) if error.utf8_error().error_len().is_none() => {
            let end = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(end);
            String::from_utf8(bytes).ok()?
        }
        Err(_) => return None,
    };
    let (mut characters, mut words) = (0usize, 0usize);
    for c in text.chars() {
        if c.is_control() && !matches!(c, '\n' | '\r' | '\t') {
            return None;
        }
        characters += 1;
        words += usize::from(c.is_alphanumeric() || c == ' ');
    }
    (characters >= 8 && words * 2 >= characters).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::{BASE64, HEXLOWER};
    use proptest::prelude::*;

    #[test]
    fn text_is_read_through_each_alphabet() {
        for (token, alphabet) in [
            ("cGFzc3dvcmQ6IGh1bnRlcjIgLS0gYWRtaW4=", "base64"),
            ("70617373776f72643a2068756e746572", "hex"),
            ("OBQXG43XN5ZGIORANB2W45DFOIZA", "base32"),
            ("obqxg43xn5zgioranb2w45dfoiza", "base32"),
        ] {
            let encoded = decode(token).expect(token);
            assert_eq!(encoded.alphabet, alphabet);
            assert!(encoded.text.starts_with("password: hunter"), "{encoded:?}");
        }
    }

    #[test]
    fn ids_and_words_stand_for_nothing() {
        for token in [
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "6fa459ea-ee8a-3ca4-894e-db77e160355e",
            "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
            "internationalization",
            "getting-started-with-the-gateway",
            "dQw4w9WgXcQ",
            "2026-11-16T00-37-17",
            "1234567890123456",
            "",
        ] {
            assert_eq!(decode(token), None, "{token}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_written_in_an_alphabet_is_read_again(text in "[a-zA-Z]{5,9}( [a-z0-9]{3,9}){2,9}") {
            for token in [BASE64.encode(text.as_bytes()), HEXLOWER.encode(text.as_bytes())] {
                let encoded = decode(&token).expect("text");
                prop_assert_eq!(&encoded.text, &text);
            }
        }

        #[test]
        fn no_token_is_too_strange(token in any::<String>(), run in "[A-Za-z0-9+/=_-]{0,90}") {
            let _ = (decode(&token), decode(&run));
        }
    }
}
