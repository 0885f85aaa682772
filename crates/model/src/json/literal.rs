//! String literals, many bytes at a time: where they end and what needs a look before that.
//!
//! Hot: every byte of every response passes here, twice where a text holds a document (bench `guard`). The loops over blocks
//! are written so that compilers make vector instructions of them.

/// How many bytes are looked at together; most names and values are shorter.
const BLOCK: usize = 16;
/// The same where one answer is enough for all of them.
const STRETCH: usize = 32;

/// Whether a byte needs a look in a string: a quote, an escape, a control character.
#[inline]
fn needs_look(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < b' ')
}

/// Where the string ends that begins at `at`, behind its quote, if it ends within a word and has nothing but plain characters:
/// names of members, and many values.
#[inline]
pub(super) fn short(bytes: &[u8], at: usize) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    let (quote, slash) = (word ^ (ONES * b'"' as u64), word ^ (ONES * b'\\' as u64));
    // Of the bytes that are not beyond ASCII those that are zero, or below a space; above the first of them some that are
    // neither, since borrows go upwards.
    let zeros = quote.wrapping_sub(ONES) & !quote | slash.wrapping_sub(ONES) & !slash;
    let stops = (zeros | word.wrapping_sub(ONES * 0x20) & !word) & (ONES << 7);
    let end = at + stops.trailing_zeros() as usize / 8;
    (stops != 0 && bytes[end] == b'"').then_some(end)
}

/// Where the first byte from `at` on stands that needs a look; without any, where the text ends.
#[inline]
pub(super) fn plain(bytes: &[u8], mut at: usize) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((block, after)) = rest.split_first_chunk() {
        let marks = marked(block);
        if marks != 0 {
            return at + marks.trailing_zeros() as usize / 8;
        }
        at += BLOCK;
        rest = after;
    }
    at + rest.iter().take_while(|byte| !needs_look(**byte)).count()
}

/// The bytes of a block that need a look, all bits of them set.
#[inline]
fn marked(block: &[u8; BLOCK]) -> u128 {
    let mut marks = [0; BLOCK];
    for (mark, byte) in marks.iter_mut().zip(block) {
        *mark = if needs_look(*byte) { 0xFF } else { 0 };
    }
    u128::from_le_bytes(marks)
}

/// From `at` on, which is behind an escaped quote, passes over stretches in which everything is plain but escaped quotes: a
/// text that holds a document has one every few bytes. Says where to go on, which is before the string ends.
#[inline]
pub(super) fn quoting(bytes: &[u8], mut at: usize) -> usize {
    while let Some(stretch) = bytes.get(at - 1..).and_then(|rest| rest.first_chunk::<{ STRETCH + 1 }>()) {
        let mut is_odd = 0;
        for (before, byte) in stretch.iter().zip(&stretch[1..]) {
            // A quote behind no backslash, or a backslash before no quote. None stands behind another, so each escapes.
            is_odd |= u8::from(*byte == b'"') ^ u8::from(*before == b'\\') | u8::from(*byte < b' ');
        }
        if is_odd != 0 {
            break;
        }
        at += STRETCH;
    }
    // An escape is looked at from its backslash on.
    at - usize::from(bytes[at - 1] == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_needs_a_look_is_found_at_every_place() {
        for byte in 0..=255_u8 {
            let stops = matches!(byte, b'"' | b'\\' | 0..0x20);
            for at in 0..40 {
                // What stands behind must not hide what stands before it.
                for behind in [b'x', b'"', b'#', b']', 0x1F, 0x21, 0x80, 0xFF] {
                    let mut bytes = [b'a'; 40];
                    bytes[at + 1..].fill(behind);
                    bytes[at] = byte;
                    let expected = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
                    assert_eq!(plain(&bytes, 0), expected.unwrap_or(40), "{byte} {at} {behind}");
                    let is_short = expected.is_some_and(|end| end < 8 && bytes[end] == b'"');
                    assert_eq!(short(&bytes, 0), expected.filter(|_| is_short), "{byte} {at} {behind}");
                    assert!(!stops || expected == Some(at));
                }
            }
        }
    }
}
