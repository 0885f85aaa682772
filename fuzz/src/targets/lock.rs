//! Any text is a lock or an error; a lock is written as it was read; and a definition that was just locked is not new.
//!
//! Pieces: the lock, and a definition.

use super::pieces;
use std::collections::BTreeSet;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::lock::{Identities, Lock};

pub(crate) fn run(input: &str) {
    let [text, raw] = pieces(input);
    let definitions: Vec<Definition> = Definition::parse("files", DefinitionKind::Tool, raw).into_iter().collect();
    let seen = BTreeSet::from(["files".to_owned()]);
    let identities = Identities::new();
    let own = Lock::of(&definitions);
    let own = Lock::parse(&own.to_text()).expect("what was written is a lock");
    assert!(own.findings(&definitions, &seen, &identities).is_empty(), "what was just locked has not changed");
    let Ok(lock) = Lock::parse(text) else { return };
    assert_eq!(Lock::parse(&lock.to_text()).expect("what was written is a lock"), lock);
    let _ = (lock.findings(&definitions, &seen, &identities), lock.changes(&own, &seen, &identities));
}
