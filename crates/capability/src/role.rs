//! Parameter roles: what kind of value a parameter takes.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of value a parameter takes. The vocabulary is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A path in a filesystem, absolute or relative.
    Path,
    /// A URL of any scheme.
    Url,
    /// A shell command, an argument vector, or code to be run.
    Command,
    /// SQL or another query language.
    Query,
    /// A host name or an IP address without a scheme.
    Host,
    /// A free-form body: a file's contents, a message, a document.
    Content,
    /// Text, numbers and options of no interest.
    Text,
    /// An opaque identifier.
    Id,
}

impl Role {
    /// Every role, in the order in which they are listed.
    pub const ALL: [Self; 8] =
        [Self::Path, Self::Url, Self::Command, Self::Query, Self::Host, Self::Content, Self::Text, Self::Id];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Url => "url",
            Self::Command => "command",
            Self::Query => "query",
            Self::Host => "host",
            Self::Content => "content",
            Self::Text => "text",
            Self::Id => "id",
        }
    }

    /// The role called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Whether an attack can be tried on a parameter of this role: every role but `text` and `id`.
    ///
    /// ```
    /// use vetgate_capability::Role;
    /// assert!(Role::Path.is_interesting() && !Role::Id.is_interesting());
    /// ```
    pub const fn is_interesting(self) -> bool {
        !matches!(self, Self::Text | Self::Id)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
