//! `security.rules`: what somebody decides beyond the policy, in expressions.

use super::super::section::{Section, choose};
use super::super::security::ACTIONS;
use vetgate_guard::{Policy, RuleText, Settings};

/// The rules in their order. One that cannot be understood is told with its line.
pub(super) fn read(section: &Section) -> Vec<RuleText> {
    let mut rules = vec![];
    for own in section.sections("rules", "security.rules[]") {
        let (when, reason) = (own.needed("when"), own.needed("reason"));
        let action = match own.get("action") {
            Some(value) => choose(own.context, value, &own.place.key("action"), ACTIONS),
            None => {
                own.wrong("action", "is missing", Some("write \"allow\", \"hold\" or \"deny\""));
                None
            }
        };
        let (Some(when), Some(action), Some(reason)) = (when, action, reason) else { continue };
        let rule = RuleText { when: when.text.to_owned(), action, reason: reason.text.to_owned() };
        // Each alone, so that all mistakes are told at once.
        match Policy::compile(&Settings { rules: vec![rule.clone()], ..Settings::default() }) {
            Ok(_) => rules.push(rule),
            Err(error) => own.wrong(
                "when",
                format_args!("line {}, column {}: {}", error.0.line, error.0.column, error.0.message),
                None,
            ),
        }
    }
    rules
}
