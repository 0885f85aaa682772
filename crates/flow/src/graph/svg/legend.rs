//! The head of a picture: what it is of, and what its signs mean.

use super::super::Graph;
use super::super::rows::Drawn;
use super::canvas::{Canvas, cut, summary, title};
use crate::Level;

/// What a word of the legend takes, and what stands between two of them.
const LETTER: f64 = 6.6;
const BETWEEN: f64 = 24.0;

/// The title, the summary and the legend.
pub(super) fn draw(canvas: &mut Canvas, graph: &Graph, drawn: &Drawn, width: f64) {
    let fits = (width / 8.0) as usize;
    canvas.text("title", 24.0, 36.0, &cut(&title(graph), fits));
    canvas.text("sum", 24.0, 60.0, &cut(&summary(graph, drawn), fits));
    let mut x = 24.0;
    let mut key = |canvas: &mut Canvas, sign: f64, words: &str| {
        let at = x;
        canvas.text("key", at + sign + 8.0, 88.0, words);
        x += sign + 8.0 + words.len() as f64 * LETTER + BETWEEN;
        at
    };
    for level in Level::ALL.into_iter().rev() {
        let at = key(canvas, 30.0, level.name());
        let end = at + 30.0;
        canvas.line(&format!(r#"<path class="flow {level}" marker-end="url(#{level})" d="M{at:.1} 84H{end:.1}"/>"#));
    }
    for (verdict, words) in [("hold", "held"), ("deny", "denied"), ("mask", "masked")] {
        let at = key(canvas, 26.0, words);
        canvas.line(&format!(
            r#"<g class="call {verdict}"><rect x="{at:.1}" y="77" width="26" height="14" rx="4"/></g>"#
        ));
    }
    let at = key(canvas, 16.0, "risk");
    canvas.text("badge", at + 16.0, 88.0, "72");
}
