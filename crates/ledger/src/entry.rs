//! What happened, before it is chained.

use crate::record::{Hash, Record};
use serde::{Deserialize, Serialize};

/// Defines an enumeration whose values have one name each, in files, in the database and on the command line.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $text)] $variant),+ }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub(crate) use named;

named! {
    /// What a record is about.
    Kind {
        /// A client called a tool, got a prompt, read a resource or sent a server anything else, or a server asked its client
        /// for something.
        Call = "call",
        /// A person, or a policy that a person set, decided something.
        Decision = "decision",
        /// The quarantine saw something new or changed.
        Quarantine = "quarantine",
        /// Definitions were scanned.
        Scan = "scan",
        /// A server came, went or changed what it declares.
        Server = "server",
        /// The gateway started, stopped, or took another configuration.
        Configuration = "configuration",
        /// Somebody was not let in, or something else that concerns security.
        Security = "security",
        /// The ledger itself removed or redacted records.
        Ledger = "ledger",
    }
}

named! {
    /// What became of a call.
    Verdict {
        /// It went through as it was.
        Allow = "allow",
        /// It went through with something replaced.
        Mask = "mask",
        /// It waited for a person.
        Hold = "hold",
        /// It was refused.
        Deny = "deny",
    }
}

/// One thing that happened. Texts are raw here; the [`Ledger`](crate::Ledger) masks them before they are written.
///
/// ```
/// use vetgate_ledger::{Entry, Kind};
/// let entry = Entry { server: "files".into(), name: "read_file".into(), ..Entry::new(Kind::Call) };
/// assert_eq!(entry.kind.name(), "call");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is about.
    pub kind: Kind,
    /// When, in milliseconds since 1970; the ledger fills it in where it is 0.
    pub time_ms: u64,
    /// The short name of the client's session, where there is one.
    pub session: String,
    /// Who did it: an agent, or whoever manages the gateway.
    pub principal: String,
    /// The server it concerns.
    pub server: String,
    /// The method of a call; for other kinds, what exactly happened, as one word.
    pub method: String,
    /// The tool, prompt or resource.
    pub name: String,
    /// What became of it.
    pub verdict: Option<Verdict>,
    /// 0 to 100.
    pub risk: u8,
    /// How long it took, in microseconds.
    pub duration_us: Option<u64>,
    /// What went wrong.
    pub error: Option<String>,
    /// The id of the client's request, as JSON.
    pub request: String,
    /// The trace it belongs to, as the client names it.
    pub trace: String,
    /// What happened, in words or as JSON.
    pub note: String,
    /// What was sent.
    pub arguments: Option<Body>,
    /// What came back.
    pub response: Option<Body>,
}

/// A text that may be large and is kept for a while only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Its size as it was sent.
    pub bytes: u64,
    /// Whether `text` is only its beginning.
    pub is_cut: bool,
    /// The text.
    pub text: String,
}

impl Body {
    /// A body that is kept whole.
    pub fn whole(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { bytes: text.len() as u64, is_cut: false, text }
    }
}

impl Entry {
    /// A hash of all of it.
    pub(crate) fn digest(&self) -> Hash {
        let salts = [[0; 16]; 2];
        Record::seal(self.clone(), 0, Hash::NONE, salts).hash
    }

    /// An entry that says nothing yet.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            time_ms: 0,
            session: String::new(),
            principal: String::new(),
            server: String::new(),
            method: String::new(),
            name: String::new(),
            verdict: None,
            risk: 0,
            duration_us: None,
            error: None,
            request: String::new(),
            trace: String::new(),
            note: String::new(),
            arguments: None,
            response: None,
        }
    }
}
