//! The scenarios that come with the program, as files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use vetgate_lab::adversary::scenario::RfcRow;
use vetgate_lab::adversary::{Category, Scenario, repertoire};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files = Vec::new();
    for part in ["attacks", "harmless"] {
        let listed = std::fs::read_dir(folder.join(part)).expect("a folder").map(|file| file.expect("a file").path());
        files.extend(listed.filter(|file| file.extension().is_some_and(|extension| extension == "yaml")));
    }
    files.sort();
    files
}

#[allow(clippy::disallowed_methods, reason = "reads the project's own files")]
fn text(file: &Path) -> String {
    std::fs::read_to_string(file).expect("a text")
}

#[test]
fn every_file_is_a_scenario_with_the_name_of_the_file() {
    let mut mistakes = Vec::new();
    for file in files() {
        match Scenario::read(&file.display().to_string(), &text(&file)) {
            Ok(scenario) => {
                let folder = if scenario.is_harmless() { "harmless" } else { "attacks" };
                assert_eq!(file.file_stem().and_then(|stem| stem.to_str()), Some(scenario.id.as_str()));
                assert!(file.parent().is_some_and(|parent| parent.ends_with(folder)), "{}", file.display());
            }
            Err(error) => mistakes.push(error.to_string()),
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn every_file_has_the_form_of_the_schema() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenario.schema.json");
    let schema = serde_json::from_str(&text(&schema)).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let mut mistakes = Vec::new();
    for file in files() {
        let value: serde_json::Value = serde_saphyr::from_str(&text(&file)).expect("YAML");
        mistakes.extend(
            validator
                .iter_errors(&value)
                .map(|error| format!("{}: {}: {error}", file.display(), error.instance_path())),
        );
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn there_are_enough_of_every_kind() {
    let scenarios = repertoire::all();
    let mut counts: BTreeMap<Category, usize> = BTreeMap::new();
    for scenario in &scenarios {
        *counts.entry(scenario.category).or_default() += 1;
    }
    assert!(scenarios.len() - counts[&Category::Harmless] >= 60, "{counts:?}");
    assert!(counts[&Category::Harmless] >= 40, "{counts:?}");
    for category in Category::ALL {
        assert!(counts.get(category).is_some_and(|count| *count >= 3), "{category:?}: {counts:?}");
    }
    for (row, name, _) in RfcRow::TABLE {
        let count = scenarios.iter().filter(|scenario| scenario.rfc == Some(*row)).count();
        assert!(count >= 3, "{name}: {count}");
    }
}

#[test]
fn ids_are_unique_and_twins_are_of_attacks_that_exist() {
    let scenarios = repertoire::all();
    let attacks: BTreeSet<&str> =
        scenarios.iter().filter(|scenario| !scenario.is_harmless()).map(|scenario| scenario.id.as_str()).collect();
    let ids: BTreeSet<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(ids.len(), scenarios.len());
    for scenario in &scenarios {
        if let Some(twin) = &scenario.twin_of {
            assert!(attacks.contains(twin.as_str()), "{} is the twin of `{twin}`, which does not exist", scenario.id);
        }
    }
}
