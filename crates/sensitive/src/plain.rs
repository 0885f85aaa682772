//! A quick look that tells texts with nothing in them: most names and many values in JSON.

use crate::eight::{HIGH, equal, letters, small};

/// The longest text that is left alone if it has nothing but letters.
const SHORT: usize = 24;

/// Whether a text is a word or two: too short for a token, and without a digit or a sign that could be part of anything.
#[inline(always)]
pub(crate) fn is_plain(text: &[u8]) -> bool {
    if text.len() >= SHORT {
        return false;
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        // The last eight overlap those before, which changes nothing.
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        let middle = text.get(8..16).and_then(<[u8]>::first_chunk).map_or(first, |middle| u64::from_le_bytes(*middle));
        // The codes of banks are capitals alone.
        let has_small =
            || small(letters(first), first) | small(letters(middle), middle) | small(letters(last), last) != 0;
        return are_words(first) && are_words(middle) && are_words(last) && has_small();
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        return are_words(u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)));
    }
    text.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'_' | b'-'))
}

/// Whether eight bytes are letters and joints between words; most are letters alone.
#[inline(always)]
fn are_words(eight: u64) -> bool {
    let letters = letters(eight);
    letters == HIGH || letters | equal(eight, b' ') | equal(eight, b'_') | equal(eight, b'-') == HIGH
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, told byte by byte.
    fn is_plainly_plain(text: &[u8]) -> bool {
        text.len() < SHORT
            && text.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'_' | b'-'))
            && (text.len() < 8 || text.iter().any(u8::is_ascii_lowercase))
    }

    proptest! {
        #[test]
        fn it_is_told_in_steps_as_it_is_byte_by_byte(
            text in proptest::collection::vec(prop_oneof![8 => prop::sample::select(&b"aZ -_"[..]), 1 => any::<u8>()], 0..28),
            is_upper in any::<bool>(),
        ) {
            let text = if is_upper { text.to_ascii_uppercase() } else { text };
            prop_assert_eq!(is_plain(&text), is_plainly_plain(&text));
        }
    }
}
