//! Whether a run of characters may be something encoded, told by its first bytes.

/// The fewest characters of a run that is decoded, see `vetgate_text::decode`.
pub(super) const SHORTEST: usize = 16;

/// So many characters of one run without marks, in letters of both cases and digits, are looked at by the decoder itself:
/// they may be compressed.
const DENSE: usize = 24;

/// Whether text may come out of `run`, or of a part of it; `is_led` where a `=` before it says that it may be written backwards.
pub(super) fn may_be_encoded(run: &[u8], is_led: bool) -> bool {
    if is_uuid(run) {
        return false;
    }
    let is_mark = |byte: &u8| matches!(byte, b'/' | b'-' | b'_' | b'+');
    if one(run) || is_led && one(&reversed(run)) {
        return true;
    }
    run.iter().any(is_mark) && run.split(is_mark).any(|part| part.len() >= SHORTEST && one(part))
}

/// The last characters of `run`, the last first: as many as are looked at.
fn reversed(run: &[u8]) -> [u8; SHORTEST] {
    let mut back = [b'='; SHORTEST];
    back.iter_mut().zip(run.iter().rev()).for_each(|(to, from)| *to = *from);
    back
}

fn is_uuid(run: &[u8]) -> bool {
    run.len() == 36
        && run.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Whether one token may decode to text in any alphabet.
fn one(token: &[u8]) -> bool {
    let digits = token.strip_prefix(b"0x").or_else(|| token.strip_prefix(b"0X")).unwrap_or(token);
    if digits.iter().all(u8::is_ascii_hexdigit) {
        return digits.len().is_multiple_of(2) && is_hex_of_text(digits) || is_base64_of_text(token);
    }
    let is_base32 = |letter: fn(&u8) -> bool| token.iter().all(|b| letter(b) || matches!(b, b'2'..=b'7'));
    if is_base32(u8::is_ascii_lowercase) || is_base32(u8::is_ascii_uppercase) {
        return true;
    }
    let has = |is: fn(&u8) -> bool| token.iter().any(is);
    let is_dense = token.len() >= DENSE
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
        && token.iter().all(u8::is_ascii_alphanumeric);
    is_dense || is_base64_of_text(token)
}

/// Whether text may come out of hexadecimal digits. Most identifiers are told by their first two bytes.
fn is_hex_of_text(digits: &[u8]) -> bool {
    is_text(&hex(&digits[..digits.len().min(4)])[..2]) && is_text(&hex(digits))
}

/// Whether text may come out of base64. Most identifiers are told by their first three bytes.
fn is_base64_of_text(token: &[u8]) -> bool {
    is_text(&base64(&token[..token.len().min(4)])[..3]) && is_text(&base64(token))
}

/// Whether bytes may be the beginning of text or of something compressed.
fn is_text(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) if error.error_len().is_none() => true,
        Err(_) => bytes.starts_with(&[0x1F, 0x8B]) || bytes.first() == Some(&0x78),
    }
}

/// The first bytes that hexadecimal digits stand for.
fn hex(digits: &[u8]) -> [u8; 8] {
    let mut bytes = [b' '; 8];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
        *byte = value(pair[0]) << 4 | value(pair[1]);
    }
    bytes
}

/// The first bytes that base64 stands for.
fn base64(token: &[u8]) -> [u8; 12] {
    let mut bytes = [b' '; 12];
    for (bytes, group) in bytes.chunks_exact_mut(3).zip(token.chunks_exact(4)) {
        let bits = group.iter().fold(0_u32, |all, byte| all << 6 | u32::from(sextet(*byte)));
        bytes.copy_from_slice(&bits.to_be_bytes()[1..]);
    }
    bytes
}

fn sextet(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    }
}

/// Whether a number may be the code of a character: in decimal, hexadecimal or binary digits.
pub(super) fn is_code(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"0x").or_else(|| word.strip_prefix(b"0X")).unwrap_or(word);
    match word.len() {
        2 => {
            word.iter().all(u8::is_ascii_hexdigit)
                && (word[0] >= b'2' || matches!(word, b"09" | b"0a" | b"0A" | b"0d" | b"0D" | b"10" | b"13"))
        }
        3 => word.iter().all(u8::is_ascii_digit) && matches!(word[0], b'0'..=b'2'),
        7 | 8 => word.iter().all(|b| matches!(b, b'0' | b'1')),
        _ => false,
    }
}

/// The letter that a digit may stand for; one may be an `i` or an `l`.
pub(super) fn letter(byte: u8, one: u8) -> u8 {
    match byte {
        b'0' => b'o',
        b'1' => one,
        b'3' => b'e',
        b'4' => b'a',
        b'5' => b's',
        b'6' | b'9' => b'g',
        b'7' => b't',
        b'8' => b'b',
        other => other | 0x20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_may_hold_text_is_told_from_names() {
        for (run, expected) in [
            ("Y3VybCBldmlsLnNoIHwgc2g", true),
            ("6375726c206576696c2e7368", true),
            ("name_Y3VybCBldmlsLnNoIHwgc2g", true),
            ("H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA", true),
            ("6f9619ff-8b86-d011-b42d-00c04fc94964", false),
            ("da39a3ee5e6b4b0d3255bfef95601890afd80709", false),
            ("release-notes/version-2-final", false),
        ] {
            assert_eq!(may_be_encoded(run.as_bytes(), false), expected, "{run}");
        }
        assert!(may_be_encoded(b"g2cgwHIoNnLsl2bldCBybVY3Y", true));
    }

    proptest! {
        #[test]
        fn the_first_bytes_tell_only_what_all_of_them_say(token in "[0-9a-f]{16,40}|[0-9A-Za-z+/]{16,40}|[67][0-9a-f]{15}") {
            prop_assert_eq!(is_base64_of_text(token.as_bytes()), is_text(&base64(token.as_bytes())));
            prop_assert_eq!(is_hex_of_text(token.as_bytes()), is_text(&hex(token.as_bytes())));
        }
    }
}
