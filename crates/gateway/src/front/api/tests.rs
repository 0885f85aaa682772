//! The list of operations, its document and its page hold together.

use super::document::document;
use super::operation::Place;
use super::operations;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../../../docs/management-api.md");

#[test]
fn names_and_paths_are_there_once() {
    let all = operations();
    let names: BTreeSet<&str> = all.iter().map(|operation| operation.name).collect();
    let places: BTreeSet<(&str, &str)> =
        all.iter().map(|operation| (operation.path, operation.method.as_str())).collect();
    assert_eq!((names.len(), places.len()), (all.len(), all.len()));
}

#[test]
fn the_parameters_of_a_path_are_those_in_it() {
    for operation in operations() {
        let named: BTreeSet<String> = operation
            .parameters
            .iter()
            .filter(|parameter| parameter.place == Place::Path)
            .map(|parameter| format!("{{{}}}", parameter.name))
            .collect();
        let there: BTreeSet<String> =
            operation.path.split('/').filter(|part| part.starts_with('{')).map(str::to_owned).collect();
        assert_eq!(named, there, "{}", operation.path);
    }
}

#[test]
fn every_schema_that_is_named_is_there() {
    let document = document();
    let text = document.to_string();
    let mut names = BTreeSet::new();
    for part in text.split("#/components/schemas/").skip(1) {
        names.insert(part.split('"').next().unwrap());
    }
    let there: BTreeSet<&str> =
        document["components"]["schemas"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, there);
}

#[test]
fn the_page_names_every_path_and_parameter_and_no_other() {
    let mut known = BTreeSet::new();
    for operation in operations() {
        let heading = format!("`{} {}`", operation.method, operation.path);
        assert!(PAGE.contains(&heading), "docs/management-api.md does not have {heading}");
        known.insert(heading);
        for parameter in operation.parameters {
            let name = format!("`{}`", parameter.name);
            assert!(PAGE.contains(&name), "docs/management-api.md does not have {name} of {}", operation.path);
        }
    }
    for method in ["GET", "POST", "PUT", "DELETE"] {
        for part in PAGE.split(&format!("`{method} ")).skip(1) {
            let heading = format!("`{method} {}`", part.split('`').next().unwrap());
            assert!(known.contains(&heading), "docs/management-api.md has {heading}, which there is not");
        }
    }
}
