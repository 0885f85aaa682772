//! Sweden, Finland, Norway, Denmark and Iceland.

use super::Identifier;
use super::check_digit::{is_date, is_one_digit, luhn, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("se_personnummer", "Swedish personal number", Category::Identity, Severity::Critical),
        layouts: &[
            "dddddd-dddd", "dddddd+dddd", "dddddddddd", "dddddddd-dddd", "dddddddddddd", "dddddd dddd", "dddddddd dddd",
        ],
        valid: personnummer,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["personnummer", "personnr", "pnr", "persnr", "samordningsnummer", "personal identity number"],
        samples: &[],
        found: &["850417-1235", "850417+1235", "8504171235", "19850417-1235", "198504171235", "850477-1232"],
        not_found: &["850417-1236", "851317-1235", "19850417-1236", "850417/1235", "178504171235"],
    },
    Identifier {
        kind: Kind::new("se_organisationsnummer", "Swedish organisation number", Category::Financial, Severity::Low),
        layouts: &["dddddd-dddd", "dddddddddd", "dddddddd-dddd", "dddddddddddd"],
        valid: organisationsnummer,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "organisationsnummer",
            "orgnummer",
            "orgnr",
            "org nr",
            "org nummer",
            "org.nr",
            "företag",
            "bolag",
            "company",
            "corporate identity number",
            "company identity",
        ],
        samples: &[],
        found: &["556482-7193", "5564827193", "16556482-7193", "165564827193"],
        not_found: &["556482-7194", "850417-1235", "19556482-7193"],
    },
    Identifier {
        kind: Kind::new("fi_hetu", "Finnish personal identity code", Category::Identity, Severity::Critical),
        layouts: &["dddddd-dddx", "dddddd+dddx", "ddddddAdddx"],
        valid: hetu,
        bare: Some(Grade::Medium),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["hetu", "henkilötunnus", "henkilotunnus", "henkilötunnukseni", "sotu", "personbeteckning"],
        samples: &[],
        found: &["170485-1233", "170485+1233", "170405A124F", "170405a124f"],
        not_found: &["170485-1234", "171385-1233", "170405G124F", "170485/1233", "170405A124FX"],
    },
    Identifier {
        kind: Kind::new("fi_business_id", "Finnish business ID (Y-tunnus)", Category::Financial, Severity::Low),
        layouts: &["ddddddd-d"],
        valid: business_id,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["y tunnus", "y-tunnus", "ytunnus", "business id", "fo nummer", "yritystunnus"],
        samples: &[],
        found: &["Y-tunnus 4827193-4"],
        not_found: &["Y-tunnus 4827193-3", "Y-tunnus 4827193-40"],
    },
    Identifier {
        kind: Kind::new(
            "no_fodselsnummer",
            "Norwegian national identity number",
            Category::Identity,
            Severity::Critical,
        ),
        layouts: &["ddddddddddd", "dddddd ddddd", "dddddd-ddddd"],
        valid: fodselsnummer,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["fødselsnummer", "fodselsnummer", "fødselsnr", "fnr", "personnummer", "d nummer", "d-nummer", "dnr"],
        samples: &[],
        found: &["17048510078", "170485 10078", "170485-10078"],
        not_found: &["17048510079", "17138510078", "170485100780"],
    },
    Identifier {
        kind: Kind::new("no_organisation_number", "Norwegian organisation number", Category::Financial, Severity::Low),
        layouts: &["ddddddddd", "ddd ddd ddd"],
        valid: norwegian_organisation,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["organisasjonsnummer", "orgnr", "org nr", "orgnummer", "foretaksregisteret", "mva"],
        samples: &[],
        found: &["orgnr 982719305", "orgnr 982 719 305"],
        not_found: &["orgnr 982719306", "orgnr 482719304"],
    },
    Identifier {
        kind: Kind::new("dk_cpr", "Danish personal number (CPR)", Category::Identity, Severity::Critical),
        layouts: &["dddddd-dddd", "dddddddddd", "dddddd dddd"],
        valid: cpr,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["cpr", "cpr nummer", "cprnummer", "cpr nr", "personnummer"],
        samples: &[],
        found: &["CPR 170485-1237", "CPR 1704851237", "CPR 170485 1237"],
        not_found: &["CPR 171385-1237", "CPR 170485-12370", "CPR 170485-0000"],
    },
    Identifier {
        kind: Kind::new("dk_cvr", "Danish company number (CVR)", Category::Financial, Severity::Low),
        layouts: &["dddddddd", "dd dd dd dd"],
        valid: cvr,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["cvr", "cvr nummer", "cvr nr", "se nummer"],
        samples: &[],
        found: &["CVR 48271936", "CVR 48 27 19 36"],
        not_found: &["CVR 48271937", "CVR 482719360"],
    },
    Identifier {
        kind: Kind::new("is_kennitala", "Icelandic identification number", Category::Identity, Severity::Critical),
        layouts: &["dddddd-dddd", "dddddddddd"],
        valid: kennitala,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["kennitala", "kennitölu", "kt"],
        samples: &[],
        found: &["kennitala 170485-2039", "kennitala 1704852039"],
        not_found: &["kennitala 170485-2049", "kennitala 171385-2039", "kennitala 170485-2037"],
    },
];

/// Date of birth with 60 added to the day for those who are not registered, serial, Luhn check digit.
fn personnummer(digits: &[u8]) -> bool {
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
fn organisationsnummer(digits: &[u8]) -> bool {
    let (century, short) = digits.split_at(digits.len() - 10);
    (century.is_empty() || century == b"16")
        && matches!(short[0], b'2' | b'3' | b'5'..=b'9')
        && short[2] >= b'2'
        && luhn(short)
        && !is_one_digit(short)
}

/// Date of birth, a sign for the century, serial, and a check character for the remainder by 31.
fn hetu(text: &[u8]) -> bool {
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

fn business_id(digits: &[u8]) -> bool {
    let check = (11 - weighted(digits, &[7, 9, 10, 5, 8, 4, 2]) % 11) % 11;
    check == value(digits[7]) && number(digits) > 0
}

/// Date of birth with 40 added to the day of temporary residents, serial, and two check digits.
fn fodselsnummer(digits: &[u8]) -> bool {
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

fn norwegian_organisation(digits: &[u8]) -> bool {
    matches!(digits[0], b'8' | b'9') && weighted(digits, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// Date of birth and serial; the old check digit no longer holds for everybody.
fn cpr(digits: &[u8]) -> bool {
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && &digits[6..] != b"0000"
}

fn cvr(digits: &[u8]) -> bool {
    digits[0] != b'0' && weighted(digits, &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// Date of birth with 40 added to the day of firms, serial, check digit, century.
fn kennitala(digits: &[u8]) -> bool {
    let day = number(&digits[..2]);
    let day = if day > 40 { day - 40 } else { day };
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), day)
        && matches!(digits[9], b'8' | b'9' | b'0')
        && weighted(digits, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}
