//! Whole numbers in the place of fractions: the same state on every machine.
//!
//! Sizes and counts are compared by their logarithms to the base 2, in units of 1/1024: a size that doubles is
//! [`OCTAVE`] more, whatever it was.

/// What a doubling is worth.
pub(super) const OCTAVE: i64 = 1 << BITS;

const BITS: u32 = 10;

/// The logarithm of `number` to the base 2 in units of 1/1024, rounded down; 0 for 0.
pub(super) fn log2(number: u64) -> i64 {
    if number == 0 {
        return 0;
    }
    let zeros = number.leading_zeros();
    // From 1 to below 2, with 31 bits after the point.
    let mut mantissa = (number << zeros) >> 32;
    let mut log = i64::from(63 - zeros);
    for _ in 0..BITS {
        mantissa = (mantissa * mantissa) >> 31;
        let bit = mantissa >> 32;
        mantissa >>= bit;
        log = (log << 1) | i64::from(bit == 1);
    }
    log
}

/// `bytes` in words: `820 B`, `1.4 KB`, `48 KB`.
pub(super) fn bytes_in_words(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["KB", "MB", "GB", "TB", "PB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let (mut unit, mut size) = (0, 1000_u64);
    while unit + 1 < UNITS.len() && bytes / size >= 1000 {
        (unit, size) = (unit + 1, size * 1000);
    }
    let (whole, tenth) = (bytes / size, bytes % size / (size / 10));
    match whole {
        0..10 => format!("{whole}.{tenth} {}", UNITS[unit]),
        _ => format!("{whole} {}", UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_the_last_unit() {
        for number in (1..5_000_u64).chain([65_535, 1 << 20, 48_123_456, u64::from(u32::MAX), 1 << 62, u64::MAX]) {
            let exact = (number as f64).log2() * 1024.0;
            let ours = log2(number) as f64;
            assert!((exact - ours).abs() <= 1.01, "{number}: {ours} for {exact}");
        }
        assert_eq!(log2(0), 0);
        assert_eq!(log2(1 << 20), 20 * OCTAVE);
    }

    #[test]
    fn logarithms_grow_with_their_numbers() {
        assert!((1..100_000).all(|number| log2(number) <= log2(number + 1)));
    }

    #[test]
    fn sizes_read_as_people_say_them() {
        let cases = [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.0 KB"),
            (1_449, "1.4 KB"),
            (48_123, "48 KB"),
            (999_999, "999 KB"),
            (1_500_000, "1.5 MB"),
            (u64::MAX, "18446 PB"),
        ];
        for (bytes, words) in cases {
            assert_eq!(bytes_in_words(bytes), words);
        }
    }
}
