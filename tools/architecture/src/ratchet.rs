//! Numbers of violations that may only fall.

use crate::source::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The violations of one rule by crate: a line for each that says where and what.
pub type Violations = BTreeMap<String, Vec<String>>;

/// Compares violations with the recorded numbers of `rule`.
///
/// With the environment variable `VETGATE_BLESS`, lower numbers are recorded.
///
/// # Panics
/// If a crate has more violations than are recorded, or fewer.
pub fn hold(rule: &str, found: &Violations) {
    let path = path();
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut recorded: BTreeMap<String, BTreeMap<String, usize>> =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let is_new = !recorded.contains_key(rule);
    let limits = recorded.entry(rule.to_owned()).or_default();
    let is_blessed = std::env::var_os("VETGATE_BLESS").is_some();
    let mut stale = Vec::new();
    for (krate, places) in found {
        let limit = limits.get(krate).copied().unwrap_or(0);
        assert!(
            places.len() <= limit || (is_new && is_blessed),
            "{rule}: crate `{krate}` has {} violations, {limit} are allowed:\n{}",
            places.len(),
            places.join("\n")
        );
    }
    for krate in limits.keys().chain(found.keys()) {
        let count = found.get(krate).map_or(0, Vec::len);
        if limits.get(krate).copied().unwrap_or(0) != count {
            stale.push(format!("{krate}: {count}"));
        }
    }
    if is_blessed && !stale.is_empty() {
        *limits = found.iter().map(|(krate, places)| (krate.clone(), places.len())).filter(|(_, n)| *n > 0).collect();
        let text = toml::to_string(&recorded).expect("a table of numbers");
        fs::write(&path, format!("{HEADER}\n{text}")).expect("the ratchets are written");
        return;
    }
    assert!(
        stale.is_empty(),
        "{rule}: fewer violations than recorded ({}). Record them: VETGATE_BLESS=1 cargo test -p vetgate-architecture",
        stale.join(", ")
    );
}

const HEADER: &str = "\
# Violations of the rules in src/ by crate. A number may only fall. To record lower numbers, one test at a time:
#     VETGATE_BLESS=1 cargo test -p vetgate-architecture -- --test-threads=1
";

fn path() -> PathBuf {
    root().join("tools/architecture/ratchets.toml")
}
