//! Brazil.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// What people call a taxpayer number. Written with its signs it is known by sight.
const CPF: &[&str] = &["cpf", "cadastro de pessoas", "cadastro de pessoa", "pessoa física", "pessoa fisica"];

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("br_cpf", "Brazilian taxpayer number (CPF)", Category::Identity, Severity::High),
        layouts: &["ddd.ddd.ddd-dd", "ddddddddd-dd", "ddd.ddd.ddd.dd", "ddd-ddd-ddd-dd", "ddd ddd ddd dd"],
        valid: cpf,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: CPF,
        samples: &["12345678909", "01234567890", "11144477735"],
        found: &["CPF 384.917.206-69", "cpf 384917206-69"],
        not_found: &["CPF 384.917.206-00", "CPF 111.111.111-11", "CPF 384.917.206-001"],
    },
    Identifier {
        kind: Kind::new("br_cpf_compact", "Brazilian taxpayer number (CPF)", Category::Identity, Severity::High),
        layouts: &["ddddddddddd"],
        valid: cpf,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: CPF,
        samples: &["12345678909", "01234567890", "11144477735", "98765432100"],
        found: &["cpf: 38491720669"],
        not_found: &["CPF 38491720600", "CPF 11111111111"],
    },
    Identifier {
        kind: Kind::new("br_cnpj", "Brazilian company number (CNPJ)", Category::Identity, Severity::Low),
        layouts: &["dd.ddd.ddd/dddd-dd", "xx.xxx.xxx/xxxx-dd", "dddddddd/dddd-dd", "xxxxxxxxxxxxdd"],
        valid: cnpj,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["cnpj", "cadastro nacional", "pessoa jurídica", "pessoa juridica"],
        samples: &["12ABC34501DE35", "11222333000181"],
        found: &["CNPJ 47.318.502/0001-29", "CNPJ 4F.3K8.50Z/0001-25", "cnpj 47318502000129"],
        not_found: &["CNPJ 47.318.502/0001-00", "CNPJ 00.000.000/0000-00", "CNPJ 4F.3K8.50Z/0001-0A"],
    },
    Identifier {
        kind: Kind::new("br_pis", "Brazilian worker number (PIS)", Category::Identity, Severity::High),
        layouts: &["ddd.ddddd.dd-d", "ddd.dddd.ddd-d", "ddddddddddd"],
        valid: pis,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["pis", "pasep", "nit", "nis", "cartão cidadão"],
        samples: &[],
        found: &["PIS 120.47315.82-6", "NIS: 12047315826"],
        not_found: &["PIS 120.47315.82-00", "PIS 000.00000.00-0"],
    },
    Identifier {
        kind: Kind::new("br_cnh", "Brazilian driver licence (CNH)", Category::Identity, Severity::High),
        layouts: &["ddddddddddd", "ddddddddd-dd"],
        valid: cnh,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["cnh", "carteira nacional de habilitação", "habilitação", "habilitacao", "carteira de motorista"],
        samples: &[],
        found: &["CNH 04628391796", "cnh 046283917-96"],
        not_found: &["CNH 11111111111", "CNH 0462839170"],
    },
    Identifier {
        kind: Kind::new("br_voter", "Brazilian voter number", Category::Identity, Severity::Medium),
        layouts: &["dddd dddd dddd", "dddddddddddd"],
        valid: voter,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["título de eleitor", "titulo de eleitor", "título eleitoral", "titulo eleitoral", "eleitor"],
        samples: &[],
        found: &["título de eleitor 4073 8215 0710", "eleitor: 407382150710"],
        not_found: &["título de eleitor 4073 8215 4012"],
    },
    Identifier {
        kind: Kind::new("br_rg", "Brazilian identity card (RG)", Category::Identity, Severity::High),
        layouts: &["dd.ddd.ddd-x", "d.ddd.ddd-x", "dddddddd-x"],
        valid: rg,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["rg", "registro geral", "carteira de identidade", "identidade"],
        samples: &[],
        found: &["RG 34.817.205-X", "registro geral 3.481.720-4"],
        not_found: &["RG 11.111.111-1", "RG 34.817.205-B"],
    },
];

/// A check digit by weights that go from 2 upwards, from the right, to `turn` and then again; ten and eleven are zero.
fn check(bytes: &[u8], turn: u32, value_of: fn(u8) -> u32) -> u32 {
    let weights = (2..=turn).cycle();
    let sum = bytes.iter().rev().zip(weights).map(|(byte, weight)| value_of(*byte) * weight).fold(0, u32::wrapping_add);
    match sum % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    }
}

/// Two check digits over nine digits.
fn cpf(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && !is_one_digit(digits)
        && check(&digits[..9], 11, value) == value(digits[9])
        && check(&digits[..10], 11, value) == value(digits[10])
}

/// Two check digits over twelve digits or letters; letters count as their place in ASCII behind `0`.
fn cnpj(bytes: &[u8]) -> bool {
    let ascii = |byte: u8| u32::from(byte).saturating_sub(48);
    bytes.len() == 14
        && is_number(&bytes[12..])
        && !is_one_digit(&bytes[..12])
        // A run of letters is a word; companies with letters in their number began in 2026 and have digits too.
        && bytes.iter().filter(|byte| byte.is_ascii_digit()).count() >= 5
        && check(&bytes[..12], 9, ascii) == value(bytes[12])
        && check(&bytes[..13], 9, ascii) == value(bytes[13])
}

/// One check digit over ten digits.
fn pis(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && !is_one_digit(digits)
        && check(&digits[..10], 9, value) == value(digits[10])
}

/// Two check digits: the first counts weights down from 9, the second up to 9, less two where the first was ten.
fn cnh(digits: &[u8]) -> bool {
    if digits.len() != 11 || !is_number(digits) || is_one_digit(digits) {
        return false;
    }
    let up = weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let down = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let (first, less) = if down % 11 > 9 { (0, 2) } else { (down % 11, 0) };
    let second = (up % 11 + 11 - less) % 11;
    first == value(digits[9]) && (if second > 9 { 0 } else { second }) == value(digits[10])
}

/// A serial number, the state from 1 to 28, and a check digit over each.
fn voter(digits: &[u8]) -> bool {
    if digits.len() != 12 || !is_number(digits) || !(1..=28).contains(&number(&digits[8..10])) {
        return false;
    }
    let one = |sum: u32| if sum % 11 > 9 { 0 } else { sum % 11 };
    let serial = weighted(digits, &[2, 3, 4, 5, 6, 7, 8, 9]);
    let state = value(digits[8]) * 7 + value(digits[9]) * 8 + one(serial) * 9;
    one(serial) == value(digits[10]) && one(state) == value(digits[11])
}

/// Digits, the last of which may be X; states check it in ways of their own.
fn rg(bytes: &[u8]) -> bool {
    let Some((last, digits)) = bytes.split_last() else { return false };
    is_number(digits) && (last.is_ascii_digit() || *last == b'X') && !is_one_digit(digits)
}
