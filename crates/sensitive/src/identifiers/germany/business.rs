//! Numbers of firms: value added tax and registers.

use crate::identifiers::check_digit::{is_number, is_one_digit, mod11_10, number, value, weighted};

pub(in crate::identifiers) fn german_vat(text: &[u8]) -> bool {
    text.strip_prefix(b"DE").is_some_and(|digits| digits[0] != b'0' && mod11_10(digits))
}

/// `HRA` for partnerships, `HRB` for companies, and a number without leading zeros.
pub(in crate::identifiers) fn commercial_register(text: &[u8]) -> bool {
    (text.starts_with(b"HRA") || text.starts_with(b"HRB")) && text.get(3).is_some_and(|digit| *digit != b'0')
}

/// `ATU`, seven digits and a check digit.
pub(in crate::identifiers) fn austrian_vat(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"ATU") else { return false };
    let folded = |(digit, weight): (&u8, u32)| value(*digit) * weight / 10 + value(*digit) * weight % 10;
    let sum: u32 = digits[..7].iter().zip([1, 2, 1, 2, 1, 2, 1]).map(folded).sum();
    (10 - (sum + 4) % 10) % 10 == value(digits[7])
}

/// `CHE`, eight digits and a modulo 11 check digit.
pub(in crate::identifiers) fn swiss_uid(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"CHE") else { return false };
    let check = (11 - weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4]) % 11) % 11;
    check == value(digits[8]) && number(digits) > 0
}

/// The country, and as many digits and letters as its numbers have.
pub(in crate::identifiers) fn european_vat(text: &[u8]) -> bool {
    let (country, rest) = text.split_at(2);
    if !is_number(rest) {
        let letters = rest.iter().filter(|byte| byte.is_ascii_uppercase()).count();
        return match country {
            b"NL" => rest.len() == 12 && rest[9] == b'B',
            b"AT" => rest.len() == 9 && rest[0] == b'U' && letters == 1,
            b"ES" => rest.len() == 9 && letters <= 2,
            b"IE" => matches!(rest.len(), 8 | 9) && letters <= 2 && is_number(&rest[..7]),
            b"FR" => rest.len() == 11 && letters <= 2,
            _ => false,
        };
    }
    let lengths: &[usize] = match country {
        b"DK" | b"FI" | b"HU" | b"LU" | b"MT" | b"SI" => &[8],
        b"DE" | b"EE" | b"EL" | b"GR" | b"PT" => &[9],
        b"GB" | b"XI" => &[9, 12],
        b"BE" | b"PL" | b"SK" => &[10],
        b"BG" => &[9, 10],
        b"CZ" => &[8, 9, 10],
        b"FR" | b"HR" | b"IT" | b"LV" => &[11],
        b"LT" => &[9, 12],
        b"SE" => &[12],
        b"RO" => &[8, 9, 10],
        _ => &[],
    };
    lengths.contains(&rest.len()) && !is_one_digit(rest)
}
