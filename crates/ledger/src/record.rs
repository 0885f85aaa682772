//! An entry in the chain.
//!
//! Every record carries the hash of the one before it and its own hash, which covers all its fields. Bodies are covered
//! through a salted hash of their own, so that they can be forgotten later without breaking the chain, and so that
//! nobody can find out a forgotten text by hashing guesses.

use crate::{Entry, Kind, Verdict};
use ring::digest::{Context, SHA256};
use serde::Serialize;

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first record names as the one before it.
    pub const NONE: Self = Self([0; 32]);

    /// Reads lower-case hex.
    pub fn from_hex(text: &str) -> Option<Self> {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }
}

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Counts from 1, without gaps.
    pub id: u64,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// What it is about.
    pub kind: Kind,
    /// See [`Entry::session`].
    pub session: String,
    /// See [`Entry::principal`].
    pub principal: String,
    /// See [`Entry::server`].
    pub server: String,
    /// See [`Entry::method`].
    pub method: String,
    /// See [`Entry::name`].
    pub name: String,
    /// See [`Entry::verdict`].
    pub verdict: Option<Verdict>,
    /// See [`Entry::risk`].
    pub risk: u8,
    /// See [`Entry::duration_us`].
    pub duration_us: Option<u64>,
    /// See [`Entry::error`].
    pub error: Option<String>,
    /// See [`Entry::request`].
    pub request: String,
    /// See [`Entry::trace`].
    pub trace: String,
    /// See [`Entry::note`].
    pub note: String,
    /// What was sent.
    pub arguments: Option<SealedBody>,
    /// What came back.
    pub response: Option<SealedBody>,
    /// The hash of the record before.
    pub previous: Hash,
    /// The hash of this one.
    pub hash: Hash,
}

/// A body as the chain knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedBody {
    /// Its size as it was sent.
    pub bytes: u64,
    /// True if only the beginning was kept.
    pub is_cut: bool,
    /// Over salt and text.
    pub hash: Hash,
    /// The text, until it is redacted.
    pub kept: Option<Kept>,
}

/// A text that can still be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Random.
    pub salt: [u8; 16],
    /// The masked text.
    pub text: String,
}

impl SealedBody {
    fn new(body: crate::Body, salt: [u8; 16]) -> Self {
        let kept = Kept { salt, text: body.text };
        Self { bytes: body.bytes, is_cut: body.is_cut, hash: kept.hash(), kept: Some(kept) }
    }

    /// Whether the text, if it is there, is the one that was sealed.
    pub fn is_whole(&self) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept.hash() == self.hash)
    }
}

impl Kept {
    fn hash(&self) -> Hash {
        let mut digest = Digest::new(b"vetgate.body.v1");
        digest.part(&self.salt).part(self.text.as_bytes());
        digest.finish()
    }
}

impl Record {
    /// Chains an entry behind the record with the hash `previous`. The salts must be random.
    pub fn seal(entry: Entry, id: u64, previous: Hash, salts: [[u8; 16]; 2]) -> Self {
        let [first, second] = salts;
        let mut record = Self {
            id,
            time_ms: entry.time_ms,
            kind: entry.kind,
            session: entry.session,
            principal: entry.principal,
            server: entry.server,
            method: entry.method,
            name: entry.name,
            verdict: entry.verdict,
            risk: entry.risk,
            duration_us: entry.duration_us,
            error: entry.error,
            request: entry.request,
            trace: entry.trace,
            note: entry.note,
            arguments: entry.arguments.map(|body| SealedBody::new(body, first)),
            response: entry.response.map(|body| SealedBody::new(body, second)),
            previous,
            hash: Hash::NONE,
        };
        record.hash = record.digest();
        record
    }

    /// The hash that this record must have.
    pub fn digest(&self) -> Hash {
        let mut digest = Digest::new(b"vetgate.record.v1");
        digest
            .part(&self.previous.0)
            .number(self.id)
            .number(self.time_ms)
            .part(self.kind.name().as_bytes())
            .part(self.session.as_bytes())
            .part(self.principal.as_bytes())
            .part(self.server.as_bytes())
            .part(self.method.as_bytes())
            .part(self.name.as_bytes())
            .optional(self.verdict.map(|verdict| verdict.name().as_bytes()))
            .number(u64::from(self.risk))
            .optional(self.duration_us.map(u64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice))
            .optional(self.error.as_deref().map(str::as_bytes))
            .part(self.request.as_bytes())
            .part(self.trace.as_bytes())
            .part(self.note.as_bytes());
        for body in [&self.arguments, &self.response] {
            match body {
                None => digest.part(&[0]),
                Some(body) => digest.part(&[1]).number(body.bytes).number(u64::from(body.is_cut)).part(&body.hash.0),
            };
        }
        digest.finish()
    }
}

/// SHA-256 over parts, each behind its length, so that no byte can move from one to the next unseen.
pub(crate) struct Digest(Context);

impl Digest {
    pub(crate) fn new(domain: &[u8]) -> Self {
        let mut digest = Self(Context::new(&SHA256));
        digest.part(domain);
        digest
    }

    pub(crate) fn part(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(&(bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
        self
    }

    pub(crate) fn number(&mut self, number: u64) -> &mut Self {
        self.0.update(&number.to_be_bytes());
        self
    }

    fn optional(&mut self, bytes: Option<&[u8]>) -> &mut Self {
        match bytes {
            None => self.number(0),
            Some(bytes) => self.number(1).part(bytes),
        }
    }

    pub(crate) fn finish(self) -> Hash {
        let mut hash = [0; 32];
        hash.copy_from_slice(self.0.finish().as_ref());
        Hash(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;

    fn record() -> Record {
        let mut entry = Entry::new(Kind::Call);
        entry.server = "files".into();
        entry.name = "read".into();
        entry.arguments = Some(Body::whole("{}"));
        Record::seal(entry, 1, Hash::NONE, [[1; 16], [2; 16]])
    }

    #[test]
    fn a_moved_byte_changes_the_hash() {
        let mut moved = record();
        moved.server = "filesr".into();
        moved.name = "ead".into();
        assert_ne!(moved.digest(), record().hash);
    }

    #[test]
    fn a_forgotten_body_leaves_the_hash_and_a_changed_one_is_seen() {
        let mut forgotten = record();
        forgotten.arguments.as_mut().unwrap().kept = None;
        assert_eq!(forgotten.digest(), record().hash);
        let mut changed = record();
        changed.arguments.as_mut().unwrap().kept.as_mut().unwrap().text = "[]".into();
        assert!(record().arguments.unwrap().is_whole());
        assert!(!changed.arguments.unwrap().is_whole());
    }
}
