//! A signed state of the chain: whoever has one can tell whether anything before it was touched.

use crate::key::{PublicKey, SigningKey};
use crate::record::{Digest, Hash};
use serde::{Deserialize, Serialize};

/// The end of the chain at some time, signed with Ed25519.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The last record's id.
    pub id: u64,
    /// The last record's hash.
    pub hash: Hash,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// Over all of that.
    pub signature: [u8; 64],
}

/// What a state is signed as. A state that was kept is no end: else whoever finds one could cut the chain off there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Where the chain ends.
    End,
    /// Where it once ended, kept as a witness.
    Kept,
}

impl Checkpoint {
    /// Signs a state.
    pub fn sign(key: &SigningKey, role: Role, id: u64, hash: Hash, time_ms: u64) -> Self {
        Self { id, hash, time_ms, signature: key.sign(&message(role, id, hash, time_ms).0) }
    }

    /// Whether the owner of the key has signed this in this role.
    pub fn is_signed_as(&self, role: Role, key: &PublicKey) -> bool {
        key.verifies(&message(role, self.id, self.hash, self.time_ms).0, &self.signature)
    }

    /// Whether the owner of the key has signed this at all: as a witness, either role is good.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        [Role::End, Role::Kept].into_iter().any(|role| self.is_signed_as(role, key))
    }

    /// One line of JSON, to be kept where nobody who can change the ledger can change it.
    pub fn to_line(&self) -> String {
        let signature = data_encoding::HEXLOWER.encode(&self.signature);
        let written = Written { id: self.id, hash: self.hash.to_string(), time_ms: self.time_ms, signature };
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Reads such a line.
    pub fn from_line(line: &str) -> Option<Self> {
        let written: Written = serde_json::from_str(line).ok()?;
        let signature = data_encoding::HEXLOWER.decode(written.signature.as_bytes()).ok()?;
        Some(Self {
            id: written.id,
            hash: Hash::from_hex(&written.hash)?,
            time_ms: written.time_ms,
            signature: signature.try_into().ok()?,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: u64,
    hash: String,
    time_ms: u64,
    signature: String,
}

fn message(role: Role, id: u64, hash: Hash, time_ms: u64) -> Hash {
    let mut digest = Digest::new(match role {
        Role::End => b"vetgate.end.v1".as_slice(),
        Role::Kept => b"vetgate.kept.v1",
    });
    digest.number(id).part(&hash.0).number(time_ms);
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_survives_its_line_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let key = SigningKey::in_folder(folder.path()).unwrap();
        let checkpoint = Checkpoint::sign(&key, Role::End, 7, Hash([3; 32]), 99);
        let line = checkpoint.to_line();
        assert_eq!(Checkpoint::from_line(&line), Some(checkpoint.clone()));
        assert!(checkpoint.is_signed_by(&key.public()) && checkpoint.is_signed_as(Role::End, &key.public()));
        assert!(!checkpoint.is_signed_as(Role::Kept, &key.public()));
        let forged = Checkpoint { id: 6, ..checkpoint };
        assert!(!forged.is_signed_by(&key.public()));
        assert_eq!(Checkpoint::from_line(&line[..line.len() - 1]), None);
    }
}
