//! Newer addresses, written in Bech32.

use crate::bech32::{FIRST, MENDED, checksum, value};

/// What stands before the `1`: Bitcoin, its test networks and Litecoin, whose first letter behind it is a version.
const SEGWIT: &[&[u8]] = &[b"bc", b"tb", b"bcrt", b"ltc", b"tltc"];
/// Cardano, Cosmos and the like.
const OTHERS: &[&[u8]] = &[b"addr", b"stake", b"cosmos", b"osmo", b"celestia", b"inj", b"terra"];

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
    let (Some(checksum), Some(version)) = (checksum(network, data), value(data[0])) else { return false };
    match (is_segwit, version) {
        (true, 0) => checksum == FIRST && matches!(data.len(), 39 | 59),
        (true, 1..=16) => checksum == MENDED,
        (true, _) => false,
        (false, _) => checksum == FIRST,
    }
}
