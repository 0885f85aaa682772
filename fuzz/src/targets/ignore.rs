//! Any text has rules or a mistake with its line; what a rule says it is about it matches, and a day is read as it is shown.

use vetgate_vet::ignore::{Date, Rules};

pub(crate) fn run(text: &str) {
    let lines = text.split('\n').count();
    let today = Date::from_unix_days(20_000);
    match Rules::parse("vetgate.toml", text) {
        Ok(rules) => {
            for rule in rules.rules() {
                assert!((1..=lines).contains(&rule.line) && (1..=lines).contains(&rule.check_line));
                assert_eq!(rule.expires.to_string().parse(), Ok(rule.expires));
                let name = |pattern: &Option<String>| pattern.as_deref().unwrap_or("any").to_owned();
                assert!(rule.matches(&name(&rule.server), &name(&rule.tool), &rule.check), "a pattern fits itself");
            }
            let applied = rules.apply(vec![], today);
            assert_eq!(applied.caps.len(), rules.rules().len(), "nothing to hold back, so every rule is stale");
        }
        Err(error) => assert!((1..=lines).contains(&error.line), "{error}"),
    }
}
