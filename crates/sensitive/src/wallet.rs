//! Addresses of cryptocurrencies: base58check, bech32, EIP-55. And the private keys that are written the same way.

mod base58;
mod bech32;
mod ethereum;

use crate::candidate::Candidate;
use crate::card::closes;
use crate::class::is_word;
use crate::words::wallet::{SOLANA_WORDS, WORDS};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// Where money of a cryptocurrency is kept.
pub(crate) static ADDRESS: Kind =
    Kind::new("crypto_address", "Cryptocurrency address", Category::Financial, Severity::Medium);

/// What moves the money.
pub(crate) static PRIVATE_KEY: Kind =
    Kind::new("crypto_private_key", "Cryptocurrency private key", Category::Secret, Severity::Critical);

/// Extended keys are the longest that is read in base58, Cardano's addresses in bech32.
const LONGEST: usize = 112;

/// The address or key that starts at `at`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let first = *text.get(at)?;
    let length = text[at..].iter().take(LONGEST + 1).take_while(|byte| is_word(**byte)).count();
    if !(25..=LONGEST).contains(&length) || follows_a_joint(text, at) || !closes(text, at + length) {
        return None;
    }
    let word = &text[at..at + length];
    let high = Some(Grade::High);
    let (kind, bare, alone, named, words) = if first == b'0' {
        let (bare, alone, named) = ethereum::grades(word)?;
        (&ADDRESS, Some(bare), Some(alone), Some(named), WORDS)
    } else if bech32::is_address(word) {
        (&ADDRESS, high, high, high, WORDS)
    } else {
        match base58::what(word)? {
            base58::What::Address => (&ADDRESS, high, high, high, WORDS),
            base58::What::PrivateKey => (&PRIVATE_KEY, high, high, high, WORDS),
            base58::What::ThirtyTwoBytes => (&ADDRESS, None, None, Some(Grade::Medium), SOLANA_WORDS),
        }
    };
    Some(Candidate { kind, span: at..at + length, bare, alone, named, words })
}

/// Whether this is a later part of a longer token: the `/`, `+` and `_` of base64 and its like.
fn follows_a_joint(text: &[u8], at: usize) -> bool {
    match at.checked_sub(1).and_then(|at| text.get(at)) {
        Some(b'_' | b'+' | b'.') => true,
        Some(b'-') => at.checked_sub(2).and_then(|at| text.get(at)).is_some_and(|byte| is_word(*byte)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
