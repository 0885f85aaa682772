//! What can be wrong with a ledger.

use crate::entry::named;
use crate::store::StoreError;
use serde::{Deserialize, Serialize};

named! {
    /// One of the two bodies of a record.
    Part {
        /// What was sent.
        Arguments = "arguments",
        /// What came back.
        Response = "response",
    }
}

/// The first thing that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyError {
    /// The record that it is about, where it is about one.
    pub record: Option<u64>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a record, or with what speaks of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Its content does not have its hash.
    #[error("it was altered after it was written")]
    Altered,
    /// The record behind it was chained to another one.
    #[error("it was replaced: the next record contains the hash of a different record")]
    Replaced,
    /// It is not there, and later ones are.
    #[error("it is missing: the next record is {next}")]
    Missing {
        /// The next one.
        next: u64,
    },
    /// It is the first, and names another record before it than the last that the ledger removed.
    #[error("it is the first record, but does not follow the last one that retention removed")]
    Beginning,
    /// The ledger says that it removed it.
    #[error("retention removed it, but it is present again")]
    Back,
    /// A body does not have its hash.
    #[error("its {part} were altered after they were written")]
    BodyAltered {
        /// Which.
        part: Part,
    },
    /// A body is gone, and the ledger does not say that it forgot it.
    #[error("its {part} are missing, and retention did not remove them")]
    BodyGone {
        /// Which.
        part: Part,
    },
    /// A body is there, and the ledger says that it forgot it.
    #[error("retention removed its {part}, but they are present again")]
    BodyBack {
        /// Which.
        part: Part,
    },
    /// A signed state names a later record than the last.
    #[error("it is missing, and so are all later records: {} names record {id}", .witness.described())]
    Cut {
        /// What names it.
        witness: Witness,
        /// The record that was the last one then.
        id: u64,
    },
    /// A signed state names another hash.
    #[error("{} has a different hash for this record: this record or one after record {holds} was replaced", .witness.described())]
    OtherHash {
        /// What names it.
        witness: Witness,
        /// Up to this one a signed state agrees.
        holds: u64,
    },
    /// It is behind the signed end.
    #[error("it is not signed: the signed end is before it")]
    Unsigned,
    /// There is no signed end at all.
    #[error("it is not signed: the signed end is missing")]
    Headless,
    /// A signature is not the key's.
    #[error("{} refers to it, but is not signed with the ledger's key", .witness.described())]
    Forged {
        /// What is.
        witness: Witness,
    },
    /// A standing is not what this record says.
    #[error("the approval state of {subject} was altered: it differs from the record")]
    StandingAltered {
        /// Of what.
        subject: String,
    },
    /// A standing names a record that does not speak of it.
    #[error("the approval state of {subject} refers to a record about something else")]
    StandingUnrecorded {
        /// Of what.
        subject: String,
    },
    /// The record's standing is gone.
    #[error("the approval state of {subject} that the record describes is missing")]
    StandingGone {
        /// Of what.
        subject: String,
    },
    /// That a server has declared something was forgotten, so that it would count as new.
    #[error("it is about {subject}, but the ledger no longer has any declaration of that server")]
    Unlisted {
        /// Of what.
        subject: String,
    },
    /// Calls under way are not those that the ledger has marked.
    #[error("{what}")]
    CallsChanged {
        /// In what.
        what: String,
    },
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

named! {
    /// Where a signed state is kept.
    Witness {
        /// The signed end of the chain.
        Head = "head",
        /// A checkpoint in the store.
        Checkpoint = "checkpoint",
        /// A checkpoint from elsewhere.
        Elsewhere = "elsewhere",
    }
}

impl Witness {
    fn described(self) -> &'static str {
        match self {
            Self::Head => "the signed end",
            Self::Checkpoint => "a checkpoint in the store",
            Self::Elsewhere => "a checkpoint that was kept elsewhere",
        }
    }
}

impl VerifyError {
    pub(super) fn at(record: u64, wrong: Wrong) -> Self {
        Self { record: Some(record), wrong }
    }

    pub(super) fn store(record: Option<u64>, error: StoreError) -> Self {
        Self { record, wrong: Wrong::Store(error) }
    }
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.record {
            Some(record) => write!(f, "record {record}: {}", self.wrong),
            None => write!(f, "{}", self.wrong),
        }
    }
}

impl std::error::Error for VerifyError {}
