//! The graph as a picture: calls from top to bottom in order, a column for each server, an arrow for what flowed.
//!
//! The layout is its own and small ([`layout`]): a call's row is its place in the session, its column is its server's, so nothing
//! has to be searched for and the same graph is drawn in the same bytes. No arrow runs behind a call. Beside each call that
//! something grave flows into stands what it is, in words; how grave a flow is shows in its colour, its width and its dashes,
//! so that nobody depends on colours. The picture follows the reader's light or dark scheme, holds no script, and has a title and
//! a description.

mod canvas;
mod layout;
mod legend;
mod marks;

use super::rows::{Drawn, Row};
use super::{Graph, Node};
use canvas::{Canvas, cut, escaped, span};
use layout::{HIGH, LEFT, LINE, Layout, MARGIN, PADDING, Route, TOP};
use vetgate_text::render::safe;

/// Calls that are drawn at most.
const MOST: usize = 240;
/// How round the corners of arrows are.
const ROUND: f64 = 9.0;

impl Graph {
    /// The graph as SVG.
    pub fn to_svg(&self) -> String {
        let drawn = Drawn::of(self, MOST);
        let layout = Layout::of(&drawn, legend::width(self, &drawn));
        let mut canvas = Canvas::new();
        canvas.open(layout.width, layout.height, self, &drawn);
        legend::draw(&mut canvas, self, &drawn, layout.width);
        bands(&mut canvas, &layout);
        lanes(&mut canvas, &layout);
        flows(&mut canvas, &layout, &drawn);
        calls(&mut canvas, &layout, &drawn);
        canvas.close()
    }
}

/// What leads the eye from a call to the words beside it.
fn bands(canvas: &mut Canvas, layout: &Layout) {
    for (row, lines) in &layout.lines {
        let Some(level) = lines.first().map(|line| line.level) else { continue };
        let (top, high) = (layout.middle(*row) - layout.high(*row) / 2.0 + 2.0, layout.high(*row) - 4.0);
        let width = layout.width - 2.0 * 16.0;
        canvas.line(&format!(
            r#"<rect class="band {level}" x="16" y="{top:.1}" width="{width:.1}" height="{high:.1}" rx="8"/>"#
        ));
    }
}

/// The columns with their heads.
fn lanes(canvas: &mut Canvas, layout: &Layout) {
    let bottom = layout.height - MARGIN;
    for (at, head) in layout.heads.iter().enumerate() {
        let x = layout.side(at) + layout.wide / 2.0;
        canvas.line(&format!(r#"<path class="lane" d="M{x:.1} {TOP:.1}V{bottom:.1}"/>"#));
        canvas.text("head", x, TOP - 12.0, head);
    }
}

/// The arrows, the mildest first.
fn flows(canvas: &mut Canvas, layout: &Layout, drawn: &Drawn) {
    for (bundle, route) in drawn.bundles.iter().zip(&layout.routes) {
        let (Row::Call(from), Row::Call(to)) = (drawn.rows[bundle.rows.0], drawn.rows[bundle.rows.1]) else { continue };
        let level = bundle.level().name();
        canvas.line(&format!(
            r#"<path class="flow {level}" marker-end="url(#{level})" d="{}">{}</path>"#,
            path(route),
            marks::tip(bundle, from, to)
        ));
    }
}

/// Along the row, down the track, and into the call.
fn path(route: &Route) -> String {
    let Route { from, to, track } = *route;
    let round = ROUND.min((to.1 - from.1).abs() / 2.0).min((track - from.0).abs()).min((to.0 - track).abs());
    let toward = |from: f64, to: f64| if to < from { -round } else { round };
    let (out, down, on) = (toward(from.0, track), toward(from.1, to.1), toward(track, to.0));
    format!(
        "M{:.1} {:.1}H{:.1}Q{track:.1} {:.1} {track:.1} {:.1}V{:.1}Q{track:.1} {:.1} {:.1} {:.1}H{:.1}",
        from.0,
        from.1,
        track - out,
        from.1,
        from.1 + down,
        to.1 - down,
        to.1,
        track + on,
        to.1,
        to.0
    )
}

/// The calls, and beside them what flowed into them.
fn calls(canvas: &mut Canvas, layout: &Layout, drawn: &Drawn) {
    if drawn.rows.is_empty() {
        canvas.text("gap", layout.width / 2.0, layout.middle(0), "No call is recorded.");
    }
    for (at, row) in drawn.rows.iter().enumerate() {
        let y = layout.middle(at);
        match row {
            Row::Call(node) => {
                call(canvas, layout, node, y);
                words(canvas, layout, at, y);
            }
            Row::Gap(calls) => {
                let right = layout.words - MARGIN;
                canvas.line(&format!(r#"<path class="gap" d="M{LEFT:.1} {y:.1}H{right:.1}"/>"#));
                let words = format!("{} without a flow not drawn", super::counted(*calls, "call"));
                let words = if drawn.missing_calls > 0 { words.replace(" without a flow", "") } else { words };
                canvas.text("gap", (LEFT + right) / 2.0, y + 4.0, &words);
            }
        }
    }
}

/// What flowed into the call of a row, a line each.
fn words(canvas: &mut Canvas, layout: &Layout, row: usize, y: f64) {
    let Some(lines) = layout.lines.get(&row) else { return };
    let first = y - (lines.len() as f64 - 1.0) * LINE / 2.0 + 4.0;
    for (nth, line) in lines.iter().enumerate() {
        let (x, y, level) = (layout.words, first + nth as f64 * LINE, line.level);
        canvas.line(&format!(r#"<circle class="dot {level}" cx="{x:.1}" cy="{:.1}" r="3.5"/>"#, y - 4.0));
        let rest = cut(&line.rest, layout.room() - span(&line.name, 13.0), 12.5);
        canvas.line(&format!(
            r#"<text class="words {level}" x="{:.1}" y="{y:.1}"><tspan class="name">{}</tspan>{}</text>"#,
            x + 12.0,
            escaped(&line.name),
            escaped(&rest)
        ));
    }
}

fn call(canvas: &mut Canvas, layout: &Layout, node: &Node, y: f64) {
    let (x, top) = (layout.side(layout.column(node)), y - HIGH / 2.0);
    let verdict = marks::verdict(&node.verdict);
    canvas.text("number", LEFT - 10.0, y + 4.5, &node.call.to_string());
    canvas.line(&format!(
        r#"<g class="call {verdict}"><title>{}</title><rect x="{x:.1}" y="{top:.1}" width="{:.1}" height="{HIGH}" rx="7"/>"#,
        escaped(&marks::title(node)),
        layout.wide
    ));
    canvas.text("tool", x + PADDING, y + 4.5, &cut(&safe(&node.tool, 80), layout.wide - 2.0 * PADDING + 2.0, 13.0));
    let badge = marks::badge(node);
    if !badge.is_empty() {
        // On the upper border, where it takes nothing from the name.
        let width = span(&badge, 10.5) + 14.0;
        let left = x + layout.wide - width - 8.0;
        canvas.line(&format!(
            r#"<rect class="pill" x="{left:.1}" y="{:.1}" width="{width:.1}" height="15" rx="7.5"/>"#,
            top - 10.0
        ));
        canvas.text("badge", left + width / 2.0, top + 1.3, &badge);
    }
    canvas.line("</g>");
}

#[cfg(test)]
mod tests;
