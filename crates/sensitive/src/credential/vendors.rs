//! Services whose name, right before a random value, says that the value is a key of theirs.
//!
//! Code hosts, registries and whatever else is written beside hashes and ids every day are left out.

use crate::words::vendors::VENDORS;

/// Whether `word` is the name of a service that hands out keys.
pub(super) fn is_vendor(word: &[u8]) -> bool {
    if !(3..=16).contains(&word.len()) {
        return false;
    }
    let mut lower = [0; 16];
    lower[..word.len()].copy_from_slice(word);
    lower[..word.len()].make_ascii_lowercase();
    VENDORS.binary_search_by(|vendor| vendor.as_bytes().cmp(&lower[..word.len()])).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_found_in_either_case() {
        assert!(VENDORS.is_sorted(), "{:?}", VENDORS.windows(2).find(|two| two[0] > two[1]));
        assert!(is_vendor(b"Cloudsmith") && is_vendor(b"zoominfo") && !is_vendor(b"commit") && !is_vendor(b""));
    }
}
