//! Everything that is declared in one scan, for checks that look across tools and servers.

use crate::View;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_text::script;

/// All definitions of all servers; built once per scan, read-only afterwards.
#[derive(Debug)]
pub struct Catalog<'d> {
    views: Vec<View<'d>>,
    /// Views of tools by lower-case name.
    by_name: BTreeMap<String, Vec<usize>>,
    /// Views of tools by the skeleton of their name: what it looks like.
    by_skeleton: BTreeMap<String, Vec<usize>>,
    /// Names of each server's tools.
    servers: BTreeMap<&'d str, BTreeSet<&'d str>>,
    /// The same in lower case.
    lower: BTreeMap<&'d str, BTreeSet<String>>,
}

impl<'d> Catalog<'d> {
    /// A catalog of `definitions`.
    pub fn of(definitions: &'d [Definition]) -> Self {
        let mut catalog = Self {
            views: definitions.iter().map(View::of).collect(),
            by_name: BTreeMap::new(),
            by_skeleton: BTreeMap::new(),
            servers: BTreeMap::new(),
            lower: BTreeMap::new(),
        };
        for (index, definition) in definitions.iter().enumerate() {
            if definition.kind() == DefinitionKind::Tool && !definition.name().is_empty() {
                let name = definition.name();
                catalog.by_name.entry(name.to_lowercase()).or_default().push(index);
                catalog.by_skeleton.entry(script::skeleton(name)).or_default().push(index);
                catalog.lower.entry(definition.server()).or_default().insert(name.to_lowercase());
                catalog.servers.entry(definition.server()).or_default().insert(name);
            }
        }
        catalog
    }

    /// Every definition, in the order given.
    pub fn views(&self) -> &[View<'d>] {
        &self.views
    }

    /// The tools called `name`, whatever the case of its letters.
    pub fn tools_named(&self, name: &str) -> impl Iterator<Item = &View<'d>> + use<'_, 'd> {
        self.by_name.get(name).into_iter().flatten().map(|index| &self.views[*index])
    }

    /// The tools whose names look like `name`.
    pub fn tools_looking_like(&self, name: &str) -> impl Iterator<Item = &View<'d>> + use<'_, 'd> {
        self.by_skeleton.get(&script::skeleton(name)).into_iter().flatten().map(|index| &self.views[*index])
    }

    /// Whether `server` has a tool called `name`, given in lower case.
    pub fn has_tool(&self, server: &str, name: &str) -> bool {
        self.lower.get(server).is_some_and(|names| names.contains(name))
    }

    /// The names of a server's tools.
    pub fn tools_of(&self, server: &str) -> Option<&BTreeSet<&'d str>> {
        self.servers.get(server)
    }
}
