//! What becomes of a call: the configured policy, applied to an assessment.
//!
//! In this order:
//!
//! 1. **Rules**, in their order: the first that matches decides. An `allow` lifts everything below it but a contradiction
//!    that quarantines: where a server lied, no rule that was written before can vouch for it.
//! 2. Of the rest the gravest wins, and of two as grave the first named, which says more of this very call:
//!    **contradictions**: `deny` does what the row of the matrix says (a row that flags only counts as risk), `approve`
//!    holds what it would block, `allow` only writes it down;
//!    **trifecta**: a call that reaches outside in a session that stands on the other two legs;
//!    **risk**: held from the approval threshold on, denied in the critical band where that is set;
//!    **tool_policy** by what the call does; what cannot be told counts as a write.
//! 3. From the flag threshold on a call is flagged, whatever becomes of it, and its reason says what is gravest.
//!
//! The policy knows nothing that is not in the assessment and the arguments, so that another policy can be tried on what
//! was recorded: [`replay`](crate::replay).
//!
//! A hot path: under 1 µs without rules where nothing is found; benchmark `policy::decide`.

use crate::contradiction::{Response, Row, is_borne_out};
use crate::rules::{Rules, RulesError};
use crate::{Action, Assessment, Band, Decision, RiskSettings, Settings, ToolPolicy, TrifectaPolicy};
use vetgate_capability::OperationClass;
use vetgate_flow::Leg;

/// Why a policy cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PolicyError(#[from] pub RulesError);

/// A policy that is ready to decide.
///
/// ```
/// use vetgate_guard::{Action, Policy, RuleText, Settings};
///
/// let rule = |when: &str| RuleText { when: when.to_owned(), action: Action::Deny, reason: "not here".to_owned() };
/// let settings = |rules| Settings { rules, ..Settings::default() };
/// assert!(Policy::compile(&settings(vec![rule("tool.server == 'prod'")])).is_ok());
/// let error = Policy::compile(&settings(vec![rule("tol.server == 'prod'")])).unwrap_err();
/// assert!(error.to_string().contains("did you mean `tool`"), "{error}");
/// ```
#[derive(Debug)]
pub struct Policy {
    rules: Rules,
    tools: ToolPolicy,
    risk: RiskSettings,
    trifecta: TrifectaPolicy,
}

/// What one part of a policy asks for.
struct Verdict {
    action: Action,
    by: String,
    reason: String,
}

impl Policy {
    /// Reads the rules of `settings`; a rule that is wrong is an error with its place.
    pub fn compile(settings: &Settings) -> Result<Self, PolicyError> {
        let rules = Rules::compile(&settings.rules, &settings.sensitive)?;
        Ok(Self { rules, tools: settings.tool_policy, risk: settings.risk, trifecta: settings.trifecta })
    }

    /// What is done with a call. `arguments` are the JSON that the call carries.
    pub fn decide(&self, assessment: &Assessment, arguments: &str) -> Decision {
        let lie = self.lie(assessment);
        let is_flagged = self.risk.enabled && assessment.risk.score >= self.risk.auto_flag_threshold;
        let quarantines = lie.is_some();
        let settled = |verdict: Verdict| {
            let Verdict { action, by, mut reason } = verdict;
            let is_grave = match action {
                Action::Allow => assessment.risk.band > Band::Low,
                Action::Hold | Action::Deny => is_flagged,
            };
            // Whoever reads why a call waits must not miss what is worse than that.
            if is_grave && assessment.risk.parts.first().is_some_and(|part| !reason.contains(bare(&part.reason))) {
                reason.push_str(&format!(" The {}", danger(assessment)));
            }
            Decision { action, by, reason, detail: None, is_flagged, quarantines }
        };
        if let Some(matched) = self.rules.first_match(assessment, arguments) {
            let verdict = Verdict { action: matched.action, by: matched.by, reason: matched.reason };
            return match lie {
                Some(lie) if lie.action > verdict.action => settled(lie),
                _ => Decision { detail: matched.detail, ..settled(verdict) },
            };
        }
        let parts = [
            lie,
            self.contradicted(assessment),
            self.by_legs(assessment),
            self.by_risk(assessment),
            self.by_class(assessment),
        ];
        let mut gravest: Option<Verdict> = None;
        for verdict in parts.into_iter().flatten() {
            if gravest.as_ref().is_none_or(|known| verdict.action > known.action) {
                gravest = Some(verdict);
            }
        }
        match gravest {
            Some(verdict) => settled(verdict),
            None => Decision { is_flagged, ..Decision::unopposed(assessment) },
        }
    }

    /// A contradiction that quarantines. On one agent's word alone none does, unless that is set; the call is denied all
    /// the same.
    fn lie(&self, assessment: &Assessment) -> Option<Verdict> {
        let counts = || self.tools.quarantines_on_word || is_borne_out(&assessment.signals);
        if self.tools.contradiction != Action::Deny || !counts() {
            return None;
        }
        let lies = assessment.contradictions.iter();
        let mut lies =
            lies.filter(|found| Row::named(&found.id).is_some_and(|row| row.response == Response::BlockAndQuarantine));
        let lie = lies.next()?;
        Some(Verdict {
            action: Action::Deny,
            by: format!("contradiction.{}", lie.id),
            reason: format!("{}.", lie.explanation),
        })
    }

    /// The gravest contradiction.
    fn contradicted(&self, assessment: &Assessment) -> Option<Verdict> {
        let asked = |id: &str| match Row::named(id).map_or(Response::RequireApproval, |row| row.response) {
            Response::Flag => Action::Allow,
            Response::RequireApproval => Action::Hold,
            Response::Block | Response::BlockAndQuarantine => Action::Deny,
        };
        let found = assessment.contradictions.iter().max_by_key(|found| (asked(&found.id), found.severity))?;
        let action = asked(&found.id).min(self.tools.contradiction);
        (action > Action::Allow).then(|| Verdict {
            action,
            by: format!("contradiction.{}", found.id),
            reason: format!("{}.", found.explanation),
        })
    }

    /// What the policy says to the class of the call, and the setting that says so. What cannot be told counts as a write.
    fn class(&self, assessment: &Assessment) -> (Action, &'static str) {
        let action = match assessment.operation {
            OperationClass::Read => self.tools.read,
            OperationClass::Write | OperationClass::Unknown => self.tools.write,
            OperationClass::Destructive => self.tools.destructive,
        };
        (action, class(assessment.operation))
    }

    fn by_class(&self, assessment: &Assessment) -> Option<Verdict> {
        // What the user asked to be removed may be, unless the data flow speaks against it, which counts as risk.
        let is_asked = assessment.is_asked && assessment.operation == OperationClass::Destructive;
        if assessment.tool.is_protocol || is_asked {
            return None;
        }
        let (action, class) = self.class(assessment);
        let what = match assessment.operation {
            OperationClass::Unknown => "Its operation is unknown, which counts as a write",
            OperationClass::Read => "It reads",
            OperationClass::Write => "It writes, sends or runs something",
            OperationClass::Destructive => "It is destructive",
        };
        let done = match action {
            Action::Allow => return None,
            Action::Hold => "such calls are held for approval",
            Action::Deny => "such calls are denied",
        };
        Some(Verdict { action, by: format!("tool_policy.{class}"), reason: format!("{what}, and {done}.") })
    }

    fn by_legs(&self, assessment: &Assessment) -> Option<Verdict> {
        let action = match self.trifecta {
            TrifectaPolicy::Off | TrifectaPolicy::Warn => return None,
            TrifectaPolicy::Hold => Action::Hold,
            TrifectaPolicy::Deny => Action::Deny,
        };
        // The third leg is among them only where this very call reaches outside.
        let stands = Leg::ALL.iter().all(|leg| assessment.session.legs.contains(leg));
        stands.then(|| Verdict {
            action,
            by: "trifecta".to_owned(),
            reason:
                "The session has read private data and untrusted content, and this call contacts an external destination (trifecta)."
                    .to_owned(),
        })
    }

    fn by_risk(&self, assessment: &Assessment) -> Option<Verdict> {
        if !self.risk.enabled {
            return None;
        }
        let risk = &assessment.risk;
        let reason = || format!("The {}", danger(assessment));
        if self.risk.block_on_critical && risk.band == Band::Critical {
            return Some(Verdict { action: Action::Deny, by: "risk.critical".to_owned(), reason: reason() });
        }
        let is_held = risk.score >= self.risk.require_approval_threshold && risk.score > 0;
        is_held.then(|| Verdict { action: Action::Hold, by: "risk.approve".to_owned(), reason: reason() })
    }
}

impl Decision {
    /// What becomes of a call that no part of a policy has anything against: it goes through. Records leave it out.
    pub fn unopposed(assessment: &Assessment) -> Self {
        Self {
            action: Action::Allow,
            by: format!("tool_policy.{}", class(assessment.operation)),
            reason: match assessment.risk.band {
                Band::Low => "No rule or detector objects.".to_owned(),
                _ => format!("Allowed; the {}", danger(assessment)),
            },
            detail: None,
            is_flagged: false,
            quarantines: false,
        }
    }
}

/// The setting that speaks of such calls. What cannot be told counts as a write.
fn class(operation: OperationClass) -> &'static str {
    match operation {
        OperationClass::Read => "read",
        OperationClass::Write | OperationClass::Unknown => "write",
        OperationClass::Destructive => "destructive",
    }
}

/// How great the risk is, and what is gravest about it.
fn danger(assessment: &Assessment) -> String {
    let risk = &assessment.risk;
    let because = risk.parts.first().map_or(String::new(), |part| format!(": {}", bare(&part.reason)));
    format!("risk is {} ({}){because}.", risk.score, risk.band)
}

/// A sentence without its end.
fn bare(sentence: &str) -> &str {
    sentence.trim_end_matches('.')
}

#[cfg(test)]
mod tests;
