//! The head of a picture: what it is of, and what its signs mean.

use super::super::Graph;
use super::super::rows::Drawn;
use super::canvas::{Canvas, cut, span, summary, title};
use super::layout::MARGIN;
use crate::Level;

/// How long a sign is, what stands before its word, and what stands between two of them.
const SIGN: (f64, f64, f64) = (30.0, 8.0, 24.0);
/// How wide a picture is made for its head at most.
const MOST: f64 = 760.0;

/// How wide a picture has to be for its head.
pub(super) fn width(graph: &Graph, drawn: &Drawn) -> f64 {
    let words = span(&title(graph), 19.0).max(span(&summary(graph, drawn), 13.5));
    (words + 2.0 * MARGIN).min(MOST)
}

/// The title, the summary, and the levels that there are.
pub(super) fn draw(canvas: &mut Canvas, graph: &Graph, drawn: &Drawn, width: f64) {
    let room = width - 2.0 * MARGIN;
    canvas.text("title", MARGIN, 38.0, &cut(&title(graph), room, 19.0));
    canvas.text("sum", MARGIN, 62.0, &cut(&summary(graph, drawn), room, 13.5));
    let mut x = MARGIN;
    for level in Level::ALL.into_iter().rev().filter(|level| graph.count(*level) > 0) {
        let end = x + SIGN.0;
        canvas.line(&format!(r#"<path class="flow {level}" marker-end="url(#{level})" d="M{x:.1} 85H{end:.1}"/>"#));
        canvas.text("key", end + SIGN.1, 89.0, level.name());
        x = end + SIGN.1 + span(level.name(), 12.0) + SIGN.2;
    }
}
