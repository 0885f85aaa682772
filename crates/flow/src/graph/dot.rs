//! The graph for Graphviz and what else reads DOT.

use super::rows::{Drawn, Row};
use super::{Graph, counted};
use crate::Level;
use std::fmt::Write;
use vetgate_text::render::safe;

/// Calls that are drawn at most.
const MOST: usize = 500;
/// How many characters of a name are shown.
const NAME: usize = 60;

impl Graph {
    /// The graph in DOT: one node for each call, in order, one arrow from call to call.
    pub fn to_dot(&self) -> String {
        let drawn = Drawn::of(self, MOST);
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write(&mut out, self, &drawn);
        out
    }
}

fn write(out: &mut String, graph: &Graph, drawn: &Drawn) -> std::fmt::Result {
    writeln!(out, "digraph flows {{")?;
    writeln!(out, "  label={};", quoted(&title(graph, drawn)))?;
    writeln!(out, "  labelloc=t; rankdir=TB; fontname=\"sans-serif\";")?;
    writeln!(out, "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f8fafc\", fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
    for (at, row) in drawn.rows.iter().enumerate() {
        match row {
            Row::Call(node) => {
                let name = format!("{}. {}\n{}", node.call, safe(&node.tool, NAME), safe(&node.server, NAME));
                let verdict = match node.verdict.as_str() {
                    "" | "allow" => String::new(),
                    verdict => format!("\n{}", safe(verdict, NAME)),
                };
                writeln!(out, "  r{at} [label={}];", quoted(&format!("{name}{verdict}")))?;
            }
            Row::Gap(calls) => {
                let label = quoted(&format!("{} not drawn", counted(*calls, "call")));
                writeln!(out, "  r{at} [label={label}, shape=plaintext, style=\"\"];")?;
            }
        }
    }
    for at in 1..drawn.rows.len() {
        writeln!(out, "  r{} -> r{at} [style=invis];", at - 1)?;
    }
    for bundle in &drawn.bundles {
        let (color, width) = match bundle.level() {
            Level::Safe => ("#64748b", 1),
            Level::Suspicious => ("#b45309", 2),
            Level::Critical => ("#b91c1c", 3),
        };
        let label = bundle.edges.first().map_or("", |edge| edge.pattern.name());
        let more = if bundle.edges.len() > 1 { format!(" +{}", bundle.edges.len() - 1) } else { String::new() };
        let (from, to) = bundle.rows;
        let label = quoted(&format!("{label}{more}"));
        writeln!(
            out,
            "  r{from} -> r{to} [label={label}, color=\"{color}\", fontcolor=\"{color}\", penwidth={width}, constraint=false];"
        )?;
    }
    writeln!(out, "}}")
}

/// What the drawing is of, and what is not in it.
fn title(graph: &Graph, drawn: &Drawn) -> String {
    let (calls, flows) = (counted(graph.calls.len(), "call"), counted(graph.edges.len(), "flow"));
    let mut title = format!("Session {}: {calls}, {flows}", safe(&graph.session, NAME));
    if drawn.missing_edges > 0 {
        title.push_str(&format!(" ({} not drawn)", drawn.missing_edges));
    }
    title
}

/// A string of DOT. Graphviz reads escapes in labels, so a backslash is written twice.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::{edge, long, node, theft};
    use super::*;
    use crate::Pattern;
    use proptest::prelude::*;

    /// The text without what stands in quotes; nothing if a quote is left open.
    fn outside_quotes(dot: &str) -> Option<String> {
        let (mut out, mut is_inside, mut is_escaped) = (String::new(), false, false);
        for c in dot.chars() {
            match (is_inside, c) {
                _ if is_escaped => is_escaped = false,
                (true, '\\') => is_escaped = true,
                (_, '"') => is_inside = !is_inside,
                (false, c) => out.push(c),
                (true, _) => {}
            }
        }
        (!is_inside).then_some(out)
    }

    #[test]
    fn a_session_is_drawn_in_order() {
        insta::assert_snapshot!(theft().to_dot());
    }

    #[test]
    fn a_long_session_says_what_is_left_out() {
        let dot = long(3000, 5, 1).to_dot();
        assert!(dot.contains("calls not drawn") && dot.contains("flows ("), "{}", &dot[..300]);
        assert!(dot.lines().count() < 6 * MOST);
    }

    proptest! {
        #[test]
        fn no_name_leaves_its_quotes(server in any::<String>(), tool in "[\"\\\\\n\r;{}a\u{202e}]{0,12}") {
            let (one, two) = (node(1, &server, &tool, "allow", 0), node(2, &tool, &server, &tool, 0));
            let edges = vec![edge(&one, &two, Pattern::PiiToExternal, Level::Critical)];
            let dot = Graph::new(tool.clone(), vec![one, two], edges).to_dot();
            let plain = Graph::new("s", vec![node(1, "a", "b", "allow", 0), node(2, "a", "b", "deny", 0)], vec![edge(
                &node(1, "a", "b", "", 0), &node(2, "a", "b", "", 0), Pattern::PiiToExternal, Level::Critical,
            )]).to_dot();
            prop_assert_eq!(outside_quotes(&dot), outside_quotes(&plain));
        }
    }
}
