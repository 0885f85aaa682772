//! Amounts with units: times and sizes.

use std::time::Duration;

const TIMES: &[(&str, u64)] = &[("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];
const SIZES: &[(&str, u64)] = &[
    ("B", 1),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
];

/// A time such as `30s`, `500ms` or `2m`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    amount(text, TIMES).map(Duration::from_millis)
}

/// A size such as `16MiB` or `512 KiB`, in bytes.
pub(super) fn size(text: &str) -> Option<u64> {
    amount(text, SIZES)
}

fn amount(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let unit = text[end..].trim_start();
    let factor = units.iter().find(|(name, _)| *name == unit).or_else(|| {
        // `16mib` can mean one thing only; `30M` could be minutes or a slip for milliseconds.
        units.iter().find(|(name, _)| name.len() > 2 && name.eq_ignore_ascii_case(unit))
    })?;
    text[..end].parse::<u64>().ok()?.checked_mul(factor.1)
}

/// A time in the form in which it is written.
pub(super) fn shown(time: Duration) -> String {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let fits = |(_, factor): &&(&str, u64)| milliseconds.is_multiple_of(*factor);
    let (unit, factor) = TIMES.iter().rfind(fits).unwrap_or(&TIMES[0]);
    format!("{}{unit}", milliseconds / factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, expected) in [
            ("500ms", Some(500)),
            ("30s", Some(30_000)),
            (" 2 m ", Some(120_000)),
            ("1h", Some(3_600_000)),
            ("30", None),
            ("s", None),
            ("-1s", None),
            ("1.5s", None),
            ("30S", None),
            ("99999999999999999999s", None),
            ("18446744073709551615s", None),
            ("", None),
        ] {
            assert_eq!(duration(text), expected.map(Duration::from_millis), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, expected) in
            [("16MiB", Some(16 << 20)), ("1 kB", Some(1000)), ("4mib", Some(4 << 20)), ("7", None), ("7X", None)]
        {
            assert_eq!(size(text), expected, "{text}");
        }
    }

    #[test]
    fn a_time_is_shown_in_its_largest_unit() {
        for text in ["500ms", "30s", "2m", "1h", "1d"] {
            assert_eq!(duration(text).map(shown).as_deref(), Some(text));
        }
    }
}
