//! Long encoded pieces in the arguments.

use super::flag::Place;
use super::{Claim, Signal};
use crate::words::blob::ORDINARY;

/// How long a piece is that is worth a word.
const LONG: usize = 256;

/// A long encoded piece, if `text` is one.
pub(super) fn claims(place: &Place, text: &str, out: &mut Vec<Signal>) {
    if text.len() >= LONG && is_encoded(text) && !place.key_has(ORDINARY) {
        place.claim(Claim::Opaque, format!("encoded:{}:{}", place.shown(), text.len()), out);
    }
}

/// Whether `text` is one long run of base64 or hex: of their letters alone, with small and capital letters or digits mixed as
/// no language mixes them.
fn is_encoded(text: &str) -> bool {
    let (mut digits, mut small, mut capital) = (0_usize, 0_usize, 0_usize);
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'a'..=b'z' => small += 1,
            b'A'..=b'Z' => capital += 1,
            b'+' | b'/' | b'-' | b'_' | b'=' | b'\n' | b'\r' => {}
            _ => return false,
        }
    }
    let tenth = text.len() / 10;
    (digits > tenth / 2 && small > tenth && capital > tenth) || (digits > 3 * tenth && small.max(capital) > tenth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use vetgate_capability::OperationClass;

    #[test]
    fn long_encoded_pieces_are_told_from_long_texts() {
        let base64 = "aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBzZWNyZXQgMTIzNDU2Nzg5MA0".repeat(6);
        let hex = "deadbeef00112233445566778899aabb".repeat(9);
        let words = "the_quick_brown_fox_jumps_over_the_lazy_dog_".repeat(9);
        let zeros = "0".repeat(400);
        for (key, text, expected) in [
            ("q", base64.as_str(), true),
            ("q", hex.as_str(), true),
            ("page_token", base64.as_str(), false),
            ("q", words.as_str(), false),
            ("q", zeros.as_str(), false),
            ("q", &base64[..100], false),
        ] {
            let json = format!(r#"{{"{key}":"{text}"}}"#);
            let arguments = Arguments::read(&json);
            let leaf = &arguments.leaves()[0];
            let mut out = vec![];
            claims(&Place { arguments: &arguments, leaf, class: OperationClass::Read }, text, &mut out);
            assert_eq!(!out.is_empty(), expected, "{key} {text}");
        }
    }
}
