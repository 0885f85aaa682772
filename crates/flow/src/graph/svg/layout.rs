//! Where everything in a picture is.
//!
//! Every row holds one call, so an arrow that leaves its call along its row, goes down between two columns and enters the other
//! call from the side never runs behind a call. Between two columns each arrow has a track of its own as long as there is room.

use super::super::Node;
use super::super::rows::{Bundle, Drawn, Row};
use super::canvas::{cut, span};
use super::marks::{self, Line};
use std::collections::BTreeMap;
use vetgate_text::render::safe;

/// Columns that are drawn at most; the servers beyond share the last one.
const COLUMNS: usize = 8;
/// What the numbers of calls take on the left.
pub(super) const LEFT: f64 = 60.0;
/// How high a call is, and how wide it is at least and at most.
pub(super) const HIGH: f64 = 30.0;
const WIDE: (f64, f64) = (132.0, 256.0);
/// What stands on both sides of a name in its call.
pub(super) const PADDING: f64 = 12.0;
/// From one call to the next, at least; and from one line beside it to the next.
const ROW: f64 = 46.0;
pub(super) const LINE: f64 = 18.0;
/// Where the first row begins.
pub(super) const TOP: f64 = 136.0;
/// How far two tracks are apart, how many there are at most, and what is free beside them.
const TRACK: f64 = 9.0;
const TRACKS: usize = 14;
const BESIDE: (f64, f64) = (18.0, 44.0);
/// What the words beside the calls may take.
const WORDS: f64 = 520.0;
/// Below and on the right of everything.
pub(super) const MARGIN: f64 = 24.0;

/// Where everything is.
pub(super) struct Layout<'g> {
    /// The servers, each with its column.
    columns: BTreeMap<&'g str, usize>,
    /// The heads of the columns.
    pub(super) heads: Vec<String>,
    /// The left sides of the calls, by column.
    sides: Vec<f64>,
    /// How wide a call is.
    pub(super) wide: f64,
    /// The middles of the rows, and how high each is.
    rows: Vec<(f64, f64)>,
    /// What stands beside each row.
    pub(super) lines: BTreeMap<usize, Vec<Line>>,
    /// Where the words beside the calls start.
    pub(super) words: f64,
    /// The arrows, in the order of the bundles.
    pub(super) routes: Vec<Route>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The way of an arrow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Route {
    /// Where it begins, and where it ends.
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
    /// Where it goes down.
    pub(super) track: f64,
}

impl<'g> Layout<'g> {
    /// `least` is how wide the picture has to be for its head.
    pub(super) fn of(drawn: &Drawn<'g>, least: f64) -> Self {
        let (columns, mut heads) = columns(drawn);
        let names = drawn.rows.iter().filter_map(|row| if let Row::Call(node) = row { Some(node) } else { None });
        let widest = names.map(|node| span(&safe(&node.tool, 80), 13.0)).fold(0.0, f64::max);
        let wide = (widest + 2.0 * PADDING).clamp(WIDE.0, WIDE.1);
        heads.iter_mut().for_each(|head| *head = cut(head, wide + BESIDE.1 - 12.0, 13.5));

        let lines = lines(drawn);
        let (mut rows, mut y) = (Vec::with_capacity(drawn.rows.len()), TOP);
        for at in 0..drawn.rows.len() {
            let high = lines.get(&at).map_or(ROW, |lines| (lines.len() as f64 * LINE + 20.0).max(ROW));
            rows.push((y + high / 2.0, high));
            y += high;
        }
        let height = y.max(TOP + ROW) + MARGIN;

        let mut layout = Self {
            columns,
            heads,
            sides: Vec::new(),
            wide,
            rows,
            lines,
            words: 0.0,
            routes: Vec::new(),
            width: 0.0,
            height,
        };
        let gutters = Gutters::of(&layout, drawn);
        let mut x = LEFT + 12.0;
        for column in 0..layout.heads.len() {
            x += if column == 0 { 0.0 } else { gutters.width(column) };
            layout.sides.push(x);
            x += layout.wide;
        }
        layout.routes = gutters.routes(&layout, drawn);
        let last = layout.heads.len();
        x += if gutters.tracks(last) > 0 { gutters.width(last) } else { MARGIN };
        layout.words = x;
        let words = layout.lines.values().flatten().map(Line::width).fold(0.0, f64::max);
        let right = if words > 0.0 { x + 14.0 + words.min(WORDS) + MARGIN } else { x };
        layout.width = right.max(least);
        layout
    }

    /// The middle of a row.
    pub(super) fn middle(&self, row: usize) -> f64 {
        self.rows.get(row).map_or(TOP + ROW / 2.0, |row| row.0)
    }

    /// How high a row is.
    pub(super) fn high(&self, row: usize) -> f64 {
        self.rows.get(row).map_or(ROW, |row| row.1)
    }

    /// The left side of the calls of a column.
    pub(super) fn side(&self, column: usize) -> f64 {
        self.sides.get(column).copied().unwrap_or(LEFT)
    }

    pub(super) fn column(&self, node: &Node) -> usize {
        self.columns.get(node.server.as_str()).copied().unwrap_or(0)
    }

    /// How wide the words beside a call may be.
    pub(super) fn room(&self) -> f64 {
        (self.width - MARGIN - self.words - 12.0).max(0.0)
    }

    /// The columns that an arrow goes from and to.
    fn ends(&self, drawn: &Drawn, bundle: &Bundle) -> Option<(usize, usize)> {
        match (drawn.rows.get(bundle.rows.0)?, drawn.rows.get(bundle.rows.1)?) {
            (Row::Call(from), Row::Call(to)) => Some((self.column(from), self.column(to))),
            _ => None,
        }
    }
}

/// The column of each server, in the order in which they are called, and the heads of the columns.
fn columns<'g>(drawn: &Drawn<'g>) -> (BTreeMap<&'g str, usize>, Vec<String>) {
    let mut order: Vec<&'g str> = Vec::new();
    for row in &drawn.rows {
        if let Row::Call(node) = row
            && !order.contains(&node.server.as_str())
        {
            order.push(&node.server);
        }
    }
    let own = if order.len() > COLUMNS { COLUMNS - 1 } else { order.len() };
    let mut heads: Vec<String> = order[..own].iter().map(|server| safe(server, 80)).collect();
    if order.len() > own {
        heads.push(format!("{} more servers", order.len() - own));
    }
    (order.iter().enumerate().map(|(at, server)| (*server, at.min(own))).collect(), heads)
}

/// What stands beside each row.
fn lines(drawn: &Drawn) -> BTreeMap<usize, Vec<Line>> {
    let mut into: BTreeMap<usize, Vec<&Bundle>> = BTreeMap::new();
    for bundle in &drawn.bundles {
        into.entry(bundle.rows.1).or_default().push(bundle);
    }
    let lines = into.into_iter().map(|(row, bundles)| (row, marks::lines(&bundles)));
    lines.filter(|(_, lines)| !lines.is_empty()).collect()
}

/// The tracks between columns. A gutter stands left of the column of its number.
struct Gutters {
    /// The track of each bundle.
    track: Vec<Option<Track>>,
    /// How many tracks each gutter has.
    count: BTreeMap<usize, usize>,
}

/// The rows that each lane of a gutter is taken in.
type Lanes = Vec<Vec<(usize, usize)>>;

#[derive(Debug, Clone, Copy)]
struct Track {
    nth: usize,
    /// Whether the arrow goes on to the right.
    is_rightwards: bool,
}

impl Gutters {
    fn of(layout: &Layout, drawn: &Drawn) -> Self {
        // Short arrows first: they are nearest to their call, and long ones go around them.
        let mut order: Vec<usize> = (0..drawn.bundles.len()).collect();
        order.sort_by_key(|at| drawn.bundles[*at].rows.0.abs_diff(drawn.bundles[*at].rows.1));
        let mut track = vec![None; drawn.bundles.len()];
        // For each gutter and direction, the rows that each track is taken in.
        let mut taken: BTreeMap<(usize, bool), Lanes> = BTreeMap::new();
        for at in order {
            let bundle = &drawn.bundles[at];
            let Some((from, to)) = layout.ends(drawn, bundle) else { continue };
            let is_rightwards = from < to;
            let gutter = if is_rightwards { to } else { to + 1 };
            let rows = (bundle.rows.0.min(bundle.rows.1), bundle.rows.0.max(bundle.rows.1));
            let is_free = |track: &Vec<(usize, usize)>| track.iter().all(|other| other.1 < rows.0 || rows.1 < other.0);
            let tracks = taken.entry((gutter, is_rightwards)).or_default();
            let nth = match tracks.iter().position(is_free) {
                Some(nth) => {
                    tracks[nth].push(rows);
                    nth
                }
                None if tracks.len() < TRACKS => {
                    tracks.push(vec![rows]);
                    tracks.len() - 1
                }
                // There is no more room: arrows lie on each other.
                None => TRACKS - 1,
            };
            track[at] = Some(Track { nth, is_rightwards });
        }
        let mut count: BTreeMap<usize, usize> = BTreeMap::new();
        for ((gutter, _), tracks) in taken {
            *count.entry(gutter).or_default() += tracks.len();
        }
        Self { track, count }
    }

    fn tracks(&self, gutter: usize) -> usize {
        self.count.get(&gutter).copied().unwrap_or(0)
    }

    fn width(&self, gutter: usize) -> f64 {
        (2.0 * BESIDE.0 + self.tracks(gutter) as f64 * TRACK).max(BESIDE.1)
    }

    /// The ways of the arrows.
    fn routes(&self, layout: &Layout, drawn: &Drawn) -> Vec<Route> {
        let edge = |column: usize, is_right: bool| layout.side(column) + if is_right { layout.wide } else { 0.0 };
        let mut ports = Ports::default();
        let mut routes = Vec::with_capacity(drawn.bundles.len());
        for (at, bundle) in drawn.bundles.iter().enumerate() {
            let (Some((from, to)), Some(track)) = (layout.ends(drawn, bundle), self.track[at]) else { continue };
            let (leaves, arrives) = (from <= to, !track.is_rightwards);
            let beside = BESIDE.0 + track.nth as f64 * TRACK;
            let (from, to) = (edge(from, leaves), edge(to, arrives));
            let x = if track.is_rightwards { to - beside } else { to + beside };
            ports.add((bundle.rows.0, leaves), routes.len(), false, (x - from).abs());
            ports.add((bundle.rows.1, arrives), routes.len(), true, beside);
            let tip = if arrives { 2.0 } else { -2.0 };
            let y = (layout.middle(bundle.rows.0), layout.middle(bundle.rows.1));
            routes.push(Route { from: (from, y.0), to: (to + tip, y.1), track: x });
        }
        ports.spread(&mut routes);
        routes
    }
}

/// The arrows that start and end at each side of each call.
#[derive(Default)]
struct Ports {
    ports: BTreeMap<(usize, bool), Vec<Port>>,
}

struct Port {
    route: usize,
    arrives: bool,
    /// How far away it goes down.
    distance: f64,
}

impl Ports {
    fn add(&mut self, side: (usize, bool), route: usize, arrives: bool, distance: f64) {
        self.ports.entry(side).or_default().push(Port { route, arrives, distance });
    }

    /// Puts them beside each other so that they cross as seldom as can be: what arrives comes from above and stands above what
    /// leaves, the nearest uppermost; of what leaves, the farthest.
    fn spread(mut self, routes: &mut [Route]) {
        for ports in self.ports.values_mut() {
            ports.sort_by(|a, b| {
                let nearest = a.distance.total_cmp(&b.distance);
                b.arrives.cmp(&a.arrives).then(if a.arrives { nearest } else { nearest.reverse() })
            });
            let step = ((HIGH - 8.0) / ports.len() as f64).min(7.0);
            for (nth, port) in ports.iter().enumerate() {
                let offset = (nth as f64 + 0.5 - ports.len() as f64 / 2.0) * step;
                let route = &mut routes[port.route];
                if port.arrives { route.to.1 += offset } else { route.from.1 += offset }
            }
        }
    }
}
