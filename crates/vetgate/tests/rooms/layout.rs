//! Places rooms in layers, so that whoever knows another stands above it and few lines cross.
//!
//! The way of Sugiyama: leave out what follows from the rest, put rooms into layers, give lines that pass a layer a place
//! in it, order each layer by its neighbours, then move everything to where its neighbours are. All of it is the same
//! for the same house, whatever the machine.

use std::collections::{BTreeMap, BTreeSet};

/// Who knows whom.
pub(crate) type Knows = BTreeMap<String, BTreeSet<String>>;

/// A room, or the place where a line passes a layer.
pub(crate) struct Stop {
    /// The room; none where a line passes.
    pub(crate) room: Option<String>,
    pub(crate) layer: usize,
    pub(crate) x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// A house with everything in its place. Layer 0 is the lowest.
pub(crate) struct Layout {
    pub(crate) stops: Vec<Stop>,
    /// Each line from above to below, by its stops.
    pub(crate) lines: Vec<Vec<usize>>,
    pub(crate) layers: usize,
    pub(crate) width: f64,
}

/// Room between the middles of two neighbours, by whether each is a room.
const BETWEEN_ROOMS: f64 = 218.0;
const BETWEEN_ROOM_AND_LINE: f64 = 122.0;
const BETWEEN_LINES: f64 = 26.0;

impl Layout {
    /// Places every room of `knows`, which is reduced already.
    pub(crate) fn of(knows: &Knows) -> Self {
        let layer = layers(knows);
        let mut layout = Self::with_lines(knows, &layer);
        let mut rows = layout.ordered();
        layout.spread(&mut rows);
        layout
    }

    fn with_lines(knows: &Knows, layer: &BTreeMap<&str, usize>) -> Self {
        let mut stops: Vec<Stop> = vec![];
        let mut at = BTreeMap::new();
        let stop = |room: Option<&str>, layer| Stop {
            room: room.map(str::to_owned),
            layer,
            x: 0.0,
            above: vec![],
            below: vec![],
        };
        for room in knows.keys() {
            at.insert(room.as_str(), stops.len());
            stops.push(stop(Some(room), layer[room.as_str()]));
        }
        let mut lines = vec![];
        for (room, known) in knows {
            for other in known {
                let (top, bottom) = (at[room.as_str()], at[other.as_str()]);
                let mut line = vec![top];
                for between in (stops[bottom].layer + 1..stops[top].layer).rev() {
                    line.push(stops.len());
                    stops.push(stop(None, between));
                }
                line.push(bottom);
                for pair in line.windows(2) {
                    stops[pair[0]].below.push(pair[1]);
                    stops[pair[1]].above.push(pair[0]);
                }
                lines.push(line);
            }
        }
        let layers = layer.values().max().map_or(0, |top| top + 1);
        Self { stops, lines, layers, width: 0.0 }
    }

    /// The stops of each layer from left to right, with as few crossings as sweeping up and down finds.
    fn ordered(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = vec![vec![]; self.layers];
        for (number, stop) in self.stops.iter().enumerate() {
            rows[stop.layer].push(number);
        }
        let mut best = (self.crossings(&rows), rows.clone());
        for sweep in 0..24 {
            let downwards = sweep % 2 == 0;
            let order: Vec<usize> =
                if downwards { (0..self.layers).rev().collect() } else { (0..self.layers).collect() };
            for layer in order {
                let at = places(&rows);
                let middle = |stop: &usize| {
                    let next = if downwards { &self.stops[*stop].above } else { &self.stops[*stop].below };
                    let sum: usize = next.iter().map(|next| at[next]).sum();
                    if next.is_empty() { at[stop] as f64 } else { sum as f64 / next.len() as f64 }
                };
                rows[layer].sort_by(|a, b| middle(a).total_cmp(&middle(b)));
            }
            self.swap_neighbours(&mut rows);
            let crossings = self.crossings(&rows);
            if crossings < best.0 {
                best = (crossings, rows.clone());
            }
        }
        best.1
    }

    /// Swaps neighbours as long as that takes crossings away.
    fn swap_neighbours(&self, rows: &mut [Vec<usize>]) {
        let mut crossings = self.crossings(rows);
        let mut is_better = true;
        while is_better {
            is_better = false;
            for layer in 0..rows.len() {
                for left in 1..rows[layer].len() {
                    rows[layer].swap(left - 1, left);
                    let now = self.crossings(rows);
                    if now < crossings {
                        (crossings, is_better) = (now, true);
                    } else {
                        rows[layer].swap(left - 1, left);
                    }
                }
            }
        }
    }

    fn crossings(&self, rows: &[Vec<usize>]) -> usize {
        let at = places(rows);
        let mut count = 0;
        for row in rows {
            let legs: Vec<(usize, usize)> =
                row.iter().flat_map(|top| self.stops[*top].below.iter().map(|low| (at[top], at[low]))).collect();
            for (number, a) in legs.iter().enumerate() {
                count += legs[..number].iter().filter(|b| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1)).count();
            }
        }
        count
    }

    /// Gives every stop its x: near its neighbours, in order, and not too close to the next.
    fn spread(&mut self, rows: &mut [Vec<usize>]) {
        for row in rows.iter() {
            let mut x = 0.0;
            for (number, stop) in row.iter().enumerate() {
                x += if number == 0 { 0.0 } else { self.gap(row[number - 1], *stop) };
                self.stops[*stop].x = x;
            }
        }
        for sweep in 0..400 {
            let order: Vec<usize> =
                if sweep % 2 == 0 { (0..rows.len()).rev().collect() } else { (0..rows.len()).collect() };
            for layer in order {
                self.settle(&rows[layer]);
            }
        }
        let half = BETWEEN_ROOMS / 2.0;
        let edge = |stop: &Stop| if stop.room.is_some() { half } else { BETWEEN_LINES };
        let left = self.stops.iter().map(|stop| stop.x - edge(stop)).fold(f64::INFINITY, f64::min);
        self.stops.iter_mut().for_each(|stop| stop.x -= left);
        self.width = self.stops.iter().map(|stop| stop.x + edge(stop)).fold(0.0, f64::max);
    }

    /// Moves a layer to where its neighbours want it, as near as its order and gaps allow: pool adjacent violators.
    fn settle(&mut self, row: &[usize]) {
        // (wish, weight, members), where wishes are taken without the gaps before them.
        let mut pools: Vec<(f64, f64, usize)> = vec![];
        let mut offset = 0.0;
        let mut offsets = vec![];
        for (number, stop) in row.iter().enumerate() {
            offset += if number == 0 { 0.0 } else { self.gap(row[number - 1], *stop) };
            offsets.push(offset);
            let (wish, weight) = self.wish(*stop);
            pools.push((wish - offset, weight, 1));
            while let [.., before, last] = pools.as_slice() {
                if before.0 <= last.0 {
                    break;
                }
                let weight = before.1 + last.1;
                let joined = ((before.0 * before.1 + last.0 * last.1) / weight, weight, before.2 + last.2);
                pools.truncate(pools.len() - 2);
                pools.push(joined);
            }
        }
        let settled = pools.iter().flat_map(|(x, _, members)| std::iter::repeat_n(*x, *members));
        let moved: Vec<f64> = settled.zip(&offsets).map(|(x, offset)| x + offset).collect();
        row.iter().zip(moved).for_each(|(stop, x)| self.stops[*stop].x = x);
    }

    /// Where a stop would like to be, and how much. A line wants to be straight more than a room wants to be amid its
    /// neighbours.
    fn wish(&self, stop: usize) -> (f64, f64) {
        let own = &self.stops[stop];
        let pull = |other: &usize| if own.room.is_none() && self.stops[*other].room.is_none() { 40.0 } else { 1.0 };
        let next = || own.above.iter().chain(&own.below);
        let weight: f64 = next().map(pull).sum();
        let sum: f64 = next().map(|other| self.stops[*other].x * pull(other)).sum();
        if weight == 0.0 { (own.x, 1.0) } else { (sum / weight, weight) }
    }

    fn gap(&self, left: usize, right: usize) -> f64 {
        match (self.stops[left].room.is_some(), self.stops[right].room.is_some()) {
            (true, true) => BETWEEN_ROOMS,
            (false, false) => BETWEEN_LINES,
            _ => BETWEEN_ROOM_AND_LINE,
        }
    }
}

/// Leaves out what follows from the rest: who knows `guard` knows what `guard` knows.
pub(crate) fn reduced(knows: &Knows) -> Knows {
    let reach = |from: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(room) = next.pop() {
            next.extend(knows.get(&room).into_iter().flatten().filter(|other| seen.insert((*other).clone())).cloned());
        }
        seen
    };
    let keep = |known: &BTreeSet<String>| -> BTreeSet<String> {
        let through: BTreeSet<String> = known.iter().flat_map(|other| reach(other)).collect();
        known.difference(&through).cloned().collect()
    };
    knows.iter().map(|(room, known)| (room.clone(), keep(known))).collect()
}

/// The layer of each room: one above the highest that it knows, and higher if that makes its lines shorter.
fn layers(knows: &Knows) -> BTreeMap<&str, usize> {
    fn height<'a>(room: &'a str, knows: &'a Knows, found: &mut BTreeMap<&'a str, usize>) -> usize {
        if let Some(height) = found.get(room) {
            return *height;
        }
        let above = knows[room].iter().map(|other| height(other, knows, found) + 1).max().unwrap_or(0);
        found.insert(room, above);
        above
    }
    let mut layer = BTreeMap::new();
    knows.keys().for_each(|room| {
        height(room, knows, &mut layer);
    });
    // From the top, so that what is pulled up leaves room for what is beneath it.
    let mut rooms: Vec<&str> = knows.keys().map(String::as_str).collect();
    rooms.sort_by_key(|room| (std::cmp::Reverse(layer[room]), *room));
    for room in rooms {
        let above: Vec<usize> =
            knows.iter().filter(|(_, known)| known.contains(room)).map(|(other, _)| layer[other.as_str()]).collect();
        let Some(ceiling) = above.iter().min() else { continue };
        if above.len() >= knows[room].len() && !knows[room].is_empty() {
            layer.insert(room, ceiling - 1);
        }
    }
    layer
}

fn places(rows: &[Vec<usize>]) -> BTreeMap<usize, usize> {
    rows.iter().flat_map(|row| row.iter().enumerate().map(|(place, stop)| (*stop, place))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knows(rows: &[(&str, &[&str])]) -> Knows {
        let set = |known: &[&str]| known.iter().map(|&name| name.to_owned()).collect();
        rows.iter().map(|(room, known)| ((*room).to_owned(), set(known))).collect()
    }

    #[test]
    fn a_line_that_follows_from_others_is_left_out() {
        let all = knows(&[("a", &["b", "c", "d"]), ("b", &["c"]), ("c", &["d"]), ("d", &[])]);
        assert_eq!(reduced(&all), knows(&[("a", &["b"]), ("b", &["c"]), ("c", &["d"]), ("d", &[])]));
    }

    #[test]
    fn lines_that_need_not_cross_do_not() {
        let crossed = knows(&[("a", &["y"]), ("b", &["x"]), ("top", &["a", "b"]), ("x", &[]), ("y", &[])]);
        let layout = Layout::of(&crossed);
        let x = |name: &str| layout.stops.iter().find(|stop| stop.room.as_deref() == Some(name)).expect("a room").x;
        assert_eq!(x("a") < x("b"), x("y") < x("x"));
    }
}
