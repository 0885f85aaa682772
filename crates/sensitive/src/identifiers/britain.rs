//! The United Kingdom and Ireland.

use super::Identifier;
use super::check_digit::{is_date, is_number, is_one_digit, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

mod postcode;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("uk_nino", "UK National Insurance number", Category::Identity, Severity::Critical),
        layouts: &["AAddddddA", "AA dd dd dd A", "AA ddddddA", "AA dddddd A", "AA-dd-dd-dd-A"],
        valid: nino,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["nino", "national insurance", "ni number", "ni no", "insurance number"],
        samples: &[],
        found: &["NINO JG482719B", "JG 48 27 19 B", "JG 482719B", "JG 482719 B", "JG-48-27-19-B"],
        not_found: &["QQ482719B", "GB482719B", "JO482719B", "JG482719E", "JG4827190B", "XJG482719B"],
    },
    Identifier {
        kind: Kind::new("uk_nhs", "UK NHS number", Category::Health, Severity::Critical),
        layouts: &["ddd ddd dddd", "ddd-ddd-dddd", "dddddddddd"],
        valid: nhs,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["nhs", "nhs number", "national health service", "health service", "health services", "patient number"],
        samples: &["9876543210"],
        found: &["NHS 485 263 7911", "485-263-7911", "nhs_number: 6123459082"],
        not_found: &["NHS 485 263 7912", "1702034119", "48526379110", "4444444444"],
    },
    Identifier {
        kind: Kind::new("uk_chi", "Scottish CHI number", Category::Health, Severity::Critical),
        layouts: &["dddddddddd", "dddddd dddd"],
        valid: chi,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["chi", "chi number", "community health index", "nhs", "nhs number"],
        samples: &[],
        found: &["CHI 1702034119", "CHI 170203 4119"],
        not_found: &["CHI 1702034118", "CHI 4852637911"],
    },
    Identifier {
        kind: Kind::new("uk_driving_licence", "UK driving licence number", Category::Identity, Severity::High),
        layouts: &[
            "AAAAAddddddAAdAA", "AAAAAddddddAddAA", "AAAAAdddddddddAA", "AAAAdddddddAAdAA", "AAAAdddddddAddAA",
            "AAAAddddddddddAA", "AAAddddddddAAdAA", "AAAddddddddAddAA", "AAAdddddddddddAA", "AAdddddddddAAdAA",
            "AAdddddddddAddAA", "AAddddddddddddAA", "AAAAA dddddd AAdAA", "AAAAA dddddd AddAA",
        ],
        valid: driving_licence,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["driving licence", "driver licence", "driving license", "licence", "dvla"],
        samples: &[],
        found: &["FARNB604179KT9VX", "OTT99704170L99VX", "LEE99 is LEE99857225JK8AB", "FARNB 604179 KT9VX"],
        not_found: &["FARNB613179KT9VX", "FARNB604329KT9VX", "OTT98704170L99VX", "FARNB604179KT9VX1"],
    },
    Identifier {
        kind: Kind::new("uk_passport", "UK passport number", Category::Identity, Severity::High),
        layouts: &["AAddddddd"],
        valid: passport,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["passport", "passport number", "passport no", "travel document"],
        samples: &[],
        found: &["Passport: LB4827193"],
        not_found: &["passport LB482719", "passport LB48271930", "passport tt4827193"],
    },
    Identifier {
        kind: Kind::new("uk_utr", "UK Unique Taxpayer Reference", Category::Identity, Severity::High),
        layouts: &["dddddddddd", "ddddd ddddd", "ddd ddd dddd"],
        valid: utr,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["utr", "unique taxpayer reference", "taxpayer reference", "self assessment", "hmrc"],
        samples: &[],
        found: &["UTR 2463820915", "UTR 24638 20915", "UTR 246 382 0915"],
        not_found: &["UTR 3463820915", "UTR 24638209150"],
    },
    postcode::SPACED,
    postcode::COMPACT,
    Identifier {
        kind: Kind::new("ie_pps", "Irish PPS number", Category::Identity, Severity::Critical),
        layouts: &["dddddddA", "dddddddAA", "ddddddd A", "ddddddd AA"],
        valid: pps,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["pps", "ppsn", "pps number", "personal public service", "irish"],
        samples: &["1234567T", "1234567FA"],
        found: &["PPS 4628193B", "PPSN 5183642UA", "PPS 4628193 B", "PPS 5183642 UA"],
        not_found: &["PPS 4628193C", "PPS 5183642UB", "PPS 5183642UZ", "PPS 46281930B"],
    },
];

/// The letters that never stand first or second, the pairs that were never given out, and the suffix.
fn nino(text: &[u8]) -> bool {
    let (prefix, suffix) = (&text[..2], text[8]);
    !b"DFIQUV".contains(&prefix[0])
        && !b"DFIOQUV".contains(&prefix[1])
        && ![&b"BG"[..], b"GB", b"KN", b"NK", b"NT", b"TN", b"ZZ"].contains(&prefix)
        && matches!(suffix, b'A'..=b'D')
}

/// The modulo 11 check digit of all British health numbers.
fn health_check(digits: &[u8]) -> bool {
    let check = (11 - weighted(&digits[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    check == value(digits[9]) && !is_one_digit(digits)
}

/// England, Wales and Northern Ireland. Nothing that starts with `1` was given out there, which keeps seconds since
/// 1970 apart.
fn nhs(digits: &[u8]) -> bool {
    digits[0] != b'1' && health_check(digits)
}

/// Scotland starts with the date of birth, day first.
fn chi(digits: &[u8]) -> bool {
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && health_check(digits)
}

/// Surname filled up with nines, birth date with 50 added to a woman's month, initials, and two check letters.
fn driving_licence(text: &[u8]) -> bool {
    let letters = text[..5].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let (date, initials) = (&text[5..11], &text[11..13]);
    let month = number(&date[1..3]) % 50;
    letters >= 2
        && text[letters..5].iter().all(|byte| *byte == b'9')
        && is_number(date)
        && number(&date[1..3]) < 63
        && (1..=12).contains(&month)
        && (1..=31).contains(&number(&date[3..5]))
        && initials.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'9')
        && !(initials[0] == b'9' && initials[1] != b'9')
}

/// Two letters and seven digits, as application forms print it. The pairs left out start other common codes: films,
/// gene variants, support articles, orders, Italian passports.
fn passport(text: &[u8]) -> bool {
    let taken: [&[u8]; 22] = [
        b"AA", b"YA", b"YB", b"YC", b"TT", b"NM", b"RS", b"KB", b"PO", b"SO", b"NO", b"ID", b"PR", b"CO", b"EV", b"OR",
        b"SN", b"SR", b"TR", b"UN", b"QA", b"MS",
    ];
    !taken.contains(&&text[..2]) && !is_one_digit(&text[2..])
}

/// The check digit stands first.
fn utr(digits: &[u8]) -> bool {
    let remainder = weighted(&digits[1..], &[6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11;
    b"21987654321".get(remainder as usize) == Some(&digits[0])
}

/// The check letter, over seven digits and, since 2013, a second letter.
fn pps(text: &[u8]) -> bool {
    let second = match text.get(8) {
        None | Some(b'W' | b'T' | b'X') => 0,
        Some(letter @ b'A'..=b'I') => value(*letter) - 9,
        Some(_) => return false,
    };
    let sum = weighted(&text[..7], &[8, 7, 6, 5, 4, 3, 2]) + second * 9;
    b"WABCDEFGHIJKLMNOPQRSTUV"[(sum % 23) as usize] == text[7] && !is_one_digit(&text[..7])
}
