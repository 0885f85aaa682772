//! Chance that is the same every time.

/// A stream of numbers that a seed and some names decide (SplitMix64).
#[derive(Debug, Clone)]
pub(super) struct Dice(u64);

impl Dice {
    /// The stream of `seed` for `names`.
    pub(super) fn of(seed: u64, names: &[&str]) -> Self {
        // FNV-1a; a byte that no text has stands between the names.
        let bytes = names.iter().flat_map(|name| name.bytes().chain([0xFF]));
        let hash = bytes
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
        Self(seed ^ hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 where there is none.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// True once in `sides` times.
    pub(super) fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    /// One of `choices`, if there is any.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        let at = self.below(choices.len());
        choices.get(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_and_every_name_count_and_nothing_else() {
        let roll = |seed, names: &[&str]| Dice::of(seed, names).next();
        assert_eq!(roll(1, &["a", "b"]), roll(1, &["a", "b"]));
        assert_ne!(roll(1, &["a", "b"]), roll(2, &["a", "b"]));
        assert_ne!(roll(1, &["a", "b"]), roll(1, &["ab", ""]));
    }

    #[test]
    fn all_sides_come_up() {
        let mut dice = Dice::of(3, &[]);
        let seen: std::collections::BTreeSet<usize> = (0..200).map(|_| dice.below(6)).collect();
        assert_eq!(seen.len(), 6);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
