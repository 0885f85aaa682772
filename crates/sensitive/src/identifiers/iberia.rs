//! Spain and Portugal.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, luhn_sum, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("es_nif", "Spanish DNI or NIF", Category::Identity, Severity::Critical),
        layouts: &[
            "ddddddddA", "dddddddd-A", "dddddddd A", "ddddddd-A", "dd.ddd.dddA", "dd.ddd.ddd-A", "dd.ddd.ddd A",
            "d.ddd.ddd-A",
        ],
        valid: nif,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["nif", "dni", "documento nacional de identidad", "identidad", "número de identificación fiscal"],
        samples: &[],
        found: &["DNI 48291736Q", "48291736-Q", "48.291.736-Q", "48291736 Q", "7031625-L", "7.031.625-L"],
        not_found: &["DNI 48291736T", "7031625L", "DNI 482917360Q", "DNI 48291736QQ", "7031625-M"],
    },
    Identifier {
        kind: Kind::new("es_nie", "Spanish NIE", Category::Identity, Severity::Critical),
        layouts: &["AdddddddA", "A-ddddddd-A", "A-dddddddA", "Addddddd-A", "A ddddddd A"],
        valid: nie,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["nie", "número de identidad de extranjero", "identidad de extranjero", "extranjero"],
        samples: &[],
        found: &["NIE X4829173R", "Y-7031625-X", "X-4829173R", "X4829173-R", "X 4829173 R"],
        not_found: &["NIE X4829173Q", "NIE W4829173R", "NIE X48291730R"],
    },
    Identifier {
        kind: Kind::new("es_cif", "Spanish company tax number (CIF)", Category::Financial, Severity::Low),
        layouts: &["Adddddddx", "A-dddddddx", "A-ddddddd-x", "Addddddd-x"],
        valid: cif,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["cif", "nif", "código de identificación fiscal"],
        samples: &[],
        found: &["CIF B48291736", "CIF Q4829173F", "CIF B-48291736", "B-4829173-6", "B4829173-6"],
        not_found: &["CIF B48291737", "CIF Q48291736", "CIF I48291736"],
    },
    Identifier {
        kind: Kind::new("es_social_security", "Spanish social security number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddddd", "dd/dddddddd/dd", "dd dddddddd dd", "dd-dddddddd-dd"],
        valid: spanish_social_security,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["seguridad social", "nuss", "naf", "nss", "número de afiliación", "afiliación"],
        samples: &[],
        found: &["NUSS 284682017962", "28/46820179/62", "28 46820179 62", "28-46820179-62"],
        not_found: &["NUSS 284682017963", "NUSS 684682017962"],
    },
    Identifier {
        kind: Kind::new("es_passport", "Spanish passport number", Category::Identity, Severity::High),
        layouts: &["AAAdddddd"],
        valid: spanish_passport,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["pasaporte", "pasaporte español", "passport", "spanish passport"],
        samples: &[],
        found: &["Pasaporte PAK482719"],
        not_found: &["pasaporte PAK4827190", "pasaporte ORD482719", "pasaporte PAK48271"],
    },
    Identifier {
        kind: Kind::new("pt_nif", "Portuguese NIF", Category::Identity, Severity::High),
        layouts: &["ddddddddd", "ddd ddd ddd", "AAddddddddd"],
        valid: portuguese_nif,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["nif", "nipc", "contribuinte", "número de contribuinte", "número de identificação fiscal"],
        samples: &["123456789"],
        found: &["NIF 246813571", "NIF 246 813 571", "PT246813571"],
        not_found: &["NIF 246813572", "NIF 446813571", "ES246813571"],
    },
    Identifier {
        kind: Kind::new("pt_citizen_card", "Portuguese citizen card number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddAAd", "dddddddd d AAd", "dddddddd-d-AAd"],
        valid: citizen_card,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["cartão de cidadão", "cartao de cidadao", "cc", "citizen card", "bilhete de identidade"],
        samples: &[],
        found: &["146823907ZX0", "14682390 7 ZX0", "14682390-7-ZX0"],
        not_found: &["146823907ZX1", "1468239070ZX0"],
    },
];

/// The letter that the number's remainder by 23 picks.
fn control_letter(number: u64) -> u8 {
    b"TRWAGMYFPDXBNJZSQVHLCKE"[(number % 23) as usize]
}

/// Eight digits, or seven where the leading zero is left out, and the control letter. Round numbers with a letter are
/// constants in source code: `86400000L`.
fn nif(text: &[u8]) -> bool {
    let Some((letter, digits)) = text.split_last() else { return false };
    !digits.ends_with(b"0000") && control_letter(number(digits)) == *letter
}

/// As for citizens, with the first letter read as the digit 0, 1 or 2.
fn nie(text: &[u8]) -> bool {
    let first = match text[0] {
        b'X' => 0,
        b'Y' => 10_000_000,
        b'Z' => 20_000_000,
        _ => return false,
    };
    control_letter(first + number(&text[1..8])) == text[8]
}

/// The Luhn check, written as a letter for some kinds of bodies and as a digit for the others.
fn cif(text: &[u8]) -> bool {
    let (form, check) = (text[0], text[8]);
    // One more digit behind turns the sum over seven digits into the one that Luhn doubles the right digits of.
    let mut digits = [b'0'; 8];
    digits[..7].copy_from_slice(&text[1..8]);
    let control = (10 - luhn_sum(&digits) % 10) % 10;
    let letter = b"JABCDEFGHI"[control as usize];
    match form {
        b'N' | b'P' | b'Q' | b'R' | b'S' | b'W' => check == letter,
        b'A' | b'B' | b'E' | b'H' => value(check) == control,
        b'C' | b'D' | b'F' | b'G' | b'J' | b'U' | b'V' => check == letter || value(check) == control,
        _ => false,
    }
}

/// The province, eight digits, and what remains of both by 97.
fn spanish_social_security(digits: &[u8]) -> bool {
    let Some((body, check)) = digits.split_last_chunk::<2>() else { return false };
    let province = number(&body[..2]);
    (1..=66).contains(&province) && number(&body[2..]) > 0 && number(body) % 97 == number(check)
}

/// Three letters and six digits. The words left out start the codes of orders, tickets and the like.
fn spanish_passport(text: &[u8]) -> bool {
    let taken: [&[u8]; 32] = [
        b"ORD", b"INV", b"SKU", b"REF", b"TKT", b"REQ", b"INC", b"CHG", b"PRB", b"USR", b"CUS", b"ACC", b"EMP", b"TXN",
        b"BUG", b"JOB", b"PRD", b"REV", b"BLD", b"RUN", b"LOT", b"DOC", b"CAS", b"MSG", b"PMC", b"STU", b"PAT", b"ENG",
        b"DEV", b"TCK", b"PAY", b"PRJ",
    ];
    !taken.contains(&&text[..3]) && !is_one_digit(&text[3..])
}

/// What starts a number that was given out, and the modulo 11 check digit.
fn portuguese_nif(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"PT").unwrap_or(text);
    if digits.len() != 9 || !is_number(digits) {
        return false;
    }
    let starts = matches!(digits[0], b'1' | b'2' | b'3' | b'5' | b'6' | b'8' | b'9')
        || matches!(&digits[..2], b"45" | b"70" | b"71" | b"72" | b"74" | b"75" | b"77" | b"78" | b"79");
    let remainder = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    let check = if remainder < 2 { 0 } else { 11 - remainder };
    starts && check == value(digits[8]) && !is_one_digit(digits)
}

/// A Luhn sum in which letters count from 10 up.
fn citizen_card(text: &[u8]) -> bool {
    let folded = |(at, byte): (usize, &u8)| match (at % 2, value(*byte)) {
        (0, value) if value * 2 > 9 => value * 2 - 9,
        (0, value) => value * 2,
        (_, value) => value,
    };
    text.iter().enumerate().map(folded).sum::<u32>().is_multiple_of(10) && !is_one_digit(&text[..9])
}
