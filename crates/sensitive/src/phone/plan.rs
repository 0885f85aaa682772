//! Whether a number can exist: the plan of its calling code is looked up and read.

use super::codes::PLANS;
use super::nanp;

/// What a plan says of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The plan has such numbers.
    Valid,
    /// The plan sets it aside for films and manuals.
    Fiction,
    /// The calling code exists, the number does not.
    Invalid,
    /// There is no such calling code.
    Unknown,
}

/// What the plans say of a number in international form, given only its digits from the calling code on.
///
/// Writers often leave the national trunk prefix in: `+44 (0) 20 ...`; it is skipped where the number does not fit with it.
pub(super) fn international(digits: &[u8]) -> Verdict {
    let Some((code, national)) = split(digits) else { return Verdict::Unknown };
    match national_number(code, national) {
        Verdict::Invalid if national.first() == Some(&b'0') => national_number(code, &national[1..]),
        verdict => verdict,
    }
}

/// What the plan of `code` says of a national number without its trunk prefix.
pub(super) fn national_number(code: u16, digits: &[u8]) -> Verdict {
    match code {
        1 => nanp::verdict(digits),
        55 if is_brazilian(digits) => Verdict::Valid,
        55 => Verdict::Invalid,
        _ => match PLANS.binary_search_by_key(&code, |row| row.0) {
            Ok(at) if fits(PLANS[at].1, digits) => Verdict::Valid,
            Ok(_) => Verdict::Invalid,
            Err(_) => Verdict::Unknown,
        },
    }
}

/// Splits the calling code from the national number. No calling code starts another one.
fn split(digits: &[u8]) -> Option<(u16, &[u8])> {
    let mut code = 0;
    for (read, digit) in digits.iter().take(3).enumerate() {
        code = code * 10 + u16::from(digit - b'0');
        if code == 1 || PLANS.binary_search_by_key(&code, |row| row.0).is_ok() {
            return Some((code, &digits[read + 1..]));
        }
    }
    None
}

/// Brazil has areas of two digits without zeros; mobile numbers have a 9 in front of eight more digits.
fn is_brazilian(digits: &[u8]) -> bool {
    match digits {
        [b'1'..=b'9', b'1'..=b'9', b'2'..=b'5', ..] => digits.len() == 10,
        [b'1'..=b'9', b'1'..=b'9', b'9', b'4'..=b'9', ..] => digits.len() == 11,
        [b'3' | b'5' | b'8' | b'9', b'0', b'0', ..] => (9..=11).contains(&digits.len()),
        _ => false,
    }
}

/// Whether one of the rules in `plan` lets `digits` be.
fn fits(plan: &str, digits: &[u8]) -> bool {
    plan.split(' ').any(|rule| {
        let (starts, lengths) = rule.split_once(':').unwrap_or(("", ""));
        has_length(lengths, digits.len()) && starts.split(',').any(|start| starts_with(start.as_bytes(), digits))
    })
}

fn has_length(lengths: &str, length: usize) -> bool {
    let number = |text: &str| text.parse::<usize>().unwrap_or(0);
    lengths.split(',').any(|one| match one.split_once('-') {
        Some((least, most)) => (number(least)..=number(most)).contains(&length),
        None => number(one) == length,
    })
}

/// Whether `digits` start as `start` says: digits, and sets of digits such as `[1-357]`.
fn starts_with(mut start: &[u8], digits: &[u8]) -> bool {
    for digit in digits {
        let Some((first, rest)) = start.split_first() else { return true };
        if *first != b'[' {
            if first != digit {
                return false;
            }
            start = rest;
            continue;
        }
        let end = rest.iter().position(|byte| *byte == b']').unwrap_or(rest.len());
        let set = &rest[..end];
        let in_range = set.windows(3).any(|three| three[1] == b'-' && (three[0]..=three[2]).contains(digit));
        if !in_range && !set.contains(digit) {
            return false;
        }
        start = rest.get(end + 1..).unwrap_or_default();
    }
    start.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plans_are_in_order_and_readable() {
        assert!(PLANS.windows(2).all(|two| two[0].0 < two[1].0));
        for (code, plan) in PLANS.iter().filter(|row| row.0 != 55) {
            for rule in plan.split(' ') {
                let (starts, lengths) = rule.split_once(':').unwrap_or_else(|| panic!("{code}: {rule}"));
                assert!(starts.bytes().all(|byte| b"0123456789[]-,".contains(&byte)), "{code}: {rule}");
                assert!(!lengths.is_empty() && lengths.bytes().all(|byte| b"0123456789-,".contains(&byte)), "{code}");
                assert_eq!(starts.matches('[').count(), starts.matches(']').count(), "{code}: {rule}");
                assert!(
                    !starts.contains("[,") && (starts.is_empty() || starts.split(',').all(|s| !s.is_empty())),
                    "{code}"
                );
            }
        }
        let numbers: Vec<String> = PLANS.iter().map(|row| row.0.to_string()).collect();
        for code in &numbers {
            assert!(!code.starts_with('1'), "{code}");
            assert!(!numbers.iter().any(|other| other != code && other.starts_with(code.as_str())), "{code}");
        }
    }

    #[test]
    fn numbers_are_judged_by_the_plan_of_their_country() {
        for number in ["12127365000", "442079460000", "4402079460000", "33123456789", "5511987654321", "390612345678"] {
            assert_eq!(international(number.as_bytes()), Verdict::Valid, "{number}");
        }
        for number in ["11237365000", "44207946000", "330000000000", "5501987654321", "1"] {
            assert_eq!(international(number.as_bytes()), Verdict::Invalid, "{number}");
        }
        assert_eq!(international(b"12125550123"), Verdict::Fiction);
        for number in ["", "0", "2", "2105551234567", "9991234567"] {
            assert_eq!(international(number.as_bytes()), Verdict::Unknown, "{number}");
        }
    }
}
