//! Sweden, Finland, Norway, Denmark and Iceland.

use super::check_digit::{is_date, is_one_digit, luhn, number, value, weighted};

/// Date of birth with 60 added to the day for those who are not registered, serial, Luhn check digit.
pub(super) fn personnummer(digits: &[u8]) -> bool {
    let (century, short) = digits.split_at(digits.len() - 10);
    let century = match century {
        b"" | b"20" => 2000,
        b"19" => 1900,
        b"18" => 1800,
        _ => return false,
    };
    let (year, month, day) = (number(&short[..2]), number(&short[2..4]), number(&short[4..6]));
    let day = if day > 60 { day - 60 } else { day };
    luhn(short) && is_date(century + year, month, day)
}

/// The third digit is at least two, which keeps it apart from months, and no register starts with one, four or zero.
pub(super) fn organisationsnummer(digits: &[u8]) -> bool {
    let (century, short) = digits.split_at(digits.len() - 10);
    (century.is_empty() || century == b"16")
        && matches!(short[0], b'2' | b'3' | b'5'..=b'9')
        && short[2] >= b'2'
        && luhn(short)
        && !is_one_digit(short)
}

/// Date of birth, a sign for the century, serial, and a check character for the remainder by 31.
pub(super) fn hetu(text: &[u8]) -> bool {
    let (date, rest) = text.split_at(6);
    // A sign that is no letter is gone by now.
    let rest = match rest {
        [b'A'..=b'F' | b'U'..=b'Y', rest @ ..] if rest.len() == 4 => rest,
        rest if rest.len() == 4 => rest,
        _ => return false,
    };
    let (serial, check) = (number(&rest[..3]), rest[3]);
    let remainder = (number(date) * 1000 + serial) % 31;
    serial >= 2
        && is_date(2000 + number(&date[4..]), number(&date[2..4]), number(&date[..2]))
        && b"0123456789ABCDEFHJKLMNPRSTUVWXY"[remainder as usize] == check
}

pub(super) fn business_id(digits: &[u8]) -> bool {
    let check = (11 - weighted(digits, &[7, 9, 10, 5, 8, 4, 2]) % 11) % 11;
    check == value(digits[7]) && number(digits) > 0
}

/// Date of birth with 40 added to the day of temporary residents, serial, and two check digits.
pub(super) fn fodselsnummer(digits: &[u8]) -> bool {
    let (day, month, year) = (number(&digits[..2]), number(&digits[2..4]), number(&digits[4..6]));
    let day = if day > 40 { day - 40 } else { day };
    // Numbers of test registers have 40, 65 or 80 added to the month.
    let month = match month {
        81..=92 => month - 80,
        66..=77 => month - 65,
        41..=52 => month - 40,
        month => month,
    };
    is_date(2000 + year, month, day)
        && weighted(digits, &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]).is_multiple_of(11)
        && weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

pub(super) fn norwegian_organisation(digits: &[u8]) -> bool {
    matches!(digits[0], b'8' | b'9') && weighted(digits, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// Date of birth and serial; the old check digit no longer holds for everybody.
pub(super) fn cpr(digits: &[u8]) -> bool {
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && &digits[6..] != b"0000"
}

pub(super) fn cvr(digits: &[u8]) -> bool {
    digits[0] != b'0' && weighted(digits, &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// Date of birth with 40 added to the day of firms, serial, check digit, century.
pub(super) fn kennitala(digits: &[u8]) -> bool {
    let day = number(&digits[..2]);
    let day = if day > 40 { day - 40 } else { day };
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), day)
        && matches!(digits[9], b'8' | b'9' | b'0')
        && weighted(digits, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}
