//! `docs/images/architecture.svg`: the rooms and who knows whom, drawn from the manifests.
//!
//! A room is called what it is called in the table of `docs/architecture.md`, up to the first colon. To draw it anew:
//!
//! ```text
//! VETGATE_BLESS=1 cargo test -p vetgate --test rooms
//! ```

use super::layout::{Knows, Layout, Stop, reduced};
use super::{PURE, dependencies, manifest, read, root};
use std::collections::BTreeMap;
use std::fmt::Write;

const BOX: (f64, f64) = (196.0, 60.0);
const LAYER: f64 = 108.0;
const MARGIN: f64 = 26.0;
const TOP: f64 = 92.0;
/// Between two lines at one box.
const BERTH: f64 = 24.0;

/// Letters that a line in a box has room for.
const LETTERS: usize = 29;

const STYLE: &str = "\
:root{--paper:#ffffff;--ink:#0f172a;--dim:#475569;--line:#94a3b8;--pure:#eef6ff;--pure-edge:#3b82c4;--open:#fff4e5;--open-edge:#c2762b}
@media(prefers-color-scheme:dark){:root{--paper:#0b1220;--ink:#e8eef7;--dim:#a9b6c9;--line:#64748b;--pure:#10233b;--pure-edge:#5aa2e0;--open:#33230f;--open-edge:#e0a05a}}
.paper{fill:var(--paper)}
text{font:12px ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:var(--dim)}
.title{font-size:19px;font-weight:650;fill:var(--ink)}
.name{font-size:15px;font-weight:650;fill:var(--ink)}
.room text{text-anchor:middle}
.room rect,.key rect{stroke-width:1.5}
.pure rect{fill:var(--pure);stroke:var(--pure-edge)}
.open rect{fill:var(--open);stroke:var(--open-edge)}
.line{fill:none;stroke:var(--line);stroke-width:1.5}
marker path{fill:var(--line)}
";

#[test]
fn the_picture_of_the_rooms_is_what_the_manifests_say() {
    let path = root().join("docs/images/architecture.svg");
    let expected = drawn(&knows(), &owners());
    if std::env::var_os("VETGATE_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("the picture can be written");
    }
    assert!(read(&path) == expected, "{} is out of date; see the top of this file for how to draw it", path.display());
}

#[test]
fn the_table_of_rooms_has_every_room_and_says_which_are_pure() {
    let rooms: Vec<String> = knows().into_keys().collect();
    let table = table();
    let listed: Vec<&String> = table.keys().collect();
    assert_eq!(listed, rooms.iter().collect::<Vec<_>>(), "the table of docs/architecture.md and crates/ differ");
    for (room, (_, pure)) in &table {
        let expected = if is_pure(room) { "yes" } else { "no" };
        assert_eq!(pure, expected, "docs/architecture.md says of `{room}` whether it is pure, and is wrong");
    }
}

#[test]
fn a_room_that_is_added_is_drawn_without_further_ado() {
    let (mut knows, mut owners) = (knows(), owners());
    knows.insert("newcomer".to_owned(), ["mcp".to_owned()].into());
    knows.get_mut("vetgate").expect("the binary").insert("newcomer".to_owned());
    owners.insert("newcomer".to_owned(), "what was added & is new".to_owned());
    let picture = drawn(&knows, &owners);
    assert!(picture.contains(">newcomer</text>") && picture.contains("what was added &amp; is new"));
}

/// Who knows whom, by the manifests, build scripts included; what only tests use does not count.
fn knows() -> Knows {
    let entries = std::fs::read_dir(root().join("crates")).expect("the crates");
    let rooms = entries.map(|entry| entry.expect("a folder entry").file_name().into_string().expect("a plain name"));
    let known = |room: &str| {
        let manifest = manifest(room);
        let built_with = manifest.get("build-dependencies").and_then(|d| d.as_table()).into_iter().flatten();
        let all = dependencies(&manifest).into_iter().chain(built_with.map(|(name, _)| name.clone()));
        all.filter_map(|name| name.strip_prefix("vetgate-").map(str::to_owned)).collect()
    };
    rooms.map(|room| (room.clone(), known(&room))).collect()
}

/// The rows of the table in `docs/architecture.md`: what each room owns, and whether it is pure.
fn table() -> BTreeMap<String, (String, String)> {
    let page = read(&root().join("docs/architecture.md"));
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `crates/"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_end_matches('|').split(" | ").map(str::trim).collect();
        (cells[0].trim_end_matches('`').to_owned(), (cells[1].to_owned(), cells[2].to_owned()))
    })
    .collect()
}

/// What each room is called in few words.
fn owners() -> BTreeMap<String, String> {
    let short = |owns: &str| owns.split(':').next().unwrap_or_default().replace('`', "");
    table().iter().map(|(room, (owns, _))| (room.clone(), short(owns))).collect()
}

fn is_pure(room: &str) -> bool {
    PURE.iter().any(|(pure, _)| *pure == room)
}

fn drawn(knows: &Knows, owners: &BTreeMap<String, String>) -> String {
    let lines = reduced(knows);
    let layout = Layout::of(&lines);
    let width = layout.width + 2.0 * MARGIN;
    let height = TOP + layout.layers as f64 * LAYER - (LAYER - BOX.1) + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">The rooms of Vetgate</title>\n<desc id=\"description\">{}</desc>\n<style>\n{STYLE}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n\
         <rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"10\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"38\">The rooms of Vetgate</text>\n\
         <text x=\"{MARGIN}\" y=\"60\">An arrow leads to a room that is known. What follows from other arrows is left out.</text>\n",
        described(&lines)
    );
    key(&mut svg, width);
    for line in &layout.lines {
        let _ = writeln!(svg, "<path class=\"line\" d=\"{}\" marker-end=\"url(#tip)\"/>", way(&layout, line));
    }
    for stop in &layout.stops {
        let Some(room) = &stop.room else { continue };
        let owns = owners.get(room).map(String::as_str).unwrap_or_default();
        room_box(&mut svg, room, owns, MARGIN + stop.x, y(stop, layout.layers));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The middle of a stop from above.
fn y(stop: &Stop, layers: usize) -> f64 {
    TOP + (layers - 1 - stop.layer) as f64 * LAYER + BOX.1 / 2.0
}

/// A line through its stops: from the lower edge of one box to the upper edge of another.
fn way(layout: &Layout, line: &[usize]) -> String {
    let last = line.len() - 1;
    let mut way = String::new();
    let mut from = (0.0, 0.0);
    for (number, &stop) in line.iter().enumerate() {
        let middle = y(&layout.stops[stop], layout.layers);
        let x = MARGIN + layout.stops[stop].x + berth(layout, line, number);
        if number > 0 {
            // Every leg leaves and arrives upright, so that legs go on in one another and no line cuts a box's corner.
            let end = if number == last { middle - BOX.1 / 2.0 - 2.0 } else { middle - BOX.1 / 2.0 };
            let bend = (end - from.1) * 0.55;
            let _ = write!(way, "C{:.1} {:.1} {x:.1} {:.1} {x:.1} {end:.1}", from.0, from.1 + bend, end - bend);
        }
        from = (x, middle + BOX.1 / 2.0);
        if number == 0 {
            let _ = write!(way, "M{:.1} {:.1}", from.0, from.1);
        } else if number < last {
            let _ = write!(way, "V{:.1}", from.1);
        }
    }
    way
}

/// How far from the middle of a box a line begins or ends: the lines of a box stand beside each other, in the order of
/// where they lead.
fn berth(layout: &Layout, line: &[usize], number: usize) -> f64 {
    let last = line.len() - 1;
    let (own, next) = match number {
        0 => (line[0], line[1]),
        _ if number == last => (line[last], line[last - 1]),
        _ => return 0.0,
    };
    let mut beside: Vec<usize> = layout
        .lines
        .iter()
        .filter_map(|other| match number {
            0 => (other[0] == own).then(|| other[1]),
            _ => (other[other.len() - 1] == own).then(|| other[other.len() - 2]),
        })
        .collect();
    beside.sort_by(|a, b| layout.stops[*a].x.total_cmp(&layout.stops[*b].x));
    let place = beside.iter().position(|other| *other == next).expect("a line is among its own");
    let middle = (beside.len() - 1) as f64 / 2.0;
    (place as f64 - middle) * BERTH
}

fn room_box(svg: &mut String, room: &str, owns: &str, x: f64, y: f64) {
    let class = if is_pure(room) { "pure" } else { "open" };
    let (left, top) = (x - BOX.0 / 2.0, y - BOX.1 / 2.0);
    let lines = folded(owns);
    let first = y - 7.0 * lines.len() as f64 + 5.0;
    let _ = writeln!(
        svg,
        "<g class=\"room {class}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{}\" height=\"{}\" rx=\"8\"/>\
         <text class=\"name\" x=\"{x:.1}\" y=\"{first:.1}\">{room}</text>{}</g>",
        BOX.0,
        BOX.1,
        lines.iter().enumerate().fold(String::new(), |text, (number, line)| {
            let y = first + 16.0 + 14.0 * number as f64;
            format!("{text}<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(line))
        })
    );
}

fn key(svg: &mut String, width: f64) {
    let rows = [("pure", "pure: values in, values out"), ("open", "reaches files, processes or the network")];
    for (number, (class, text)) in rows.iter().enumerate() {
        let (x, y) = (width - MARGIN - 262.0, 24.0 + 22.0 * number as f64);
        let _ = writeln!(
            svg,
            "<g class=\"key {class}\"><rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"22\" height=\"14\" rx=\"4\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\">{text}</text></g>",
            x + 30.0,
            y + 11.0
        );
    }
}

/// The picture in words, for whoever does not see it.
fn described(lines: &Knows) -> String {
    let one = |(room, known): (&String, &std::collections::BTreeSet<String>)| match known.len() {
        0 => format!("{room} knows no other."),
        _ => format!("{room} knows {}.", known.iter().cloned().collect::<Vec<_>>().join(", ")),
    };
    lines.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Words in lines that a box has room for.
fn folded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
