//! What of a graph is drawn, row by row: bounded, and what is left out is counted.

use super::{Graph, Node};
use crate::{Edge, Level};
use std::collections::BTreeMap;

/// A session of so many calls is drawn whole.
const FEW: usize = 40;

/// One row of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row<'g> {
    /// A call.
    Call(&'g Node),
    /// So many calls that are not drawn.
    Gap(usize),
}

/// Everything that flows from one call to another.
#[derive(Debug, Clone)]
pub(super) struct Bundle<'g> {
    /// The rows that it goes from and to.
    pub(super) rows: (usize, usize),
    /// The flows, the gravest first.
    pub(super) edges: Vec<&'g Edge>,
}

impl Bundle<'_> {
    /// How grave the gravest is.
    pub(super) fn level(&self) -> Level {
        self.edges.first().map_or(Level::Safe, |edge| edge.level)
    }
}

/// What is drawn.
#[derive(Debug, Clone)]
pub(super) struct Drawn<'g> {
    pub(super) rows: Vec<Row<'g>>,
    /// The mildest first, so that what is grave lies on top.
    pub(super) bundles: Vec<Bundle<'g>>,
    /// Flows whose calls are not drawn.
    pub(super) missing_edges: usize,
    /// Calls that are not drawn although something flows into or out of them.
    pub(super) missing_calls: usize,
}

impl<'g> Drawn<'g> {
    /// At most `most` calls of a graph. In a long session those without flows are left out, unless they were stopped or
    /// stand alone between two that are drawn.
    pub(super) fn of(graph: &'g Graph, most: usize) -> Self {
        let mut weights: BTreeMap<u64, u32> = BTreeMap::new();
        let edge_calls = graph.edges.iter().flat_map(|edge| [(edge.from.call, edge.level), (edge.to.call, edge.level)]);
        for (call, level) in edge_calls {
            let weight = weights.entry(call).or_default();
            *weight = (*weight).max(1000 * (level as u32 + 1));
        }
        let weight = |node: &Node| {
            let stopped = if matches!(node.verdict.as_str(), "hold" | "deny") { 900 } else { 0 };
            weights.get(&node.call).copied().unwrap_or(0).max(stopped) + u32::from(node.risk)
        };
        let mut ranked: Vec<&Node> = graph.calls.iter().collect();
        ranked.sort_by_key(|node| (std::cmp::Reverse(weight(node)), node.call));
        let is_long = graph.calls.len() > FEW;
        ranked.retain(|node| !is_long || weight(node) >= 900);
        ranked.truncate(most);
        let mut kept: Vec<u64> = ranked.iter().map(|node| node.call).collect();
        kept.sort_unstable();
        let rows = rows(&graph.calls, &kept, most);
        let shown: BTreeMap<u64, usize> = rows
            .iter()
            .enumerate()
            .filter_map(|(at, row)| if let Row::Call(node) = row { Some((node.call, at)) } else { None })
            .collect();
        let mut bundles: BTreeMap<(usize, usize), Vec<&Edge>> = BTreeMap::new();
        let mut missing_edges = 0;
        for edge in graph.gravest() {
            match (shown.get(&edge.from.call), shown.get(&edge.to.call)) {
                (Some(from), Some(to)) => bundles.entry((*from, *to)).or_default().push(edge),
                _ => missing_edges += 1,
            }
        }
        let mut bundles: Vec<Bundle> = bundles.into_iter().map(|(rows, edges)| Bundle { rows, edges }).collect();
        bundles.sort_by_key(Bundle::level);
        let missing_calls = weights.keys().filter(|call| !shown.contains_key(call)).count();
        Self { rows, bundles, missing_edges, missing_calls }
    }
}

/// The rows, with a gap wherever calls are left out.
fn rows<'g>(calls: &'g [Node], kept: &[u64], most: usize) -> Vec<Row<'g>> {
    let mut rows = Vec::new();
    let (mut at, mut room) = (0, most.saturating_sub(kept.len()));
    while at < calls.len() {
        let left_out = calls[at..].iter().take_while(|node| kept.binary_search(&node.call).is_err()).count();
        match left_out {
            0 => {
                rows.push(Row::Call(&calls[at]));
                at += 1;
            }
            1 if room > 0 => {
                rows.push(Row::Call(&calls[at]));
                room -= 1;
                at += 1;
            }
            _ => {
                rows.push(Row::Gap(left_out));
                at += left_out;
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::tests::{edge, long, node, theft};
    use super::*;
    use crate::Pattern;

    fn total(drawn: &Drawn) -> usize {
        drawn.rows.iter().map(|row| if let Row::Gap(calls) = row { *calls } else { 1 }).sum()
    }

    #[test]
    fn a_short_session_is_drawn_whole() {
        let graph = theft();
        let drawn = Drawn::of(&graph, 100);
        assert_eq!((drawn.rows.len(), drawn.bundles.len(), drawn.missing_edges), (4, 3, 0));
        assert_eq!(drawn.bundles.last().expect("one").level(), Level::Critical);
    }

    #[test]
    fn every_call_is_drawn_or_counted() {
        for (calls, step, most) in
            [(0, 1, 9), (1, 1, 9), (40, 3, 9), (41, 50, 9), (200, 10, 50), (1000, 1, 240), (90, 1, 0)]
        {
            let graph = long(calls, 6, step);
            let drawn = Drawn::of(&graph, most);
            assert_eq!(total(&drawn), graph.calls.len(), "{calls} {step} {most}");
            assert!(drawn.rows.iter().filter(|row| matches!(row, Row::Call(_))).count() <= most);
            let edges: usize = drawn.bundles.iter().map(|bundle| bundle.edges.len()).sum();
            assert_eq!(edges + drawn.missing_edges, graph.edges.len());
        }
    }

    #[test]
    fn the_gravest_stay_when_there_is_no_room_for_all() {
        let calls: Vec<Node> =
            (1..=100).map(|n| node(n, "s", "t", if n == 50 { "deny" } else { "allow" }, 0)).collect();
        let edges = vec![
            edge(&calls[0], &calls[1], Pattern::Harmless, Level::Safe),
            edge(&calls[10], &calls[80], Pattern::SecretToExternal, Level::Critical),
        ];
        let graph = Graph::new("s", calls, edges);
        let shown = |most| -> Vec<u64> {
            let drawn = Drawn::of(&graph, most);
            drawn.rows.iter().filter_map(|row| if let Row::Call(node) = row { Some(node.call) } else { None }).collect()
        };
        assert_eq!(shown(100), [1, 2, 11, 50, 81]);
        assert_eq!(shown(2), [11, 81]);
        assert_eq!(Drawn::of(&graph, 2).missing_calls, 2);
    }
}
