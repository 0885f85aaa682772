//! Capability tags: what a tool lets its caller do.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A capability. The vocabulary is closed; a new tag is a new version of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// Executes arbitrary code, shell commands or scripts, on the host or in a sandbox.
    Exec,
    /// Reads files or directory listings of the host.
    FsRead,
    /// Creates, modifies or deletes files or directories of the host.
    FsWrite,
    /// Makes outbound network requests; third-party APIs included.
    NetEgress,
    /// Opens a listening socket or accepts inbound connections.
    NetIngress,
    /// Reads sensitive material: environment variables, credentials, keychains, secret managers.
    SecretAccess,
    /// Reads from a database.
    DbQuery,
    /// Modifies a database.
    DbWrite,
}

impl Tag {
    /// Every tag, in the order in which they are listed.
    pub const ALL: [Self; 8] = [
        Self::Exec,
        Self::FsRead,
        Self::FsWrite,
        Self::NetEgress,
        Self::NetIngress,
        Self::SecretAccess,
        Self::DbQuery,
        Self::DbWrite,
    ];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exec => "exec",
            Self::FsRead => "fs_read",
            Self::FsWrite => "fs_write",
            Self::NetEgress => "net_egress",
            Self::NetIngress => "net_ingress",
            Self::SecretAccess => "secret_access",
            Self::DbQuery => "db_query",
            Self::DbWrite => "db_write",
        }
    }

    /// The tag called `name`.
    ///
    /// ```
    /// use vetgate_capability::Tag;
    /// assert_eq!(Tag::named("fs_read"), Some(Tag::FsRead));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.name() == name)
    }

    /// What a tool with it lets its caller do, as the end of a sentence: "it can ...".
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Exec => "run code or commands",
            Self::FsRead => "read files",
            Self::FsWrite => "change or delete files",
            Self::NetEgress => "send requests over the network",
            Self::NetIngress => "accept connections from the network",
            Self::SecretAccess => "read secrets",
            Self::DbQuery => "read a database",
            Self::DbWrite => "change a database",
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
