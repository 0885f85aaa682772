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
struct Range {
    /// The first six digits, from and to.
    from: u32,
    to: u32,
    /// The lengths as bits.
    lengths: u32,
    weight: Weight,
}

/// A range whose ends are written with as few digits as tell them apart; `digits` is how many those are.
const fn range(digits: u32, from: u32, to: u32, lengths: u32, weight: Weight) -> Range {
    let scale = 10u32.pow(6 - digits);
    Range { from: from * scale, to: (to + 1) * scale - 1, lengths, weight }
}

const fn only(length: u32) -> u32 {
    1 << length
}

const fn through(shortest: u32, longest: u32) -> u32 {
    (1 << (longest + 1)) - (1 << shortest)
}

/// Maestro and the national schemes that live in its ranges.
const MAESTRO: u32 = through(12, 19);

/// The first range that fits decides, so the narrow ones stand before the wide ones.
static RANGES: &[Range] = &[
    // Visa; thirteen and nineteen digits exist, but so do article numbers and row ids of these lengths.
    range(1, 4, 4, only(16), Weight::Major),
    range(1, 4, 4, only(13) | through(18, 19), Weight::Wide),
    // Mastercard.
    range(2, 51, 55, only(16), Weight::Major),
    range(4, 2221, 2720, only(16), Weight::Major),
    // American Express.
    range(2, 34, 34, only(15), Weight::Major),
    range(2, 37, 37, only(15), Weight::Major),
    // JCB.
    range(4, 3528, 3589, only(16), Weight::Major),
    range(2, 35, 35, only(16), Weight::Wide),
    range(4, 3528, 3589, through(17, 19), Weight::Wide),
    range(4, 1800, 1800, only(15), Weight::Wide),
    range(4, 2131, 2131, only(15), Weight::Wide),
    // Diners Club.
    range(3, 300, 305, only(14), Weight::Narrow),
    range(4, 3095, 3095, only(14), Weight::Narrow),
    range(2, 36, 36, only(14), Weight::Narrow),
    range(2, 38, 39, only(14), Weight::Narrow),
    range(3, 300, 305, only(16), Weight::Narrow),
    range(2, 36, 36, only(16), Weight::Narrow),
    range(2, 38, 39, only(16), Weight::Narrow),
    // Discover.
    range(4, 6011, 6011, only(16), Weight::Major),
    range(3, 644, 649, only(16), Weight::Major),
    range(2, 65, 65, only(16), Weight::Major),
    // UnionPay.
    range(2, 62, 62, only(16), Weight::Narrow),
    range(2, 62, 62, through(17, 19), Weight::Wide),
    // Mir.
    range(4, 2200, 2204, only(16), Weight::Narrow),
    // Dankort and Forbrugsforeningen.
    range(4, 5019, 5019, only(16), Weight::Narrow),
    range(6, 600_722, 600_722, only(16), Weight::Narrow),
    // Elo; its other ranges lie inside Visa's and Discover's.
    range(6, 506_699, 506_778, only(16), Weight::Narrow),
    range(6, 509_000, 509_999, only(16), Weight::Narrow),
    range(6, 627_780, 627_780, only(16), Weight::Narrow),
    range(6, 636_297, 636_368, only(16), Weight::Narrow),
    // Hipercard.
    range(6, 606_282, 606_282, only(16), Weight::Narrow),
    // Verve.
    range(6, 506_099, 506_198, through(16, 19), Weight::Narrow),
    range(6, 650_002, 650_027, through(16, 19), Weight::Narrow),
    // Troy.
    range(4, 9792, 9792, only(16), Weight::Narrow),
    // RuPay.
    range(3, 508, 508, only(16), Weight::Narrow),
    range(3, 353, 353, only(16), Weight::Narrow),
    range(3, 606, 608, only(16), Weight::Narrow),
    range(2, 81, 82, only(16), Weight::Wide),
    // Humo and Uzcard.
    range(4, 9860, 9860, only(16), Weight::Narrow),
    range(4, 8600, 8600, only(16), Weight::Narrow),
    // LankaPay.
    range(6, 357_111, 357_111, only(16), Weight::Narrow),
    // UATP.
    range(1, 1, 1, only(15), Weight::Wide),
    // Maestro.
    range(4, 5018, 5018, only(16), Weight::Narrow),
    range(4, 5020, 5020, only(16), Weight::Narrow),
    range(4, 5038, 5038, only(16), Weight::Narrow),
    range(4, 5893, 5893, only(16), Weight::Narrow),
    range(4, 6304, 6304, only(16), Weight::Narrow),
    range(4, 6759, 6763, only(16), Weight::Narrow),
    range(2, 50, 50, MAESTRO, Weight::Wide),
    range(2, 56, 59, MAESTRO, Weight::Wide),
    range(1, 6, 6, MAESTRO, Weight::Wide),
    range(4, 604, 604, MAESTRO, Weight::Wide),
];

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
