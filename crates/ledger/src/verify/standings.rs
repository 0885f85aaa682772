//! Standings, held against the last record that speaks of each.

use super::fault::{VerifyError, Wrong};
use crate::store::Reading;
use crate::{Item, Kind, Record, Subject};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the records say of standings: for each subject the last one that speaks of it.
#[derive(Default)]
pub(super) struct Told(BTreeMap<Named, (u64, String)>);

/// A subject as a record names it: its id and its names.
type Named = (String, Item, String, String);

/// The part of a note that speaks of a standing.
#[derive(Deserialize)]
struct Note {
    subject: String,
    item: Item,
    standing: String,
}

impl Told {
    pub(super) fn hear(&mut self, record: &Record) {
        if !matches!(record.kind, Kind::Decision | Kind::Quarantine | Kind::Ledger) {
            return;
        }
        if let Ok(note) = serde_json::from_str::<Note>(&record.note) {
            let named = (note.subject, note.item, record.server.clone(), record.name.clone());
            self.0.insert(named, (record.id, note.standing));
        }
    }
}

/// Holds all standings against what was told; how many there are.
pub(super) fn check(reader: &mut dyn Reading, mut told: Told) -> Result<u64, VerifyError> {
    let store = |error| VerifyError::store(None, error);
    let standings = reader.standings().map_err(store)?;
    let mut wrong: Option<VerifyError> = None;
    let mut first = |found: VerifyError| {
        if wrong.as_ref().is_none_or(|known| found.record < known.record) {
            wrong = Some(found);
        }
    };
    for standing in &standings {
        let subject = described(&standing.subject.name, &standing.subject.server.name);
        match told.0.remove(&named(&standing.subject)) {
            None => first(VerifyError::at(standing.record, Wrong::StandingUnrecorded { subject })),
            Some((record, digest)) if digest != standing.digest().to_string() => {
                first(VerifyError::at(record, Wrong::StandingAltered { subject }));
            }
            Some((record, _)) if record != standing.record => {
                first(VerifyError::at(record, Wrong::StandingUnrecorded { subject }));
            }
            Some((record, _)) => {
                // Whether it is found where the quarantine looks for it.
                if reader.standing(&standing.subject).map_err(store)?.as_ref() != Some(standing) {
                    first(VerifyError::at(record, Wrong::StandingGone { subject }));
                } else if !reader.has_listed(&standing.subject.server, standing.subject.item).map_err(store)? {
                    first(VerifyError::at(record, Wrong::Unlisted { subject }));
                }
            }
        }
    }
    for ((_, _, server, name), (record, _)) in told.0 {
        first(VerifyError::at(record, Wrong::StandingGone { subject: described(&name, &server) }));
    }
    match wrong {
        Some(wrong) => Err(wrong),
        None => Ok(standings.len() as u64),
    }
}

fn named(subject: &Subject) -> Named {
    (subject.id(), subject.item, subject.server.name.clone(), subject.name.clone())
}

fn described(name: &str, server: &str) -> String {
    let name = if name.is_empty() { "the instructions" } else { name };
    format!("{name:?} of {server:?}")
}
