//! Which licences let a dataset be passed on.

use crate::rows::{Fields, Row};
use crate::words::licenses::OPEN;
use crate::{Flaw, Rule};
use vetgate_model::json::Node;

/// Whether `license`, an SPDX expression or a list with `/`, lets its text be passed on: every part joined by `AND`
/// must, and one of the parts joined by `OR`, `/` or `,` is enough.
///
/// ```
/// assert!(vetgate_eval::may_be_passed_on("Apache-2.0 OR MIT"));
/// assert!(!vetgate_eval::may_be_passed_on("CC-BY-NC-4.0"));
/// assert!(!vetgate_eval::may_be_passed_on("MIT AND LicenseRef-Proprietary"));
/// ```
pub fn may_be_passed_on(license: &str) -> bool {
    let lower = license.to_lowercase();
    let choices = lower.split(['/', ',']).flat_map(|choice| choice.split(" or "));
    let is_open = |part: &str| {
        let name = part.split(" with ").next().unwrap_or_default();
        OPEN.contains(&name.trim_matches(|c: char| c.is_whitespace() || c == '(' || c == ')'))
    };
    choices.into_iter().any(|choice| choice.split(" and ").all(is_open))
}

/// Whether an entry names a licence, in its `provenance` or beside it, under which it may be passed on.
pub(crate) fn check(row: &Row, id: &str, entry: &Node) -> Result<(), Flaw> {
    let of = |node: Node| Fields::of(&node).text("license");
    match entry.get("provenance").and_then(of).or_else(|| of(*entry)) {
        Some(license) if may_be_passed_on(&license) => Ok(()),
        Some(license) => {
            let message = format!(
                "is under \"{}\", which is not a known licence that allows redistribution",
                crate::label::cut(&license)
            );
            Err(row.flaw(Some(id), Rule::License, message))
        }
        None => Err(row.flaw(Some(id), Rule::License, "has no licence; expected `provenance.license`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restricted_and_unknown_licences_are_refused() {
        for license in
            ["", "CC-BY-NC-4.0", "CC-BY-ND-4.0", "proprietary", "research only", "NOASSERTION", "unknown", "SSPL-1.0"]
        {
            assert!(!may_be_passed_on(license), "{license}");
        }
        for license in [
            "MIT",
            "mit",
            "Apache-2.0/CC-BY-4.0",
            "(MIT OR Apache-2.0)",
            "CC0-1.0",
            "GPL-2.0-only WITH Classpath-exception-2.0",
        ] {
            assert!(may_be_passed_on(license), "{license}");
        }
    }

    #[test]
    fn the_list_is_sorted_and_lower_case() {
        assert!(OPEN.is_sorted());
        assert!(OPEN.iter().all(|name| *name == name.to_lowercase()));
    }
}
