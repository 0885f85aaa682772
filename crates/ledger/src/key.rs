//! The ledger's key: made on the first start, readable by its owner alone.

use crate::private;
use crate::record::{Digest, Hash};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use std::io;
use std::path::Path;

/// The file with the key that signs.
pub const KEY: &str = "ledger-key";
/// The file with the key that verifies, which may be given away.
pub const PUBLIC_KEY: &str = "ledger-key.pub";

/// Signs checkpoints, and seals what is read back.
#[derive(Debug)]
pub struct SigningKey {
    pair: Ed25519KeyPair,
    /// For what nobody else has to verify, which is quicker.
    seal: hmac::Key,
}

/// Verifies checkpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl SigningKey {
    /// The key in `folder`, made if there is none.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        let path = folder.join(KEY);
        let document = match private::read(&path, 4096) {
            Ok(document) => document,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new())
                    .map_err(|_| io::Error::other("the operating system returned no random bytes"))?;
                match private::create(&path, made.as_ref()) {
                    Ok(()) => made.as_ref().to_vec(),
                    // Another process was faster.
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => private::read(&path, 4096)?,
                    Err(error) => return Err(error),
                }
            }
            Err(error) => return Err(error),
        };
        let pair = Ed25519KeyPair::from_pkcs8(&document)
            .map_err(|_| io::Error::other(format!("{}: contains no Ed25519 key", path.display())))?;
        let mut secret = Digest::new(b"vetgate.seal.v1");
        secret.part(&document);
        let key = Self { pair, seal: hmac::Key::new(hmac::HMAC_SHA256, &secret.finish().0) };
        let public = folder.join(PUBLIC_KEY);
        if !public.exists() {
            private::replace(&public, format!("{}\n", key.public()).as_bytes())?;
        }
        Ok(key)
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        let mut signature = [0; 64];
        signature.copy_from_slice(self.pair.sign(message).as_ref());
        signature
    }

    /// A mark that only the owner of the key can make.
    pub(crate) fn seal(&self, digest: Hash) -> String {
        data_encoding::HEXLOWER.encode(hmac::sign(&self.seal, &digest.0).as_ref())
    }

    /// Whether the owner of the key has made this mark.
    pub(crate) fn has_sealed(&self, digest: Hash, seal: &str) -> bool {
        let seal = data_encoding::HEXLOWER.decode(seal.as_bytes()).unwrap_or_default();
        hmac::verify(&self.seal, &digest.0, &seal).is_ok()
    }

    /// The key that verifies what this one signs.
    pub fn public(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.pair.public_key().as_ref());
        PublicKey(bytes)
    }
}

impl PublicKey {
    /// Reads lower-case hex.
    pub fn from_hex(text: &str) -> Option<Self> {
        Some(Self(data_encoding::HEXLOWER.decode(text.trim().as_bytes()).ok()?.try_into().ok()?))
    }

    pub(crate) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, &self.0).verify(message, signature).is_ok()
    }
}

impl std::fmt::Display for PublicKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}
