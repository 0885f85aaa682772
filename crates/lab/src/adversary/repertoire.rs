//! The scenarios that come with the program.

use crate::adversary::scenario::Scenario;

/// Files and their texts, in the order of their names; attacks first.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// All of them: attacks first, each part in the order of the ids.
pub fn all() -> Vec<Scenario> {
    FILES.iter().map(|(file, text)| Scenario::read(file, text).expect("a test reads every scenario")).collect()
}

/// The story that `vetgate demo` tells; none of those above.
pub fn demo() -> Scenario {
    Scenario::read("demo.yaml", include_str!("../../scenarios/demo.yaml")).expect("a test reads it")
}

/// The ids of all of them.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(file, _)| file.trim_end_matches(".yaml"))
}

/// The one with this id.
pub fn find(id: &str) -> Option<Scenario> {
    let (file, text) = FILES.iter().find(|(file, _)| file.trim_end_matches(".yaml") == id)?;
    Some(Scenario::read(file, text).expect("a test reads every scenario"))
}
