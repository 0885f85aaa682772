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
    let classes = classes(run);
    if one(run, classes) || is_led && one(&reversed(run), self::classes(&reversed(run))) {
        return true;
    }
    let is_part = |part: &[u8]| part.len() >= SHORTEST && one(part, self::classes(part));
    classes & MARK != 0 && run.split(|byte| OF_BYTE[usize::from(*byte)] & MARK != 0).any(is_part)
}

/// What a byte is in the alphabets of encodings.
const NO_HEX: u8 = 1;
const NO_LOWER_BASE32: u8 = 2;
const NO_UPPER_BASE32: u8 = 4;
const UPPER: u8 = 8;
const LOWER: u8 = 16;
const DIGIT: u8 = 32;
/// Stands in some alphabets, and between words.
const MARK: u8 = 64;
/// Neither a letter nor a digit.
const NO_LETTER: u8 = 128;

static OF_BYTE: [u8; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        let rows = [
            (!byte.is_ascii_hexdigit(), NO_HEX),
            (!matches!(byte, b'a'..=b'z' | b'2'..=b'7'), NO_LOWER_BASE32),
            (!matches!(byte, b'A'..=b'Z' | b'2'..=b'7'), NO_UPPER_BASE32),
            (byte.is_ascii_uppercase(), UPPER),
            (byte.is_ascii_lowercase(), LOWER),
            (byte.is_ascii_digit(), DIGIT),
            (matches!(byte, b'/' | b'-' | b'_' | b'+'), MARK),
            (!byte.is_ascii_alphanumeric(), NO_LETTER),
        ];
        let mut row = 0;
        while row < rows.len() {
            table[at] |= if rows[row].0 { rows[row].1 } else { 0 };
            row += 1;
        }
        at += 1;
    }
    table
};

/// What the bytes of a token are, all of them together.
#[inline]
fn classes(token: &[u8]) -> u8 {
    token.iter().fold(0, |all, byte| all | OF_BYTE[usize::from(*byte)])
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

/// Whether one token, whose bytes are of these classes, may decode to text in any alphabet.
fn one(token: &[u8], classes: u8) -> bool {
    let prefixed = token.strip_prefix(b"0x").or_else(|| token.strip_prefix(b"0X"));
    let (digits, of_digits) = prefixed.map_or((token, classes), |digits| (digits, self::classes(digits)));
    if of_digits & NO_HEX == 0 {
        return digits.len().is_multiple_of(2) && is_hex_of_text(digits) || is_base64_of_text(token);
    }
    if classes & NO_LOWER_BASE32 == 0 || classes & NO_UPPER_BASE32 == 0 {
        return true;
    }
    let is_dense = token.len() >= DENSE && classes & (UPPER | LOWER | DIGIT | NO_LETTER) == UPPER | LOWER | DIGIT;
    is_dense || is_base64_of_text(token)
}

/// Whether text may come out of hexadecimal digits. Most identifiers are told by their first bytes.
fn is_hex_of_text(digits: &[u8]) -> bool {
    let begins = digits.first_chunk().is_none_or(|[a, b, c, d, e, f]| {
        let byte = |high: &u8, low: &u8| digit(*high) << 4 | digit(*low);
        may_begin_text(byte(a, b), byte(c, d), byte(e, f))
    });
    begins && is_text(&hex(digits))
}

/// Whether text may come out of base64. Most identifiers are told by their first bytes.
fn is_base64_of_text(token: &[u8]) -> bool {
    let begins = token.first_chunk().is_none_or(|[a, b, c, d]| {
        let (a, b, c, d) = (sextet(*a), sextet(*b), sextet(*c), sextet(*d));
        may_begin_text(a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d)
    });
    begins && is_text(&base64(token))
}

/// Whether what begins with these bytes may be the beginning of text or of something compressed: in text, the first byte of a
/// character beyond ASCII has others behind it, and nothing else has.
#[inline]
fn may_begin_text(first: u8, second: u8, third: u8) -> bool {
    let goes_on = |byte: u8| byte & 0xC0 == 0x80;
    let may_follow = |before: u8, byte: u8| match before {
        0..0x80 => !goes_on(byte),
        0x80..0xC0 => true,
        _ => goes_on(byte),
    };
    let is_first = first < 0x80 || matches!(first, 0xC2..0xF5);
    is_first && may_follow(first, second) && may_follow(second, third) || is_compressed(first, second)
}

/// Whether something compressed may begin with these bytes.
#[inline]
fn is_compressed(first: u8, second: u8) -> bool {
    first == 0x78 || (first, second) == (0x1F, 0x8B)
}

/// Whether bytes may be the beginning of text or of something compressed.
fn is_text(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) if error.error_len().is_none() => true,
        Err(_) => matches!(bytes, [first, second, ..] if is_compressed(*first, *second)),
    }
}

/// The first bytes that hexadecimal digits stand for.
fn hex(digits: &[u8]) -> [u8; 8] {
    let mut bytes = [b' '; 8];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0]) << 4 | digit(pair[1]);
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

/// What a hexadecimal digit stands for.
#[inline]
fn digit(byte: u8) -> u8 {
    // Letters have a bit that digits have not, and go on where those end.
    (byte & 0x0F) + 9 * (byte >> 6)
}

/// What a character of base64 stands for.
#[inline]
fn sextet(byte: u8) -> u8 {
    SEXTETS[usize::from(byte)]
}

static SEXTETS: [u8; 256] = {
    let mut table = [63; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        byte += 1;
    }
    table
};

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
