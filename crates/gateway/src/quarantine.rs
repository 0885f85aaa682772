//! The quarantine: nobody is shown what nobody has approved.
//!
//! Whatever a server declares is scanned, fingerprinted and looked up in the ledger, whose rules say what is held back
//! (see [`vetgate_ledger::Standing`]). This module decides what a definition is scanned beside, keeps what it saw so
//! that a list which is what it was costs nothing, and hides everything where the ledger cannot be used.
//!
//! What is new or changed is scanned beside the tools of other servers that clients can see. One that is held back must
//! not make the tool it imitates look like a copy, so it is not among them. For the same reason an approved definition
//! that has not changed keeps the finding it was approved with: who was there first is not the copy. What a scan of its
//! own server finds beyond that, because Vetgate has learned more, still counts, and so does what it says of tools that
//! other servers show only since (see [`neighbours`]): which of two servers answers first must not matter.
//!
//! A list is written when it is seen, with one exception: where a server has had enough written, what nobody has approved
//! is hidden at once and written later (see [`allowance`]). What a person decides about is what is written, so a version
//! that was not is never approved.
//!
//! What is shown and called is what the shared connection to a server declares. Where each session has a connection of
//! its own, the server may declare something else there: nobody is shown it, and it is not compared.
//!
//! Resources and templates are data and come and go: they are not held back for being new, but something hard against
//! them hides them, and so does a scan that could not look at all of them.

mod allowance;
mod look;
mod neighbours;
mod news;
mod scan;

pub(crate) use news::ACCUSED;

use crate::ServerSettings;
use crate::config::{OnRugPull, ToolQuarantine};
use crate::curtain::{Curtain, Review};
use crate::events::What;
use allowance::Allowances;
use look::{Context, Look, Memory, Place};
use neighbours::Approval;
use scan::{Scanned, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use tokio::time::Instant;
use vetgate_ledger::quarantine::{Rules, Step};
use vetgate_ledger::{Item, Ledger, LedgerError, ServerKey, Siblings, Sighting, Standing, State, Trust};
use vetgate_model::{Definition, DefinitionKind, Fingerprint};

/// A curtain that asks the ledger.
///
/// ```
/// # use vetgate_gateway::{Curtain as _, Gateway, Open, Quarantine};
/// # use vetgate_ledger::{Durability, Ledger, Options, Sqlite};
/// # use std::sync::Arc;
/// # let folder = tempfile::tempdir().unwrap();
/// let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
/// let ledger = Arc::new(Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap());
/// let quarantine = Arc::new(Quarantine::new(ledger.clone()));
/// let gateway = Gateway::keeping(ledger, Box::new(Open), quarantine);
/// ```
pub struct Quarantine {
    ledger: Arc<Ledger>,
    settings: RwLock<ToolQuarantine>,
    /// Who is trusted otherwise than configured.
    trusts: RwLock<BTreeMap<ServerKey, Trust>>,
    memory: Mutex<Memory>,
    /// Scans beside others follow each other: of two servers that start together, the second is scanned beside the
    /// first. A list by itself is scanned before its turn, so that a long one keeps others waiting less.
    turn: Mutex<()>,
    epoch: AtomicU64,
    allowances: Mutex<Allowances>,
}

/// Everything about one list that a review needs.
struct Case<'c> {
    place: Place,
    server: &'c ServerSettings,
    item: Item,
    rules: Rules,
    definitions: &'c Arc<[Definition]>,
}

impl Quarantine {
    /// A quarantine that holds back what is new and what has changed.
    pub fn new(ledger: Arc<Ledger>) -> Self {
        Self {
            ledger,
            settings: RwLock::new(ToolQuarantine::default()),
            trusts: RwLock::default(),
            memory: Mutex::default(),
            turn: Mutex::default(),
            epoch: AtomicU64::new(0),
            allowances: Mutex::default(),
        }
    }

    /// Takes other settings. Everything is reviewed again.
    pub fn configure(&self, settings: ToolQuarantine) {
        let before = std::mem::replace(&mut *self.settings.write().unwrap_or_else(PoisonError::into_inner), settings);
        if before != settings {
            self.moved();
        }
    }

    /// What holds for a server; nothing if the quarantine is switched off.
    fn rules(&self, server: &ServerKey, configured: Trust) -> Option<Rules> {
        let added = self.trusts.read().unwrap_or_else(PoisonError::into_inner).get(server).copied();
        let trust = added.unwrap_or(configured);
        let settings = self.settings();
        let trust = if settings.auto_quarantine_new_tools { trust } else { Trust::Auto };
        settings.enabled.then_some(Rules { trust, detects_changes: settings.rug_pull_detection })
    }

    fn settings(&self) -> ToolQuarantine {
        *self.settings.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hides the whole list where a change of another definition withholds the server.
    fn withhold(&self, server: &ServerKey, mut review: Review) -> Result<Review, LedgerError> {
        if self.settings().on_rug_pull == OnRugPull::Server && self.ledger.has_changed_definitions(server)? {
            for hidden in &mut review.hidden {
                hidden.get_or_insert_with(|| news::SIBLING.to_owned());
            }
        }
        Ok(review)
    }

    /// Event about the approved definitions beside those that have just changed; nothing if none has or nothing is beside.
    fn siblings_of_changed(&self, case: &Case<'_>, steps: &[(Standing, Step)]) -> Result<Option<What>, LedgerError> {
        let Some((changed, _)) = steps.iter().find(|(_, step)| *step == Step::Changed) else { return Ok(None) };
        let mut standings = Vec::new();
        for item in Item::ALL {
            standings.extend(self.ledger.standings_of(&case.place.server, *item)?);
        }
        let siblings = Siblings::of(&standings);
        let count = standings.iter().filter(|standing| !siblings.changed_beside(standing).is_empty()).count();
        let is_withheld = self.settings().on_rug_pull == OnRugPull::Server;
        if is_withheld {
            // Other lists of the server are hidden, too.
            self.moved();
        }
        Ok((count > 0 || is_withheld).then(|| news::siblings(changed, count, is_withheld)))
    }

    /// Has everything reviewed again.
    fn moved(&self) {
        self.epoch.fetch_add(1, Ordering::AcqRel);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn allowances(&self) -> MutexGuard<'_, Allowances> {
        self.allowances.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what was seen; if clients see other tools than before, all servers are compared with those.
    fn keep(&self, place: Place, look: Look) {
        if self.memory().keep(place, look) {
            self.moved();
        }
    }

    fn judge(&self, case: Case<'_>) -> Result<Review, LedgerError> {
        let revision = self.ledger.read(|rows| rows.revision())?;
        let recall = || {
            let (before, context) = self.memory().recall(&case.place);
            (before.filter(|look| look.is_of(case.definitions)), context)
        };
        let (mut before, mut context) = recall();
        let is_as_before = |look: &Arc<Look>| look.rules == Some(case.rules) && look.context == context;
        let (mut _turn, mut alone) = (None, None);
        match before.as_ref().filter(|look| is_as_before(look)) {
            Some(look) if look.revision == revision && !look.is_put_off => {
                return Ok(Review { hidden: look.hidden.clone(), news: vec![] });
            }
            Some(_) => {}
            None => {
                alone = before.is_none().then(|| self.alone(&case.place, case.definitions));
                _turn = Some(self.turn.lock().unwrap_or_else(PoisonError::into_inner));
                (before, context) = recall();
            }
        }
        let standings = self.ledger.standings_of(&case.place.server, case.item)?;
        let standings: BTreeMap<String, Standing> =
            standings.into_iter().map(|standing| (standing.subject.name.clone(), standing)).collect();
        // Whoever decided may have done so in another process.
        let decided: Vec<What> =
            self.memory().newly_decided(&case.place, &standings).into_iter().map(news::decided).collect();
        let fingerprints: Arc<[Fingerprint]> = match &before {
            Some(look) => look.fingerprints.clone(),
            None => case.definitions.iter().map(Fingerprint::of).collect(),
        };
        let scanned = self.scanned(&case, (before.as_deref(), alone), &context, &standings, &fingerprints);
        let is_known = before.as_ref().is_some_and(|look| {
            look.rules == Some(case.rules)
                && !look.is_put_off
                && look.scanned.verdicts == scanned.verdicts
                && look.listed.keys().all(|name| standings.contains_key(name))
        });
        let look = Look {
            digest: before.as_ref().map_or_else(|| look::digest(case.definitions), |look| look.digest),
            definitions: case.definitions.clone(),
            fingerprints,
            scanned,
            rules: Some(case.rules),
            context,
            revision,
            is_put_off: false,
            listed: before.map(|look| look.listed.clone()).unwrap_or_default(),
            hidden: vec![],
            since: vec![],
        };
        let mut review = if is_known {
            self.look_up(case, look, &standings)
        } else if self.can_wait(&case, &look, &standings) {
            self.put_off(case, look, &standings)
        } else {
            self.observe(case, look)?
        };
        review.news.splice(..0, decided);
        Ok(review)
    }

    /// Whether a list need not be written now: its server has had enough written, and nothing that is approved has
    /// become something else.
    fn can_wait(&self, case: &Case<'_>, look: &Look, standings: &BTreeMap<String, Standing>) -> bool {
        let is_as_approved = |(at, definition): (usize, &Definition)| {
            let Some(standing) = standings.get(name_of(case.item, definition)) else { return true };
            let (seen, verdict) = (&standing.seen, &look.scanned.verdicts[at]);
            standing.state != State::Approved
                || (seen.fingerprint.combined == look.fingerprints[at].combined
                    && seen.finding == verdict.finding
                    && seen.is_covered == verdict.is_covered)
        };
        !self.allowances().allows(&case.place, Instant::now())
            && case.definitions.iter().enumerate().all(is_as_approved)
    }

    /// Hides what the ledger does not know, and has the list reviewed again when more may be written.
    fn put_off(&self, case: Case<'_>, mut look: Look, standings: &BTreeMap<String, Standing>) -> Review {
        let (mut listed, mut doubled) = (BTreeMap::new(), BTreeSet::new());
        for (definition, fingerprint) in case.definitions.iter().zip(look.fingerprints.iter()) {
            let name = name_of(case.item, definition).to_owned();
            if listed.insert(name.clone(), fingerprint.clone()).is_some() {
                doubled.insert(name);
            }
        }
        // What is there twice is none of the two.
        listed.retain(|name, _| !doubled.contains(name));
        (look.listed, look.is_put_off) = (listed, true);
        self.allowances().put_off(&case.place, Instant::now());
        self.look_up(case, look, standings)
    }

    /// Scans a list beside nothing but its own server's tools.
    fn alone(&self, place: &Place, definitions: &[Definition]) -> Arc<[Verdict]> {
        let own = self.memory().own(place);
        scan::scan(definitions, &own)
    }

    /// Scans what has to be scanned, and says so in the record.
    fn scanned(
        &self,
        case: &Case<'_>,
        (before, alone): (Option<&Look>, Option<Arc<[Verdict]>>),
        context: &Context,
        standings: &BTreeMap<String, Standing>,
        fingerprints: &[Fingerprint],
    ) -> Scanned {
        let approved = |at: usize| {
            let standing = standings.get(name_of(case.item, &case.definitions[at]))?;
            Approval::of(standing, &fingerprints[at])
        };
        let known = before.map(|look| (&look.scanned, &look.context));
        let newcomers = self.memory().newcomers(&case.place, context, known.map(|(_, then)| then));
        let beside = || self.memory().beside(&case.place);
        let alone = || alone.unwrap_or_else(|| self.alone(&case.place, case.definitions));
        let scanned = Scanned::of(case.definitions, known, alone, context, approved, newcomers.as_ref(), beside);
        let is_as_recorded = |at: usize| {
            let (verdict, standing) = (&scanned.verdicts[at], standings.get(name_of(case.item, &case.definitions[at])));
            standing.is_some_and(|standing| {
                standing.seen.fingerprint.combined == fingerprints[at].combined
                    && standing.seen.finding == verdict.finding
                    && standing.seen.is_covered == verdict.is_covered
            })
        };
        if scanned.is_news(before) && !(0..case.definitions.len()).all(is_as_recorded) {
            let kind = case.place.kind;
            self.ledger.record(news::scan(&case.server.name, kind, &scanned.verdicts)).detach();
        }
        scanned
    }

    /// What the ledger says now of a list that it knows already. Nothing is written.
    fn look_up(&self, case: Case<'_>, mut look: Look, standings: &BTreeMap<String, Standing>) -> Review {
        let names: Vec<&str> = case.definitions.iter().map(|definition| name_of(case.item, definition)).collect();
        let hard = look.scanned.hard_by_name(&names);
        let held = |name: &str| {
            let (Some(standing), Some(listed)) = (standings.get(name), look.listed.get(name)) else {
                return Some(news::UNKNOWN.to_owned());
            };
            // Another process may have scanned the same version beside other servers: its word is not the only one.
            let unaccepted = || -> Option<String> {
                let checks: BTreeSet<String> = hard.get(name)?.difference(&standing.accepted).cloned().collect();
                (!checks.is_empty()).then(|| news::dangerous(checks.into_iter().collect()))
            };
            standing.held_as(listed).map(|held| news::why(&held)).or_else(unaccepted)
        };
        look.hidden = names.iter().map(|name| held(name)).collect();
        let hidden = look.hidden.clone();
        self.keep(case.place, look);
        Review { hidden, news: vec![] }
    }

    /// Shows the list to the ledger, which notes what has changed.
    fn observe(&self, case: Case<'_>, mut look: Look) -> Result<Review, LedgerError> {
        let names: Vec<&str> = case.definitions.iter().map(|definition| name_of(case.item, definition)).collect();
        let sightings = names.iter().enumerate().map(|(at, name)| Sighting {
            name: (*name).to_owned(),
            fingerprint: look.fingerprints[at].clone(),
            definition: case.definitions[at].raw().to_owned(),
            finding: look.scanned.verdicts[at].finding.clone(),
            is_covered: look.scanned.verdicts[at].is_covered,
        });
        let observed = self.ledger.observe(case.place.server.clone(), case.item, case.rules, sightings.collect());
        let observed = observed.wait()?;
        let held = |name: &&str| match observed.held.get(*name) {
            Some(held) => Some(news::why(held)),
            None => (!observed.listed.contains_key(*name)).then(|| news::UNKNOWN.to_owned()),
        };
        for (standing, _) in observed.steps.iter().filter(|(_, step)| *step == Step::Admitted) {
            self.memory().note_decided(&case.place, standing);
        }
        self.allowances().spend(&case.place, observed.steps.len(), Instant::now());
        look.hidden = names.iter().map(held).collect();
        look.listed = observed.listed;
        look.revision = observed.revision;
        let hidden = look.hidden.clone();
        let mut news: Vec<What> =
            observed.steps.iter().flat_map(|(standing, step)| news::of(standing, *step)).collect();
        news.extend(self.siblings_of_changed(&case, &observed.steps)?);
        self.keep(case.place, look);
        Ok(Review { hidden, news })
    }

    /// What is no more than data.
    fn judge_data(&self, place: Place, name: &str, definitions: &Arc<[Definition]>) -> Review {
        let (before, context) = self.memory().recall(&place);
        let before = before.filter(|look| look.is_of(definitions));
        if let Some(look) = before.as_ref().filter(|look| look.context == context) {
            return Review { hidden: look.hidden.clone(), news: vec![] };
        }
        let known = before.as_ref().map(|look| (&look.scanned, &look.context));
        let (alone, beside) = (|| self.alone(&place, definitions), || self.memory().beside(&place));
        let scanned = Scanned::of(definitions, known, alone, &context, |_| None, None, beside);
        if scanned.is_news(before.as_deref()) {
            self.ledger.record(news::scan(name, place.kind, &scanned.verdicts)).detach();
        }
        let hidden: Vec<Option<String>> = scanned.verdicts.iter().map(news::against_data).collect();
        let look = Look {
            digest: look::digest(definitions),
            definitions: definitions.clone(),
            fingerprints: Arc::default(),
            scanned,
            rules: None,
            context,
            revision: 0,
            is_put_off: false,
            listed: BTreeMap::new(),
            hidden: hidden.clone(),
            since: vec![],
        };
        self.keep(place, look);
        Review { hidden, news: vec![] }
    }
}

impl Curtain for Quarantine {
    fn review(&self, server: &ServerSettings, kind: DefinitionKind, definitions: &Arc<[Definition]>) -> Review {
        let place = Place::of(server, kind);
        let Some(rules) = self.rules(&place.server, server.trust) else {
            self.memory().forget(&place);
            return Review::open(definitions);
        };
        let judged = match Item::of(kind) {
            None => Ok(self.judge_data(place.clone(), &server.name, definitions)),
            Some(item) => self.judge(Case { place: place.clone(), server, item, rules, definitions }),
        };
        judged.and_then(|review| self.withhold(&place.server, review)).unwrap_or_else(|error| {
            self.memory().forget(&place);
            // It is tried again until it works.
            self.moved();
            Review::closed(definitions, &format!("the approvals in the ledger cannot be read ({error})"))
        })
    }

    fn decisions(&self) -> Option<u64> {
        self.ledger.read(|rows| rows.revision()).ok()
    }

    fn epoch(&self) -> u64 {
        if self.allowances().is_due(Instant::now()) {
            self.moved();
        }
        self.epoch.load(Ordering::Acquire)
    }

    fn trust(&self, trusts: BTreeMap<ServerKey, Trust>) {
        let mut known = self.trusts.write().unwrap_or_else(PoisonError::into_inner);
        if *known != trusts {
            *known = trusts;
            self.moved();
        }
    }

    fn keep_only(&self, servers: &[&ServerSettings]) {
        self.allowances().keep_only(servers);
        if self.memory().keep_only(servers) {
            self.moved();
        }
    }
}

/// What the ledger calls a definition.
fn name_of(item: Item, definition: &Definition) -> &str {
    if item == Item::Instructions { "" } else { definition.name() }
}
