//! What one session of a gateway keeps: the key of its hashes and the values behind its placeholders.

use super::{Limits, Masker, Mode, Vault};
use sha2::{Digest as _, Sha256};
use std::fmt;

const BLOCK: usize = 64;

/// The key that makes the hashes of one session its own.
///
/// The caller draws it; nothing here is random. Without it, the hash of a telephone number could be looked up by
/// hashing all telephone numbers.
#[derive(Clone)]
pub struct SessionKey {
    inner: Sha256,
    outer: Sha256,
}

impl SessionKey {
    /// The key made of `bytes`.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        let padded = |pad: u8| {
            let mut block = [pad; BLOCK];
            block.iter_mut().zip(bytes).for_each(|(padded, byte)| *padded ^= byte);
            Sha256::new_with_prefix(block)
        };
        Self { inner: padded(0x36), outer: padded(0x5c) }
    }

    /// HMAC-SHA-256 of a value and what it is.
    pub(super) fn digest(&self, label: &str, value: &str) -> [u8; 32] {
        let inner = self.inner.clone().chain_update(label).chain_update([0]).chain_update(value);
        self.outer.clone().chain_update(inner.finalize()).finalize().into()
    }
}

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionKey")
    }
}

/// The key and the vault of one session.
#[derive(Debug)]
pub struct Session {
    /// The key of its hashes.
    pub key: SessionKey,
    /// The values behind its placeholders.
    pub vault: Vault,
}

impl Session {
    /// A session with nothing hidden yet.
    pub fn new(key: SessionKey, limits: Limits) -> Self {
        Self { key, vault: Vault::new(limits) }
    }

    /// What replaces values in `mode` on their way from the party `from` to the party `to`.
    pub fn masker<'v>(&'v mut self, mode: Mode, from: &'v str, to: &'v str) -> Masker<'v> {
        match mode {
            Mode::Mask => Masker::mask(),
            Mode::Redact => Masker::redact(),
            Mode::Hash => Masker::hash(&self.key),
            Mode::Tokenize => Masker::tokenize(&mut self.vault, from, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::HEXLOWER;

    #[test]
    fn the_hash_is_hmac_sha_256() {
        // Key 00..1f, message "EMAIL\0a@b.example", from another implementation.
        let mut bytes = [0; 32];
        (0..).zip(&mut bytes).for_each(|(value, byte)| *byte = value);
        let digest = SessionKey::from_bytes(bytes).digest("EMAIL", "a@b.example");
        assert_eq!(HEXLOWER.encode(&digest), "9dd5252f4aa7d4623b323610dec74481d353e247e5638e9961580573e622107c");
    }

    #[test]
    fn a_key_prints_nothing() {
        assert_eq!(format!("{:?}", SessionKey::from_bytes([7; 32])), "SessionKey");
    }
}
