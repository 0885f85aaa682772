//! Everything that is declared in one scan, for checks that look across tools and servers.

use crate::View;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::sync::OnceLock;
use vetgate_capability::{Classification, classify_all};
use vetgate_model::{Definition, DefinitionKind, FacetKind};
use vetgate_text::script;

/// All definitions of all servers; built once per scan, read-only afterwards.
#[derive(Debug)]
pub struct Catalog<'d> {
    views: Vec<View<'d>>,
    /// Views of tools by lower-case name and server.
    by_name: BTreeMap<String, BTreeMap<&'d str, Vec<usize>>>,
    /// Views of tools by the skeleton of their name (what it looks like) and server.
    by_skeleton: BTreeMap<String, BTreeMap<&'d str, Vec<usize>>>,
    /// Lower-case names of each server's tools.
    servers: BTreeMap<&'d str, BTreeSet<String>>,
    /// Tools by their description, word for word.
    by_description: BTreeMap<&'d str, Vec<usize>>,
    /// Servers by their names in lower case.
    lower_servers: BTreeMap<String, &'d str>,
    /// How many tool names two servers share, for pairs that share any; the lesser server first.
    shared: BTreeMap<(&'d str, &'d str), usize>,
    /// What each tool can do, each beside the others of its server; in the order of the views.
    classifications: OnceLock<Vec<(&'d Definition, Cow<'d, Classification>)>>,
}

/// How many other servers a name is looked up on: a flood of namesakes must not cost their square.
pub(crate) const ELSEWHERE: usize = 33;

/// Shorter descriptions agree by chance.
const DISTINCT_DESCRIPTION: usize = 20;

impl<'d> Catalog<'d> {
    /// A catalog of `definitions`.
    pub fn of(definitions: &'d [Definition]) -> Self {
        let mut catalog = Self {
            views: definitions.iter().map(View::of).collect(),
            by_name: BTreeMap::new(),
            by_skeleton: BTreeMap::new(),
            servers: BTreeMap::new(),
            by_description: BTreeMap::new(),
            lower_servers: BTreeMap::new(),
            shared: BTreeMap::new(),
            classifications: OnceLock::new(),
        };
        for (index, definition) in definitions.iter().enumerate() {
            if definition.kind() == DefinitionKind::Tool && !definition.name().is_empty() {
                let name = definition.name();
                let server = definition.server();
                let by_name = catalog.by_name.entry(name.to_lowercase()).or_default();
                by_name.entry(server).or_default().push(index);
                let by_skeleton = catalog.by_skeleton.entry(script::skeleton(name)).or_default();
                by_skeleton.entry(server).or_default().push(index);
                let description = catalog.views[index].facets_of(FacetKind::Description).next().map(|f| f.raw());
                if let Some(description) = description.filter(|text| text.len() >= DISTINCT_DESCRIPTION) {
                    catalog.by_description.entry(description).or_default().push(index);
                }
                if !catalog.servers.contains_key(server) {
                    catalog.lower_servers.insert(server.to_lowercase(), server);
                }
                catalog.servers.entry(server).or_default().insert(name.to_lowercase());
            }
        }
        catalog.count_shared_names();
        catalog
    }

    /// Counts, for each pair of servers, the names they share. A name that very many servers have says nothing
    /// about any two of them, and counting it would cost their square.
    fn count_shared_names(&mut self) {
        for owners in self.by_name.values().filter(|owners| (2..=ELSEWHERE).contains(&owners.len())) {
            let owners: Vec<&'d str> = owners.keys().copied().collect();
            for (at, one) in owners.iter().enumerate() {
                for other in &owners[at + 1..] {
                    *self.shared.entry((one, other)).or_default() += 1;
                }
            }
        }
    }

    /// The same catalog, with what is known already of what its tools can do. What is not among it is not known to checks.
    #[must_use]
    pub fn knowing(mut self, known: impl IntoIterator<Item = (&'d Definition, &'d Classification)>) -> Self {
        let mut known: Vec<_> = known.into_iter().map(|(tool, can)| (tool, Cow::Borrowed(can))).collect();
        known.sort_unstable_by_key(|(tool, _)| ptr::from_ref(*tool));
        self.classifications = OnceLock::from(known);
        self
    }

    /// The same catalog, in which every text of a response is read, also those that a glance tells to be harmless.
    #[must_use]
    pub(crate) fn read_in_full(mut self) -> Self {
        self.views.iter_mut().for_each(View::read_all);
        self
    }

    /// Every definition, in the order given.
    pub fn views(&self) -> &[View<'d>] {
        &self.views
    }

    /// Whether any server has a tool called `name`, given in lower case.
    pub fn has_name(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The tools of other servers than `server` that are called `name`, whatever the case of its letters; the
    /// first of each server.
    pub fn namesakes(&self, name: &str, server: &str) -> impl Iterator<Item = &View<'d>> + use<'_, 'd> {
        self.elsewhere(self.by_name.get(&name.to_lowercase()), server)
    }

    /// The tools of other servers than `server` whose names look like `name`; the first of each server.
    pub fn look_alikes(&self, name: &str, server: &str) -> impl Iterator<Item = &View<'d>> + use<'_, 'd> {
        self.elsewhere(self.by_skeleton.get(&script::skeleton(name)), server)
    }

    /// The tools of other servers that are described word for word like `view`.
    pub(crate) fn same_description(&self, view: &View) -> impl Iterator<Item = &View<'d>> + use<'_, 'd> {
        let server = view.definition().server().to_owned();
        let description = view.facets_of(FacetKind::Description).next().map_or("", |f| f.raw());
        let same = self.by_description.get(description).into_iter().flatten();
        same.map(|index| &self.views[*index]).filter(move |other| other.definition().server() != server).take(ELSEWHERE)
    }

    fn elsewhere(
        &self,
        by_server: Option<&BTreeMap<&'d str, Vec<usize>>>,
        server: &str,
    ) -> impl Iterator<Item = &View<'d>> + use<'_, 'd> {
        let others = by_server.into_iter().flatten().filter(|(owner, _)| **owner != server);
        let first: Vec<usize> = others.filter_map(|(_, views)| views.first().copied()).take(ELSEWHERE).collect();
        first.into_iter().map(|index| &self.views[index])
    }

    /// Whether `server` has a tool called `name`, given in lower case.
    pub fn has_tool(&self, server: &str, name: &str) -> bool {
        self.servers.get(server).is_some_and(|names| names.contains(name))
    }

    /// The server of this name, given in lower case, whatever the case of its letters.
    pub fn server_called(&self, name: &str) -> Option<&'d str> {
        self.lower_servers.get(name).copied()
    }

    /// Whether anybody but `server` has tools.
    pub fn has_other_servers(&self, server: &str) -> bool {
        self.servers.len() > usize::from(self.servers.contains_key(server))
    }

    /// How many tools `server` has, by name.
    pub fn size(&self, server: &str) -> usize {
        self.servers.get(server).map_or(0, BTreeSet::len)
    }

    /// How many tool names two servers share.
    pub fn shared_names(&self, one: &str, other: &str) -> usize {
        let pair = if one < other { (one, other) } else { (other, one) };
        self.shared.get(&pair).copied().unwrap_or(0)
    }

    /// What the tool of `view`, one of this catalog's, can do; `None` for what is no tool. If nothing was known before,
    /// all are classified when the first is asked for.
    pub fn classification(&self, view: &View) -> Option<&Classification> {
        let all = self.classifications.get_or_init(|| {
            let all = classify_all(self.views.iter().map(View::definition));
            all.into_iter().map(|(tool, can)| (tool, Cow::Owned(can))).collect()
        });
        // They stand in the order of the slice that the catalog was made of, which is that of their addresses.
        let wanted = ptr::from_ref(view.definition());
        let at = all.binary_search_by_key(&wanted, |(tool, _)| ptr::from_ref(*tool)).ok()?;
        Some(&all[at].1)
    }
}
