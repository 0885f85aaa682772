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
    #[error("it was altered: its content is not what was written")]
    Altered,
    /// The record behind it was chained to another one.
    #[error("it was replaced: the record behind it was written after another one")]
    Replaced,
    /// It is not there, and later ones are.
    #[error("it is missing: the next record there is {next}")]
    Missing {
        /// The next one.
        next: u64,
    },
    /// It is the first, and names another record before it than the last that the ledger removed.
    #[error("it is the first record, and does not follow the last one that the ledger removed")]
    Beginning,
    /// The ledger says that it removed it.
    #[error("the ledger has removed it, and it is there again")]
    Back,
    /// A body does not have its hash.
    #[error("its {part} were altered: they are not what was written")]
    BodyAltered {
        /// Which.
        part: Part,
    },
    /// A body is gone, and the ledger does not say that it forgot it.
    #[error("its {part} are gone, and the ledger has not forgotten them")]
    BodyGone {
        /// Which.
        part: Part,
    },
    /// A body is there, and the ledger says that it forgot it.
    #[error("the ledger has forgotten its {part}, and they are there again")]
    BodyBack {
        /// Which.
        part: Part,
    },
    /// A signed state names a later record than the last.
    #[error("it is missing, and all behind it: {} names record {id}", .witness.described())]
    Cut {
        /// What names it.
        witness: Witness,
        /// The record that was the last one then.
        id: u64,
    },
    /// A signed state names another hash.
    #[error("{} names another hash for it: it was replaced, or a record behind record {holds} was", .witness.described())]
    OtherHash {
        /// What names it.
        witness: Witness,
        /// Up to this one a signed state agrees.
        holds: u64,
    },
    /// It is behind the signed end.
    #[error("nobody has signed it: the signed end is before it")]
    Unsigned,
    /// There is no signed end at all.
    #[error("nobody has signed it: the signed end is missing")]
    Headless,
    /// A signature is not the key's.
    #[error("{} speaks of it, and is not signed with the ledger's key", .witness.described())]
    Forged {
        /// What is.
        witness: Witness,
    },
    /// A standing is not what this record says.
    #[error("the standing of {subject} was altered: it is not what the record says")]
    StandingAltered {
        /// Of what.
        subject: String,
    },
    /// A standing names a record that does not speak of it.
    #[error("the standing of {subject} names a record that does not speak of it")]
    StandingUnrecorded {
        /// Of what.
        subject: String,
    },
    /// The record's standing is gone.
    #[error("the standing of {subject} that the record speaks of is gone")]
    StandingGone {
        /// Of what.
        subject: String,
    },
    /// That a server has declared something was forgotten, so that it would count as new.
    #[error("it speaks of {subject}, and the ledger has forgotten that the server ever declared anything")]
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
