//! The graph as a picture: calls from top to bottom in order, a column for each server, an arrow for what flowed.
//!
//! The layout is its own and small: a call's row is its place in the session, its column is its server's, so nothing has to
//! be searched for and the same graph is drawn in the same bytes. Beside each call that something grave flows into stands
//! what it is, in words; how grave a flow is shows in its colour, its width and its dashes, so that nobody depends on
//! colours. The picture follows the reader's light or dark scheme, holds no script, and has a title and a description.

mod canvas;
mod legend;
mod marks;

use super::rows::{Bundle, Drawn, Row};
use super::{Graph, Node};
use canvas::{Canvas, cut, escaped};
use std::collections::BTreeMap;
use vetgate_text::render::safe;

/// Calls that are drawn at most.
const MOST: usize = 240;
/// Columns that are drawn at most; the servers beyond share the last one.
const COLUMNS: usize = 8;

/// What the numbers of calls take on the left.
const LEFT: f64 = 64.0;
/// From one column to the next.
const COLUMN: f64 = 208.0;
/// How wide and high a call is.
const BOX: (f64, f64) = (160.0, 30.0);
/// From one call to the next.
const ROW: f64 = 44.0;
/// Where the first call is.
const TOP: f64 = 138.0;
/// What the words beside the calls take.
const WORDS: f64 = 456.0;
/// How many columns of letters fit into a call, into the head of a column, and beside a call.
const FITS: (usize, usize, usize) = (20, 24, 64);

impl Graph {
    /// The graph as SVG.
    pub fn to_svg(&self) -> String {
        let drawn = Drawn::of(self, MOST);
        let layout = Layout::of(&drawn);
        let mut canvas = Canvas::new();
        canvas.open(layout.width(), layout.height(drawn.rows.len()), self, &drawn);
        legend::draw(&mut canvas, self, &drawn, layout.width());
        lanes(&mut canvas, &layout, drawn.rows.len());
        flows(&mut canvas, &layout, &drawn);
        calls(&mut canvas, &layout, &drawn);
        canvas.close()
    }
}

/// Where everything is.
struct Layout<'g> {
    /// The servers, each with its column.
    columns: BTreeMap<&'g str, usize>,
    /// The heads of the columns.
    heads: Vec<String>,
}

impl<'g> Layout<'g> {
    fn of(drawn: &Drawn<'g>) -> Self {
        let mut order: Vec<&'g str> = Vec::new();
        for row in &drawn.rows {
            if let Row::Call(node) = row
                && !order.contains(&node.server.as_str())
            {
                order.push(&node.server);
            }
        }
        let own = if order.len() > COLUMNS { COLUMNS - 1 } else { order.len() };
        let mut heads: Vec<String> = order[..own].iter().map(|server| cut(&safe(server, 80), FITS.1)).collect();
        if order.len() > own {
            heads.push(format!("{} more servers", order.len() - own));
        }
        let columns = order.iter().enumerate().map(|(at, server)| (*server, at.min(own))).collect();
        Self { columns, heads }
    }

    fn width(&self) -> f64 {
        LEFT + self.heads.len().max(2) as f64 * COLUMN + WORDS
    }

    fn height(&self, rows: usize) -> f64 {
        TOP + rows.max(1) as f64 * ROW + 12.0
    }

    /// The middle of a row.
    fn middle(&self, row: usize) -> f64 {
        TOP + row as f64 * ROW + ROW / 2.0
    }

    /// The left side of the calls of a column.
    fn side(&self, column: usize) -> f64 {
        LEFT + column as f64 * COLUMN + (COLUMN - BOX.0) / 2.0
    }

    fn column(&self, node: &Node) -> usize {
        self.columns.get(node.server.as_str()).copied().unwrap_or(0)
    }

    /// Where the words beside the calls start.
    fn words(&self) -> f64 {
        LEFT + self.heads.len().max(2) as f64 * COLUMN + 8.0
    }
}

/// The columns with their heads.
fn lanes(canvas: &mut Canvas, layout: &Layout, rows: usize) {
    let bottom = layout.height(rows) - 12.0;
    for (at, head) in layout.heads.iter().enumerate() {
        let x = layout.side(at) + BOX.0 / 2.0;
        canvas.line(&format!(r#"<path class="lane" d="M{x:.1} {TOP:.1}V{bottom:.1}"/>"#));
        canvas.text("head", x, TOP - 10.0, head);
    }
}

/// The arrows, the mildest first.
fn flows(canvas: &mut Canvas, layout: &Layout, drawn: &Drawn) {
    let mut ends = Ends::of(drawn);
    for bundle in &drawn.bundles {
        let (Row::Call(from), Row::Call(to)) = (drawn.rows[bundle.rows.0], drawn.rows[bundle.rows.1]) else { continue };
        let (leaves, arrives) = ends.next(bundle);
        let y = (layout.middle(bundle.rows.0) + leaves, layout.middle(bundle.rows.1) + arrives);
        let columns = (layout.column(from), layout.column(to));
        let (left, right) = (layout.side(columns.0), layout.side(columns.1));
        let rows = bundle.rows.1.abs_diff(bundle.rows.0) as f64;
        let (x, bend) = match columns.0.cmp(&columns.1) {
            std::cmp::Ordering::Less => {
                let x = (left + BOX.0, right - 2.0);
                let bend = ((x.1 - x.0) * 0.5).clamp(26.0, 130.0);
                (x, (bend, -bend))
            }
            std::cmp::Ordering::Greater => {
                let x = (left, right + BOX.0 + 2.0);
                let bend = ((x.0 - x.1) * 0.5).clamp(26.0, 130.0);
                (x, (-bend, bend))
            }
            // Beside the column, the farther the longer it is.
            std::cmp::Ordering::Equal => {
                let bend = (20.0 + 7.0 * rows).min(56.0);
                ((left + BOX.0, right + BOX.0 + 2.0), (bend, bend))
            }
        };
        let level = bundle.level().name();
        canvas.line(&format!(
            r#"<path class="flow {level}" marker-end="url(#{level})" d="M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}">{}</path>"#,
            x.0, y.0, x.0 + bend.0, y.0, x.1 + bend.1, y.1, x.1, y.1, marks::tip(bundle, from, to)
        ));
    }
}

/// How many arrows start and end at each call, so that they do not lie on each other.
struct Ends {
    total: BTreeMap<(usize, bool), (usize, usize)>,
}

impl Ends {
    fn of(drawn: &Drawn) -> Self {
        let mut total: BTreeMap<(usize, bool), (usize, usize)> = BTreeMap::new();
        for bundle in &drawn.bundles {
            total.entry((bundle.rows.0, false)).or_default().1 += 1;
            total.entry((bundle.rows.1, true)).or_default().1 += 1;
        }
        Self { total }
    }

    /// How far from the middle the next arrow starts and ends.
    fn next(&mut self, bundle: &Bundle) -> (f64, f64) {
        let mut place = |end| {
            let Some((seen, total)) = self.total.get_mut(&end) else { return 0.0 };
            let step = (BOX.1 - 8.0) / (*total as f64);
            *seen += 1;
            (*seen as f64 - 0.5 - *total as f64 / 2.0) * step.min(6.0)
        };
        (place((bundle.rows.0, false)), place((bundle.rows.1, true)))
    }
}

/// The calls, and beside them what flowed into them.
fn calls(canvas: &mut Canvas, layout: &Layout, drawn: &Drawn) {
    if drawn.rows.is_empty() {
        canvas.text("number", layout.width() / 2.0, layout.middle(0), "No call is recorded.");
    }
    let mut into: BTreeMap<usize, Vec<&Bundle>> = BTreeMap::new();
    for bundle in drawn.bundles.iter().rev() {
        into.entry(bundle.rows.1).or_default().push(bundle);
    }
    for (at, row) in drawn.rows.iter().enumerate() {
        let y = layout.middle(at);
        match row {
            Row::Call(node) => {
                call(canvas, layout, node, y);
                if let Some((level, words)) = into.get(&at).and_then(|bundles| marks::words(bundles)) {
                    let (x, from) = (layout.words(), layout.side(layout.column(node)) + BOX.0 + 6.0);
                    canvas.line(&format!(r#"<path class="lead" d="M{from:.1} {y:.1}H{:.1}"/>"#, x - 6.0));
                    canvas.line(&format!(r#"<path class="bar {level}" d="M{:.1} {:.1}v22"/>"#, x, y - 11.0));
                    canvas.text(&format!("words {level}"), x + 10.0, y + 4.0, &cut(&words, FITS.2));
                }
            }
            Row::Gap(calls) => {
                let right = layout.words() - 24.0;
                canvas.line(&format!(r#"<path class="gap" d="M{LEFT:.1} {y:.1}H{right:.1}"/>"#));
                let words = format!("{} without a flow not drawn", super::counted(*calls, "call"));
                let words = if drawn.missing_calls > 0 { words.replace(" without a flow", "") } else { words };
                canvas.text("gap", (LEFT + right) / 2.0, y - 6.0, &words);
            }
        }
    }
}

fn call(canvas: &mut Canvas, layout: &Layout, node: &Node, y: f64) {
    let (x, top) = (layout.side(layout.column(node)), y - BOX.1 / 2.0);
    let verdict = marks::verdict(&node.verdict);
    canvas.text("number", LEFT - 14.0, y + 4.0, &node.call.to_string());
    canvas.line(&format!(
        r#"<g class="call {verdict}"><title>{}</title><rect x="{x:.1}" y="{top:.1}" width="{}" height="{}" rx="7"/>"#,
        escaped(&marks::title(node)),
        BOX.0,
        BOX.1
    ));
    let badge = marks::badge(node);
    let room = FITS.0 - if badge.is_empty() { 0 } else { badge.len().min(8) + 1 };
    canvas.text("tool", x + 10.0, y + 4.0, &cut(&safe(&node.tool, 80), room));
    if !badge.is_empty() {
        canvas.text("badge", x + BOX.0 - 8.0, y + 4.0, &badge);
    }
    canvas.line("</g>");
}

#[cfg(test)]
mod tests;
