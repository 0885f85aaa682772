//! Where in a JSON document something stands.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A JSON Pointer (RFC 6901): the empty pointer is the whole document.
///
/// ```
/// use vetgate_model::Pointer;
/// let pointer = Pointer::root().key("properties").key("a/b~c").index(0);
/// assert_eq!(pointer.as_str(), "/properties/a~1b~0c/0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pointer(String);

impl Pointer {
    /// The whole document.
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// The member `key` of the object this points at.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let mut text = String::with_capacity(self.0.len() + key.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        push_escaped(&mut text, key);
        Self(text)
    }

    /// The element `index` of the array this points at.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }

    /// This pointer, seen from the document in which the definition stands at `base`.
    #[must_use]
    pub fn under(&self, base: &Pointer) -> Self {
        Self(format!("{}{}", base.0, self.0))
    }

    /// The text form, as it appears in reports.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The reference tokens, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
    }
}

fn push_escaped(text: &mut String, key: &str) {
    for c in key.chars() {
        match c {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            c => text.push(c),
        }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Pointer {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
