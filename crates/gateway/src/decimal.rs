//! Numbers of JSON, compared by what they are worth and not by how they are written.

/// A JSON number without loss: `100`, `1e2` and `100.0` are one, `9007199254740993` and `9007199254740992` are two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Without zeros in front and behind; empty for zero.
    digits: String,
    /// The power of ten of the last digit.
    exponent: i64,
}

impl Decimal {
    /// Reads a number as JSON writes them; `None` for anything else, and for exponents that mean nothing any more.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, power(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !is_number(whole) || !is_number(fraction) || (whole.len() > 1 && whole.starts_with('0'))
        {
            return None;
        }
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Some(Self { negative: false, digits: String::new(), exponent: 0 });
        }
        let zeros = all.len() - all.trim_end_matches('0').len();
        let shift = i64::try_from(zeros).ok()? - i64::try_from(fraction.len()).ok()?;
        Some(Self { negative, digits: digits.to_owned(), exponent: exponent + shift })
    }

    /// The number in plain digits, if it is whole and has at most `most` of them.
    pub(crate) fn whole(&self, most: usize) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        let zeros = usize::try_from(self.exponent).ok()?;
        let sign = if self.negative { "-" } else { "" };
        (self.digits.len() + zeros <= most).then(|| format!("{sign}{}{}", self.digits, "0".repeat(zeros)))
    }
}

/// The number behind `e`.
fn power(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_is_one_however_it_is_written() {
        let groups: [&[&str]; 5] = [
            &["100", "1e2", "100.0", "1.00E+2", "10e1", "1000e-1"],
            &["0", "-0", "0.000", "0e9", "-0.0e-5"],
            &["-0.5", "-5e-1", "-0.50"],
            &["9007199254740993", "9007199254740993.0"],
            &["9007199254740992"],
        ];
        for (at, group) in groups.iter().enumerate() {
            for (other_at, other) in groups.iter().enumerate() {
                for (a, b) in group.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
                    let (left, right) = (Decimal::read(a).unwrap(), Decimal::read(b).unwrap());
                    assert_eq!(left == right, at == other_at, "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn what_json_does_not_write_is_no_number() {
        for text in ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1_0", " 1", "1 ", "NaN", "1e9999999999", "١"]
        {
            assert_eq!(Decimal::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn whole_numbers_are_written_in_digits() {
        let cases = [
            ("42", Some("42")),
            ("-7.0", Some("-7")),
            ("1e3", Some("1000")),
            ("-0", Some("0")),
            ("1.5", None),
            ("1e16", None),
            ("1e999999999", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Decimal::read(text).unwrap().whole(16).as_deref(), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn integers_are_equal_exactly_when_they_are(a in -200i64..200, b in -200i64..200) {
            let (left, right) = (Decimal::read(&a.to_string()).unwrap(), Decimal::read(&b.to_string()).unwrap());
            proptest::prop_assert_eq!(left == right, a == b);
            proptest::prop_assert_eq!(left.whole(16).unwrap(), a.to_string());
        }

        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.eE]{0,20}|.{0,8}") {
            let _ = Decimal::read(&text);
        }
    }
}
