//! Ignore rules: findings that a person has looked at and lets pass, for a reason and until a day.
//!
//! Guarantees: a rule without a reason or an expiry is an error, not a rule; what a rule holds back is listed as
//! [`Suppressed`]; a rule that has expired holds back nothing; a rule that expired or matches nothing is reported,
//! so that the file never grows stale in silence. Today's date comes in as an argument.
//!
//! ```
//! use vetgate_vet::ignore::{Date, Rules};
//! let text = "[[ignore]]\ncheck = \"directive.*\"\nreason = \"reviewed\"\nexpires = 2027-01-31\n";
//! let rules = Rules::parse("vetgate.toml", text).unwrap();
//! let applied = rules.apply(vec![], "2026-01-01".parse::<Date>().unwrap());
//! assert_eq!((applied.caps[0].cap.as_str(), applied.caps[0].place.as_str()), ("ignore.unused", "vetgate.toml:1"));
//! ```

mod date;
mod glob;
mod rule;

pub use date::{Date, NotADate};
pub use rule::{Rule, RuleError};

use crate::aggregate;
use vetgate_model::{Cap, Finding, Signal, SourceFinding, Suppressed};

/// The rules of one settings file, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    file: String,
    rules: Vec<Rule>,
}

/// What is left after the rules, and what they did.
#[derive(Debug, Clone, Default)]
pub struct Applied {
    /// Findings with the signals that no rule holds back, graded anew, most severe first.
    pub findings: Vec<Finding>,
    /// What was held back, sorted.
    pub suppressed: Vec<Suppressed>,
    /// Every rule: how many signals it holds back (`ignore.used`), or that it has expired (`ignore.expired`) or matches
    /// nothing (`ignore.unused`).
    pub caps: Vec<Cap>,
}

/// The same for findings in source.
#[derive(Debug, Clone, Default)]
pub struct AppliedToSource {
    /// What no rule holds back, in the order given.
    pub findings: Vec<SourceFinding>,
    /// What was held back, sorted.
    pub suppressed: Vec<Suppressed>,
    /// Every rule: how many findings it holds back, or that it has expired or matches nothing.
    pub caps: Vec<Cap>,
}

impl Rules {
    /// Reads the `[[ignore]]` tables of the text of `file`; other tables are left to others.
    pub fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        Ok(Self { file: file.to_owned(), rules: rule::parse(text)? })
    }

    /// The rules themselves.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Takes from `findings` what the rules that hold on `today` hold back.
    pub fn apply(&self, findings: Vec<Finding>, today: Date) -> Applied {
        let mut used = vec![0; self.rules.len()];
        let mut applied = Applied::default();
        for finding in findings {
            let rule_for = |signal: &Signal| {
                self.rules.iter().position(|rule| {
                    today <= rule.expires && rule.matches(&finding.server, &finding.tool, &signal.check)
                })
            };
            let rules: Vec<Option<usize>> = finding.signals.iter().map(rule_for).collect();
            if rules.iter().all(Option::is_none) {
                applied.findings.push(finding);
                continue;
            }
            let mut kept = Vec::new();
            for (signal, rule) in finding.signals.into_iter().zip(rules) {
                let Some(index) = rule else {
                    kept.push(signal);
                    continue;
                };
                used[index] += 1;
                applied.suppressed.push(Suppressed {
                    server: finding.server.clone(),
                    tool: finding.tool.clone(),
                    check: signal.check,
                    reason: self.rules[index].reason.clone(),
                    expires: self.rules[index].expires.to_string(),
                });
            }
            applied.findings.extend(aggregate::finding(&finding.server, &finding.tool, finding.subject, kept));
        }
        aggregate::order(&mut applied.findings);
        applied.suppressed.sort();
        applied.caps = self.rules.iter().zip(used).map(|(rule, used)| self.note(rule, used, today, "signal")).collect();
        applied
    }

    /// The same for findings in source; the `server` of a rule is the tree's path, its `tool` the tool or else the file.
    pub fn apply_to_source(&self, findings: Vec<SourceFinding>, today: Date) -> AppliedToSource {
        let mut used = vec![0; self.rules.len()];
        let mut applied = AppliedToSource::default();
        for finding in findings {
            let tool = finding.tool.as_deref().unwrap_or(&finding.location.file);
            let rule = self.rules.iter().position(|rule| {
                today <= rule.expires
                    && (rule.matches(&finding.tree, tool, &finding.rule)
                        || rule.matches(&finding.tree, tool, &finding.name))
            });
            let Some(index) = rule else {
                applied.findings.push(finding);
                continue;
            };
            used[index] += 1;
            applied.suppressed.push(Suppressed {
                server: finding.tree.clone(),
                tool: tool.to_owned(),
                check: finding.rule.clone(),
                reason: self.rules[index].reason.clone(),
                expires: self.rules[index].expires.to_string(),
            });
        }
        applied.suppressed.sort();
        applied.caps =
            self.rules.iter().zip(used).map(|(rule, used)| self.note(rule, used, today, "finding")).collect();
        applied
    }

    /// The rules that are about any of these checks. Others are not stale: they are about something else.
    #[must_use]
    pub fn about<'i>(&self, ids: impl Iterator<Item = &'i str> + Clone) -> Self {
        let rules = self.rules.iter().filter(|rule| ids.clone().any(|id| rule.names(id))).cloned();
        Self { file: self.file.clone(), rules: rules.collect() }
    }

    /// The line of the coverage record about `rule`, which held back so many signals or findings.
    fn note(&self, rule: &Rule, used: usize, today: Date, noun: &str) -> Cap {
        let place = format!("{}:{}", self.file, rule.line);
        let (cap, detail) = if today > rule.expires {
            let day = rule.expires;
            ("ignore.expired", format!("the rule for `{}` expired on {day}: renew or remove it", rule.check))
        } else if used == 0 {
            ("ignore.unused", format!("the rule for `{}` matches nothing: correct or remove it", rule.check))
        } else {
            let plural = if used == 1 { "" } else { "s" };
            ("ignore.used", format!("the rule for `{}` suppresses {used} {noun}{plural}: {}", rule.check, rule.reason))
        };
        Cap::new(cap, place, detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::{Confidence, Pointer, Severity, Subject, ThreatType, Tier};

    fn found(checks: &[&str]) -> Vec<Finding> {
        let signals = checks.iter().map(|check| Signal {
            check: (*check).to_owned(),
            tier: Tier::Soft,
            threat_type: ThreatType::ToolPoisoning,
            confidence: Confidence::new(0.5),
            pointer: Pointer::root(),
            evidence: String::new(),
            detail: String::new(),
            escalated: false,
            location: None,
        });
        aggregate::finding("docs", "search_all", Subject::Tool, signals.collect()).into_iter().collect()
    }

    fn apply(rule: &str, checks: &[&str]) -> Applied {
        let text = format!("[[ignore]]\n{rule}\nreason = \"looked at\"\nexpires = 2026-06-30\n");
        Rules::parse("t.toml", &text).unwrap().apply(found(checks), "2026-06-30".parse().unwrap())
    }

    #[test]
    fn a_rule_takes_its_signals_and_the_rest_is_graded_anew() {
        let applied = apply("check = \"a.x\"", &["a.x", "b.y"]);
        assert_eq!(applied.findings[0].severity, Severity::Low);
        assert_eq!(applied.findings[0].signals.len(), 1);
        assert_eq!(
            (applied.suppressed[0].check.as_str(), applied.suppressed[0].expires.as_str()),
            ("a.x", "2026-06-30")
        );
        let note = Cap::new("ignore.used", "t.toml:1", "the rule for `a.x` suppresses 1 signal: looked at");
        assert_eq!(applied.caps, [note]);
    }

    #[test]
    fn a_finding_without_signals_is_gone() {
        assert!(apply("check = \"*\"", &["a.x", "b.y"]).findings.is_empty());
    }

    #[test]
    fn globs_choose_server_and_tool() {
        assert_eq!(apply("check = \"a.*\"\nserver = \"do*\"\ntool = \"search*\"", &["a.x"]).suppressed.len(), 1);
        let elsewhere = apply("check = \"a.*\"\nserver = \"other\"", &["a.x"]);
        assert_eq!((elsewhere.suppressed.len(), elsewhere.caps[0].cap.as_str()), (0, "ignore.unused"));
    }

    #[test]
    fn an_expired_rule_holds_back_nothing_and_says_so() {
        let rules =
            Rules::parse("t.toml", "[[ignore]]\ncheck = \"*\"\nreason = \"r\"\nexpires = \"2026-06-30\"\n").unwrap();
        let applied = rules.apply(found(&["a.x"]), "2026-07-01".parse().unwrap());
        assert_eq!(applied.findings.len(), 1);
        assert_eq!(applied.caps[0].cap, "ignore.expired");
        assert_eq!(applied.caps[0].place, "t.toml:1");
    }
}
