//! What was seen of each list, so that a list which is what it was is not looked at again.

use super::scan::Scanned;
use crate::ServerSettings;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vetgate_ledger::quarantine::Rules;
use vetgate_ledger::{ServerKey, Standing};
use vetgate_model::{Definition, DefinitionKind, Fingerprint};
use vetgate_vet::Names;

/// Tells lists apart byte for byte.
pub(super) type Digest = [u8; 32];

/// A list of a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) server: ServerKey,
    pub(super) kind: DefinitionKind,
}

impl Place {
    pub(super) fn of(server: &ServerSettings, kind: DefinitionKind) -> Self {
        Self { server: ServerKey::of(&server.name, &server.transport), kind }
    }
}

/// What else there is while a list is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Context {
    /// When the tools of other servers that clients see changed last, by the memory's own count.
    others: u64,
    /// The server's own tools, for what is none itself.
    own: Option<Digest>,
}

impl Context {
    /// Whether the server's own tools are the same.
    pub(super) fn has_same_own(&self, other: &Self) -> bool {
        self.own == other.own
    }

    /// How much of what is there now had come by the time of another context of the same list: nothing, where its own
    /// tools were others.
    fn met(&self, then: Option<&Self>) -> u64 {
        then.filter(|then| then.has_same_own(self)).map_or(0, |then| then.others)
    }
}

/// A list as it was seen, and what came of it.
pub(super) struct Look {
    pub(super) digest: Digest,
    pub(super) definitions: Arc<[Definition]>,
    pub(super) fingerprints: Arc<[Fingerprint]>,
    pub(super) scanned: Scanned,
    /// By which rules; data has none.
    pub(super) rules: Option<Rules>,
    pub(super) context: Context,
    /// The ledger's.
    pub(super) revision: u64,
    /// Whether the ledger is still to see it.
    pub(super) is_put_off: bool,
    /// What the list holds by each name.
    pub(super) listed: BTreeMap<String, Fingerprint>,
    pub(super) hidden: Vec<Option<String>>,
    /// Since when each definition has been there as it is, by the memory's count, which fills it in.
    pub(super) since: Vec<u64>,
}

impl Look {
    /// Whether this is what these definitions were seen as, byte for byte.
    pub(super) fn is_of(&self, definitions: &Arc<[Definition]>) -> bool {
        Arc::ptr_eq(&self.definitions, definitions) || self.digest == digest(definitions)
    }

    /// What is visible, and since when by the memory's count, where it was kept.
    fn visible_since(&self) -> impl Iterator<Item = (&Definition, u64)> {
        let all = self.definitions.iter().zip(&self.hidden).zip(&self.since);
        all.filter(|((_, hidden), _)| hidden.is_none()).map(|((shown, _), since)| (shown, *since))
    }

    fn visible(&self) -> impl Iterator<Item = &Definition> {
        self.definitions.iter().zip(&self.hidden).filter(|(_, hidden)| hidden.is_none()).map(|(shown, _)| shown)
    }
}

#[derive(Default)]
pub(super) struct Memory {
    looks: BTreeMap<Place, Arc<Look>>,
    /// When the tools of each server that clients see changed last.
    changed: BTreeMap<ServerKey, u64>,
    /// When everything that the ledger knows of a list was decided about last.
    decided: BTreeMap<Place, BTreeMap<String, u64>>,
    /// When a server was forgotten last.
    forgotten: u64,
    /// Counts changes.
    clock: u64,
}

impl Memory {
    /// What was seen of a list last, and what there is beside it now.
    pub(super) fn recall(&self, place: &Place) -> (Option<Arc<Look>>, Context) {
        let others = self.changed.iter().filter(|(server, _)| server.name != place.server.name);
        let others = others.map(|(_, changed)| *changed).max().unwrap_or_default().max(self.forgotten);
        let own = (place.kind != DefinitionKind::Tool).then(|| self.tools(&place.server)).flatten();
        (self.looks.get(place).cloned(), Context { others, own: own.map(|tools| tools.digest) })
    }

    fn tools(&self, server: &ServerKey) -> Option<&Arc<Look>> {
        self.looks.get(&Place { server: server.clone(), kind: DefinitionKind::Tool })
    }

    /// The server's own tools, where a list is not those: what it says of them is a manual and no rule over others.
    pub(super) fn own(&self, place: &Place) -> Vec<Definition> {
        let own = (place.kind != DefinitionKind::Tool).then(|| self.tools(&place.server)).flatten();
        own.into_iter().flat_map(|own| own.definitions.iter().cloned()).collect()
    }

    /// The tools of other servers.
    fn others(&self, place: &Place) -> impl Iterator<Item = &Look> {
        let is_other = |other: &Place| other.kind == DefinitionKind::Tool && other.server.name != place.server.name;
        self.looks.iter().filter(move |(other, _)| is_other(other)).map(|(_, look)| &**look)
    }

    /// What a list is scanned beside: the server's own tools, where it is not those, and the tools of other servers that
    /// clients see. Nothing if there are no others.
    pub(super) fn beside(&self, place: &Place) -> Vec<Definition> {
        let mut beside: Vec<Definition> = self.others(place).flat_map(|look| look.visible().cloned()).collect();
        if !beside.is_empty() {
            beside.extend(self.own(place));
        }
        beside
    }

    /// The names of other servers' tools that clients see and did not see as they are when `then` was there; nothing if
    /// there are none.
    pub(super) fn newcomers(&self, place: &Place, now: &Context, then: Option<&Context>) -> Option<Names> {
        let met = now.met(then);
        let others = self.others(place).flat_map(|look| look.visible_since());
        let mut new = others.filter(|(_, since)| *since > met).map(|(shown, _)| shown).peekable();
        new.peek().is_some().then(|| Names::of(new))
    }

    /// Keeps a look; whether clients see other tools than before.
    pub(super) fn keep(&mut self, place: Place, mut look: Look) -> bool {
        let before = self.looks.get(&place);
        let known: Vec<(&str, u64)> =
            before.iter().flat_map(|look| look.visible_since()).map(|(shown, since)| (shown.raw(), since)).collect();
        let has_changed = place.kind == DefinitionKind::Tool
            && !known.iter().map(|(raw, _)| *raw).eq(look.visible().map(Definition::raw));
        let now = self.clock + u64::from(has_changed);
        let known: BTreeMap<&str, u64> = known.into_iter().collect();
        look.since = look.definitions.iter().map(|shown| known.get(shown.raw()).copied().unwrap_or(now)).collect();
        if has_changed {
            self.clock = now;
            self.changed.insert(place.server.clone(), now);
        }
        self.looks.insert(place, Arc::new(look));
        has_changed
    }

    /// Notes when everything of a list was decided about; gives what was since the last time.
    pub(super) fn newly_decided<'s>(
        &mut self,
        place: &Place,
        standings: &'s BTreeMap<String, Standing>,
    ) -> Vec<&'s Standing> {
        let now = standings.iter().map(|(name, standing)| (name.clone(), standing.decided_ms)).collect();
        let Some(before) = self.decided.insert(place.clone(), now) else { return vec![] };
        let is_new = |standing: &&Standing| {
            standing.decided_ms != before.get(&standing.subject.name).copied().unwrap_or_default()
        };
        standings.values().filter(is_new).collect()
    }

    pub(super) fn note_decided(&mut self, place: &Place, standing: &Standing) {
        let decided = self.decided.entry(place.clone()).or_default();
        decided.insert(standing.subject.name.clone(), standing.decided_ms);
    }

    pub(super) fn forget(&mut self, place: &Place) {
        if self.looks.remove(place).is_some() {
            self.clock += 1;
            self.forgotten = self.clock;
        }
    }

    /// Forgets all other servers; whether there were any.
    pub(super) fn keep_only(&mut self, servers: &[&ServerSettings]) -> bool {
        let kept: BTreeSet<ServerKey> =
            servers.iter().map(|server| ServerKey::of(&server.name, &server.transport)).collect();
        let before = self.looks.len();
        self.looks.retain(|place, _| kept.contains(&place.server));
        self.changed.retain(|server, _| kept.contains(server));
        self.decided.retain(|place, _| kept.contains(&place.server));
        let has_forgotten = self.looks.len() < before;
        if has_forgotten {
            self.clock += 1;
            self.forgotten = self.clock;
        }
        has_forgotten
    }
}

/// The digest of a list.
pub(super) fn digest(definitions: &[Definition]) -> Digest {
    let mut digest = Sha256::new();
    for definition in definitions {
        digest.update((definition.raw().len() as u64).to_be_bytes());
        digest.update(definition.raw());
    }
    digest.finalize().into()
}
