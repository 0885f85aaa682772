//! Latin America but Brazil.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, is_short_date, luhn, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("mx_curp", "Mexican population number (CURP)", Category::Identity, Severity::High),
        layouts: &["AAAAddddddAAAAAAxd"],
        valid: curp,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["curp", "registro de población", "registro de poblacion"],
        samples: &["HEGG560427MVZRRL04"],
        found: &["QUTL870312MDFRRS02", "curp: qutl870312mdfrrsa2"],
        not_found: &["QUTL871312MDFRRS07", "QUTL870312MXXRRS07", "QUTL870312ZDFRRS07"],
    },
    Identifier {
        kind: Kind::new("mx_rfc", "Mexican taxpayer number (RFC)", Category::Identity, Severity::High),
        layouts: &["AAAAddddddxxx", "AAAddddddxxx", "AAAA-dddddd-xxx", "AAA-dddddd-xxx", "AAAA dddddd xxx"],
        valid: rfc,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["rfc", "registro federal", "contribuyente"],
        samples: &["XAXX010101000", "XEXX010101000"],
        found: &["RFC QUTL870312A94", "rfc QTL-870312-A14"],
        not_found: &["RFC QUTL871312A14", "RFC QUTL870312A1B"],
    },
    Identifier {
        kind: Kind::new("mx_nss", "Mexican social security number", Category::Identity, Severity::High),
        layouts: &["ddddddddddd", "dd-dd-dd-dddd-d", "dd dd dd dddd d"],
        valid: nss,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["nss", "imss", "seguro social", "seguridad social"],
        samples: &[],
        found: &["NSS 42738610528", "imss 42-73-86-1052-8"],
        not_found: &["NSS 42738610520 1", "NSS 00000000000"],
    },
    Identifier {
        kind: Kind::new("mx_clabe", "Mexican bank account (CLABE)", Category::Financial, Severity::High),
        layouts: &["dddddddddddddddddd", "ddd ddd ddddddddddd d"],
        valid: clabe,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["clabe", "clave bancaria", "cuenta clabe", "clave interbancaria"],
        samples: &["032180000118359719"],
        found: &["CLABE 072180047365129087", "clabe 072 180 04736512908 7"],
        not_found: &["CLABE 072180047365129080 1", "CLABE 000000000000000000"],
    },
    Identifier {
        kind: Kind::new("ar_cuit", "Argentine taxpayer number (CUIT)", Category::Identity, Severity::High),
        layouts: &["dd-dddddddd-d", "ddddddddddd", "dd.dddddddd.d", "dd dddddddd d"],
        valid: cuit,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["cuit", "cuil", "identificación tributaria", "identificacion tributaria", "laboral"],
        samples: &[],
        found: &["CUIT 27-31408265-1", "cuil 27314082651"],
        not_found: &["CUIT 11-31408265-7", "CUIT 27-31408265-77"],
    },
    Identifier {
        kind: Kind::new("ar_dni", "Argentine identity number (DNI)", Category::Identity, Severity::High),
        layouts: &["dd.ddd.ddd", "dddddddd", "d.ddd.ddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["dni", "documento nacional", "documento de identidad"],
        samples: &["12345678"],
        found: &["DNI 31.408.265", "dni 31408265"],
        not_found: &["DNI 31.408.26", "DNI 11111111"],
    },
    Identifier {
        kind: Kind::new("cl_rut", "Chilean national number (RUT)", Category::Identity, Severity::High),
        layouts: &["dd.ddd.ddd-x", "d.ddd.ddd-x", "dddddddd-x", "ddddddd-x", "ddddddddx"],
        valid: rut,
        bare: Some(Grade::Low),
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["rut", "rol único", "rol unico", "rol tributario", "cédula", "cedula"],
        samples: &["111111111", "123456785"],
        found: &["RUT 18.407.263-7", "rut 18407263-7", "rut 9.407.262-k"],
        not_found: &["RUT 18.407.263-X", "RUT 11.111.111-1"],
    },
    Identifier {
        kind: Kind::new("co_nit", "Colombian taxpayer number (NIT)", Category::Identity, Severity::Medium),
        layouts: &["ddd.ddd.ddd-d", "ddddddddd-d", "dddddddddd"],
        valid: nit,
        bare: Some(Grade::Low),
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["nit", "número de identificación tributaria", "identificación tributaria", "dian"],
        samples: &[],
        found: &["NIT 830.417.265-7", "nit 830417265-7"],
        not_found: &["NIT 111.111.111-1"],
    },
    Identifier {
        kind: Kind::new("co_cedula", "Colombian identity number", Category::Identity, Severity::High),
        layouts: &["dddddddddd", "d.ddd.ddd.ddd", "dd.ddd.ddd", "dddddddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["cédula de ciudadanía", "cedula de ciudadania", "cédula", "cedula"],
        samples: &["1234567890", "12345678"],
        found: &["cédula 1.047.382.915", "cedula 1047382915"],
        not_found: &["cédula 1.047.382", "cédula 1111111111"],
    },
    Identifier {
        kind: Kind::new("pe_ruc", "Peruvian taxpayer number (RUC)", Category::Identity, Severity::Medium),
        layouts: &["ddddddddddd"],
        valid: ruc,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["ruc", "registro único", "registro unico", "sunat"],
        samples: &[],
        found: &["RUC 20473815266"],
        not_found: &["RUC 99473815260"],
    },
    Identifier {
        kind: Kind::new("ec_cedula", "Ecuadorian identity number", Category::Identity, Severity::High),
        layouts: &["dddddddddd", "ddddddddd-d"],
        valid: ecuador,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["cédula", "cedula", "ecuador"],
        samples: &[],
        found: &["cédula 1704738150", "cedula 170473815-0"],
        not_found: &["cédula 9904738152", "cédula 1774738152"],
    },
    Identifier {
        kind: Kind::new("uy_ci", "Uruguayan identity number", Category::Identity, Severity::High),
        layouts: &["d.ddd.ddd-d", "ddddddd-d", "dddddddd"],
        valid: uruguay,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["cédula", "cedula", "documento de identidad"],
        samples: &["12345672"],
        found: &["cédula 4.738.152-0", "documento de identidad 4738152-0"],
        not_found: &["cédula 1.111.111-1"],
    },
];

fn is_varied(digits: &[u8]) -> bool {
    !is_one_digit(digits)
}

/// The states of Mexico as CURP writes them, and NE for those born abroad.
const STATES: &[u8] = b"ASBCBSCCCLCMCSCHDFDGGTGRHGJCMCMNMSNTNLOCPLQTQRSPSLSRTCTSTLVZYNZSNE";

/// Birth date, sex, state, consonants, and a check digit over all of it.
fn curp(bytes: &[u8]) -> bool {
    // Ñ has a place between N and O, so letters from O on count one more.
    let place = |byte: u8| value(byte) + u32::from(byte > b'N');
    let sum = |bytes: &[u8]| bytes.iter().zip(2..=18).map(|(byte, at)| place(*byte) * (20 - at)).sum::<u32>();
    bytes.len() == 18
        && is_short_date(&bytes[4..10])
        && matches!(bytes[10], b'H' | b'M' | b'X')
        && STATES.chunks_exact(2).any(|state| state == &bytes[11..13])
        && bytes[13..16].iter().all(|letter| !b"AEIOU".contains(letter))
        && (10 - sum(&bytes[..17]) % 10) % 10 == value(bytes[17])
}

/// Letters of the name, the date, two characters against doubles, and a check character that is a digit or A.
fn rfc(bytes: &[u8]) -> bool {
    let letters = bytes.len().saturating_sub(9);
    if !matches!(letters, 3 | 4) || !is_short_date(&bytes[letters..]) {
        return false;
    }
    let place = |byte: u8| value(byte) + u32::from(byte > b'N');
    // A company has three letters; a space, worth 37, stands in front.
    let first = if letters == 3 { 37 * 13 } else { 0 };
    let (body, check) = (&bytes[..bytes.len() - 1], bytes[bytes.len() - 1]);
    let sum: u32 = first + body.iter().rev().zip(2..).map(|(byte, weight)| place(*byte) * weight).sum::<u32>();
    match 11 - sum % 11 {
        11 => check == b'0',
        10 => check == b'A',
        digit => check.is_ascii_digit() && value(check) == digit,
    }
}

/// Luhn over eleven digits.
fn nss(digits: &[u8]) -> bool {
    digits.len() == 11 && luhn(digits) && !is_one_digit(digits)
}

/// Weights 3, 7, 1 with each product cut to its last digit.
fn clabe(digits: &[u8]) -> bool {
    let sum: u32 = digits.iter().take(17).zip([3, 7, 1].iter().cycle()).map(|(d, w)| value(*d) * w % 10).sum();
    digits.len() == 18 && is_number(digits) && !is_one_digit(digits) && (10 - sum % 10) % 10 == value(digits[17])
}

/// The kind of taxpayer, the number, and a check digit by eleven.
fn cuit(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && matches!(number(&digits[..2]), 20 | 23..=27 | 30 | 33 | 34)
        && weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// A check digit by eleven, where ten is K.
fn rut(bytes: &[u8]) -> bool {
    let Some((check, digits)) = bytes.split_last() else { return false };
    let sum: u32 = digits.iter().rev().zip((2..=7).cycle()).map(|(digit, weight)| value(*digit) * weight).sum();
    is_number(digits)
        && !is_one_digit(digits)
        && number(digits) >= 1_000_000
        && match 11 - sum % 11 {
            11 => *check == b'0',
            10 => *check == b'K',
            digit => check.is_ascii_digit() && value(*check) == digit,
        }
}

/// Prime weights from the right, by eleven.
fn nit(digits: &[u8]) -> bool {
    digits.len() == 10
        && is_number(digits)
        && !is_one_digit(digits)
        && match weighted(digits, &[41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11 {
            rest @ (0 | 1) => rest == value(digits[9]),
            rest => 11 - rest == value(digits[9]),
        }
}

/// The kind of taxpayer and a check digit by eleven.
fn ruc(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && matches!(number(&digits[..2]), 10 | 15 | 16 | 17 | 20)
        && (11 - weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 10 == value(digits[10])
}

/// A province, a third digit below six, and Luhn.
fn ecuador(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(number(&digits[..2]), 1..=24 | 30) && digits[2] < b'6' && luhn(digits)
}

/// Weights 2987634 and what is missing to ten.
fn uruguay(digits: &[u8]) -> bool {
    digits.len() == 8
        && is_number(digits)
        && !is_one_digit(digits)
        && (10 - weighted(digits, &[2, 9, 8, 7, 6, 3, 4]) % 10) % 10 == value(digits[7])
}
