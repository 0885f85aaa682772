use super::*;
use proptest::prelude::*;

/// A number with its bare, alone and named grade.
type Graded<'t> = (&'t str, Option<Grade>, Option<Grade>, Option<Grade>);

/// What is found at the starts of words.
fn found(text: &str) -> Vec<Graded<'_>> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    starts
        .filter_map(|start| at(bytes, start))
        .map(|found| (&text[found.span], found.bare, found.alone, found.named))
        .collect()
}

#[test]
fn cards_are_found_as_they_are_written() {
    let (low, medium, high) = (Some(Grade::Low), Some(Grade::Medium), Some(Grade::High));
    for (text, card, bare, named) in [
        ("my card 4539578763621486.", "4539578763621486", high, high),
        ("4539 5787 6362 1486", "4539 5787 6362 1486", high, high),
        ("(4539-5787-6362-1486)", "4539-5787-6362-1486", high, high),
        ("4539 5787 6362 1486 12/27 123", "4539 5787 6362 1486", high, high),
        ("4539 5787 6362 1486 2027", "4539 5787 6362 1486", high, high),
        ("5312 7489 0345 6123", "5312 7489 0345 6123", high, high),
        ("2412751230456788", "2412751230456788", high, high),
        ("3714 967890 12342", "3714 967890 12342", high, high),
        ("371496789012342", "371496789012342", high, high),
        ("36784120957318", "36784120957318", low, high),
        ("3678 412095 7318", "3678 412095 7318", medium, high),
        ("6212904518376029", "6212904518376029", low, high),
        ("503867214598", "503867214598", low, medium),
        ("4716235980148", "4716235980148", low, medium),
        ("4716235980146723454", "4716235980146723454", low, medium),
        ("4716 2359 8014 6723 454", "4716 2359 8014 6723 454", low, medium),
    ] {
        let all = found(text);
        let [(value, b, _, n)] = all[..] else { panic!("{text}: {all:?}") };
        assert_eq!((value, b, n), (card, bare, named), "{text}");
    }
}

#[test]
fn other_numbers_are_no_cards() {
    for text in [
        "4539578763621487",
        "4539 5787 6362 1487",
        "1748503543012",
        "1748503543012345",
        "1748503543012345678",
        "0.4539578763621486",
        "4539578763621486.5",
        "+4539578763621486",
        "4539578763621486_1",
        "4539578763621486a",
        "12-4539578763621486",
        "123e4567-e89b-12d3-a456-503867214598",
        "4539 5787 6362 1486 1234 5678",
        "1234 4539 5787 6362 1486",
        "PL61 4539 5787 6362 1486",
        "527D 4539 5787 6362 1486",
        "4539 5787-6362 1486",
        "4539  5787  6362  1486",
        "45395787 63621486",
        "89490200001234567897",
        "356938035643809",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn samples_are_low_unless_they_are_used_as_cards() {
    for text in ["4242424242424242", "4111 1111 1111 1111", "378282246310005", "4000-0000-0000-0002"] {
        let [(_, bare, alone, named)] = found(text)[..] else { panic!("{text}") };
        assert_eq!((bare, alone, named), (Some(Grade::Low), Some(Grade::Low), Some(Grade::Medium)), "{text}");
    }
    for text in ["test card 4242424242424242", "5555555555554444 (sandbox)", "for example, card 4111111111111111"] {
        let [(.., named)] = found(text)[..] else { panic!("{text}") };
        assert_eq!(named, Some(Grade::Low), "{text}");
    }
}

/// The digits with the check digit that makes them hold.
fn completed(mut digits: Vec<u8>) -> Vec<u8> {
    digits.push(b'0');
    let last = digits.len() - 1;
    digits[last] = (b'0'..=b'9').find(|check| luhn(&[&digits[..last], &[*check]].concat())).expect("one of ten holds");
    digits
}

proptest! {
    #[test]
    fn a_number_holds_and_its_misprint_does_not(
        body in prop::collection::vec(b'0'..=b'9', 14), place in 0usize..16, other in 1u8..10
    ) {
        let digits = completed([vec![b'4'], body].concat());
        let text = |digits: &[u8]| digits.iter().map(|digit| char::from(*digit)).collect::<String>();
        prop_assert_eq!(found(&text(&digits)).len(), 1);
        let spaced = text(&digits).as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(found(&spaced).len(), 1);
        let mut misprint = digits;
        misprint[place] = b'0' + (misprint[place] - b'0' + other) % 10;
        prop_assert!(found(&text(&misprint)).is_empty());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop::sample::select(b"0123456789 -.+_a\xff4539".to_vec()), 0..60)) {
        for start in 0..=bytes.len() {
            if let Some(found) = at(&bytes, start) {
                prop_assert!(found.span.end <= bytes.len());
            }
        }
    }
}

#[test]
fn a_card_number_is_critical() {
    let found = crate::Detector::new().inspect(b"card 4539 1488 0343 6467");
    assert_eq!(found[0].severity, vetgate_model::Severity::Critical);
}
