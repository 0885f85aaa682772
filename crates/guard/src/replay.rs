//! What another policy would have done with calls that were recorded.
//!
//! An assessment holds what was known of a call whatever the policy was, so that it can be judged again. What a record does not
//! hold cannot be judged again either: arguments are kept masked, and rules that look at them see the masks; a call that
//! was denied has no response, so that what came after it is as it was.

use crate::{Action, Assessment, Decision, Policy};
use serde::Serialize;

/// A call that was recorded.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'r> {
    /// What was known.
    pub assessment: &'r Assessment,
    /// What was decided.
    pub decision: &'r Decision,
    /// The arguments as they were recorded; JSON.
    pub arguments: &'r str,
}

/// What became of a call, and what would have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replayed {
    /// Which call of its session, from 1.
    pub call: u64,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// The risk, which no policy changes.
    pub risk: u8,
    /// What was decided.
    pub was: Decision,
    /// What the other policy decides.
    pub would: Decision,
    /// Whether the action, the flag or the quarantine differ. Another reason for the same is no change.
    pub changed: bool,
}

/// What a whole replay comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReplaySummary {
    /// How many calls.
    pub calls: usize,
    /// How many are decided otherwise.
    pub changed: usize,
    /// How many of these more strictly.
    pub stricter: usize,
    /// How many of these more leniently.
    pub looser: usize,
    /// How many were allowed, held and denied.
    pub was: [usize; 3],
    /// How many would be.
    pub would: [usize; 3],
}

/// Judges recorded calls again, in their order.
pub fn replay<'r>(records: impl IntoIterator<Item = Recorded<'r>>, policy: &Policy) -> Vec<Replayed> {
    let judge = |record: Recorded<'r>| {
        let Recorded { assessment, decision, arguments } = record;
        let would = policy.decide(assessment, arguments);
        let sum = |decision: &Decision| (decision.action, decision.is_flagged, decision.quarantines);
        Replayed {
            call: assessment.session.call,
            server: assessment.tool.server.clone(),
            tool: assessment.tool.name.clone(),
            risk: assessment.risk.score,
            changed: sum(decision) != sum(&would),
            was: decision.clone(),
            would,
        }
    };
    records.into_iter().map(judge).collect()
}

impl ReplaySummary {
    /// What `replayed` comes to.
    pub fn of(replayed: &[Replayed]) -> Self {
        let mut summary = Self { calls: replayed.len(), ..Self::default() };
        for one in replayed {
            summary.changed += usize::from(one.changed);
            summary.stricter += usize::from(one.would.action > one.was.action);
            summary.looser += usize::from(one.would.action < one.was.action);
            summary.was[place(one.was.action)] += 1;
            summary.would[place(one.would.action)] += 1;
        }
        summary
    }
}

fn place(action: Action) -> usize {
    match action {
        Action::Allow => 0,
        Action::Hold => 1,
        Action::Deny => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{assessment, edge};
    use crate::{Risk, RiskSettings, RuleText, Settings, ToolPolicy, parts};
    use vetgate_capability::OperationClass;
    use vetgate_flow::Level;

    fn policy(settings: Settings) -> Policy {
        Policy::compile(&settings).expect("the settings are sound")
    }

    #[test]
    fn another_policy_decides_otherwise_and_the_same_one_alike() {
        let usual = policy(Settings::default());
        let mut critical = Assessment { edges: vec![edge(Level::Critical)], ..assessment() };
        critical.risk = Risk::of(parts(&critical));
        let calls = [assessment(), Assessment { operation: OperationClass::Destructive, ..assessment() }, critical];
        let decisions: Vec<Decision> = calls.iter().map(|call| usual.decide(call, "{}")).collect();
        let records = || {
            calls.iter().zip(&decisions).map(|(assessment, decision)| Recorded {
                assessment,
                decision,
                arguments: "{}",
            })
        };
        let same = replay(records(), &usual);
        assert!(same.iter().all(|one| !one.changed));
        assert_eq!(
            ReplaySummary::of(&same),
            ReplaySummary { calls: 3, was: [1, 1, 1], would: [1, 1, 1], ..ReplaySummary::default() }
        );
        let other = policy(Settings {
            tool_policy: ToolPolicy { destructive: Action::Allow, ..ToolPolicy::default() },
            risk: RiskSettings { block_on_critical: true, ..RiskSettings::default() },
            ..Settings::default()
        });
        let replayed = replay(records(), &other);
        let actions: Vec<_> = replayed.iter().map(|one| (one.was.action, one.would.action, one.changed)).collect();
        assert_eq!(
            actions,
            [
                (Action::Allow, Action::Allow, false),
                (Action::Deny, Action::Allow, true),
                (Action::Hold, Action::Deny, true)
            ]
        );
        let summary = ReplaySummary::of(&replayed);
        assert_eq!((summary.changed, summary.stricter, summary.looser), (2, 1, 1));
    }

    #[test]
    fn rules_see_the_recorded_arguments() {
        let rules = vec![RuleText {
            when: "has(args.path) && args.path.startsWith('/etc')".to_owned(),
            action: Action::Deny,
            reason: String::new(),
        }];
        let (assessment, decision) = (assessment(), policy(Settings::default()).decide(&assessment(), "{}"));
        let record = Recorded { assessment: &assessment, decision: &decision, arguments: r#"{"path":"/etc/passwd"}"# };
        let replayed = replay([record], &policy(Settings { rules, ..Settings::default() }));
        assert_eq!(replayed[0].would.by, "rule.1");
    }
}
