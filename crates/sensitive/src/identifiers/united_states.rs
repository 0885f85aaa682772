//! The United States.

use super::Identifier;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[Identifier {
    kind: Kind::new("us_ssn", "US Social Security number", Category::Identity, Severity::Critical),
    layouts: &["ddd-dd-dddd", "ddd dd dddd", "ddddddddd"],
    valid: ssn,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["ssn", "social security"],
    samples: &["078051120", "219099999"],
    found: &["SSN 460-89-9847", "ssn: 460 89 9847", "social security number 460899847"],
    not_found: &["SSN 000-89-9847", "SSN 666-89-9847", "SSN 460-00-9847", "SSN 460-89-0000", "SSN 460-89-98471"],
}];

/// Area, group and serial: none is all zeros, and areas 666 and from 900 were never given out.
fn ssn(digits: &[u8]) -> bool {
    let (area, group, serial) = (&digits[..3], &digits[3..5], &digits[5..]);
    area != b"000" && area != b"666" && area[0] != b'9' && group != b"00" && serial != b"0000"
}
