//! Where a known literal starts: a table of three-byte beginnings, looked up once a word.

/// Literals and what each stands for.
pub(crate) struct Prefixes<T> {
    /// One bit for each hash of three bytes that has entries: small enough to stay in the nearest cache.
    known: [u64; 1 << (BITS - 6)],
    /// For each hash of three bytes, where its entries start in `entries`, or `NONE`.
    heads: Vec<u16>,
    /// Grouped by hash; the last of a group has `last` set.
    entries: Vec<Entry<T>>,
}

struct Entry<T> {
    literal: &'static str,
    target: T,
    last: bool,
}

const NONE: u16 = u16::MAX;
const BITS: u32 = 13;

#[inline]
fn hash(a: u8, b: u8, c: u8) -> usize {
    let three = u32::from(a) | u32::from(b) << 8 | u32::from(c) << 16;
    (three.wrapping_mul(0x9E37_79B1) >> (32 - BITS)) as usize
}

impl<T: Copy> Prefixes<T> {
    /// A table of `literals`; those shorter than three bytes are never found.
    pub(crate) fn new(literals: impl Iterator<Item = (&'static str, T)>) -> Self {
        let mut entries: Vec<(usize, Entry<T>)> = literals
            .filter_map(|(literal, target)| {
                let [a, b, c, ..] = literal.as_bytes() else { return None };
                Some((hash(*a, *b, *c), Entry { literal, target, last: true }))
            })
            .collect();
        // Longer literals first, so that the most particular one is tried first.
        entries.sort_by_key(|(hash, entry)| (*hash, usize::MAX - entry.literal.len()));
        let mut heads = vec![NONE; 1 << BITS];
        let mut known = [0; 1 << (BITS - 6)];
        for at in (0..entries.len()).rev() {
            let hash = entries[at].0;
            entries[at].1.last = entries.get(at + 1).is_none_or(|next| next.0 != hash);
            heads[hash] = at as u16;
            known[hash / 64] |= 1 << (hash % 64);
        }
        Self { known, heads, entries: entries.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// Quick look: false if nothing that `rest` starts with is known.
    #[inline(always)]
    pub(crate) fn may_start(&self, rest: &[u8]) -> bool {
        let [a, b, c, ..] = rest else { return false };
        let hash = hash(*a, *b, *c);
        self.known[hash / 64] >> (hash % 64) & 1 != 0
    }

    /// Whether `rest` starts with a literal.
    #[inline]
    pub(crate) fn starts(&self, rest: &[u8]) -> bool {
        self.may_start(rest) && self.at(rest).next().is_some()
    }

    /// What the literals stand for that `rest` starts with, longest first.
    pub(crate) fn at<'a>(&'a self, rest: &'a [u8]) -> impl Iterator<Item = T> + 'a {
        let head = match rest {
            [a, b, c, ..] => self.heads[hash(*a, *b, *c)],
            _ => NONE,
        };
        let mut next = (head != NONE).then_some(head as usize);
        std::iter::from_fn(move || {
            while let Some(at) = next {
                let entry = &self.entries[at];
                next = (!entry.last).then_some(at + 1);
                if rest.starts_with(entry.literal.as_bytes()) {
                    return Some(entry.target);
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_literal_is_found_and_the_longest_first() {
        let literals = ["ghp_", "ghpx", "sk-", "sk-ant-", "AKIA", "SG.", "abcd", "abce"];
        let prefixes = Prefixes::new(literals.iter().copied().zip(0..));
        for (at, literal) in literals.iter().enumerate() {
            assert!(prefixes.at(format!("{literal}rest").as_bytes()).any(|found| found == at), "{literal}");
        }
        assert_eq!(prefixes.at(b"sk-ant-x").collect::<Vec<_>>(), [3, 2]);
        assert_eq!(prefixes.at(b"sk").count() + prefixes.at(b"").count() + prefixes.at(b"zzz").count(), 0);
    }
}
