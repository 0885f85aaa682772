//! Any text of a model is labels or an error that can be shown; no label is there twice.

use std::collections::BTreeSet;
use vetgate_capability::inferred::answer;

pub(crate) fn run(text: &str) {
    match answer(text) {
        Ok(answer) => {
            let parameters: BTreeSet<_> = answer.parameter_roles.iter().map(|role| &role.parameter).collect();
            assert_eq!(parameters.len(), answer.parameter_roles.len());
            let tags: BTreeSet<_> = answer.capabilities.iter().map(|inferred| inferred.tag.name()).collect();
            assert_eq!(tags.len(), answer.capabilities.len());
        }
        Err(error) => {
            let shown = error.to_string();
            assert!(!shown.chars().any(char::is_control) && shown.len() < 2000, "{shown:?}");
        }
    }
}
