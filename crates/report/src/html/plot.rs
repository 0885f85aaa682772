//! Plots as inline pictures: drawn by attributes and classes, since the policy forbids inline styles, so that they
//! follow the page's colours in light, dark and print.

use super::markup::{cut, text};
use crate::sheet::{Axis, Bar, Bars, Dot, Plot, Series};
use std::fmt::Write;

/// The size of a plot in its own units, which are about pixels.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
/// What axes and their labels take on each side.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 46.0;
/// How far apart labels must be to be read.
const APART: (f64, f64) = (34.0, 14.0);
/// How near a point may come to the middle of a label.
const COVER: (f64, f64) = (15.0, 8.0);
/// Height of a bar's row, where bars start, and the room that figures take behind them.
const ROW: f64 = 26.0;
const BARS: f64 = 168.0;
const FIGURE: f64 = 52.0;
/// Longest name beside a bar; the table has all of it.
const NAME: usize = 22;

/// How a legend shows what something looks like.
#[derive(Clone, Copy)]
enum Sign {
    Line,
    Diamond,
    Bar,
    Mark,
}

/// Lines and dots over two axes.
pub(super) fn write(out: &mut String, plot: &Plot) {
    open(out, &plot.title, &plot.summary, HEIGHT);
    axes(out, &plot.x, &plot.y);
    let place = |dot: &Dot| {
        let across = share(dot.x, &plot.x) * (WIDTH - LEFT - RIGHT) + LEFT;
        (across, HEIGHT - BOTTOM - share(dot.y, &plot.y) * (HEIGHT - TOP - BOTTOM))
    };
    for (index, series) in plot.series.iter().enumerate() {
        let class = if index == 0 { "first" } else { "second" };
        let points: Vec<(f64, f64)> = series.points.iter().map(place).collect();
        if series.is_line {
            let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(out, "<polyline class=\"line {class}\" points=\"{}\"/>", path.join(" "));
        }
        for ((x, y), dot) in points.iter().zip(&series.points) {
            // Shown by a browser while the pointer rests on it.
            let title = dot.label.as_ref().map(|label| format!("<title>{}</title>", text(label))).unwrap_or_default();
            let _ = match series.is_line {
                true => {
                    writeln!(out, "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\">{title}</circle>")
                }
                false => writeln!(out, "<path class=\"dot {class}\" d=\"{}\">{title}</path>", diamond(*x, *y)),
            };
        }
        labels(out, series, &points);
    }
    let sign = |series: &Series| if series.is_line { Sign::Line } else { Sign::Diamond };
    let names: Vec<(&str, Sign)> = plot.series.iter().map(|series| (series.name, sign(series))).collect();
    close(out, &names);
}

/// Where a value lies on an axis, from 0 to 1.
fn share(value: f64, axis: &Axis) -> f64 {
    ((value - axis.from) / (axis.to - axis.from).max(f64::EPSILON)).clamp(0.0, 1.0)
}

fn diamond(x: f64, y: f64) -> String {
    format!("M{x:.1} {:.1}l5.5 5.5-5.5 5.5-5.5-5.5z", y - 5.5)
}

fn axes(out: &mut String, x: &Axis, y: &Axis) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for tick in &y.ticks {
        let at = bottom - share(*tick, y) * (bottom - TOP);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/><text class=\"tick end\" \
             x=\"{}\" y=\"{:.1}\">{tick:.*}</text>",
            LEFT - 8.0,
            at + 4.0,
            y.places
        );
    }
    for tick in &x.ticks {
        let at = LEFT + share(*tick, x) * (right - LEFT);
        let _ = writeln!(
            out,
            "<line class=\"axis\" x1=\"{at:.1}\" y1=\"{bottom}\" x2=\"{at:.1}\" y2=\"{}\"/><text class=\"tick middle\" \
             x=\"{at:.1}\" y=\"{}\">{tick:.*}</text>",
            bottom + 5.0,
            bottom + 18.0,
            x.places
        );
    }
    let _ = writeln!(
        out,
        "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>\
         <text class=\"name middle\" x=\"{}\" y=\"{}\">{}</text><text class=\"name middle\" x=\"16\" y=\"{1}\" \
         transform=\"translate(16 {3}) rotate(-90) translate(-16 -{1})\">{4}</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 8.0,
        text(x.name),
        (TOP + bottom) / 2.0,
        text(y.name)
    );
}

/// Labels above or below their points, where they cover neither another label nor another point; those of the first and
/// the last point come first.
fn labels(out: &mut String, series: &Series, points: &[(f64, f64)]) {
    let last = points.len().saturating_sub(1);
    let mut order: Vec<usize> = [0, last].into_iter().chain(1..last).collect();
    order.dedup();
    let mut placed: Vec<(f64, f64)> = Vec::new();
    for index in order {
        let label = series.points.get(index).and_then(|dot| dot.label.as_ref());
        let Some((label, (x, y))) = label.zip(points.get(index)) else { continue };
        // At the edges, beside the point rather than across the axis or out of the picture.
        let (anchor, x, middle) = match *x {
            x if x < LEFT + 14.0 => ("start", x + 6.0, x + 18.0),
            x if x > WIDTH - RIGHT - 4.0 => ("end", x, x - 12.0),
            x => ("middle", x, x),
        };
        let is_free = |at: &f64| {
            let covers =
                |(a, b): &(f64, f64), (wide, high): (f64, f64)| (a - middle).abs() < wide && (b - at).abs() < high;
            let on_point = |(other, point): (usize, &(f64, f64))| other != index && covers(point, COVER);
            !placed.iter().any(|label| covers(label, APART)) && !points.iter().enumerate().any(on_point)
        };
        // The middle of the letters; the line that they stand on is below.
        let Some(at) = [y - 12.0, y + 13.0].into_iter().filter(|at| *at > 6.0 && *at < HEIGHT - BOTTOM).find(is_free)
        else {
            continue;
        };
        placed.push((middle, at));
        let (at, label) = (at + 4.0, text(label));
        let _ = writeln!(out, "<text class=\"label {anchor}\" x=\"{x:.1}\" y=\"{at:.1}\">{label}</text>");
    }
}

/// Shares as bars, each with a mark.
pub(super) fn write_bars(out: &mut String, bars: &Bars) {
    let bottom = TOP + ROW * bars.rows.len() as f64;
    let room = WIDTH - BARS - FIGURE;
    open(out, &bars.title, &bars.summary, bottom + 24.0);
    for tick in [0.0, 0.5, 1.0] {
        let at = BARS + tick * room;
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{}\" x2=\"{at:.1}\" y2=\"{bottom}\"/><text class=\"tick middle\" \
             x=\"{at:.1}\" y=\"{}\">{tick:.1}</text>",
            TOP - 4.0,
            bottom + 16.0
        );
    }
    for (index, bar) in bars.rows.iter().enumerate() {
        write_bar(out, bar, TOP + ROW * index as f64, room);
    }
    let mut names = vec![(bars.legend.0, Sign::Bar)];
    names.extend(bars.legend.1.map(|mark| (mark, Sign::Mark)));
    close(out, &names);
}

fn write_bar(out: &mut String, bar: &Bar, top: f64, room: f64) {
    let middle = top + ROW / 2.0;
    let name = cut(&bar.name, NAME);
    let _ = writeln!(out, "<text class=\"tick end\" x=\"{}\" y=\"{:.1}\">{name}</text>", BARS - 8.0, middle + 4.0);
    let figure = bar.share.map_or_else(|| "–".to_owned(), |share| format!("{share:.2}"));
    if let Some(share) = bar.share {
        let wide = share.clamp(0.0, 1.0) * room;
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{BARS}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"14\"/>",
            top + 6.0
        );
    }
    if let Some(mark) = bar.mark {
        let at = BARS + mark.clamp(0.0, 1.0) * room;
        let (from, to) = (top + 3.0, top + ROW - 3.0);
        let _ = writeln!(out, "<line class=\"mark\" x1=\"{at:.1}\" y1=\"{from:.1}\" x2=\"{at:.1}\" y2=\"{to:.1}\"/>");
    }
    let _ = writeln!(out, "<text class=\"tick end\" x=\"{WIDTH}\" y=\"{:.1}\">{figure}</text>", middle + 4.0);
}

fn open(out: &mut String, title: &str, summary: &str, height: f64) {
    let _ = writeln!(
        out,
        "<div class=\"plot\">\n<h3>{0}</h3>\n<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n<title>{0}</title>\n<desc>{1}</desc>",
        text(title),
        text(summary)
    );
}

/// The legend below the picture, with a picture of each sign.
fn close(out: &mut String, names: &[(&str, Sign)]) {
    out.push_str("</svg>\n<ul class=\"key\" aria-label=\"Legend\">");
    for (index, (name, sign)) in names.iter().enumerate() {
        let class = if index == 0 { "first" } else { "second" };
        let sign = match sign {
            Sign::Line => format!("<path class=\"line {class}\" d=\"M1 7h22\"/>"),
            Sign::Diamond => format!("<path class=\"dot {class}\" d=\"{}\"/>", diamond(12.0, 7.0)),
            Sign::Bar => "<rect class=\"bar\" x=\"1\" y=\"2\" width=\"22\" height=\"10\"/>".to_owned(),
            Sign::Mark => "<line class=\"mark\" x1=\"12\" y1=\"0\" x2=\"12\" y2=\"14\"/>".to_owned(),
        };
        let _ = write!(out, "<li><svg viewBox=\"0 0 24 14\" aria-hidden=\"true\">{sign}</svg> {}</li>", text(name));
    }
    out.push_str("</ul>\n</div>\n");
}
