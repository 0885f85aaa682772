//! Scenarios as they are named on the command line: by id, or by file.

use anyhow::bail;
use std::path::Path;
use vetgate_command::input;
use vetgate_command::nearest;
use vetgate_lab::adversary::{Category, Scenario, repertoire};
use vetgate_report::escape;

/// The scenario of that id, or the one in that file.
pub(crate) fn one(name: &str) -> anyhow::Result<Scenario> {
    if name.ends_with(".yaml") || name.ends_with(".yml") || name.contains(['/', '\\']) {
        let path = Path::new(name);
        return Ok(Scenario::read(name, &input::read_whole(path)?)?);
    }
    match repertoire::find(name) {
        Some(scenario) => Ok(scenario),
        None => {
            let shown = escape::cut(name, 60);
            match nearest::closest(name, repertoire::ids()) {
                Some(id) => bail!("there is no scenario `{shown}`; did you mean `{id}`?"),
                None => bail!("there is no scenario `{shown}`; `vetgate adversary --list` lists them all"),
            }
        }
    }
}

/// Those that are named, or all; of the categories that are named, or of all.
pub(crate) fn some(names: &[String], categories: &[String]) -> anyhow::Result<Vec<Scenario>> {
    let mut scenarios = match names.is_empty() {
        true => repertoire::all(),
        false => names.iter().map(|name| one(name)).collect::<anyhow::Result<_>>()?,
    };
    let known = |name: &String| Category::ALL.iter().copied().find(|category| category.name() == name);
    for name in categories {
        if known(name).is_none() {
            let names: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
            bail!("there is no category `{name}`; the categories are {}", names.join(", "));
        }
    }
    let wanted: Vec<Category> = categories.iter().filter_map(known).collect();
    scenarios.retain(|scenario| wanted.is_empty() || wanted.contains(&scenario.category));
    // Harmless ones last, each part as it was.
    scenarios.sort_by_key(|scenario| (scenario.is_harmless(), scenario.category));
    Ok(scenarios)
}
