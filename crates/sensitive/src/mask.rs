//! What replaces a value.

use crate::Kind;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

mod mark;
mod party;
mod session;
mod shape;
mod vault;

pub use mark::is_masked;
pub(crate) use mark::{LONGEST_REPLACEMENT, after_last, before_first};
pub use session::{Session, SessionKey};
pub use vault::{Limits, Origin, Restored, Vault, VaultFull};

/// How a value is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Stars, but for what a person needs to recognise it: `j***@e***.com`.
    Mask,
    /// The name of its kind: `[EMAIL]`.
    Redact,
    /// The name of its kind and a keyed hash, equal for equal values of one session: `[EMAIL:ktbvqnzmhdfg]`.
    Hash,
    /// A placeholder that can be turned back within the session: `⟦EMAIL_1⟧`.
    Tokenize,
}

impl Mode {
    /// Every mode.
    pub const ALL: &'static [Self] = &[Self::Mask, Self::Redact, Self::Hash, Self::Tokenize];

    /// The stable name used in settings and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mask => "mask",
            Self::Redact => "redact",
            Self::Hash => "hash",
            Self::Tokenize => "tokenize",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no mode's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownMode(String);

impl fmt::Display for UnknownMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Mode::ALL.iter().map(|mode| mode.name()).collect();
        write!(f, "no mode `{}`: expected one of {}", self.0.escape_debug(), names.join(", "))
    }
}

impl std::error::Error for UnknownMode {}

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|mode| mode.name() == name).ok_or_else(|| UnknownMode(name.to_owned()))
    }
}

/// A value of which only the harmless part is left: the one form in which a value gets into a report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Masked(String);

impl Masked {
    /// The masked text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Masked {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Masked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A value as a report may show it.
///
/// ```
/// use vetgate_model::Severity;
/// use vetgate_sensitive::{Category, Kind, sample};
/// let kind = Kind::new("email", "e-mail address", Category::Contact, Severity::Medium);
/// assert_eq!(sample(&kind, "jane.roe@example.com").as_str(), "j***@e***.com");
/// ```
pub fn sample(kind: &Kind, value: &str) -> Masked {
    let mut out = String::new();
    shape::mask(kind, value, &mut out);
    Masked(out)
}

/// What became of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Replaced {
    /// It was replaced as asked.
    Done,
    /// It was one of our own replacements and is left as it is.
    Already,
    /// It was redacted, because the vault takes no more values: it cannot be restored.
    VaultFull,
}

/// Puts something else in the place of values, in one mode.
#[derive(Debug)]
pub struct Masker<'v>(How<'v>);

#[derive(Debug)]
enum How<'v> {
    Mask,
    Redact,
    Hash(&'v SessionKey),
    Tokenize { vault: &'v mut Vault, from: &'v str, to: &'v str },
}

impl<'v> Masker<'v> {
    /// Masks with stars.
    pub fn mask() -> Self {
        Self(How::Mask)
    }

    /// Leaves the name of the kind.
    pub fn redact() -> Self {
        Self(How::Redact)
    }

    /// Leaves the name of the kind and a hash under `key`.
    pub fn hash(key: &'v SessionKey) -> Self {
        Self(How::Hash(key))
    }

    /// Leaves placeholders for values that the party `from` showed and that `to` shall not see.
    pub fn tokenize(vault: &'v mut Vault, from: &'v str, to: &'v str) -> Self {
        Self(How::Tokenize { vault, from, to })
    }

    /// The mode it works in.
    pub fn mode(&self) -> Mode {
        match self.0 {
            How::Mask => Mode::Mask,
            How::Redact => Mode::Redact,
            How::Hash(_) => Mode::Hash,
            How::Tokenize { .. } => Mode::Tokenize,
        }
    }

    /// Appends to `out` what stands for `value`.
    pub fn replace(&mut self, kind: &Kind, value: &str, out: &mut String) -> Replaced {
        if mark::is_replacement(value) {
            out.push_str(value);
            return Replaced::Already;
        }
        match &mut self.0 {
            How::Mask => {
                let start = out.len();
                shape::mask(kind, value, out);
                if out[start..] == *value {
                    return Replaced::Already;
                }
            }
            How::Redact => mark::push_redacted(&mark::label(kind), out),
            How::Hash(key) => {
                let label = mark::label(kind);
                mark::push_hashed(&label, &key.digest(&label, value), out);
            }
            How::Tokenize { vault, from, to } => match vault.hide(kind, value, from, to) {
                Ok(placeholder) => out.push_str(&placeholder),
                Err(VaultFull) => {
                    mark::push_redacted(&mark::label(kind), out);
                    return Replaced::VaultFull;
                }
            },
        }
        Replaced::Done
    }
}

#[cfg(test)]
mod tests;
