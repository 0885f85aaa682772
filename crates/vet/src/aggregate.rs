//! From signals to findings.
//!
//! Any hard signal means *dangerous* and quarantine: *critical* if it escalated or is at least 0.9 sure,
//! else *high*. Soft signals alone are a *warning*, graded by how many distinct soft checks agree: 1 low,
//! 2 medium, 3 or more high. Agreement is never hidden: each distinct check adds to confidence and risk.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use vetgate_model::{Action, Confidence, Finding, Severity, Signal, Subject, ThreatLevel, Tier};

/// The check that reports the score of the learned reader.
const LEARNED: &str = "directive.learned";

/// Which findings with a hard signal are critical. The others are high.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Critical {
    /// Those with an escalated hard signal or one of confidence 0.9 or more.
    #[default]
    Confident,
    /// Those with an escalated hard signal.
    Escalated,
}

impl Critical {
    /// Grades findings by this rule. They were made by [`Critical::Confident`].
    pub fn apply(self, findings: &mut [Finding]) {
        if self == Self::Confident {
            return;
        }
        for finding in &mut *findings {
            let is_escalated = finding.signals.iter().any(|signal| signal.tier == Tier::Hard && signal.escalated);
            if finding.severity == Severity::Critical && !is_escalated {
                finding.severity = Severity::High;
            }
        }
        order(findings);
    }
}

/// Adds up the signals on one definition; `None` without any.
pub fn finding(server: &str, tool: &str, subject: Subject, mut signals: Vec<Signal>) -> Option<Finding> {
    strongest_first(&mut signals);
    signals.dedup_by(|a, b| key(a) == key(b) && a.evidence == b.evidence);
    let strongest = signals.first()?;
    let (tier, threat_type) = (strongest.tier, strongest.threat_type);
    let per_check = strongest_per_check(&signals);
    let confidence = per_check.values().fold(Confidence::ZERO, |sum, signal| sum.plus(signal.confidence));
    let is_critical = signals.iter().any(|s| s.tier == Tier::Hard && (s.escalated || s.confidence.value() >= 0.9));
    let (severity, threat_level, action) = match tier {
        Tier::Hard if is_critical => (Severity::Critical, ThreatLevel::Dangerous, Action::Quarantine),
        Tier::Hard => (Severity::High, ThreatLevel::Dangerous, Action::Quarantine),
        Tier::Soft => (soft_severity(per_check.len()), ThreatLevel::Warning, Action::Review),
    };
    let risk = risk(per_check.values().copied());
    Some(Finding {
        server: server.to_owned(),
        tool: tool.to_owned(),
        subject,
        severity,
        threat_level,
        threat_type,
        tier,
        confidence,
        risk,
        action,
        signals,
    })
}

/// Sorts signals by tier, escalation and confidence; ties by check and place, so that the order is total. A rule that says
/// what it found comes before the score of the learned reader.
pub(crate) fn strongest_first(signals: &mut [Signal]) {
    signals.sort_by(|a, b| strength(b).cmp(&strength(a)).then_with(|| key(a).cmp(&key(b))));
}

/// Most severe first; ties by risk, then by name, so that the order is total.
pub(crate) fn order(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let rank = |f: &Finding| (Reverse(f.severity), Reverse(f.risk));
        rank(a).cmp(&rank(b)).then_with(|| (&a.server, &a.tool, a.subject).cmp(&(&b.server, &b.tool, b.subject)))
    });
}

fn soft_severity(distinct_checks: usize) -> Severity {
    match distinct_checks {
        0 | 1 => Severity::Low,
        2 => Severity::Medium,
        _ => Severity::High,
    }
}

/// 0 to 100. A hard signal brings 60 to 90 points by its confidence, a soft one 10 to 20; each further
/// distinct check adds its own, so agreement shows.
fn risk<'s>(signals: impl Iterator<Item = &'s Signal>) -> u8 {
    let points: f64 = signals
        .map(|signal| match signal.tier {
            Tier::Hard => 60.0 + 30.0 * signal.confidence.value(),
            Tier::Soft => 10.0 + 10.0 * signal.confidence.value(),
        })
        .sum();
    points.round().min(100.0) as u8
}

fn strongest_per_check(signals: &[Signal]) -> BTreeMap<&str, &Signal> {
    let mut strongest: BTreeMap<&str, &Signal> = BTreeMap::new();
    for signal in signals {
        // Sorted strongest first, so the first of a check is its best.
        strongest.entry(&signal.check).or_insert(signal);
    }
    strongest
}

fn strength(signal: &Signal) -> (Tier, bool, bool, u64) {
    let is_rule = signal.check != LEARNED;
    (signal.tier, signal.escalated, is_rule, (signal.confidence.value() * 100.0).round() as u64)
}

fn key(signal: &Signal) -> (&str, &str) {
    (&signal.check, signal.pointer.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::{Pointer, ThreatType};

    fn signal(check: &str, tier: Tier, confidence: f64) -> Signal {
        Signal {
            check: check.to_owned(),
            tier,
            threat_type: ThreatType::ToolPoisoning,
            confidence: Confidence::new(confidence),
            pointer: Pointer::root(),
            evidence: String::new(),
            detail: String::new(),
            escalated: false,
            location: None,
        }
    }

    fn severity(signals: Vec<Signal>) -> Severity {
        finding("s", "t", Subject::Tool, signals).unwrap().severity
    }

    #[test]
    fn severity_follows_the_tiers() {
        use Tier::{Hard, Soft};
        assert_eq!(severity(vec![signal("a", Soft, 0.9)]), Severity::Low);
        assert_eq!(severity(vec![signal("a", Soft, 0.9), signal("a", Soft, 0.8)]), Severity::Low);
        assert_eq!(severity(vec![signal("a", Soft, 0.9), signal("b", Soft, 0.1)]), Severity::Medium);
        assert_eq!(
            severity(vec![signal("a", Soft, 0.5), signal("b", Soft, 0.5), signal("c", Soft, 0.5)]),
            Severity::High
        );
        assert_eq!(severity(vec![signal("a", Hard, 0.8)]), Severity::High);
        assert_eq!(severity(vec![signal("a", Hard, 0.9)]), Severity::Critical);
        assert_eq!(severity(vec![Signal { escalated: true, ..signal("a", Hard, 0.5) }]), Severity::Critical);
    }

    #[test]
    fn only_escalated_signals_are_critical_where_that_is_asked_for() {
        let of = |tool: &str, signals| finding("s", tool, Subject::Tool, signals).unwrap();
        let sure = of("a", vec![signal("c", Tier::Hard, 1.0), signal("d", Tier::Hard, 1.0)]);
        let escalated = of("b", vec![Signal { escalated: true, ..signal("c", Tier::Hard, 0.5) }]);
        let mut findings = vec![sure, escalated];
        Critical::Confident.apply(&mut findings);
        assert!(findings.iter().all(|finding| finding.severity == Severity::Critical));
        Critical::Escalated.apply(&mut findings);
        let graded: Vec<_> = findings.iter().map(|finding| (&*finding.tool, finding.severity)).collect();
        assert_eq!(graded, [("b", Severity::Critical), ("a", Severity::High)]);
    }

    #[test]
    fn agreement_raises_confidence_and_risk_and_hard_dominates() {
        let of = |signals| finding("s", "t", Subject::Tool, signals).unwrap();
        let one = of(vec![signal("a", Tier::Soft, 0.5)]);
        let two = of(vec![signal("a", Tier::Soft, 0.5), signal("b", Tier::Soft, 0.3)]);
        let hard = of(vec![signal("a", Tier::Hard, 0.5)]);
        assert!(two.confidence.value() > one.confidence.value() && two.risk > one.risk);
        assert!(hard.risk > two.risk);
        assert_eq!(two.action, Action::Review);
        assert_eq!(hard.action, Action::Quarantine);
    }

    #[test]
    fn no_signal_is_no_finding() {
        assert!(finding("s", "t", Subject::Tool, vec![]).is_none());
    }
}
