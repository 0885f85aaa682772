//! Tables of words that are looked up and never listed.

use std::hash::{BuildHasherDefault, Hasher};

/// A table of words, for lexicons: looked up and never listed, so that the order of a hash table cannot show.
///
/// ```
/// use vetgate_text::table::Table;
///
/// let mut sizes: Table<&str, usize> = Table::default();
/// sizes.insert("file", 4);
/// assert_eq!(sizes.get("file"), Some(&4));
/// ```
#[allow(clippy::disallowed_types, reason = "only looked up: one of the hottest paths of a scan")]
pub type Table<W, T> = std::collections::HashMap<W, T, BuildHasherDefault<Fnv>>;

/// FNV-1a: for short words of our own, never for keys that an attacker chooses.
#[derive(Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
