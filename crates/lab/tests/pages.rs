//! What pages say of scenarios and datasets is so.

use std::path::Path;
use vetgate_lab::adversary::repertoire;

#[allow(clippy::disallowed_methods, reason = "reads the project's own files")]
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How many of the scenarios are caught is what the gauntlet says; how many there are is known here.
#[test]
fn the_pages_know_how_many_scenarios_there_are() {
    let scenarios = repertoire::all();
    let harmless = scenarios.iter().filter(|scenario| scenario.is_harmless()).count();
    let attacks = scenarios.len() - harmless;
    let figures = page("docs/figures.md");
    assert!(figures.contains(&format!(" of {attacks} are caught, ")), "docs/figures.md: there are {attacks} attacks");
    for name in ["docs/figures.md", "docs/commands/gauntlet.md"] {
        let told = format!("in {harmless} harmless scenarios");
        assert!(page(name).contains(&told), "{name}: there are {harmless} harmless scenarios");
    }
}

#[test]
fn every_rule_of_datasets_is_listed() {
    let page = page("docs/commands/eval.md");
    let rules: Vec<String> = vetgate_eval::Rule::ALL
        .iter()
        .map(|(rule, demand)| format!("| `{}` | {} |", rule.name(), demand.trim()))
        .collect();
    let listed: Vec<&str> = page.lines().filter(|line| rules.iter().any(|rule| rule == line)).collect();
    assert_eq!(listed, rules);
}
