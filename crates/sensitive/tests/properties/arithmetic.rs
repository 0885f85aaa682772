//! Check digits, written once more from their definitions, so that the tests do not trust the code they test.

/// The digits of a number, whatever stands between them.
pub(crate) fn digits(number: &str) -> Vec<i64> {
    number.bytes().filter(u8::is_ascii_digit).map(|byte| i64::from(byte - b'0')).collect()
}

/// The sum of each digit times its weight.
pub(crate) fn weighted(digits: &[i64], weights: &[i64]) -> i64 {
    assert!(digits.len() >= weights.len(), "a digit for every weight");
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

pub(crate) fn luhn(digits: &[i64]) -> bool {
    let doubled = |digit: i64| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: i64 = digits.iter().rev().zip(0..).map(|(d, at)| if at % 2 == 1 { doubled(*d) } else { *d }).sum();
    sum % 10 == 0
}

/// ISO 7064 MOD 97-10 over letters and digits.
pub(crate) fn remainder_97(text: &str) -> i64 {
    text.chars().fold(0, |sum, c| {
        let value = i64::from(c.to_digit(36).expect("letters and digits"));
        (if value < 10 { sum * 10 } else { sum * 100 } + value) % 97
    })
}

/// ISO 7064 MOD 11,10.
pub(crate) fn mod11_10(digits: &[i64]) -> bool {
    let (check, rest) = digits.split_last().expect("digits");
    let product = rest.iter().fold(10, |product, digit| {
        let sum = (product + digit) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (product + check) % 10 == 1
}

/// Verhoeff's scheme, by symmetries of the pentagon: 0 to 4 turn it, 5 to 9 flip it first.
pub(crate) fn verhoeff(digits: &[i64]) -> bool {
    let product = |a: i64, b: i64| match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => (a + b) % 5 + 5,
        (false, true) => (a - b).rem_euclid(5) + 5,
        (false, false) => (a - b).rem_euclid(5),
    };
    let turn =
        |digit: i64, times: usize| (0..times).fold(digit, |digit, _| [1, 5, 7, 6, 2, 8, 3, 0, 9, 4][digit as usize]);
    digits.iter().rev().zip(0..).fold(0, |sum, (digit, at)| product(sum, turn(*digit, at % 8))) == 0
}
