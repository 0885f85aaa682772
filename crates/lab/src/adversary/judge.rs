//! Whether an attack has worked, and whether the defender has done what was expected.

use crate::adversary::performance::{Deed, Performance};
use crate::adversary::scenario::{Duty, Scenario};
use serde::Serialize;

/// How a scenario has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The harm did not come about. Without a gateway it does, so that this is the defender's work.
    Prevented,
    /// The defender has said so, and the harm came about all the same.
    Detected,
    /// Neither.
    Missed,
    /// Harmless work, undisturbed.
    Undisturbed,
    /// Harmless work, disturbed.
    FalseAlarm,
}

impl Outcome {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prevented => "prevented",
            Self::Detected => "detected",
            Self::Missed => "missed",
            Self::Undisturbed => "undisturbed",
            Self::FalseAlarm => "false_alarm",
        }
    }
}

/// What is said of one performance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// How it has ended.
    pub outcome: Outcome,
    /// Whether what was expected was done in time; for harmless work, whether it was left alone.
    pub is_caught: bool,
    /// The strongest thing that the defender did.
    pub did: Option<Duty>,
    /// The step at which it first said something.
    pub at: Option<String>,
    /// Why, in one sentence.
    pub reason: String,
}

/// Judges a performance of a scenario.
pub fn judge(scenario: &Scenario, performance: &Performance) -> Judgement {
    let first = performance.notices.iter().map(|notice| notice.step).min();
    let at = first.map(|step| name_of(performance, step));
    let did = performance.notices.iter().map(|notice| notice.duty).max();
    let judged = |outcome, is_caught, reason| Judgement { outcome, is_caught, did, at: at.clone(), reason };
    let (Some(harm), Some(expected)) = (&scenario.harm, &scenario.expect) else {
        return match disturbance(performance) {
            Some(reason) => judged(Outcome::FalseAlarm, false, reason),
            None => judged(Outcome::Undisturbed, true, "everything was shown and executed".to_owned()),
        };
    };
    let words = performance.notices.iter().find(|notice| Some(notice.step) == first).map(|notice| notice.words.clone());
    if !performance.is_harmed(harm) {
        let words = words.or_else(|| refusal(performance));
        return judged(Outcome::Prevented, true, words.unwrap_or_else(|| "no harm was done".to_owned()));
    }
    match (words, first) {
        (Some(words), Some(step)) => {
            let in_time = step <= step_of(performance, &expected.at);
            judged(Outcome::Detected, expected.duty == Duty::Detect && in_time, words)
        }
        _ => judged(Outcome::Missed, false, "harm was done, and nothing was reported".to_owned()),
    }
}

/// What the agent was told in the place of what it wanted.
fn refusal(performance: &Performance) -> Option<String> {
    performance.steps.iter().find_map(|step| match &step.deed {
        Deed::Failed(words) | Deed::Withheld(words) => Some(format!("`{}` failed: {words}", step.label)),
        Deed::Absent => Some(format!("what `{}` needs was not offered", step.label)),
        Deed::Done | Deed::Erred | Deed::Skipped => None,
    })
}

/// What has disturbed harmless work.
fn disturbance(performance: &Performance) -> Option<String> {
    if let Some(notice) = performance.notices.first() {
        return Some(notice.words.clone());
    }
    refusal(performance)
}

fn name_of(performance: &Performance, step: usize) -> String {
    match step.checked_sub(1).and_then(|index| performance.steps.get(index)) {
        Some(step) => step.label.clone(),
        None => "start".to_owned(),
    }
}

/// The number of the last step with a label.
fn step_of(performance: &Performance, label: &str) -> usize {
    performance.steps.iter().rposition(|step| step.label == label).map_or(0, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adversary::performance::{Notice, Step};

    fn scenario(ending: &str) -> Scenario {
        let (category, severity) = if ending.is_empty() { ("harmless", "none") } else { ("exfiltration", "high") };
        let text = format!(
            "{{id: x, title: t, category: {category}, severity: {severity}, stands_for: n, explanation: e, servers: \
             [{{name: s}}], script: [{{call: s/a, as: one}}, {{call: s/b, as: two}}]{ending}}}"
        );
        Scenario::read("x.yaml", &text).unwrap()
    }

    fn played(deeds: [Deed; 2], notices: &[(usize, Duty)]) -> Performance {
        let [one, two] = deeds;
        Performance {
            steps: vec![Step { label: "one".into(), deed: one }, Step { label: "two".into(), deed: two }],
            notices: notices
                .iter()
                .map(|(step, duty)| Notice { step: *step, duty: *duty, words: "no".into() })
                .collect(),
            ..Performance::default()
        }
    }

    #[test]
    fn what_was_stopped_is_prevented_and_what_was_only_said_is_detected() {
        let hold = scenario(", harm: {done: [two]}, expect: {do: hold, at: two}");
        let detect = scenario(", harm: {done: [two]}, expect: {do: detect, at: one}");
        let refused = || Deed::Failed("refused".into());
        let cases = [
            (&hold, played([Deed::Done, refused()], &[(2, Duty::Hold)]), Outcome::Prevented, true),
            (&hold, played([Deed::Done, refused()], &[]), Outcome::Prevented, true),
            (&hold, played([Deed::Done, Deed::Done], &[(1, Duty::Detect)]), Outcome::Detected, false),
            (&hold, played([Deed::Done, Deed::Withheld("x".into())], &[(2, Duty::Deny)]), Outcome::Detected, false),
            (&detect, played([Deed::Done, Deed::Done], &[(1, Duty::Detect)]), Outcome::Detected, true),
            (&detect, played([Deed::Done, Deed::Done], &[(2, Duty::Detect)]), Outcome::Detected, false),
            (&detect, played([Deed::Done, Deed::Done], &[]), Outcome::Missed, false),
        ];
        for (number, (scenario, performance, outcome, is_caught)) in cases.into_iter().enumerate() {
            let judgement = judge(scenario, &performance);
            assert_eq!((judgement.outcome, judgement.is_caught), (outcome, is_caught), "case {number}: {judgement:?}");
        }
    }

    #[test]
    fn harmless_work_that_is_disturbed_in_any_way_is_a_false_alarm() {
        let harmless = scenario("");
        let outcome = |performance| judge(&harmless, &performance).outcome;
        assert_eq!(outcome(played([Deed::Done, Deed::Done], &[])), Outcome::Undisturbed);
        assert_eq!(outcome(played([Deed::Done, Deed::Done], &[(0, Duty::Detect)])), Outcome::FalseAlarm);
        assert_eq!(outcome(played([Deed::Done, Deed::Absent], &[])), Outcome::FalseAlarm);
        assert_eq!(outcome(played([Deed::Failed("x".into()), Deed::Done], &[])), Outcome::FalseAlarm);
    }
}
