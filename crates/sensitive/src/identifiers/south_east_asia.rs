//! Indonesia, Malaysia, the Philippines, Singapore, Thailand and Vietnam.

use super::Identifier;
use super::check_digit::{is_date, is_number, is_one_digit, is_short_date, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new(
            "sg_nric_fin",
            "Singaporean identity number (NRIC/FIN)",
            Category::Identity,
            Severity::Critical,
        ),
        layouts: &["AdddddddA"],
        valid: nric,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["nric", "fin", "identity card", "singapore id", "ic number", "ic no"],
        samples: &["S1234567D"],
        found: &["NRIC S8473025D", "G8473023N", "M8473025K"],
        not_found: &["NRIC S8473021B", "NRIC B8473021D", "NRIC S8473021DD"],
    },
    Identifier {
        kind: Kind::new("sg_uen", "Singaporean entity number (UEN)", Category::Identity, Severity::Low),
        layouts: &["ddddddddA", "dddddddddA", "AddAAddddA"],
        valid: uen,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["uen", "unique entity", "acra", "business registration"],
        samples: &[],
        found: &["UEN 53018477W", "UEN 201804733K", "UEN T08LL4734B"],
        not_found: &["UEN 53018472I", "UEN 299904732K", "UEN T08ZZ4731B"],
    },
    Identifier {
        kind: Kind::new("th_tnin", "Thai national number", Category::Identity, Severity::Critical),
        layouts: &["d-dddd-ddddd-dd-d", "d dddd ddddd dd d", "ddddddddddddd"],
        valid: thai,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "thai id",
            "thai national",
            "thailand",
            "tnin",
            "national id",
            "citizen id",
            "เลขบัตรประชาชน",
            "เลขประจำตัวประชาชน",
            "บัตรประชาชน",
            "ประชาชน",
            "รหัสปชช",
        ],
        samples: &[],
        found: &["3-4820-17365-29-8", "เลขบัตรประชาชน 3482017365298"],
        not_found: &["Thai ID 3482017365290 1", "Thai ID 0482017365298", "Thai ID 1594567890124"],
    },
    Identifier {
        kind: Kind::new("ph_umid", "Philippine unified number (UMID)", Category::Identity, Severity::High),
        layouts: &["dddd-ddddddd-d", "dddddddddddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["umid", "crn", "common reference", "unified multi-purpose", "gsis"],
        samples: &[],
        found: &["UMID 0048-2017365-2", "CRN 004820173652"],
        not_found: &["UMID 0048-201736-2", "UMID 000000000000"],
    },
    Identifier {
        kind: Kind::new("ph_sss", "Philippine social security number", Category::Identity, Severity::High),
        layouts: &["dd-ddddddd-d", "dddddddddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["sss", "social security system", "sss number", "sss no"],
        samples: &["1234567890"],
        found: &["SSS 34-2017365-2", "sss no 3420173652"],
        not_found: &["SSS 34-201736-2", "SSS 1111111111"],
    },
    Identifier {
        kind: Kind::new("ph_tin", "Philippine taxpayer number", Category::Identity, Severity::High),
        layouts: &["ddd-ddd-ddd", "ddd-ddd-ddd-ddd", "ddd-ddd-ddd-ddddd", "ddd ddd ddd ddd", "dddddddddddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["tin", "taxpayer identification", "tax identification", "bir"],
        samples: &["123456789", "123456789000"],
        found: &["TIN 482-017-365-000", "tin 482-017-365"],
        not_found: &["TIN 482-017-36", "TIN 000-000-000-000"],
    },
    Identifier {
        kind: Kind::new("ph_philhealth", "Philippine health insurance number", Category::Health, Severity::High),
        layouts: &["dd-ddddddddd-d", "dddddddddddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["philhealth", "pag-ibig", "hdmf"],
        samples: &[],
        found: &["PhilHealth 12-482017365-2", "philhealth 124820173652"],
        not_found: &["PhilHealth 12-48201736-2"],
    },
    Identifier {
        kind: Kind::new("ph_philsys", "Philippine identity number (PhilSys)", Category::Identity, Severity::Critical),
        layouts: &["dddd-dddd-dddd-dddd", "dddd-dddd-dddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["philsys", "philid", "psn", "pcn", "phil id"],
        samples: &[],
        found: &["PhilSys 4820-1736-5291-7304", "psn 4820-1736-5291"],
        not_found: &["PhilSys 4820-1736-529"],
    },
    Identifier {
        kind: Kind::new("my_nric", "Malaysian identity number (MyKad)", Category::Identity, Severity::Critical),
        layouts: &["dddddd-dd-dddd", "dddddd dd dddd", "dddddddddddd"],
        valid: mykad,
        bare: Some(Grade::Low),
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["mykad", "nric", "kad pengenalan", "ic number", "ic no", "no kp", "malaysian ic", "malaysia ic"],
        samples: &[],
        found: &["MyKad 830417-14-5216", "nric 830417145216"],
        not_found: &["MyKad 831417-14-5216", "MyKad 830417-17-5216"],
    },
    Identifier {
        kind: Kind::new("id_nik", "Indonesian identity number (NIK)", Category::Identity, Severity::Critical),
        layouts: &["dddddddddddddddd"],
        valid: nik,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["nik", "ktp", "kependudukan", "nomor induk", "no ktp", "e-ktp"],
        samples: &[],
        found: &["NIK 3273015704830002", "ktp 3273011704830002"],
        not_found: &["NIK 3273013204830002", "NIK 0073015704830002", "NIK 3273015704830000"],
    },
    Identifier {
        kind: Kind::new("id_npwp", "Indonesian taxpayer number (NPWP)", Category::Identity, Severity::High),
        layouts: &["dd.ddd.ddd.d-ddd.ddd"],
        valid: is_varied,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["npwp", "wajib pajak"],
        samples: &[],
        found: &["48.201.736.5-291.000"],
        not_found: &["48.201.736.5-291", "00.000.000.0-000.000"],
    },
    Identifier {
        kind: Kind::new("vn_cccd", "Vietnamese identity number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddddd"],
        valid: vietnamese,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["cccd", "căn cước", "can cuoc", "cmnd", "chứng minh nhân dân", "citizen identity"],
        samples: &[],
        found: &["CCCD 001083004715"],
        not_found: &["CCCD 101083004715", "CCCD 00108300471"],
    },
];

fn is_varied(digits: &[u8]) -> bool {
    !is_one_digit(digits)
}

/// The letter that the weighted digits ask for; which letters depends on the kind and the century.
fn nric(bytes: &[u8]) -> bool {
    let [kind, digits @ .., check] = bytes else { return false };
    if digits.len() != 7 || !is_number(digits) {
        return false;
    }
    let (offset, letters) = match kind {
        b'S' => (0, b"JZIHGFEDCBA"),
        b'T' => (4, b"JZIHGFEDCBA"),
        b'F' => (0, b"XWUTRQPNMLK"),
        b'G' => (4, b"XWUTRQPNMLK"),
        b'M' => (3, b"KLJNPQRTUWX"),
        _ => return false,
    };
    let rest = (weighted(digits, &[2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
    // The letters of the newest kind are counted from the other end.
    let place = if *kind == b'M' { 10 - rest } else { rest } as usize;
    letters.get(place) == Some(check)
}

/// Businesses, local companies and other entities, each with weights and letters of its own.
fn uen(bytes: &[u8]) -> bool {
    let Some((check, body)) = bytes.split_last() else { return false };
    let letter = |letters: &[u8; 11], sum: u32| letters.get(sum as usize % 11) == Some(check);
    match body.len() {
        8 => is_number(body) && letter(b"XMKECAWLJDB", weighted(body, &[10, 4, 9, 3, 8, 2, 7, 1])),
        9 if is_number(body) => {
            (1800..=2030).contains(&number(&body[..4]))
                && letter(b"ZKCMDNERGWH", weighted(body, &[10, 8, 6, 4, 9, 7, 5, 3, 1]))
        }
        9 => other_entity(body, *check),
        _ => false,
    }
}

const ENTITY_TYPES: &[u8] = b"LPLLFCPFRFMQMMNBCCCSMBFMGSGADPCPNRCMCDMDHSVHCHMHCLXLCXRPTUTCFBFNPAPBSSMCSM";
const ENTITY_LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWX0123456789";

/// The century and year, the type of entity, a serial number, and a letter for the weighted sum.
fn other_entity(body: &[u8], check: u8) -> bool {
    let place = |byte: &u8| ENTITY_LETTERS.iter().position(|letter| letter == byte);
    let mut sum = 0;
    for (byte, weight) in body.iter().zip([4, 3, 5, 3, 10, 2, 2, 5, 7]) {
        let Some(place) = place(byte) else { return false };
        sum += place * weight;
    }
    matches!(body[0], b'R' | b'S' | b'T')
        && is_number(&body[1..3])
        && ENTITY_TYPES.chunks_exact(2).any(|known| known == &body[3..5])
        && is_number(&body[5..])
        && ENTITY_LETTERS.get((sum + 11 - 5) % 11) == Some(&check)
}

/// The kind of person, a province, and a check digit by eleven.
fn thai(digits: &[u8]) -> bool {
    let province =
        |digits: &[u8]| matches!(number(digits), 10..=27 | 30..=49 | 50..=58 | 60..=67 | 70..=77 | 80..=86 | 90..=96);
    digits.len() == 13
        && is_number(digits)
        && (b'1'..=b'8').contains(&digits[0])
        && province(&digits[1..3])
        && (11 - weighted(digits, &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10 == value(digits[12])
}

/// A birth date and a place of birth that was given out.
fn mykad(digits: &[u8]) -> bool {
    digits.len() == 12
        && is_short_date(digits)
        && matches!(number(&digits[6..8]), 1..=16 | 21..=68 | 71 | 72 | 74..=79 | 82..=93 | 98 | 99)
}

/// A district, a birth date with 40 added to a woman's day, and a serial number.
fn nik(digits: &[u8]) -> bool {
    if digits.len() != 16
        || !is_number(digits)
        || !matches!(number(&digits[..2]), 11..=21 | 31..=36 | 51..=53 | 61..=65 | 71..=76 | 81 | 82 | 91..=97)
    {
        return false;
    }
    let day = number(&digits[6..8]);
    let day = if day > 40 { day - 40 } else { day };
    is_date(2000 + number(&digits[10..12]), number(&digits[8..10]), day) && &digits[12..] != b"0000"
}

/// A province up to 96 and the digit for sex and century.
fn vietnamese(digits: &[u8]) -> bool {
    digits.len() == 12 && (1..=96).contains(&number(&digits[..3])) && digits[3] < b'4'
}
