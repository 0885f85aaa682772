//! A day of the calendar.

use std::fmt;
use std::str::FromStr;

/// A day, ordered as the calendar has it.
///
/// ```
/// use vetgate_vet::ignore::Date;
/// let day: Date = "2028-02-29".parse().unwrap();
/// assert!(day > "2027-12-31".parse().unwrap());
/// assert_eq!(Date::from_unix_days(0).to_string(), "1970-01-01");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that names no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a day of the calendar as YYYY-MM-DD")]
pub struct NotADate;

impl Date {
    /// The day `days` after 1970-01-01; days that a four-digit year cannot hold become the nearest that it can.
    pub fn from_unix_days(days: i64) -> Self {
        let mut left = days.max(0);
        let mut year = 1970;
        while year < 9999 && left >= days_in_year(year) {
            left -= days_in_year(year);
            year += 1;
        }
        let mut month = 1;
        while month < 12 && left >= i64::from(days_in_month(year, month)) {
            left -= i64::from(days_in_month(year, month));
            month += 1;
        }
        let day = (left + 1).clamp(1, i64::from(days_in_month(year, month)));
        Self { year, month, day: u8::try_from(day).unwrap_or(1) }
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in_year(year: u16) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let is_shaped = text.len() == 10
            && text.bytes().enumerate().all(|(at, b)| if at == 4 || at == 7 { b == b'-' } else { b.is_ascii_digit() });
        if !is_shaped {
            return Err(NotADate);
        }
        let number = |range: std::ops::Range<usize>| text[range].parse::<u16>().map_err(|_| NotADate);
        let (year, month, day) = (number(0..4)?, number(5..7)? as u8, number(8..10)? as u8);
        let exists = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
        if exists { Ok(Self { year, month, day }) } else { Err(NotADate) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_exist_are_days() {
        for bad in [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-04-01", "2026-4-01", "2026/04/01", "２026-04-0",
        ] {
            assert_eq!(bad.parse::<Date>(), Err(NotADate), "{bad}");
        }
        assert_eq!("2024-02-29".parse::<Date>().map(|d| d.to_string()), Ok("2024-02-29".to_owned()));
    }

    #[test]
    fn days_since_1970_become_dates() {
        for (days, date) in
            [(0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_454, "2026-01-01")]
        {
            assert_eq!(Date::from_unix_days(days).to_string(), date);
        }
    }
}
