//! The last label of a bare host: whether it is a public suffix, and what else it could be.

use super::words::suffix::{EXTENSIONS, MEMBERS, PLAIN};

// `TLDS`, from `data/url/tlds.tsv`.
include!(concat!(env!("OUT_DIR"), "/url_tlds.rs"));

/// How much more a bare host with this last label must show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// Hardly anything but a host ends so.
    Plain,
    /// A word that code and prose use as well.
    Loose,
    /// What fields and methods are called.
    Member,
    /// What files end in.
    Extension,
}

/// No top-level domain is longer.
const LONGEST: usize = 24;

/// Whether `label` (lower case) is a top-level domain.
pub(super) fn known(label: &str) -> bool {
    may_be_known(label) && TLDS.binary_search(&label).is_ok()
}

/// How many bits tell what is no top-level domain, as a power of two.
const BITS: u32 = 14;

/// A bit for each hash of a top-level domain: what follows a dot in running text is hardly ever one.
static HASHES: [u64; 1 << (BITS - 6)] = {
    let mut bits = [0; 1 << (BITS - 6)];
    let mut at = 0;
    while at < TLDS.len() {
        let hash = hash(TLDS[at].as_bytes());
        bits[hash / 64] |= 1 << (hash % 64);
        at += 1;
    }
    bits
};

/// The hash of a label, whatever the case of its letters.
const fn hash(label: &[u8]) -> usize {
    let (mut hash, mut at) = (0_u32, 0);
    while at < label.len() {
        hash = (hash.rotate_left(5) ^ (label[at] | 0x20) as u32).wrapping_mul(0x9E37_79B1);
        at += 1;
    }
    (hash >> (32 - BITS)) as usize
}

fn may_be_known(label: &str) -> bool {
    let hash = hash(label.as_bytes());
    HASHES[hash / 64] >> (hash % 64) & 1 != 0
}

/// What `label` (any case, ASCII) is as the last label of a bare host; `None` if no host ends so.
pub(super) fn of(label: &str) -> Option<Suffix> {
    if !may_be_known(label) {
        return None;
    }
    let mut buffer = [0_u8; LONGEST];
    let lower = buffer.get_mut(..label.len())?;
    lower.copy_from_slice(label.as_bytes());
    lower.make_ascii_lowercase();
    let lower = std::str::from_utf8(lower).ok()?;
    let listed = |list: &[&str]| list.binary_search(&lower).is_ok();
    // Most hosts end in one of these few; the list of all is long.
    if listed(PLAIN) {
        return Some(Suffix::Plain);
    }
    if !known(lower) {
        return None;
    }
    Some(if lower.starts_with("xn--") {
        Suffix::Plain
    } else if listed(EXTENSIONS) {
        Suffix::Extension
    } else if listed(MEMBERS) {
        Suffix::Member
    } else {
        Suffix::Loose
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_known_and_apart() {
        for list in [TLDS, PLAIN, EXTENSIONS, MEMBERS] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(list.iter().all(|label| known(label) && label.len() <= LONGEST));
        }
        assert!(PLAIN.iter().all(|label| !EXTENSIONS.contains(label) && !MEMBERS.contains(label)));
        assert!(EXTENSIONS.iter().all(|label| !MEMBERS.contains(label)));
    }

    #[test]
    fn labels_fall_in_their_classes() {
        for (label, suffix) in [
            ("com", Some(Suffix::Plain)),
            ("COM", Some(Suffix::Plain)),
            ("rs", Some(Suffix::Extension)),
            ("name", Some(Suffix::Member)),
            ("io", Some(Suffix::Loose)),
            ("js", None),
            ("", None),
            ("averyveryverylonglabelindeed", None),
        ] {
            assert_eq!(of(label), suffix, "{label}");
        }
    }
}
