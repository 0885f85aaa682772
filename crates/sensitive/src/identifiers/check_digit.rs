//! The arithmetic of check digits and dates, over ASCII bytes. Everything here takes any bytes of any length.

/// The value of a digit or letter: `0` to `9`, then `A` or `a` as 10 up to `Z` as 35. Anything else counts as zero.
pub(crate) fn value(byte: u8) -> u32 {
    match byte {
        b'0'..=b'9' => u32::from(byte - b'0'),
        b'A'..=b'Z' => u32::from(byte - b'A') + 10,
        b'a'..=b'z' => u32::from(byte - b'a') + 10,
        _ => 0,
    }
}

/// Whether there are digits and nothing else.
pub(super) fn is_number(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit)
}

/// Whether every byte is the same: `111111111` passes many checksums and is nobody's number.
pub(super) fn is_one_digit(bytes: &[u8]) -> bool {
    bytes.windows(2).all(|pair| pair[0] == pair[1])
}

/// The number that the digits write, as far as it fits.
pub(crate) fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum: u64, digit| sum.saturating_mul(10).saturating_add(u64::from(value(*digit))))
}

/// The sum of each byte's value times its weight; stops with the shorter of the two.
pub(super) fn weighted(digits: &[u8], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| value(*digit).wrapping_mul(*weight)).fold(0, u32::wrapping_add)
}

/// Whether the last digit is the Luhn check digit of the ones before (ISO/IEC 7812).
pub(crate) fn luhn(digits: &[u8]) -> bool {
    is_number(digits) && luhn_sum(digits).is_multiple_of(10)
}

/// The Luhn sum with the last digit counted once, the one before twice, and so on.
pub(super) fn luhn_sum(digits: &[u8]) -> u32 {
    let folded = |(at, digit): (usize, &u8)| match (at % 2, value(*digit)) {
        (0, value) => value,
        (_, value) => value * 2 / 10 + value * 2 % 10,
    };
    digits.iter().rev().enumerate().map(folded).fold(0, u32::wrapping_add)
}

/// The dihedral group's multiplication, as Verhoeff's scheme needs it.
const VERHOEFF_PRODUCT: [[u8; 10]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
    [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
    [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
    [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
    [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
    [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
    [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
    [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];

/// How a digit is turned at each place from the right.
const VERHOEFF_TURN: [[u8; 10]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
    [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
    [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
    [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
    [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
    [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
    [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

/// Whether the last digit is the Verhoeff check digit of the ones before.
pub(super) fn verhoeff(digits: &[u8]) -> bool {
    let step = |sum: u8, (at, digit): (usize, &u8)| {
        VERHOEFF_PRODUCT[sum as usize % 10][VERHOEFF_TURN[at % 8][value(*digit) as usize % 10] as usize]
    };
    is_number(digits) && digits.iter().rev().enumerate().fold(0, step) == 0
}

/// Whether the last digit is the check digit of ISO 7064 MOD 11,10: German tax numbers, Croatian OIB.
pub(super) fn mod11_10(digits: &[u8]) -> bool {
    let Some((check, rest)) = digits.split_last() else { return false };
    let step = |product: u32, digit: &u8| match (product + value(*digit)) % 10 {
        0 => 20 % 11,
        sum => sum * 2 % 11,
    };
    is_number(digits) && (rest.iter().fold(10, step) + value(*check)) % 10 == 1
}

/// Whether the last digit, or `X` for ten, is the check digit of ISO 7064 MOD 11-2: Chinese residents, ORCID.
pub(super) fn mod11_2(bytes: &[u8]) -> bool {
    let Some((check, rest)) = bytes.split_last() else { return false };
    let check = match check {
        b'X' | b'x' => 10,
        digit if digit.is_ascii_digit() => value(*digit),
        _ => return false,
    };
    is_number(rest) && (rest.iter().fold(0, |sum, digit| (sum + value(*digit)) * 2 % 11) + check) % 11 == 1
}

/// Whether this day exists in the calendar.
pub(super) fn is_date(year: u64, month: u64, day: u64) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// Whether six digits are a year without its century, a month and a day, in some century: `YYMMDD`.
pub(super) fn is_short_date(digits: &[u8]) -> bool {
    let at = |from: usize| digits.get(from..from + 2).map(number);
    let (Some(year), Some(month), Some(day)) = (at(0), at(2), at(4)) else { return false };
    // 2000 was a leap year and 1900 was not; whoever is alive was born in the one or long after the other.
    is_number(&digits[..6]) && is_date(2000 + year, month, day)
}

/// Whether eight digits are a year from 1850 to 2030, a month and a day: `YYYYMMDD`.
pub(super) fn is_long_date(digits: &[u8]) -> bool {
    let Some(digits) = digits.get(..8).filter(|digits| is_number(digits)) else { return false };
    let year = number(&digits[..4]);
    (1850..=2030).contains(&year) && is_date(year, number(&digits[4..6]), number(&digits[6..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_hold_for_the_published_examples() {
        assert!(luhn(b"79927398713") && !luhn(b"79927398710") && !luhn(b"") && !luhn(b"7992739871A"));
        assert!(verhoeff(b"2363") && !verhoeff(b"2364") && !verhoeff(b""));
        assert!(mod11_10(b"07945") && !mod11_10(b"07946"));
        assert!(mod11_2(b"0000000218250097") && mod11_2(b"079X") && !mod11_2(b"0791") && !mod11_2(b""));
        assert_eq!(weighted(b"123", &[3, 2, 1]), 3 + 4 + 3);
        assert_eq!(number(b"0042"), 42);
        assert_eq!(number(&[b'9'; 60]), u64::MAX);
    }

    #[test]
    fn dates_follow_the_calendar() {
        assert!(is_date(2024, 2, 29) && !is_date(2023, 2, 29) && !is_date(1900, 2, 29) && is_date(2000, 2, 29));
        assert!(!is_date(2024, 4, 31) && !is_date(2024, 0, 1) && !is_date(2024, 13, 1) && !is_date(2024, 1, 0));
        assert!(is_short_date(b"991231") && !is_short_date(b"991331") && !is_short_date(b"9912"));
        assert!(is_long_date(b"19991231") && !is_long_date(b"99991231") && !is_long_date(b"1999123"));
    }

    #[test]
    fn any_bytes_are_taken() {
        for bytes in [&b""[..], b"\xff\xfe", b"zz\x00", &[0xff; 300], &[b'9'; 300], &[b'Z'; 300]] {
            let _ = (luhn(bytes), verhoeff(bytes), mod11_10(bytes), mod11_2(bytes), is_short_date(bytes));
            let _ = (is_long_date(bytes), number(bytes), is_one_digit(bytes), weighted(bytes, &[u32::MAX; 300]));
        }
    }
}
