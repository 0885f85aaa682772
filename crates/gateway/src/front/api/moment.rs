//! Moments as people and programs write them.

/// Milliseconds since 1970 of an RFC 3339 time or of a plain number; what was before 1970 is its beginning.
pub(super) fn read(text: &str) -> Option<u64> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok().filter(|number| *number <= super::operation::MOST);
    }
    let (date, time) = text.split_at_checked(10)?;
    let time = time.strip_prefix(['T', 't', ' '])?;
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let zone = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = time.split_at(zone);
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, rest)| (clock, Some(rest)));
    let [hour, minute, second] = numbers(clock, ':', [2, 2, 2])?;
    let offset = match zone {
        "Z" | "z" => 0,
        _ => {
            let [hours, minutes] = numbers(&zone[1..], ':', [2, 2])?;
            let minutes = (hours <= 23 && minutes <= 59).then_some(hours * 60 + minutes)?;
            if zone.starts_with('-') { -minutes } else { minutes }
        }
    };
    // A leap second is the first of the next minute here, as everywhere that counts since 1970.
    let is_right = (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour <= 23
        && minute <= 59
        && second <= 60;
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second;
    let millis = milliseconds(fraction)?;
    is_right.then(|| u64::try_from(seconds * 1000 + millis).unwrap_or(0))
}

fn milliseconds(fraction: Option<&str>) -> Option<i64> {
    let Some(digits) = fraction else { return Some(0) };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{:0<3}", &digits[..digits.len().min(3)]).parse().ok()
}

fn numbers<const N: usize>(text: &str, between: char, widths: [usize; N]) -> Option<[i64; N]> {
    let mut parts = text.split(between);
    let mut out = [0; N];
    for (number, width) in out.iter_mut().zip(widths) {
        let part = parts.next()?;
        let is_plain = part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit());
        *number = is_plain.then(|| part.parse().ok()).flatten()?;
    }
    parts.next().is_none().then_some(out)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01. The year is taken to begin in March, so that the odd day is its last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_read() {
        for (text, expected) in [
            ("0", 0),
            ("1763301600000", 1_763_301_600_000),
            ("1970-01-01T00:00:00Z", 0),
            ("2026-11-16T14:00:00Z", 1_794_837_600_000),
            ("2026-11-16T16:00:00+02:00", 1_794_837_600_000),
            ("2026-11-16t08:30:00.5-05:30", 1_794_837_600_500),
            ("2000-02-29T23:59:60Z", 951_868_800_000),
            ("2024-12-31T23:59:59.123456Z", 1_735_689_599_123),
            ("1969-12-31T23:59:59Z", 0),
            ("0001-01-01T00:00:00Z", 0),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "yesterday",
            "-1",
            "2026-11-16",
            "2026-11-16T14:00:00",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-16T24:00:00Z",
            "2026-11-16T14:00Z",
            "2026-11-16T14:00:00.Z",
            "2026-11-16T14:00:00+2",
            "1e3",
            "99999999999999999999",
            "2026-11-16T14:00:00Zx",
            "äää-ä-ä",
            "2026-11-16T14:00:00+24:00",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
