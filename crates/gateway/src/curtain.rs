//! What of a catalog nobody is shown.

use crate::ServerSettings;
use crate::events::What;
use std::collections::BTreeMap;
use std::sync::Arc;
use vetgate_ledger::{ServerKey, Trust};
use vetgate_model::{Definition, DefinitionKind};

/// Decides which definitions exist for clients. What is hidden is neither listed nor found nor callable.
///
/// Lists are judged whole: what a definition is depends on those beside it, and what is missing says something too.
pub trait Curtain: Send + Sync {
    /// Looks at everything of one kind that a server declares; for instructions, at one definition or none. It may take
    /// its time and block.
    fn review(&self, server: &ServerSettings, kind: DefinitionKind, definitions: &Arc<[Definition]>) -> Review;

    /// What people have decided so far, as a number that changes with every decision; nothing if that cannot be read.
    /// It may block.
    fn decisions(&self) -> Option<u64> {
        Some(0)
    }

    /// A number that changes when a review may come out otherwise for any other reason. It never blocks.
    fn epoch(&self) -> u64 {
        0
    }

    /// Trusts these servers so much from now on, whatever their settings say; all others as their settings say.
    fn trust(&self, _trusts: BTreeMap<ServerKey, Trust>) {}

    /// Forgets all other servers.
    fn keep_only(&self, _servers: &[&ServerSettings]) {}
}

/// Why something is hidden that nobody has to look at any more.
pub(crate) const BLOCKED: &str = "a person has blocked it";

/// What came of a review.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    /// Why each definition is hidden, in the order given; nothing for those that may be seen.
    pub hidden: Vec<Option<String>>,
    /// What is to be told.
    pub news: Vec<What>,
}

impl Review {
    /// Hides nothing.
    pub fn open(definitions: &[Definition]) -> Self {
        Self { hidden: vec![None; definitions.len()], news: vec![] }
    }

    /// Hides everything.
    pub fn closed(definitions: &[Definition], reason: &str) -> Self {
        Self { hidden: vec![Some(reason.to_owned()); definitions.len()], news: vec![] }
    }
}

/// Hides nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Drawn;

impl Curtain for Drawn {
    fn review(&self, _: &ServerSettings, _: DefinitionKind, definitions: &Arc<[Definition]>) -> Review {
        Review::open(definitions)
    }
}
