//! Licence keys of MaxMind, which tell by their end what they are.

use crate::candidate::Candidate;
use crate::{Category, Grade, Kind};
use std::ops::Range;
use vetgate_model::Severity;

pub(crate) static KIND: Kind =
    Kind::new("maxmind.license_key", "MaxMind licence key", Category::Secret, Severity::High);

/// The key, if `token` of the text is one: six characters, `_`, twenty-nine, `_mmk`.
pub(crate) fn at(text: &[u8], token: Range<usize>) -> Option<Candidate> {
    let key = &text[token.clone()];
    let is_key = key.len() == 40
        && key.ends_with(b"_mmk")
        && key[6] == b'_'
        && key[..6].iter().chain(&key[7..36]).all(u8::is_ascii_alphanumeric);
    is_key.then_some(Candidate {
        kind: &KIND,
        span: token,
        bare: Some(Grade::High),
        alone: None,
        named: None,
        words: &[],
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_end_tells_it() {
        let found = |key: &str| super::at(key.as_bytes(), 0..key.len()).is_some();
        assert!(found("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"));
        assert!(!found("x7Kq2Lm_9Rt4Wv8Zb3Nc6Jd5Hf1Gs0pYu7Te_mmk"));
        assert!(!found("x7Kq2L_m9Rt4Wv8Zb_mmk"));
    }
}
