//! A deflate block with fixed codes.
//!
//! One run of random bytes in eight says that it is such a block, and of identifiers in hexadecimal digits one in three. An
//! inflater has tables of 40 KB to clear before it reads the first code; this has none, and is slower by the byte.
//!
//! Guarantee: what an inflater gives, but for blocks that refer to what stands before their start, which no deflater does and an
//! inflater may take for zeros.

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

/// What the block at the start of `bytes`, whose head says that it has fixed codes, comes to: as far as nothing is wrong
/// with it, and no further than `most` bytes.
pub(super) fn inflate(bytes: &[u8], most: usize) -> Vec<u8> {
    let mut bits = Bits { bytes, at: 3 };
    let mut out = Vec::new();
    while out.len() < most && next(&mut bits, &mut out).is_some() {}
    out.truncate(most);
    out
}

/// Reads the next code; none if it ends the block or cannot stand here.
fn next(bits: &mut Bits, out: &mut Vec<u8>) -> Option<()> {
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
        (_, literal @ 48..=191) => {
            bits.pass(8)?;
            out.push(u8::try_from(literal - 48).ok()?);
            return Some(());
        }
        _ => {
            bits.pass(9)?;
            out.push(u8::try_from(code - 400 + 144).ok()?);
            return Some(());
        }
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
    let start = out.len().checked_sub(distance as usize)?;
    // It may reach into what it writes itself.
    (start..start + usize::from(copied)).for_each(|at| out.push(out[at]));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn inflated(bytes: &[u8]) -> Vec<u8> {
        let (mut inflater, mut out) = (flate2::Decompress::new(false), Vec::with_capacity(1 << 16));
        // What came out before the data turned out to be damaged counts.
        let _ = inflater.decompress_vec(bytes, &mut out, flate2::FlushDecompress::None);
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn it_tells_what_an_inflater_tells(mut bytes in prop::collection::vec(any::<u8>(), 1..40)) {
            bytes[0] = bytes[0] & !7 | 3;
            let (text, expected) = (inflate(&bytes, 1 << 16), inflated(&bytes));
            prop_assert!(text == expected || expected.contains(&0), "{:02x?} {:02x?}", text, expected);
            prop_assert!(expected.starts_with(&text));
        }

        #[test]
        fn what_was_deflated_is_never_passed_over(text in "[a-c ]{0,60}|[ -~]{0,60}", cut in 0..40_usize) {
            let mut deflater = flate2::Compress::new(flate2::Compression::best(), false);
            let mut bytes = Vec::with_capacity(1000);
            deflater.compress_vec(text.as_bytes(), &mut bytes, flate2::FlushCompress::Finish).unwrap();
            bytes.truncate(bytes.len().saturating_sub(cut).max(1));
            if bytes[0] & 7 == 3 {
                prop_assert_eq!(inflate(&bytes, 1 << 16), inflated(&bytes), "{:02x?}", bytes);
            }
        }
    }
}
