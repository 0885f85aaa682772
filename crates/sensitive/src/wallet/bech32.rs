//! Base 32 with a checksum of six letters, as newer addresses are written.

const LETTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const fn values() -> [u8; 256] {
    let mut values = [0xff; 256];
    let mut value = 0;
    while value < 32 {
        values[LETTERS[value] as usize] = value as u8;
        value += 1;
    }
    values
}

static VALUES: [u8; 256] = values();

/// What stands before the `1`: Bitcoin, its test networks and Litecoin, whose first letter behind it is a version.
const SEGWIT: &[&[u8]] = &[b"bc", b"tb", b"bcrt", b"ltc", b"tltc"];
/// Cardano, Cosmos and the like.
const OTHERS: &[&[u8]] = &[b"addr", b"stake", b"cosmos", b"osmo", b"celestia", b"inj", b"terra"];

/// What the checksum of the first and of the mended form comes out as.
const FIRST: u32 = 1;
const MENDED: u32 = 0x2bc8_30a3;

/// Whether `word` is an address with its checksum. All letters have one case.
pub(super) fn is_address(word: &[u8]) -> bool {
    let lower = word[0].is_ascii_lowercase();
    let Some(one) = word.iter().take(9).position(|byte| *byte == b'1') else { return false };
    let (network, data) = (&word[..one], &word[one + 1..]);
    let known = |list: &[&[u8]]| list.iter().any(|name| name.eq_ignore_ascii_case(network));
    let is_segwit = known(SEGWIT);
    if !is_segwit && !known(OTHERS) || data.len() < 38 {
        return false;
    }
    if word.iter().any(|byte| byte.is_ascii_alphabetic() && byte.is_ascii_lowercase() != lower) {
        return false;
    }
    let value = |byte: &u8| VALUES[usize::from(byte.to_ascii_lowercase())];
    if data.iter().any(|byte| value(byte) == 0xff) {
        return false;
    }
    let high = network.iter().map(|byte| byte.to_ascii_lowercase() >> 5);
    let low = network.iter().map(|byte| byte.to_ascii_lowercase() & 31);
    let checksum = high.chain([0]).chain(low).chain(data.iter().map(value)).fold(1, step);
    match (is_segwit, value(&data[0])) {
        (true, 0) => checksum == FIRST && matches!(data.len(), 39 | 59),
        (true, 1..=16) => checksum == MENDED,
        (true, _) => false,
        (false, _) => checksum == FIRST,
    }
}

/// One letter further in the checksum.
fn step(sum: u32, value: u8) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let top = sum >> 25;
    let sum = (sum & 0x01ff_ffff) << 5 ^ u32::from(value);
    (0..5).filter(|bit| top >> bit & 1 == 1).fold(sum, |sum, bit| sum ^ GENERATOR[bit])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The address of a network with these values behind the `1`.
    pub(in super::super) fn encode(network: &str, data: &[u8], mended: bool) -> String {
        let high = network.bytes().map(|byte| byte >> 5);
        let low = network.bytes().map(|byte| byte & 31);
        let rest = data.iter().copied().chain([0; 6]);
        let sum = high.chain([0]).chain(low).chain(rest).fold(1, step) ^ if mended { MENDED } else { FIRST };
        let checksum = (0..6).map(|place| (sum >> (5 * (5 - place)) & 31) as u8);
        let letters = data.iter().copied().chain(checksum).map(|value| char::from(LETTERS[usize::from(value)]));
        format!("{network}1{}", letters.collect::<String>())
    }
}
