//! The Netherlands.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("nl_bsn", "Dutch citizen service number (BSN)", Category::Identity, Severity::Critical),
        layouts: &["ddddddddd", "dddd.dd.ddd", "dddd dd ddd", "ddd.ddd.ddd"],
        valid: bsn,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &[
            "bsn", "burgerservicenummer", "burger service nummer", "sofinummer", "sofi nummer",
            "citizen service number",
        ],
        samples: &["111222333", "123456782", "999999990"],
        found: &["BSN 482719308", "BSN 4827.19.308", "BSN 4827 19 308", "BSN 482.719.308"],
        not_found: &["BSN 482719309", "BSN 4827193080", "BSN 000000000"],
    },
    Identifier {
        kind: Kind::new("nl_vat", "Dutch VAT number", Category::Financial, Severity::Low),
        layouts: &["AAdddddddddAdd", "AA ddddddddd Add", "AAdddd.dd.ddd.Add", "AA dddd.dd.ddd.Add"],
        valid: vat,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["btw", "btw nummer", "btw id", "vat", "omzetbelasting"],
        samples: &["NL123456789B01"],
        found: &["NL482719308B01", "NL 482719308 B01", "NL4827.19.308.B01", "NL 4827.19.308.B01"],
        not_found: &["NL482719308A01", "BE482719308B01", "NL482719308B00"],
    },
    Identifier {
        kind: Kind::new("nl_passport", "Dutch passport or identity card number", Category::Identity, Severity::High),
        layouts: &["AAxxxxxxd"],
        valid: document,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["paspoort", "paspoortnummer", "identiteitskaart", "documentnummer", "id kaart"],
        samples: &[],
        found: &["paspoort NXK4T82P7"],
        not_found: &["paspoort NOK4T82P7", "paspoort NXK4T82PT"],
    },
    Identifier {
        kind: Kind::new("nl_driving_licence", "Dutch driving licence number", Category::Identity, Severity::High),
        layouts: &["dddddddddd"],
        valid: driving_licence,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["rijbewijs", "rijbewijsnummer"],
        samples: &[],
        found: &["rijbewijs 5482719306"],
        not_found: &["rijbewijs 0000000000", "rijbewijs 54827193061"],
    },
];

/// The proof of eleven: weights from nine down to two, and minus one for the last digit.
fn bsn(digits: &[u8]) -> bool {
    weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2, 10]).is_multiple_of(11) && !is_one_digit(digits)
}

/// The country, nine digits, `B` and a number from 01. Since 2020 the digits of the self-employed prove nothing.
fn vat(text: &[u8]) -> bool {
    text.starts_with(b"NL") && text[11] == b'B' && &text[12..] != b"00" && !is_one_digit(&text[2..11])
}

/// Two letters, six signs and a digit, never the letter `O`.
fn document(text: &[u8]) -> bool {
    !text.contains(&b'O') && text.iter().filter(|byte| byte.is_ascii_digit()).count() >= 2
}

fn driving_licence(digits: &[u8]) -> bool {
    is_number(digits) && !is_one_digit(digits) && value(digits[0]) > 0
}
