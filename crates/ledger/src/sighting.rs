//! What a server declares, compared with what was approved, in one transaction with the record of it.

use crate::quarantine::{self, Rules, Step};
use crate::store::StoreError;
use crate::writer::Desk;
use crate::{Entry, Held, Item, Kind, ServerKey, Standing, Subject, Version};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::{Finding, Fingerprint};

/// A definition that a server declares.
#[derive(Debug, Clone)]
pub struct Sighting {
    /// Its name; empty for instructions.
    pub name: String,
    /// Field by field.
    pub fingerprint: Fingerprint,
    /// What the server sent.
    pub definition: String,
    /// What a scan found.
    pub finding: Option<Finding>,
    /// True if every check covered all of it.
    pub is_covered: bool,
}

/// What came of looking at a list.
#[derive(Debug, Clone)]
pub struct Observed {
    /// By name: what the list holds. Whoever remembers the list asks [`Standing::held_as`] with it later.
    pub listed: BTreeMap<String, Fingerprint>,
    /// By name: why it is held back. What is not here may be used.
    pub held: BTreeMap<String, Held>,
    /// What has changed, and how.
    pub steps: Vec<(Standing, Step)>,
    /// The names of those against which a hard check speaks that did not before.
    pub alarming: BTreeSet<String>,
    /// See [`Ticket::revision`](crate::Ticket::revision).
    pub revision: u64,
}

/// Looks at everything of one kind that a server declares.
pub(crate) fn observe(
    desk: &mut Desk<'_>,
    server: &ServerKey,
    item: Item,
    rules: Rules,
    versions: Vec<(String, Version)>,
) -> Result<Observed, StoreError> {
    desk.examine_standings()?;
    let is_first_list = !desk.rows.has_listed(server, item)?;
    if is_first_list {
        desk.note_listed(server, item)?;
    }
    let mut by_name: BTreeMap<String, Vec<Version>> = BTreeMap::new();
    for (name, version) in versions {
        by_name.entry(name).or_default().push(version);
    }
    let (mut listed, mut held, mut steps) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    let mut alarming = BTreeSet::new();
    for (name, versions) in by_name {
        let Some(seen) = Version::together(versions) else { continue };
        let subject = Subject { server: server.clone(), item, name: name.clone() };
        listed.insert(name.clone(), seen.fingerprint.clone());
        let before = desk.rows.standing(&subject)?;
        if before.as_ref().is_some_and(|before| !desk.is_genuine(&subject, before)) {
            held.insert(name, Held::Forged);
            continue;
        }
        let known = before.as_ref().map(|before| before.seen.hard()).unwrap_or_default();
        if !seen.hard().is_subset(&known) {
            alarming.insert(name.clone());
        }
        let (standing, step) = quarantine::observe(before, &subject, seen, rules, is_first_list, desk.now_ms);
        if let Some(reason) = standing.held() {
            held.insert(name, reason);
        }
        if let Some(step) = step {
            steps.push((note_step(desk, standing, step)?, step));
        }
    }
    for standing in desk.rows.standings_of(server, item)? {
        if !listed.contains_key(&standing.subject.name)
            && desk.is_genuine(&standing.subject, &standing)
            && let (standing, Some(step)) = quarantine::miss(standing)
        {
            steps.push((note_step(desk, standing, step)?, step));
        }
    }
    Ok(Observed { listed, held, steps, alarming, revision: desk.rows.revision()? })
}

fn note_step(desk: &mut Desk<'_>, standing: Standing, step: Step) -> Result<Standing, StoreError> {
    let (kind, method) = match step {
        Step::Quarantined => (Kind::Quarantine, "quarantined"),
        Step::Admitted => (Kind::Decision, "admitted"),
        Step::Changed => (Kind::Quarantine, "changed"),
        Step::Replaced => (Kind::Quarantine, "replaced"),
        Step::Rejudged => (Kind::Quarantine, "rejudged"),
        Step::Withdrawn => (Kind::Quarantine, "withdrawn"),
        Step::Back => (Kind::Quarantine, "back"),
        Step::Gone => (Kind::Quarantine, "gone"),
    };
    let by = if kind == Kind::Decision { standing.decided_by.clone() } else { String::new() };
    put(desk, standing, kind, method, &by)
}

/// What a record says of a standing.
#[derive(Serialize)]
struct Told<'t> {
    subject: String,
    item: Item,
    state: crate::State,
    fingerprint: &'t str,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<Held>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    accepted: &'t BTreeSet<String>,
    standing: String,
}

/// Writes a standing, and the record that says so.
pub(crate) fn put(
    desk: &mut Desk<'_>,
    mut standing: Standing,
    kind: Kind,
    method: &str,
    by: &str,
) -> Result<Standing, StoreError> {
    let told = Told {
        subject: standing.subject.id(),
        item: standing.subject.item,
        state: standing.state,
        fingerprint: &standing.seen.fingerprint.combined.0,
        held: standing.held(),
        accepted: &standing.accepted,
        standing: standing.digest().to_string(),
    };
    let note = serde_json::to_string(&told).unwrap_or_default();
    let entry = Entry {
        principal: by.to_owned(),
        server: standing.subject.server.name.clone(),
        method: method.to_owned(),
        name: standing.subject.name.clone(),
        risk: standing.risk(),
        note,
        ..Entry::new(kind)
    };
    standing.record = desk.record(entry)?;
    standing.seal = desk.key.seal(standing.sealed());
    desk.put_standing(&standing)?;
    Ok(standing)
}
