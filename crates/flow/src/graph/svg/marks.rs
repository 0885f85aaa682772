//! What is written beside, in and behind the parts of a picture.

use super::super::rows::Bundle;
use super::super::{Node, counted};
use super::canvas::{escaped, span};
use crate::{Edge, Level, Pattern, call_name};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vetgate_text::render::safe;

/// Flows of one arrow that are told one by one.
const TOLD: usize = 8;
/// Lines beside one call.
const LINES: usize = 3;

/// The class of a verdict.
pub(super) fn verdict(verdict: &str) -> &'static str {
    ["mask", "hold", "deny"].into_iter().find(|known| *known == verdict).unwrap_or("allow")
}

/// What stands on a call: what became of it, or its risk where that is worth a look.
pub(super) fn badge(node: &Node) -> String {
    match verdict(&node.verdict) {
        // What is recorded so may be masked, cut or wrapped in a warning.
        "mask" => "changed".to_owned(),
        "hold" if node.is_answered => "held, then sent".to_owned(),
        "hold" => "held".to_owned(),
        "deny" => "denied".to_owned(),
        _ if node.risk >= 30 => format!("risk {}", node.risk),
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
        lines.push(format!(
            "{} ({}): {}{}",
            edge.pattern,
            edge.level,
            amount(edge, edge.characters as usize),
            reason(edge)
        ));
    }
    if bundle.edges.len() > TOLD {
        lines.push(format!("and {} more", bundle.edges.len() - TOLD));
    }
    format!("<title>{}</title>", escaped(&lines.join("\n")))
}

/// A line beside a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) level: Level,
    /// What kind of flow it is.
    pub(super) name: String,
    /// Where it came from, and how much.
    pub(super) rest: String,
}

impl Line {
    /// How wide it is about.
    pub(super) fn width(&self) -> f64 {
        span(&self.name, 13.0) + span(&self.rest, 12.5)
    }
}

/// What stands beside a call that something grave flows into: what leaves first, then what it was told. Nothing beside
/// ordinary work.
pub(super) fn lines(bundles: &[&Bundle]) -> Vec<Line> {
    // Of one kind from one call there is one line, for what is gravest of it, however many places it comes from.
    let mut kinds: BTreeMap<(Pattern, u64), Vec<&Edge>> = BTreeMap::new();
    let edges = bundles.iter().flat_map(|bundle| bundle.edges.iter().copied());
    for edge in edges.filter(|edge| edge.level > Level::Safe) {
        kinds.entry((edge.pattern, edge.from.call)).or_default().push(edge);
    }
    let mut kinds: Vec<(Level, Pattern, u64, Vec<&Edge>)> = kinds
        .into_iter()
        .map(|((pattern, call), mut edges)| {
            let level = edges.iter().map(|edge| edge.level).max().unwrap_or(Level::Safe);
            edges.retain(|edge| edge.level == level);
            (level, pattern, call, edges)
        })
        .collect();
    kinds.sort_by_key(|(level, pattern, call, _)| (Reverse((*level, leaves(*pattern), *pattern)), *call));
    let mut lines: Vec<Line> = kinds.iter().take(LINES).filter_map(|(.., edges)| line(edges)).collect();
    if kinds.len() > LINES
        && let Some(last) = lines.last_mut()
    {
        last.rest.push_str(&format!(" · and {} more", kinds.len() - LINES));
    }
    lines
}

fn line(edges: &[&Edge]) -> Option<Line> {
    let most = edges.iter().max_by_key(|edge| (edge.novel, edge.characters))?;
    let characters = edges.iter().map(|edge| edge.characters as usize).sum();
    let places = if edges.len() > 1 { format!(" in {} places", edges.len()) } else { String::new() };
    let rest = format!(" from {} · {}{places}", call_name(most.from.call), amount(most, characters));
    Some(Line { level: most.level, name: most.pattern.name().to_owned(), rest })
}

/// Whether data leaves.
fn leaves(pattern: Pattern) -> bool {
    matches!(pattern, Pattern::InternalToExternal | Pattern::PiiToExternal | Pattern::SecretToExternal)
}

/// How much moved, and in what.
fn amount(edge: &Edge, characters: usize) -> String {
    let wrapped: String = edge.transforms.iter().take(4).map(|name| format!(", {}", safe(name, 20))).collect();
    format!("{}{wrapped}", counted(characters, "character"))
}

fn reason(edge: &Edge) -> String {
    if edge.reason.is_empty() { String::new() } else { format!("; {}", safe(&edge.reason, 200)) }
}
