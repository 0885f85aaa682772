//! China, Hong Kong, Japan, Korea and Taiwan.

use super::Identifier;
use super::check_digit::{is_long_date, is_number, is_one_digit, is_short_date, mod11_2, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// What people call a Korean driver licence. Without its groups it looks like many another number.
const KOREAN_DRIVER: &[&str] =
    &["운전면허번호", "운전면허", "면허번호", "driver's license", "driver license", "drivers license"];

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("cn_resident_id", "Chinese resident number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddddddddddx", "dddddd dddddddd dddx", "dddddd-dddddddd-dddx"],
        valid: chinese_resident,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["resident identity", "resident id", "身份证", "身份證", "公民身份号码", "shenfenzheng", "national id"],
        samples: &["11010519491231002X"],
        found: &["510107198802146279", "身份证 510107 19880214 6279"],
        not_found: &["510107198813146270", "990107198802146270", "510107198802146270 "],
    },
    Identifier {
        kind: Kind::new("kr_rrn", "Korean resident number (RRN)", Category::Identity, Severity::Critical),
        layouts: &["dddddd-ddddddd", "ddddddddddddd"],
        valid: korean_resident,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["rrn", "resident registration", "주민등록번호", "주민번호", "주민등록", "resident number"],
        samples: &[],
        found: &["RRN 830417-2048136", "주민등록번호 8304172048136"],
        not_found: &["RRN 831417-2048136", "RRN 830431-2048136", "RRN 830417-5048136"],
    },
    Identifier {
        kind: Kind::new("kr_frn", "Korean foreigner number (FRN)", Category::Identity, Severity::Critical),
        layouts: &["dddddd-ddddddd", "ddddddddddddd"],
        valid: korean_foreigner,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "frn", "foreigner registration", "alien registration", "arc", "외국인등록번호", "외국인등록", "외국인",
        ],
        samples: &[],
        found: &["FRN 830417-6048136", "외국인등록번호 8304176048136"],
        not_found: &["FRN 831417-6048136", "FRN 830417-2048136"],
    },
    Identifier {
        kind: Kind::new("kr_brn", "Korean business number (BRN)", Category::Identity, Severity::Low),
        layouts: &["ddd-dd-ddddd", "dddddddddd"],
        valid: korean_business,
        bare: Some(Grade::Low),
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &[
            "brn", "business registration", "사업자등록번호", "사업자번호", "사업자등록", "corporate registration",
        ],
        samples: &[],
        found: &["BRN 214-86-73028", "사업자등록번호 2148673028"],
        not_found: &["BRN 000-86-73021", "BRN 214-86-730211"],
    },
    Identifier {
        kind: Kind::new("kr_driver_license", "Korean driver licence", Category::Identity, Severity::High),
        layouts: &["dd-dd-dddddd-dd", "dd dd dddddd dd"],
        valid: korean_driver,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: KOREAN_DRIVER,
        samples: &[],
        found: &["운전면허 13-09-482017-63", "driver license 13 09 482017 63"],
        not_found: &["driver license 27-09-482017-63", "driver license 31-09-482017-63", "113-09-482017-63"],
    },
    Identifier {
        kind: Kind::new("kr_driver_license_compact", "Korean driver licence", Category::Identity, Severity::High),
        layouts: &["dddddddddddd"],
        valid: korean_driver,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: KOREAN_DRIVER,
        samples: &[],
        found: &["운전면허 130948201763"],
        not_found: &["운전면허 310948201763", "운전면허 1309482017631"],
    },
    Identifier {
        kind: Kind::new(
            "jp_my_number",
            "Japanese individual number (My Number)",
            Category::Identity,
            Severity::Critical,
        ),
        layouts: &["dddddddddddd", "dddd dddd dddd", "dddd-dddd-dddd"],
        valid: my_number,
        bare: Some(Grade::Low),
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["my number", "mynumber", "マイナンバー", "個人番号", "kojin bango", "individual number"],
        samples: &["123456789018"],
        found: &["マイナンバー 482017365295", "My Number 4820 1736 5295"],
        not_found: &["My Number 000000000000", "My Number 4820173652"],
    },
    Identifier {
        kind: Kind::new("tw_id", "Taiwanese identity number", Category::Identity, Severity::High),
        layouts: &["Addddddddd"],
        valid: taiwanese,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["身分證", "身份證", "統一編號", "居留證", "national id", "id number", "taiwan"],
        samples: &["A123456789"],
        found: &["身分證字號 K204738150"],
        not_found: &["身分證字號 K504738150", "身分證字號 K2047381500"],
    },
    Identifier {
        kind: Kind::new("hk_hkid", "Hong Kong identity card", Category::Identity, Severity::High),
        layouts: &["Addddddx", "AAddddddx", "Adddddd-x"],
        valid: hong_kong,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["hkid", "hong kong identity", "香港身份證", "身份證"],
        samples: &["A1234563"],
        found: &["HKID K4820177", "hkid K482017-7"],
        not_found: &["HKID K48201740", "HKID K482017B"],
    },
];

/// A province, a birth date, a serial number and the check digit of MOD 11-2.
fn chinese_resident(bytes: &[u8]) -> bool {
    let province = |digits: &[u8]| matches!(number(digits), 11..=15 | 21..=23 | 31..=37 | 41..=46 | 50..=54 | 61..=65 | 71 | 81..=83 | 91);
    bytes.len() == 18 && province(&bytes[..2]) && is_long_date(&bytes[6..14]) && mod11_2(bytes)
}

/// A birth date, and the digit for sex and century in `marks`. Numbers since October 2020 have no check digit, so a
/// wrong one says nothing, except where milliseconds since 1970 begin the same way.
fn korean(digits: &[u8], marks: &[u8], checked: fn(&[u8]) -> bool) -> bool {
    digits.len() == 13
        && is_short_date(digits)
        && marks.contains(&digits[6])
        && (!matches!(number(&digits[..2]), 14..=19) || checked(digits))
}

fn korean_resident(digits: &[u8]) -> bool {
    korean(digits, b"012349", |digits| korean_sum(digits) % 10 == value(digits[12]))
}

fn korean_foreigner(digits: &[u8]) -> bool {
    korean(digits, b"5678", |digits| (korean_sum(digits) + 2) % 10 == value(digits[12]))
}

/// The check digit of residents before it is cut to one digit.
fn korean_sum(digits: &[u8]) -> u32 {
    11 - weighted(digits, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11
}

/// A tax office from 101, the kind of business, and a check digit by ten.
fn korean_business(digits: &[u8]) -> bool {
    if digits.len() != 10 || !is_number(digits) || digits[0] == b'0' || digits[3..5] == *b"00" {
        return false;
    }
    let sum = weighted(digits, &[1, 3, 7, 1, 3, 7, 1, 3, 5]) + value(digits[8]) * 5 / 10;
    (10 - sum % 10) % 10 == value(digits[9])
}

/// The police agency that issued it, the year, a serial number and two digits whose rule is not published.
fn korean_driver(digits: &[u8]) -> bool {
    digits.len() == 12 && matches!(number(&digits[..2]), 11..=26 | 28) && !is_one_digit(&digits[4..10])
}

/// A check digit by eleven over eleven digits.
fn my_number(digits: &[u8]) -> bool {
    if digits.len() != 12 || !is_number(digits) || is_one_digit(digits) {
        return false;
    }
    let check = match weighted(digits, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    };
    check == value(digits[11])
}

/// What each letter of a Taiwanese number counts, from A on.
const TAIWAN: [u32; 26] =
    [10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33];

/// The place of registration, the sex (8 and 9 for foreigners), and a check digit by ten.
fn taiwanese(bytes: &[u8]) -> bool {
    let [letter, digits @ ..] = bytes else { return false };
    let place = TAIWAN[(letter.to_ascii_uppercase().wrapping_sub(b'A') as usize).min(25)];
    letter.is_ascii_alphabetic()
        && digits.len() == 9
        && is_number(digits)
        && matches!(digits[0], b'1' | b'2' | b'8' | b'9')
        && (place / 10 + place % 10 * 9 + weighted(digits, &[8, 7, 6, 5, 4, 3, 2, 1, 1])).is_multiple_of(10)
}

/// One or two letters, six digits and a check digit by eleven, where ten is A.
fn hong_kong(bytes: &[u8]) -> bool {
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if bytes.len() != letters + 7 || !matches!(letters, 1 | 2) || !is_number(&bytes[letters..letters + 6]) {
        return false;
    }
    // Where there is one letter a blank worth 36 stands in front.
    let blank = if letters == 1 { 36 * 9 } else { 0 };
    let (check, body) = (bytes[bytes.len() - 1], &bytes[..bytes.len() - 1]);
    let sum: u32 = blank + body.iter().rev().zip(2..).map(|(byte, weight)| value(*byte) * weight).sum::<u32>();
    match (11 - sum % 11) % 11 {
        10 => check == b'A',
        digit => check.is_ascii_digit() && value(check) == digit,
    }
}
