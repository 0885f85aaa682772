//! Siblings of a definition that has changed since it was approved.
//!
//! A server that changes one approved definition may have changed what its others do. As long as no person has decided
//! about the change, the approved definitions of the server are flagged for review, or withheld, whichever the gateway is
//! configured to do. The state is computed from the standings, so it is the same in every process and after a restart, and
//! only a decision about the changed definition ends it, even one that the server no longer declares.

use crate::{Held, Ledger, LedgerError, ServerKey, Standing, State, Subject};
use std::collections::BTreeMap;

/// Changed definitions that no person has decided about, by server.
///
/// ```
/// # use vetgate_ledger::{Durability, Ledger, Options, Siblings, Sqlite};
/// # let folder = tempfile::tempdir().unwrap();
/// # let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
/// # let ledger = Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap();
/// let standings = ledger.read(|rows| rows.standings()).unwrap();
/// let siblings = Siblings::of(&standings);
/// let flagged = standings.iter().filter(|standing| !siblings.changed_beside(standing).is_empty());
/// assert_eq!(flagged.count(), 0);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Siblings(BTreeMap<ServerKey, Vec<Subject>>);

impl Siblings {
    /// The changed definitions among `standings`.
    pub fn of<'s>(standings: impl IntoIterator<Item = &'s Standing>) -> Self {
        let mut changed: BTreeMap<ServerKey, Vec<Subject>> = BTreeMap::new();
        for standing in standings.into_iter().filter(|standing| standing.state == State::RugPull) {
            changed.entry(standing.subject.server.clone()).or_default().push(standing.subject.clone());
        }
        Self(changed)
    }

    /// The changed definitions that put this one in question, by the names that people know them by; empty if there are
    /// none, or if this one is not in use anyway.
    pub fn changed_beside(&self, standing: &Standing) -> Vec<String> {
        let is_in_use = !standing.is_gone && standing.held().is_none();
        let changed = self.0.get(&standing.subject.server).filter(|_| is_in_use);
        let named = |subject: &Subject| match subject.name.is_empty() {
            true => subject.item.name().to_owned(),
            false => subject.name.clone(),
        };
        changed.into_iter().flatten().map(named).collect()
    }

    /// Why it is held back where a change withholds the whole server; nothing if it is in use.
    pub fn held_beside(&self, standing: &Standing) -> Option<Held> {
        let changed = self.changed_beside(standing);
        standing.held().or_else(|| (!changed.is_empty()).then_some(Held::Sibling { changed }))
    }
}

impl Ledger {
    /// Returns true if a definition of the server has changed and no person has decided about it.
    pub fn has_changed_definitions(&self, server: &ServerKey) -> Result<bool, LedgerError> {
        for item in crate::Item::ALL {
            if self.standings_of(server, *item)?.iter().any(|standing| standing.state == State::RugPull) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quarantine::{Decision, Rules};
    use crate::{Durability, Item, Options, Sighting, Sqlite, Trust};
    use vetgate_model::{Definition, DefinitionKind, Fingerprint};

    const RULES: Rules = Rules { trust: Trust::Auto, detects_changes: true };

    fn open() -> (tempfile::TempDir, Ledger) {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
        let ledger = Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap();
        (folder, ledger)
    }

    fn server(identity: &str) -> ServerKey {
        ServerKey { name: "notes".to_owned(), identity: identity.to_owned() }
    }

    fn observe(ledger: &Ledger, server: ServerKey, item: Item, tools: &[(&str, &str)]) {
        let sighting = |(name, description): &(&str, &str)| {
            let raw = serde_json::json!({ "name": name, "description": description }).to_string();
            let fingerprint = Fingerprint::of(&Definition::parse("notes", DefinitionKind::Tool, &raw).unwrap());
            Sighting { name: (*name).to_owned(), fingerprint, definition: raw, finding: None, is_covered: true }
        };
        ledger.observe(server, item, RULES, tools.iter().map(sighting).collect()).wait().unwrap();
    }

    fn decide(ledger: &Ledger, name: &str, decision: impl Fn(&Standing) -> Decision) {
        let subject = Subject { server: server("1"), item: Item::Tool, name: name.to_owned() };
        let standing = ledger.read(|rows| rows.standing(&subject)).unwrap().unwrap();
        ledger.decide(subject, decision(&standing), "ada").wait().unwrap().unwrap();
    }

    fn approve(standing: &Standing) -> Decision {
        Decision::Approve { fingerprint: standing.seen.fingerprint.combined.0.clone(), accept: Default::default() }
    }

    /// Names of the definitions that are in question.
    fn flagged(ledger: &Ledger) -> Vec<String> {
        let standings = ledger.read(|rows| rows.standings()).unwrap();
        let siblings = Siblings::of(&standings);
        let flagged = standings.iter().filter(|standing| !siblings.changed_beside(standing).is_empty());
        let mut names: Vec<String> = flagged.map(|standing| standing.subject.name.clone()).collect();
        names.sort();
        assert!(names.is_empty() || ledger.has_changed_definitions(&server("1")).unwrap());
        names
    }

    #[test]
    fn a_change_flags_what_is_approved_of_its_server_until_a_person_decides_about_it() {
        for decision in [approve, |_: &Standing| Decision::Block] {
            let (_folder, ledger) = open();
            observe(&ledger, server("1"), Item::Tool, &[("add", "Adds."), ("find", "Finds."), ("drop", "Drops.")]);
            observe(&ledger, server("1"), Item::Prompt, &[("greet", "Greets.")]);
            observe(&ledger, server("2"), Item::Tool, &[("other", "Of another server.")]);
            decide(&ledger, "drop", |_| Decision::Block);
            assert_eq!(flagged(&ledger), Vec::<String>::new());
            observe(&ledger, server("1"), Item::Tool, &[("add", "Adds more."), ("find", "Finds."), ("drop", "Drops.")]);
            assert_eq!(flagged(&ledger), ["find", "greet"], "neither what is blocked nor what is of another server");
            observe(&ledger, server("1"), Item::Tool, &[("add", "Adds."), ("find", "Finds."), ("drop", "Drops.")]);
            assert_eq!(flagged(&ledger), ["find", "greet"], "a change that is taken back is still one");
            observe(&ledger, server("1"), Item::Tool, &[("find", "Finds."), ("drop", "Drops.")]);
            assert_eq!(flagged(&ledger), ["find", "greet"], "and so is one that is gone");
            decide(&ledger, "find", approve);
            assert_eq!(flagged(&ledger), ["find", "greet"], "the decision is about the change");
            decide(&ledger, "add", decision);
            assert_eq!(flagged(&ledger), Vec::<String>::new());
            assert!(!ledger.has_changed_definitions(&server("1")).unwrap());
        }
    }

    #[test]
    fn a_change_that_is_gone_waits_for_a_person() {
        let (_folder, ledger) = open();
        observe(&ledger, server("1"), Item::Tool, &[("add", "Adds."), ("find", "Finds.")]);
        observe(&ledger, server("1"), Item::Tool, &[("add", "Adds more."), ("find", "Finds.")]);
        observe(&ledger, server("1"), Item::Tool, &[]);
        let standings = ledger.read(|rows| rows.standings()).unwrap();
        let pending: Vec<&str> =
            standings.iter().filter(|one| one.is_pending()).map(|one| one.subject.name.as_str()).collect();
        assert_eq!(pending, ["add"]);
    }

    #[test]
    fn what_a_call_shows_of_a_changed_definition_does_not_release_its_siblings() {
        let (_folder, ledger) = open();
        observe(&ledger, server("1"), Item::Tool, &[("add", "Adds."), ("find", "Finds.")]);
        observe(&ledger, server("1"), Item::Tool, &[("add", "Adds more."), ("find", "Finds.")]);
        let subject = Subject { server: server("1"), item: Item::Tool, name: "add".to_owned() };
        ledger.accuse(subject, "it deletes").wait().unwrap().unwrap();
        assert_eq!(flagged(&ledger), ["find"]);
        decide(&ledger, "add", approve);
        assert_eq!(flagged(&ledger), Vec::<String>::new());
    }
}
