//! The flow graph of a session: its calls in order, and what went from which to which.
//!
//! One graph, three forms: JSON for programs ([`Graph::to_json`]), DOT for other drawing tools ([`Graph::to_dot`]), and
//! a picture ([`Graph::to_svg`]). JSON has all of it. The drawings are bounded and leave out first what flows into nothing;
//! what is left out is said in them. Names are strangers' text: each form escapes them in its own way.
//!
//! The same graph gives the same bytes.

mod dot;
mod json;
mod rows;
mod svg;

use crate::{Edge, Level};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One call of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Its number in the session, from 1.
    pub call: u64,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// What became of it: `allow`, `mask`, `hold`, `deny`; nothing if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub verdict: String,
    /// 0 to 100.
    #[serde(default)]
    pub risk: u8,
    /// Whether its server has answered it: of a call that was held, that it was sent in the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_answered: bool,
}

/// What flowed in a session.
///
/// ```
/// use vetgate_flow::{Graph, Node};
/// let call = Node { call: 1, server: "files".into(), tool: "read_file".into(), ..Node::default() };
/// let graph = Graph::new("s1", vec![call], vec![]);
/// assert!(graph.to_svg().starts_with("<svg "));
/// assert!(graph.to_dot().contains("read_file"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The session, as it is called.
    pub session: String,
    /// The calls, in order.
    pub calls: Vec<Node>,
    /// The flows, in the order of the calls that they go into.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// The graph of these calls and flows, in any order. A call that flows speak of and that is not among the calls is
    /// added from what they say; of two with the same number the first counts.
    pub fn new(session: impl Into<String>, calls: Vec<Node>, mut edges: Vec<Edge>) -> Self {
        let mut nodes = BTreeMap::new();
        for call in calls {
            nodes.entry(call.call).or_insert(call);
        }
        for place in edges.iter().flat_map(|edge| [&edge.from, &edge.to]) {
            nodes.entry(place.call).or_insert_with(|| Node {
                call: place.call,
                server: place.server.as_ref().into(),
                tool: place.tool.as_ref().into(),
                ..Node::default()
            });
        }
        edges.sort_by_key(|edge| (edge.to.call, edge.from.call));
        Self { session: session.into(), calls: nodes.into_values().collect(), edges }
    }

    /// How grave the gravest flow is.
    pub fn level(&self) -> Option<Level> {
        self.edges.iter().map(|edge| edge.level).max()
    }

    /// The flows, the gravest first, and among those as grave in the order of the calls.
    pub fn gravest(&self) -> Vec<&Edge> {
        let mut edges: Vec<&Edge> = self.edges.iter().collect();
        edges.sort_by_key(|edge| std::cmp::Reverse((edge.level, edge.pattern, edge.novel)));
        edges
    }

    /// How many flows there are of a level.
    pub fn count(&self, level: Level) -> usize {
        self.edges.iter().filter(|edge| edge.level == level).count()
    }
}

/// So many of a thing, in words.
fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Pattern, Place};

    pub(crate) fn node(call: u64, server: &str, tool: &str, verdict: &str, risk: u8) -> Node {
        Node { call, server: server.into(), tool: tool.into(), verdict: verdict.into(), risk, is_answered: false }
    }

    pub(crate) fn edge(from: &Node, to: &Node, pattern: Pattern, level: Level) -> Edge {
        let place = |node: &Node, pointer: &str| Place {
            call: node.call,
            server: node.server.as_str().into(),
            tool: node.tool.as_str().into(),
            pointer: pointer.into(),
        };
        Edge {
            from: place(from, "/content/0/text"),
            to: place(to, "/text"),
            pattern,
            level,
            characters: 64,
            novel: 48,
            transforms: vec![],
            reason: "data that was read is sent on".into(),
        }
    }

    /// A session in which a page tells an agent to mail what is in a file.
    pub(crate) fn theft() -> Graph {
        let calls = vec![
            node(1, "filesystem", "read_file", "allow", 0),
            node(2, "browser", "fetch_page", "allow", 12),
            node(3, "filesystem", "write_file", "allow", 5),
            node(4, "gmail", "send_email", "deny", 96),
        ];
        let mut stolen = edge(&calls[0], &calls[3], Pattern::SecretToExternal, Level::Critical);
        stolen.transforms = vec!["base64".into()];
        let edges = vec![
            stolen,
            edge(&calls[0], &calls[2], Pattern::Harmless, Level::Safe),
            edge(&calls[1], &calls[3], Pattern::UntrustedToDestination, Level::Suspicious),
        ];
        Graph::new("s1", calls, edges)
    }

    /// A long session: so many calls on so many servers, every `step`th of which takes something from before.
    pub(crate) fn long(calls: u64, servers: u64, step: u64) -> Graph {
        let nodes: Vec<Node> = (1..=calls)
            .map(|n| node(n, &format!("server-{}", n * 7 % servers), &format!("tool_{n}"), "allow", 0))
            .collect();
        let edges = (1..calls)
            .filter(|n| n % step == 0)
            .map(|n| {
                let (level, pattern) = match n / step % 5 {
                    0 => (Level::Critical, Pattern::InternalToExternal),
                    1 | 2 => (Level::Suspicious, Pattern::CrossServer),
                    _ => (Level::Safe, Pattern::Harmless),
                };
                edge(
                    &nodes[(n - n % 13 * step.min(n) / 13 - 1) as usize % n as usize],
                    &nodes[n as usize],
                    pattern,
                    level,
                )
            })
            .collect();
        Graph::new("long", nodes, edges)
    }

    #[test]
    fn calls_are_put_in_order_and_those_only_spoken_of_are_added() {
        let (one, two) = (node(1, "a", "read", "allow", 0), node(9, "b", "send", "deny", 90));
        let edges = vec![edge(&one, &two, Pattern::PiiToExternal, Level::Critical)];
        let again = node(9, "b", "other", "allow", 0);
        let graph = Graph::new("s", vec![two.clone(), again, node(4, "c", "x", "", 0)], edges);
        let calls: Vec<(u64, &str)> = graph.calls.iter().map(|node| (node.call, node.tool.as_str())).collect();
        assert_eq!(calls, [(1, "read"), (4, "x"), (9, "send")]);
        assert_eq!(graph.level(), Some(Level::Critical));
    }

    #[test]
    fn the_gravest_flow_comes_first() {
        let graph = theft();
        let levels: Vec<Level> = graph.gravest().iter().map(|edge| edge.level).collect();
        assert_eq!(levels, [Level::Critical, Level::Suspicious, Level::Safe]);
        assert_eq!(graph.count(Level::Safe), 1);
    }
}
