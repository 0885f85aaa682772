//! A deflate block with fixed codes, read just far enough to tell whether it comes to anything.
//!
//! One run of random bytes in eight says that it is such a block. Nearly all of them refer to text before their start or end
//! at once, which a few codes tell; an inflater has tables of 40 KB to clear before it reads the first.
//!
//! Guarantee: false only where an inflater gives fewer bytes than were asked for, or takes zeros for what stands before the
//! start, which no deflater refers to.

/// The bits of a stream, the lowest of each byte first.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    /// The bit that is `ahead` of the next one.
    fn peek(&self, ahead: usize) -> Option<u16> {
        let at = self.at + ahead;
        Some(u16::from(self.bytes.get(at / 8)? >> (at % 8) & 1))
    }

    /// A code of that many bits, which is written with its first bit first; what is beyond the end counts as zero.
    fn code(&self, length: usize) -> u16 {
        (0..length).fold(0, |code, ahead| code << 1 | self.peek(ahead).unwrap_or_default())
    }

    /// Takes a number, which is written with its last bit first.
    fn number(&mut self, length: usize) -> Option<u16> {
        let number = (0..length).try_fold(0, |number, ahead| Some(number | self.peek(ahead)? << ahead))?;
        self.at += length;
        Some(number)
    }

    /// Goes on behind a code of that many bits, if all of it is there.
    fn pass(&mut self, length: usize) -> Option<()> {
        self.at += length;
        (self.at <= self.bytes.len() * 8).then_some(())
    }
}

/// Whether the block at the start of `bytes`, whose head says that it has fixed codes, comes to `wanted` bytes at least.
pub(super) fn comes_to(bytes: &[u8], wanted: usize) -> bool {
    let mut bits = Bits { bytes, at: 3 };
    let mut written = 0;
    while written < wanted {
        match next(&mut bits, written) {
            Some(more) => written += more,
            None => return false,
        }
    }
    true
}

/// How many bytes the next code comes to, where so many are written; none if it ends the block or cannot stand here.
fn next(bits: &mut Bits, written: usize) -> Option<usize> {
    let code = bits.code(9);
    // Lengths have codes of seven bits and the last few of eight; literal bytes all others, of eight bits and of nine.
    let length = match (code >> 2, code >> 1) {
        (0, _) => return None,
        (short @ 1..=23, _) => {
            bits.pass(7)?;
            short - 1
        }
        (_, long @ 192..=199) => {
            bits.pass(8)?;
            long - 192 + 23
        }
        (_, 0..=191) => return bits.pass(8).map(|()| 1),
        _ => return bits.pass(9).map(|()| 1),
    };
    let copied = match length {
        0..=7 => 3 + length,
        8..=27 => {
            let more = usize::from(length / 4 - 1);
            3 + ((4 + length % 4) << more) + bits.number(more)?
        }
        28 => 258,
        _ => return None,
    };
    let distance = bits.code(5);
    bits.pass(5)?;
    let distance = match distance {
        0..=1 => 1 + u32::from(distance),
        2..=29 => {
            let more = usize::from(distance / 2 - 1);
            1 + ((2 + u32::from(distance) % 2) << more) + u32::from(bits.number(more)?)
        }
        _ => return None,
    };
    (distance as usize <= written).then_some(usize::from(copied))
}

#[cfg(test)]
mod tests {
    use super::super::{Inflater, SHORTEST};
    use super::*;
    use crate::views::Room;
    use proptest::prelude::*;

    fn inflated(bytes: &[u8]) -> Option<Vec<u8>> {
        let mut room = Room { bytes: 1 << 16, is_spent: false };
        Inflater::default().run(bytes, &mut room)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn it_tells_what_an_inflater_tells(mut bytes in prop::collection::vec(any::<u8>(), 1..40)) {
            bytes[0] = bytes[0] & !7 | 3;
            match inflated(&bytes) {
                None => prop_assert!(!comes_to(&bytes, SHORTEST)),
                Some(text) => prop_assert!(comes_to(&bytes, SHORTEST) || text.contains(&0), "{:02x?}", text),
            }
        }

        #[test]
        fn what_was_deflated_is_never_passed_over(text in "[a-c ]{0,60}|[ -~]{0,60}", cut in 0..40_usize) {
            let mut deflater = flate2::Compress::new(flate2::Compression::best(), false);
            let mut bytes = Vec::with_capacity(1000);
            deflater.compress_vec(text.as_bytes(), &mut bytes, flate2::FlushCompress::Finish).unwrap();
            bytes.truncate(bytes.len().saturating_sub(cut).max(1));
            if bytes[0] & 7 == 3 {
                prop_assert_eq!(comes_to(&bytes, SHORTEST), inflated(&bytes).is_some(), "{:02x?}", bytes);
            }
        }
    }
}
