//! The tools of all servers, searched by what they do.

use super::{Listed, Wish};
use vetgate_model::Definition;
use vetgate_search::Index;

/// A tool that fits, and how well.
#[derive(Debug, Clone)]
pub(crate) struct Found<'c> {
    /// Which.
    pub(crate) listed: Listed<'c>,
    /// Comparable within one answer only.
    pub(crate) score: f64,
}

/// The index over everything; what of it a caller sees is decided with each search.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    index: Index,
}

impl Finder {
    /// Takes in the tools of a server in place of those that were there.
    pub(crate) fn replace<'d>(&mut self, server: &str, tools: impl IntoIterator<Item = &'d Definition>) {
        self.index.remove_server(server);
        for tool in tools {
            self.index.insert(tool);
        }
    }

    /// Forgets the tools of a server.
    pub(crate) fn remove(&mut self, server: &str) {
        self.index.remove_server(server);
    }

    /// The tools that fit, the best first, out of those that `seen` knows by server and name.
    pub(crate) fn find<'c>(&self, wish: &Wish, seen: impl Fn(&str, &str) -> Option<Listed<'c>>) -> Vec<Found<'c>> {
        let is_wanted = |listed: &Listed| match &wish.server {
            Some(server) => listed.server == server || is_slug_of(server, &listed.exposed),
            None => true,
        };
        // Few callers see little, so a little more than asked for is nearly always enough.
        let mut depth = wish.limit.saturating_mul(4);
        loop {
            let hits = self.index.search(&wish.query, depth);
            let found: Vec<Found<'c>> = hits
                .iter()
                .filter_map(|hit| Some(Found { listed: seen(&hit.server, &hit.name)?, score: hit.score }))
                .filter(|found| is_wanted(&found.listed))
                .take(wish.limit)
                .collect();
            if found.len() == wish.limit || hits.len() < depth {
                return found;
            }
            depth = depth.saturating_mul(8);
        }
    }
}

/// Whether `exposed` is a tool of the server whose names begin with `slug`.
fn is_slug_of(slug: &str, exposed: &str) -> bool {
    exposed.strip_prefix(slug).is_some_and(|rest| rest.starts_with("__"))
}
