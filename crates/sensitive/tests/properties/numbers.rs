//! Numbers that obey their rule are found where something names them; with one digit changed they are not.

use crate::schemes::{ALL, Scheme};
use crate::shown;
use crate::texts::Draw;
use proptest::prelude::*;

/// Whether it is this kind; some have a row of their own for numbers without separators.
fn is(scheme: &Scheme, kind: &str) -> bool {
    kind.strip_prefix(scheme.kind).is_some_and(|rest| matches!(rest, "" | "_compact" | "_plain"))
}

/// Whether the number is found as what it is, all of it, in a field that names it.
fn is_found(scheme: &Scheme, number: &str) -> bool {
    let document = serde_json::json!({ "id": 7, scheme.field: number }).to_string();
    shown(document.as_bytes()).iter().any(|found| is(scheme, &found.kind) && document[found.span.clone()] == *number)
}

/// The number with another digit in one place.
fn with_a_slip(number: &str, draw: &mut Draw) -> String {
    let places: Vec<usize> = number.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(at, _)| at).collect();
    let at = places[draw.below(places.len() as u64) as usize];
    let digit = (u64::from(number.as_bytes()[at] - b'0') + 1 + draw.below(9)) % 10;
    format!("{}{digit}{}", &number[..at], &number[at + 1..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn numbers_that_obey_their_rule_are_found(seed: u64) {
        let mut draw = Draw::new(seed);
        for scheme in ALL {
            let number = scheme.number(&mut draw);
            prop_assert!(is_found(scheme, &number), "{} {number}", scheme.kind);
        }
    }

    #[test]
    fn numbers_with_one_digit_changed_are_not(seed: u64) {
        let mut draw = Draw::new(seed);
        for scheme in ALL {
            let number = scheme.number(&mut draw);
            let changed = with_a_slip(&number, &mut draw);
            if (scheme.holds)(&changed) {
                prop_assert!(!scheme.is_perfect, "{}: both {number} and {changed} obey", scheme.kind);
                continue;
            }
            prop_assert!(!is_found(scheme, &changed), "{} {changed} from {number}", scheme.kind);
        }
    }
}
