//! What the scanner says of a list.

use super::look::{Context, Look};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vetgate_ledger::Version;
use vetgate_model::{Definition, Finding, Tier};
use vetgate_vet::{Catalog, Inspected, checks, inspect_first};

/// What counts of one definition.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Verdict {
    pub(super) finding: Option<Finding>,
    pub(super) is_covered: bool,
}

impl Verdict {
    fn of(inspected: &Inspected) -> Self {
        Self { finding: inspected.finding.clone(), is_covered: inspected.is_covered() }
    }

    /// The hard checks that fired.
    pub(super) fn hard(&self) -> BTreeSet<String> {
        let signals = self.finding.iter().flat_map(|finding| &finding.signals);
        signals.filter(|signal| signal.tier == Tier::Hard).map(|signal| signal.check.clone()).collect()
    }

    /// What counts of an approved version that has not changed: what was found when it was approved, and what a scan of
    /// its own server finds beyond that.
    fn of_approved(approved: &Version, alone: &Self) -> Self {
        let known = Self { finding: approved.finding.clone(), is_covered: approved.is_covered };
        if alone.hard().is_subset(&known.hard()) {
            return known;
        }
        let Some(Finding { server, tool, subject, .. }) = &alone.finding else { return known };
        let mut signals: Vec<_> = alone.finding.iter().flat_map(|finding| finding.signals.clone()).collect();
        for signal in known.finding.iter().flat_map(|finding| &finding.signals) {
            if !signals.contains(signal) {
                signals.push(signal.clone());
            }
        }
        Self { finding: vetgate_vet::finding(server, tool, *subject, signals), is_covered: alone.is_covered }
    }
}

/// What counts of each definition of a list, and what it was made of.
#[derive(Debug, Clone)]
pub(super) struct Scanned {
    pub(super) verdicts: Vec<Verdict>,
    /// Whether anything had to be scanned for it.
    is_fresh: bool,
    alone: Arc<[Verdict]>,
    beside: Option<Arc<[Verdict]>>,
}

impl Scanned {
    /// Scans a list. `known` is what was made of the same list before, and in which context; `approved` says which
    /// definitions are an approved version.
    pub(super) fn of<'v>(
        definitions: &[Definition],
        known: Option<(&Self, &Context)>,
        context: &Context,
        approved: impl Fn(usize) -> Option<&'v Version>,
        beside: impl FnOnce() -> Vec<Definition>,
    ) -> Self {
        let mut is_fresh = false;
        let alone = match known {
            Some((known, _)) => known.alone.clone(),
            None => {
                is_fresh = !definitions.is_empty();
                scan(definitions, vec![])
            }
        };
        let kept: Vec<Option<&Version>> = (0..definitions.len()).map(approved).collect();
        let mut with_others = None;
        if kept.iter().any(Option::is_none) {
            let same = known.filter(|(_, then)| *then == context).and_then(|(known, _)| known.beside.clone());
            with_others = same.or_else(|| {
                let others = beside();
                (!others.is_empty()).then(|| {
                    is_fresh = true;
                    scan(definitions, others)
                })
            });
        }
        let judged = with_others.as_ref().unwrap_or(&alone);
        let verdicts = kept.iter().enumerate().map(|(at, kept)| match kept {
            Some(approved) => Verdict::of_approved(approved, &alone[at]),
            None => judged[at].clone(),
        });
        Self { verdicts: verdicts.collect(), is_fresh, alone, beside: with_others }
    }

    /// Whether something was scanned for it, and it says something else than what came of the same list before.
    pub(super) fn is_news(&self, before: Option<&Look>) -> bool {
        self.is_fresh && before.is_none_or(|look| look.scanned.verdicts != self.verdicts)
    }

    /// The hard checks that fired, by name.
    pub(super) fn hard_by_name<'n>(&self, names: &[&'n str]) -> BTreeMap<&'n str, BTreeSet<String>> {
        let mut hard: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (name, verdict) in names.iter().zip(&self.verdicts) {
            hard.entry(name).or_default().extend(verdict.hard());
        }
        hard
    }
}

fn scan(definitions: &[Definition], others: Vec<Definition>) -> Arc<[Verdict]> {
    let inspect = |all: &[Definition]| -> Arc<[Verdict]> {
        let inspected = inspect_first(&Catalog::of(all), definitions.len(), checks::all());
        inspected.iter().map(Verdict::of).collect()
    };
    if others.is_empty() {
        return inspect(definitions);
    }
    let mut all = definitions.to_vec();
    all.extend(others);
    inspect(&all)
}
