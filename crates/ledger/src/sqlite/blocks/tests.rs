use super::*;
use proptest::prelude::*;

/// Values that lie so far apart that their offsets need this many bytes.
fn values() -> impl Strategy<Value = Vec<u64>> {
    let spans = prop_oneof![Just(0), Just(1), Just(0xff), Just(0x100), Just(0xffff), Just(0x1_0000), Just(u64::MAX)];
    (spans, any::<u64>()).prop_flat_map(|(span, low)| {
        let low = low.min(u64::MAX - span);
        proptest::collection::vec(prop_oneof![Just(low), Just(low + span), low..=low + span], BLOCK as usize)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_facet_finds_what_a_comparison_finds(
        values in values(),
        picks in proptest::collection::vec((0..BLOCK as usize, 0..BLOCK as usize), 0..3),
    ) {
        let facet = Facet::of(&values);
        let ranges: Vec<_> = picks.into_iter().map(|(from, to)| values[from]..=values[to]).collect();
        let wanted = Wanted(ranges.clone());
        let bits = sift(facet.low, facet.high, &facet.offsets, &wanted).unwrap();
        let is_wanted = |value: &u64| ranges.iter().any(|range| range.contains(value));
        for (index, value) in values.iter().enumerate() {
            prop_assert_eq!(bits.has(index as u64), is_wanted(value), "{} of {:?}", value, &ranges);
        }
        prop_assert!(wanted.takes_some(facet.low, facet.high) || !values.iter().any(is_wanted));
        prop_assert!(!wanted.takes_all(facet.low, facet.high) || values.iter().all(is_wanted));
    }
}

#[test]
fn offsets_of_a_wrong_length_are_refused() {
    let facet = Facet::of(&(0..BLOCK).collect::<Vec<_>>());
    let wanted = Wanted::one_of([5]);
    assert!(sift(facet.low, facet.high, &facet.offsets[1..], &wanted).is_none());
    assert!(sift(facet.low, facet.high + 0x1_0000, &facet.offsets, &wanted).is_none());
}

#[test]
fn blocks_begin_with_the_first_record() {
    assert_eq!((of(1), of(BLOCK), of(BLOCK + 1)), (0, 0, 1));
    assert_eq!((ids(0), ids(1)), (1..=BLOCK, BLOCK + 1..=2 * BLOCK));
}
