//! Points in time as people write and read them, always in UTC.

use crate::grid::Screen;
use crate::today::now_ms;
use std::str::FromStr;
use vetgate_vet::ignore::Date;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A point in time, as it was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// So many milliseconds before now.
    Ago(u64),
    /// In milliseconds since 1970.
    At(u64),
}

impl Moment {
    /// In milliseconds since 1970, where it is `now_ms`.
    pub(crate) fn at(self, now_ms: u64) -> u64 {
        match self {
            Self::Ago(ms) => now_ms.saturating_sub(ms),
            Self::At(ms) => ms,
        }
    }
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let moment = ago(text).map(Self::Ago).or_else(|| instant(text).map(Self::At));
        moment.ok_or_else(|| {
            "expected a time ago (90s, 15m, 2h, 7d, 4w), a day (2026-11-16) or a time (2026-11-16T14:30Z, 2026-11-16 14:30)".to_owned()
        })
    }
}

fn ago(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit = match unit {
        "s" => SECOND,
        "m" => MINUTE,
        "h" => HOUR,
        "d" => DAY,
        "w" => 7 * DAY,
        _ => return None,
    };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse::<u64>().ok().filter(|_| is_number)?.checked_mul(unit)
}

/// A day, or a time of RFC 3339 whose seconds may be left out.
fn instant(text: &str) -> Option<u64> {
    let (day, time) = match text.split_at_checked(10)? {
        (day, "") => return days(day).map(|days| days * DAY),
        (day, time) => (day, time.strip_prefix(['T', 't', ' '])?),
    };
    // As times are shown: without a zone, and with a blank.
    let zone = match time.find(['Z', 'z', '+', '-']) {
        None if text[10..].starts_with(' ') => time.len(),
        zone => zone?,
    };
    let (clock, zone) = time.split_at(zone);
    let east = match zone.split_at_checked(1) {
        None | Some(("Z" | "z", "")) => 0,
        Some((sign, hours)) => {
            let [hours, minutes] = *hours.split(':').collect::<Vec<_>>().as_slice() else { return None };
            let minutes = i64::try_from(two(hours, 23)? * 60 + two(minutes, 59)?).ok()?;
            if sign == "-" { -minutes } else { minutes }
        }
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let parts: Vec<&str> = clock.split(':').collect();
    let (hour, minute, second) = match *parts.as_slice() {
        [hour, minute] if fraction.is_empty() => (hour, minute, "00"),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    let ms = match fraction {
        "" => 0,
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => format!("{digits:0<3}")[..3].parse().ok()?,
        _ => return None,
    };
    let time = two(hour, 23)? * HOUR + two(minute, 59)? * MINUTE + two(second, 60)? * SECOND + ms;
    (days(day)? * DAY + time).checked_add_signed(-east * MINUTE.cast_signed())
}

fn two(digits: &str, most: u64) -> Option<u64> {
    let is_two = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| is_two && *number <= most)
}

/// Days since 1970, as the Gregorian calendar counts them: years begin in March here, so that the odd day comes last.
fn days(text: &str) -> Option<u64> {
    text.parse::<Date>().ok()?;
    let number = |range: std::ops::Range<usize>| text[range].parse::<u64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let all = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    all.checked_sub(719_468)
}

/// For people: `2026-11-16 14:30:05`.
pub(crate) fn shown(ms: u64) -> String {
    let day = Date::from_unix_days(i64::try_from(ms / DAY).unwrap_or(i64::MAX));
    let (hour, minute, second) = (ms % DAY / HOUR, ms % HOUR / MINUTE, ms % MINUTE / SECOND);
    format!("{day} {hour:02}:{minute:02}:{second:02}")
}

/// For people in a hurry: `14:30` if that is today, else `2026-11-16`.
pub(crate) fn brief(ms: u64, now_ms: u64) -> String {
    let shown = shown(ms);
    let (day, time) = shown.split_once(' ').unwrap_or((&shown, ""));
    if ms / DAY == now_ms / DAY { time.get(..5).unwrap_or(time).to_owned() } else { day.to_owned() }
}

/// In full for a file, as short as it can be for a terminal, where it is read now.
pub(crate) fn on(screen: Screen, ms: u64) -> String {
    if screen.width == usize::MAX { shown(ms) } else { brief(ms, now_ms()) }
}

/// For programs, RFC 3339: `2026-11-16T14:30:05.123Z`.
pub(crate) fn stamp(ms: u64) -> String {
    format!("{}.{:03}Z", shown(ms).replacen(' ', "T", 1), ms % SECOND)
}

/// How long something took: `850 µs`, `12 ms`, `3.4 s`.
pub(crate) fn lasted(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{} ms", us / 1_000),
        _ => format!("{}.{} s", us / 1_000_000, us % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_ago_days_and_times_are_understood() {
        let at = |text: &str| text.parse::<Moment>().unwrap().at(10 * DAY);
        assert_eq!(at("2h"), 10 * DAY - 2 * HOUR);
        assert_eq!(at("90s"), 10 * DAY - 90 * SECOND);
        assert_eq!(at("900d"), 0, "before 1970 there is nothing");
        assert_eq!(at("1970-01-02"), DAY);
        assert_eq!(at("2026-11-16"), 1_794_787_200_000);
        assert_eq!(at("2026-11-16T14:30Z"), 1_794_839_400_000);
        assert_eq!(at("2026-11-16T14:30:05.25Z"), 1_794_839_405_250);
        assert_eq!(at("2026-11-16t16:30:00+02:00"), 1_794_839_400_000);
        assert_eq!(at("2024-02-29T00:00:00-01:00"), 1_709_168_400_000);
    }

    #[test]
    fn what_names_no_time_is_refused() {
        for text in [
            "",
            "s",
            "2",
            "2x",
            "+2h",
            "1.5h",
            "é",
            "2026-02-30",
            "2026-11-16T",
            "2026-11-16T14Z",
            "2026-11-16T24:00Z",
            "2026-11-16T14:30",
            "2026-11-16 ",
            "2026-11-16 14",
            "2026-11-16T14:30:05.xZ",
            "2026-11-16T14:30+2:00",
            "1969-12-31",
            "99999999999999999999w",
            "2026-11-16T14:30:05Zulu",
            "0000-01-01",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_shown_is_understood_again() {
        for ms in [0, 951_782_399_999, 1_709_164_800_000, 1_794_839_405_250, 4_107_542_399_001] {
            assert_eq!(stamp(ms).parse(), Ok(Moment::At(ms)), "{}", stamp(ms));
        }
        assert_eq!(shown(1_794_839_405_250), "2026-11-16 14:30:05");
        assert_eq!("2026-11-16 14:30:05".parse(), Ok(Moment::At(1_794_839_405_000)));
        assert_eq!("2026-11-16 14:30".parse(), Ok(Moment::At(1_794_839_400_000)));
    }

    #[test]
    fn a_time_of_today_needs_no_day() {
        let ms = 1_794_839_405_250;
        assert_eq!([brief(ms, ms + HOUR), brief(ms, ms + DAY)], ["14:30", "2026-11-16"]);
    }

    #[test]
    fn short_and_long_times_are_told_with_their_unit() {
        assert_eq!([lasted(850), lasted(12_345), lasted(3_450_000)], ["850 µs", "12 ms", "3.4 s"]);
    }
}
