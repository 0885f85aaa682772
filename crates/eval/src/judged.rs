//! Items after judgement, and everything that is counted over them.

use crate::Tally;
use crate::scores::{Detector, DetectorKind, Group, Item, Pairs, Point, Timing};
use crate::tally::{Share, rounded};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use vetgate_model::{Finding, Severity, Tier};

/// One labelled item and what was said of it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The item's id.
    pub id: String,
    /// Whether it should be flagged.
    pub is_positive: bool,
    /// What kind of attack it is, or of harmless text.
    pub category: String,
    /// Who wrote it.
    pub source: String,
    /// What joins it with its twin.
    pub pair: Option<String>,
    /// The text that it is about, for people.
    pub text: String,
    /// What was said of it.
    pub verdict: Verdict,
    /// How long that took.
    pub took: Duration,
}

/// What a detector says of one item.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Verdict {
    /// Whether anything was found.
    pub flagged: bool,
    /// The highest tier of what was found.
    pub tier: Option<Tier>,
    /// How bad it is.
    pub severity: Option<Severity>,
    /// The checks that spoke.
    pub checks: Vec<String>,
    /// How sure they are together.
    pub confidence: f64,
}

impl Verdict {
    /// What a finding says; nothing is what no finding says.
    pub fn of(finding: Option<&Finding>) -> Self {
        let Some(finding) = finding else { return Self::default() };
        let checks: BTreeSet<&str> = finding.signals.iter().map(|signal| signal.check.as_str()).collect();
        Self {
            flagged: true,
            tier: Some(finding.tier),
            severity: Some(finding.severity),
            checks: checks.into_iter().map(str::to_owned).collect(),
            confidence: finding.confidence.value(),
        }
    }
}

/// The whole engine, each tier, and each of `checks`, whether or not it ever spoke.
pub(crate) fn detectors<'c>(items: &'c [Judged], checks: impl Iterator<Item = &'c str>) -> Vec<Detector> {
    let count = |says: &dyn Fn(&Verdict) -> bool| {
        let mut tally = Tally::default();
        items.iter().for_each(|item| tally.add(item.is_positive, says(&item.verdict)));
        tally
    };
    let mut detectors = vec![Detector::new("engine", DetectorKind::Engine, count(&|verdict| verdict.flagged))];
    for tier in [Tier::Hard, Tier::Soft] {
        detectors.push(Detector::new(tier.name(), DetectorKind::Tier, count(&|verdict| verdict.tier == Some(tier))));
    }
    let known: BTreeSet<&str> =
        checks.chain(items.iter().flat_map(|item| item.verdict.checks.iter().map(String::as_str))).collect();
    detectors.extend(known.into_iter().map(|check| {
        Detector::new(check, DetectorKind::Check, count(&|verdict| verdict.checks.iter().any(|spoke| spoke == check)))
    }));
    detectors
}

/// The items by whatever `key` says of them, in alphabetical order.
pub(crate) fn groups(items: &[Judged], key: impl Fn(&Judged) -> &str) -> Vec<Group> {
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    for item in items {
        let group = groups.entry(key(item)).or_insert_with(|| Group::new(key(item)));
        group.tally.add(item.is_positive, item.verdict.flagged);
        group.hard.add(item.is_positive, item.verdict.tier == Some(Tier::Hard));
        for check in &item.verdict.checks {
            *group.checks.entry(check.clone()).or_default() += 1;
        }
    }
    groups.into_values().collect()
}

/// How often an attack is flagged and every look-alike of it is not. Whoever flags both tells nothing.
pub(crate) fn pairs(items: &[Judged]) -> Option<Pairs> {
    let mut twins: BTreeMap<&str, (Vec<&Judged>, Vec<&Judged>)> = BTreeMap::new();
    for item in items {
        if let Some(pair) = &item.pair {
            let (attacks, harmless) = twins.entry(pair).or_default();
            if item.is_positive { attacks.push(item) } else { harmless.push(item) }
        }
    }
    twins.retain(|_, (attacks, harmless)| !attacks.is_empty() && !harmless.is_empty());
    let (mut at_any_tier, mut confused) = (Share::default(), Vec::new());
    for (name, (attacks, harmless)) in &twins {
        let tells =
            attacks.iter().all(|item| item.verdict.flagged) && harmless.iter().all(|item| !item.verdict.flagged);
        at_any_tier.add(tells);
        if !tells {
            confused.push((*name).to_owned());
        }
    }
    // One that is graded more gravely than its twin is told apart too, where both are worth a look.
    let strongest = |items: &[&Judged]| items.iter().map(|item| grade(&item.verdict)).fold(0.0, f64::max);
    let weakest = |items: &[&Judged]| items.iter().map(|item| grade(&item.verdict)).fold(f64::MAX, f64::min);
    let by_grade = twins.values().filter(|(attacks, harmless)| weakest(attacks) > strongest(harmless)).count();
    (at_any_tier.of > 0).then(|| Pairs {
        told_apart: at_any_tier,
        graded_apart: Share::new(by_grade, at_any_tier.of),
        confused,
    })
}

/// One number for how grave a verdict is: a hard tier outranks every soft one.
fn grade(verdict: &Verdict) -> f64 {
    verdict.confidence + f64::from(u8::from(verdict.tier == Some(Tier::Hard)))
}

/// Precision and recall if only what is at least so sure counted, from the laxest threshold to the strictest.
pub(crate) fn curve(items: &[Judged]) -> Vec<Point> {
    let thresholds: BTreeSet<u32> =
        items.iter().filter(|item| item.verdict.flagged).map(|item| hundredths(item.verdict.confidence)).collect();
    let point = |threshold: u32| {
        let mut tally = Tally::default();
        for item in items {
            tally.add(item.is_positive, item.verdict.flagged && hundredths(item.verdict.confidence) >= threshold);
        }
        Point { threshold: f64::from(threshold) / 100.0, tally }
    };
    thresholds.into_iter().map(point).collect()
}

/// Confidence is given in hundredths.
fn hundredths(confidence: f64) -> u32 {
    (confidence * 100.0).round() as u32
}

/// The median, the 99th percentile and the mean.
pub(crate) fn timing(took: impl Iterator<Item = Duration>) -> Timing {
    let mut all: Vec<Duration> = took.collect();
    all.sort_unstable();
    let at = |share: f64| {
        all.get(((all.len() as f64 * share).ceil() as usize).saturating_sub(1)).copied().unwrap_or_default()
    };
    let micros = |duration: Duration| rounded(duration.as_secs_f64() * 1e6);
    let mean =
        all.iter().sum::<Duration>().checked_div(u32::try_from(all.len()).unwrap_or(u32::MAX)).unwrap_or_default();
    Timing { items: all.len(), p50_us: micros(at(0.5)), p99_us: micros(at(0.99)), mean_us: micros(mean) }
}

/// What was missed and what was falsely flagged.
pub(crate) fn errors(items: &[Judged]) -> (Vec<Item>, Vec<Item>) {
    let wrong = |is_positive: bool| {
        let wrong =
            items.iter().filter(move |item| item.is_positive == is_positive && item.verdict.flagged != is_positive);
        wrong.map(Item::of).collect()
    };
    (wrong(true), wrong(false))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn item(id: &str, is_positive: bool, verdict: Verdict) -> Judged {
        Judged {
            id: id.to_owned(),
            is_positive,
            category: "c".to_owned(),
            source: "s".to_owned(),
            pair: None,
            text: String::new(),
            verdict,
            took: Duration::ZERO,
        }
    }

    fn says(tier: Option<Tier>, confidence: f64) -> Verdict {
        Verdict { flagged: tier.is_some(), tier, confidence, ..Verdict::default() }
    }

    #[test]
    fn a_pair_is_told_apart_only_if_the_attack_is_flagged_and_its_twin_is_not() {
        let twin = |id: &str, pair: &str, is_positive, verdict| Judged {
            pair: Some(pair.to_owned()),
            ..item(id, is_positive, verdict)
        };
        let items = [
            twin("a", "told", true, says(Some(Tier::Soft), 0.5)),
            twin("b", "told", false, says(None, 0.0)),
            twin("c", "both", true, says(Some(Tier::Hard), 0.5)),
            twin("d", "both", false, says(Some(Tier::Soft), 0.9)),
            twin("e", "neither", true, says(None, 0.0)),
            twin("f", "neither", false, says(None, 0.0)),
            twin("g", "alone", true, says(Some(Tier::Hard), 1.0)),
        ];
        let pairs = pairs(&items).expect("three pairs");
        assert_eq!((pairs.told_apart, pairs.graded_apart), (Share::new(1, 3), Share::new(2, 3)));
        assert_eq!(pairs.confused, ["both", "neither"]);
    }

    #[test]
    fn a_stricter_threshold_never_flags_more() {
        let items: Vec<Judged> = (0..40)
            .map(|n| item("i", n % 3 == 0, says((n % 5 > 0).then_some(Tier::Soft), f64::from(n % 7) / 10.0)))
            .collect();
        let curve = curve(&items);
        let flagged = |point: &Point| point.tally.true_positives + point.tally.false_positives;
        assert!(curve.len() > 3 && curve.windows(2).all(|two| flagged(&two[0]) > flagged(&two[1])));
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let timing = timing((1..=100).rev().map(Duration::from_micros));
        assert_eq!((timing.p50_us, timing.p99_us, timing.mean_us), (50.0, 99.0, 50.5));
        assert_eq!(super::timing(std::iter::empty()).p99_us, 0.0);
    }
}
