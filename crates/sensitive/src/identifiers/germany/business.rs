//! Numbers of firms: value added tax and registers.

use super::Identifier;
use crate::identifiers::check_digit::{is_number, is_one_digit, mod11_10, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const GERMAN_VAT: Identifier = Identifier {
    kind: Kind::new("de_vat", "German VAT number (USt-IdNr.)", Category::Financial, Severity::Low),
    layouts: &["AAddddddddd", "AA ddddddddd", "AA ddd ddd ddd"],
    valid: german_vat,
    bare: Some(Grade::Medium),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["ust idnr", "ust id", "ustid", "umsatzsteuer", "umsatzsteuer id", "vat", "vat id", "mwst"],
    samples: &[],
    found: &["DE816729343", "USt-IdNr. DE 816729343", "DE 816 729 343"],
    not_found: &["DE816729344", "FR816729343", "DE8167293430"],
};

pub(super) const COMMERCIAL_REGISTER: Identifier = Identifier {
    kind: Kind::new("de_commercial_register", "German commercial register number", Category::Financial, Severity::Low),
    layouts: &[
        "AAA ddd", "AAA dddd", "AAA ddddd", "AAA dddddd", "AAAddd", "AAAdddd", "AAAddddd", "AAAdddddd", "AAA-ddddd",
        "AAA-dddddd", "AAA ddddd A", "AAA dddddd A",
    ],
    valid: commercial_register,
    bare: Some(Grade::Medium),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["handelsregister", "amtsgericht", "registergericht", "registernummer", "hrb", "hra"],
    samples: &[],
    found: &["HRB 48271", "HRA4827", "Amtsgericht HRB 148271 B"],
    not_found: &["HRC 48271", "HR 48271", "HRB 048271"],
};

pub(super) const AUSTRIAN_VAT: Identifier = Identifier {
    kind: Kind::new("at_vat", "Austrian VAT number", Category::Financial, Severity::Low),
    layouts: &["AAAdddddddd", "AA Adddddddd"],
    valid: austrian_vat,
    bare: Some(Grade::Medium),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["uid", "uid nummer", "ust id", "vat", "umsatzsteuer"],
    samples: &[],
    found: &["ATU48271935", "AT U48271935"],
    not_found: &["ATU48271936", "ATX48271935"],
};

pub(super) const SWISS_UID: Identifier = Identifier {
    kind: Kind::new("ch_uid", "Swiss company number (UID)", Category::Financial, Severity::Low),
    layouts: &["AAA-ddd.ddd.ddd", "AAAddddddddd", "AAA ddd.ddd.ddd"],
    valid: swiss_uid,
    bare: Some(Grade::Medium),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["uid", "ide", "mwst", "unternehmens id"],
    samples: &[],
    found: &["CHE-482.719.306", "CHE482719306", "CHE 482.719.306"],
    not_found: &["CHE-482.719.307", "CHF-482.719.306"],
};

/// Any member state's number by its looks, where a word says what it is.
pub(super) const EUROPEAN_VAT: Identifier = Identifier {
    kind: Kind::new("eu_vat", "European VAT number", Category::Financial, Severity::Low),
    layouts: &[
        "AAdddddddd", "AAddddddddd", "AAdddddddddd", "AAddddddddddd", "AAdddddddddddd", "AA dddddddd", "AA ddddddddd",
        "AA dddddddddd", "AA ddddddddddd", "AAdddddddddAdd", "AAddddddddx", "AAxddddddddx", "AAdddddddAA",
        "AA ddd dddd dd",
    ],
    valid: european_vat,
    bare: None,
    alone: None,
    named: Grade::Medium,
    words: &[
        "vat", "vat id", "vat number", "vat no", "vat reg", "ust idnr", "ust id", "ustid", "umsatzsteuer", "tva",
        "iva", "btw", "moms", "alv", "dph", "áfa", "mwst", "partita iva",
    ],
    samples: &[],
    found: &["VAT GB482719306", "BTW NL482719306B01", "VAT DE 482719306", "VAT IE4827193FA"],
    not_found: &["VAT XX482719306", "VAT DE48271930"],
};

fn german_vat(text: &[u8]) -> bool {
    text.strip_prefix(b"DE").is_some_and(|digits| digits[0] != b'0' && mod11_10(digits))
}

/// `HRA` for partnerships, `HRB` for companies, and a number without leading zeros.
fn commercial_register(text: &[u8]) -> bool {
    (text.starts_with(b"HRA") || text.starts_with(b"HRB")) && text.get(3).is_some_and(|digit| *digit != b'0')
}

/// `ATU`, seven digits and a check digit.
fn austrian_vat(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"ATU") else { return false };
    let folded = |(digit, weight): (&u8, u32)| value(*digit) * weight / 10 + value(*digit) * weight % 10;
    let sum: u32 = digits[..7].iter().zip([1, 2, 1, 2, 1, 2, 1]).map(folded).sum();
    (10 - (sum + 4) % 10) % 10 == value(digits[7])
}

/// `CHE`, eight digits and a modulo 11 check digit.
fn swiss_uid(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"CHE") else { return false };
    let check = (11 - weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4]) % 11) % 11;
    check == value(digits[8]) && number(digits) > 0
}

/// The country, and as many digits and letters as its numbers have.
fn european_vat(text: &[u8]) -> bool {
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
