//! Flows on a screen: a row each where rows fit, and a block each where they do not, so that no name is cut.

use super::{NAME, REASON, counted, style};
use crate::grid::{self, Cell, FAINT, INDENT, Screen};
use unicode_width::UnicodeWidthStr;
use vetgate_flow::{Edge, Graph, Level, Place};
use vetgate_report::escape;

/// The flows `edges` of `graph`, in that order.
pub(super) fn render(screen: Screen, graph: &Graph, edges: &[&Edge]) -> String {
    let rows: Vec<Vec<Cell>> = edges.iter().map(|edge| row(graph, edge)).collect();
    // The sentences may stand under their rows; everything else has to fit.
    let headings = ["level", "flow", "from", "to", "moved", "why"];
    let short: Vec<Vec<Cell>> = rows.iter().map(|row| row[..headings.len() - 1].to_vec()).collect();
    let plain = Screen { has_color: false, width: usize::MAX };
    let whole = grid::render(plain, &headings[..headings.len() - 1], &short);
    if whole.lines().all(|line| line.width() <= screen.width) {
        return grid::render(screen, &headings, &rows);
    }
    edges.iter().map(|edge| block(screen, graph, edge)).collect::<Vec<_>>().join("\n")
}

fn row(graph: &Graph, edge: &Edge) -> Vec<Cell> {
    vec![
        Cell::styled(edge.level.name(), style(edge.level)).whole(),
        Cell::new(edge.pattern.name()).whole(),
        Cell::new(place(&edge.from)),
        Cell::new(target(graph, edge)),
        Cell::new(moved(edge)),
        Cell::new(escape::cut(&edge.reason, REASON)),
    ]
}

/// What it is, how much, from where to where, and why, in lines under each other.
fn block(screen: Screen, graph: &Graph, edge: &Edge) -> String {
    let widest = Level::ALL.iter().map(|level| level.name().len()).max().unwrap_or(0);
    let padding = " ".repeat(widest.saturating_sub(edge.level.name().len()));
    let mut out = format!(
        "{}{padding}  {}  {}\n",
        screen.paint(style(edge.level), edge.level.name()),
        edge.pattern.name(),
        screen.paint(FAINT, &moved(edge))
    );
    let way = format!("{} → {}", place(&edge.from), target(graph, edge));
    for text in [way, escape::cut(&edge.reason, REASON)] {
        for line in grid::wrapped(&text, screen.width.saturating_sub(INDENT.len())).iter().filter(|l| !l.is_empty()) {
            out.push_str(&format!("{INDENT}{line}\n"));
        }
    }
    out
}

fn place(place: &Place) -> String {
    let (server, tool) = (escape::cut(&place.server, NAME), escape::cut(&place.tool, NAME));
    format!("{} {server} › {tool}", place.call)
}

/// The call that a flow went into, and what became of it.
fn target(graph: &Graph, edge: &Edge) -> String {
    let node = graph.calls.iter().find(|node| node.call == edge.to.call);
    let became = match node.map(|node| (node.verdict.as_str(), node.is_answered)) {
        Some(("hold", true)) => " (held, then sent)",
        Some(("hold", false)) => " (held)",
        Some(("deny", _)) => " (denied)",
        Some(("mask", _)) => " (changed)",
        _ => "",
    };
    format!("{}{became}", place(&edge.to))
}

fn moved(edge: &Edge) -> String {
    let wrapped: String = edge.transforms.iter().map(|name| format!(", {}", escape::cut(name, NAME))).collect();
    format!("{}{wrapped}", counted(edge.characters as usize, "character"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_flow::{Node, Pattern};

    fn theft() -> Graph {
        let node = |call: u64, server: &str, tool: &str, verdict: &str| Node {
            call,
            server: server.into(),
            tool: tool.into(),
            verdict: verdict.into(),
            ..Node::default()
        };
        let calls = vec![node(1, "web", "fetch", "mask"), node(3, "slack", "slack_post_message", "deny")];
        let place = |node: &Node| Place {
            call: node.call,
            server: node.server.as_str().into(),
            tool: node.tool.as_str().into(),
            pointer: "/text".into(),
        };
        let edge = Edge {
            from: place(&calls[0]),
            to: place(&calls[1]),
            pattern: Pattern::UntrustedToDestination,
            level: Level::Critical,
            characters: 11,
            novel: 11,
            transforms: vec!["base64".into()],
            reason: "the channel came out of what strangers wrote, and nobody else has named it".into(),
        };
        Graph::new("s", calls, vec![edge])
    }

    #[test]
    fn no_name_is_cut_on_a_narrow_screen() {
        let graph = theft();
        let shown = render(Screen { has_color: false, width: 80 }, &graph, &graph.gravest());
        assert_eq!(
            shown,
            "critical    untrusted_to_destination  11 characters, base64\n    1 web › fetch → 3 slack › slack_post_message \
             (denied)\n    the channel came out of what strangers wrote, and nobody else has named it\n"
        );
        assert!(shown.lines().all(|line| line.width() <= 80));
    }

    #[test]
    fn a_wide_screen_has_a_row_for_each() {
        let graph = theft();
        for width in [130, usize::MAX] {
            let shown = render(Screen { has_color: false, width }, &graph, &graph.gravest());
            assert!(shown.starts_with("level     flow "), "{shown}");
            assert!(
                shown.contains("1 web › fetch  3 slack › slack_post_message (denied)  11 characters, base64"),
                "{shown}"
            );
        }
    }
}
