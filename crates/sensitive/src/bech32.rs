//! Bech32: base 32 with a checksum of six letters, as newer addresses and keys are written (BIP 173, BIP 350).

const LETTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// What the checksum of the first and of the mended form comes out as.
pub(crate) const FIRST: u32 = 1;
pub(crate) const MENDED: u32 = 0x2bc8_30a3;

/// The five bits that a letter of either case stands for.
pub(crate) fn value(letter: u8) -> Option<u8> {
    LETTERS.iter().position(|known| *known == letter.to_ascii_lowercase()).map(|value| value as u8)
}

/// What the checksum comes out as over the readable part before the `1` and the letters behind it; nothing if
/// there is another letter among those.
pub(crate) fn checksum(readable: &[u8], data: &[u8]) -> Option<u32> {
    data.iter().try_fold(spread(readable), |sum, letter| Some(step(sum, value(*letter)?)))
}

/// The checksum over the readable part alone: first the high bits of every letter, then the low ones.
fn spread(readable: &[u8]) -> u32 {
    let high = readable.iter().map(|byte| byte.to_ascii_lowercase() >> 5);
    let low = readable.iter().map(|byte| byte.to_ascii_lowercase() & 31);
    high.chain([0]).chain(low).fold(1, step)
}

/// One letter further in the checksum.
fn step(sum: u32, value: u8) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let top = sum >> 25;
    let sum = (sum & 0x01ff_ffff) << 5 ^ u32::from(value);
    (0..5).filter(|bit| top >> bit & 1 == 1).fold(sum, |sum, bit| sum ^ GENERATOR[bit])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The text with these values behind the `1`, and its checksum.
    pub(crate) fn encode(readable: &str, data: &[u8], mended: bool) -> String {
        let rest = data.iter().copied().chain([0; 6]);
        let sum = rest.fold(spread(readable.as_bytes()), step) ^ if mended { MENDED } else { FIRST };
        let checksum = (0..6).map(|place| (sum >> (5 * (5 - place)) & 31) as u8);
        let letters = data.iter().copied().chain(checksum).map(|value| char::from(LETTERS[usize::from(value)]));
        format!("{readable}1{}", letters.collect::<String>())
    }

    #[test]
    fn the_shortest_texts_of_the_standards_hold() {
        assert_eq!(checksum(b"A", b"2UEL5L"), Some(FIRST));
        assert_eq!(checksum(b"a", b"2uel5l"), Some(FIRST));
        assert_eq!(checksum(b"a", b"lqfn3a"), Some(MENDED));
        assert!(checksum(b"a", b"2uel5m").is_some_and(|sum| sum != FIRST && sum != MENDED));
        assert_eq!(checksum(b"a", b"2uel5b"), None, "no letter of the alphabet");
    }
}
