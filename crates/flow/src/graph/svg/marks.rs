//! What is written beside, in and behind the parts of a picture.

use super::super::Node;
use super::super::rows::Bundle;
use super::canvas::escaped;
use crate::{Edge, Level};
use vetgate_text::render::safe;

/// Flows of one arrow that are told one by one.
const TOLD: usize = 8;

/// The class of a verdict.
pub(super) fn verdict(verdict: &str) -> &'static str {
    ["mask", "hold", "deny"].into_iter().find(|known| *known == verdict).unwrap_or("allow")
}

/// What stands at the end of a call: what became of it, or its risk where that is worth a look.
pub(super) fn badge(node: &Node) -> String {
    match verdict(&node.verdict) {
        "mask" => "masked".to_owned(),
        "hold" => "held".to_owned(),
        "deny" => "denied".to_owned(),
        _ if node.risk >= 30 => format!("{}", node.risk),
        _ => String::new(),
    }
}

/// What a reader hears of a call.
pub(super) fn title(node: &Node) -> String {
    let (server, tool) = (safe(&node.server, 80), safe(&node.tool, 80));
    let verdict = if node.verdict.is_empty() { "unknown".to_owned() } else { safe(&node.verdict, 20) };
    format!("Call {}: {tool} of {server}; verdict {verdict}, risk {}", node.call, node.risk)
}

/// What a reader hears of an arrow.
pub(super) fn tip(bundle: &Bundle, from: &Node, to: &Node) -> String {
    let mut lines = vec![format!("From call {} to call {}", from.call, to.call)];
    for edge in bundle.edges.iter().take(TOLD) {
        lines.push(format!("{} ({}): {}{}", edge.pattern, edge.level, amount(edge), reason(edge)));
    }
    if bundle.edges.len() > TOLD {
        lines.push(format!("and {} more", bundle.edges.len() - TOLD));
    }
    format!("<title>{}</title>", escaped(&lines.join("\n")))
}

/// What stands beside a call that something grave flows into, and how grave it is. Nothing beside ordinary work.
pub(super) fn words(bundles: &[&Bundle]) -> Option<(Level, String)> {
    let mut edges: Vec<&Edge> = bundles.iter().flat_map(|bundle| bundle.edges.iter().copied()).collect();
    edges.retain(|edge| edge.level > Level::Safe);
    edges.sort_by_key(|edge| std::cmp::Reverse((edge.level, edge.pattern, edge.novel)));
    let first = edges.first()?;
    let more = if edges.len() > 1 { format!(" · {} more", edges.len() - 1) } else { String::new() };
    Some((first.level, format!("{} from {} · {}{more}", first.pattern, first.from.call, amount(first))))
}

/// How much moved, and in what.
fn amount(edge: &Edge) -> String {
    let wrapped: String = edge.transforms.iter().take(4).map(|name| format!(", {}", safe(name, 20))).collect();
    format!("{} characters{wrapped}", edge.characters)
}

fn reason(edge: &Edge) -> String {
    if edge.reason.is_empty() { String::new() } else { format!("; {}", safe(&edge.reason, 200)) }
}
