//! Which numbers the card networks give out: the first digits and the lengths.

/// How much a range says by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// So wide, or so rarely seen, that any number may fall in it.
    Wide,
    /// A narrow range of a smaller network.
    Narrow,
    /// A network that is met everywhere.
    Major,
}

/// A range of first digits that one network uses.
#[derive(Debug)]
struct Range {
    /// The first six digits, from and to.
    from: u32,
    to: u32,
    /// The lengths as bits.
    lengths: u32,
    weight: Weight,
}

/// A range whose ends are written with as few digits as tell them apart.
const fn range(from: &str, to: &str, lengths: &[u32], weight: Weight) -> Range {
    let (mut bits, mut at) = (0, 0);
    while at < lengths.len() {
        bits |= 1 << lengths[at];
        at += 1;
    }
    Range { from: six_digits(from, b'0'), to: six_digits(to, b'9'), lengths: bits, weight }
}

/// The digits of `start` and as many of `filler` as make six.
const fn six_digits(start: &str, filler: u8) -> u32 {
    let (mut number, mut at) = (0, 0);
    while at < 6 {
        let digit = if at < start.len() { start.as_bytes()[at] } else { filler };
        number = number * 10 + (digit - b'0') as u32;
        at += 1;
    }
    number
}

// `RANGES`, from `data/card_ranges.tsv`.
include!(concat!(env!("OUT_DIR"), "/card_ranges.rs"));

/// What the first six digits and the length of a number say, if any network uses them.
pub(super) fn weight(first_six: u32, length: usize) -> Option<Weight> {
    let fits = |range: &&Range| (range.from..=range.to).contains(&first_six) && range.lengths & (1 << length) != 0;
    RANGES.iter().find(fits).map(|range| range.weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_known_by_their_first_digits_and_lengths() {
        for (first, length, expected) in [
            (412_345, 16, Some(Weight::Major)),
            (412_345, 13, Some(Weight::Wide)),
            (412_345, 15, None),
            (222_100, 16, Some(Weight::Major)),
            (272_099, 16, Some(Weight::Major)),
            (272_100, 16, None),
            (341_234, 15, Some(Weight::Major)),
            (341_234, 16, None),
            (352_800, 16, Some(Weight::Major)),
            (601_100, 16, Some(Weight::Major)),
            (220_012, 16, Some(Weight::Narrow)),
            (979_200, 16, Some(Weight::Narrow)),
            (675_912, 16, Some(Weight::Narrow)),
            (675_912, 12, Some(Weight::Wide)),
            (170_000, 13, None),
            (170_000, 16, None),
            (170_000, 19, None),
            (893_301, 19, None),
        ] {
            assert_eq!(weight(first, length), expected, "{first} with {length} digits");
        }
    }
}
