//! Eight bytes at once: each answer is the highest bit of every byte that it holds for.
//!
//! The lowest byte of the number is the first of the text.

/// One in every byte.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of every byte: an answer that holds for all eight.
pub(crate) const HIGH: u64 = ONES << 7;

/// Those of ASCII that are `bound` or more, and whatever comes out beyond ASCII. Sums of seven bits stay in their byte.
#[inline]
const fn reach(eight: u64, bound: u8) -> u64 {
    (eight & !HIGH) + ONES * (0x80 - bound as u64)
}

/// The ASCII letters.
#[inline]
pub(crate) const fn letters(eight: u64) -> u64 {
    let small = eight | (ONES * 0x20);
    reach(small, b'a') & !reach(small, b'z' + 1) & !eight & HIGH
}

/// The small ASCII letters.
#[inline]
pub(crate) const fn small_letters(eight: u64) -> u64 {
    reach(eight, b'a') & !reach(eight, b'z' + 1) & !eight & HIGH
}

/// The small ones of `letters`, which are those of `eight`.
#[inline]
pub(crate) const fn small(letters: u64, eight: u64) -> u64 {
    letters & eight << 2
}

/// The ASCII digits.
#[inline]
pub(crate) const fn digits(eight: u64) -> u64 {
    reach(eight, b'0') & !reach(eight, b'9' + 1) & !eight & HIGH
}

/// Those that are `byte`, which is one of ASCII.
#[inline]
pub(crate) const fn equal(eight: u64, byte: u8) -> u64 {
    let differ = eight ^ (ONES * byte as u64);
    !(reach(differ, 1) | differ) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_told_in_every_place_whatever_is_beside_it() {
        for (place, around) in
            (0..8).flat_map(|place| [0, b'a', b'Z', b'9', 0x7f, 0x80, 0xff].map(|byte| (place, byte)))
        {
            for byte in 0..=u8::MAX {
                let mut bytes = [around; 8];
                bytes[place] = byte;
                let eight = u64::from_le_bytes(bytes);
                let told = |answer: u64| answer.to_le_bytes()[place] == 0x80;
                assert_eq!(told(letters(eight)), byte.is_ascii_alphabetic(), "{byte}");
                assert_eq!(told(small(letters(eight), eight)), byte.is_ascii_lowercase(), "{byte}");
                assert_eq!(told(small_letters(eight)), byte.is_ascii_lowercase(), "{byte}");
                assert_eq!(told(digits(eight)), byte.is_ascii_digit(), "{byte}");
                for other in [b' ', b'-', b'_', b'.'] {
                    assert_eq!(told(equal(eight, other)), byte == other, "{byte}");
                }
                assert_eq!((letters(eight) | digits(eight) | equal(eight, b' ')) & !HIGH, 0);
            }
        }
    }
}
