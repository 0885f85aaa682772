//! The heat map on a terminal: a table where there is room for one, else a line for each server.

use super::canvas::{Canvas, Look};
use crate::capability::{COUNTS, Cell, NONE, blanks, legend, shade};
use crate::digest::named;
use crate::escape;
use crate::wrap::{cut, width};
use vetgate_capability::{Profile, Tag};

/// Columns between two cells.
const GAP: usize = 2;
/// The narrowest cell: a shade, a space and three digits.
const CELL: usize = 5;
/// Columns for the name of a server: with the longest, the map is 80 columns wide, so that an eye can follow a row.
const NAMES: std::ops::RangeInclusive<usize> = 12..=20;
/// Longest name in the list that stands for the table; it is wrapped.
const NAME: usize = 120;

/// The map of the first `most` of `profiles`; `has_tools` if their tools are listed beside it.
pub(super) fn show(canvas: &mut Canvas, profiles: &[&Profile], most: usize, has_tools: bool) {
    canvas.paragraph("", "", Look::Strong, "What the servers can do");
    let shown = &profiles[..profiles.len().min(most)];
    let table: usize = Tag::ALL.iter().map(|tag| column(*tag) + GAP).sum();
    let room = canvas.width().saturating_sub(table);
    if room < *NAMES.start() {
        list(canvas, shown);
    } else {
        let longest = shown.iter().map(|profile| width(&name(profile))).max().unwrap_or(0);
        let names = longest.clamp(*NAMES.start(), (*NAMES.end()).min(room));
        heading(canvas, names);
        for profile in shown {
            row(canvas, profile, names);
        }
    }
    if profiles.len() > most {
        let more = profiles.len() - most;
        let text = format!("… and {more} more servers; vetgate classify shows all.");
        canvas.paragraph("", "", Look::Faint, &text);
    }
    let signs = legend(profiles).into_iter().map(|(level, word)| format!("{} {word}", shade(level)));
    let signs: Vec<String> = signs.chain([blanks(profiles, has_tools)]).collect();
    canvas.paragraph("", "", Look::Faint, &format!("{}. {COUNTS}", signs.join(", ")));
}

fn name(profile: &Profile) -> String {
    escape::cut(named(&profile.server), NAME)
}

/// A tag on two lines, as `net_egress` is in its column.
fn title(tag: Tag) -> (&'static str, &'static str) {
    tag.name().split_once('_').unwrap_or(("", tag.name()))
}

fn column(tag: Tag) -> usize {
    let (above, below) = title(tag);
    above.len().max(below.len()).max(CELL)
}

fn heading(canvas: &mut Canvas, names: usize) {
    for line in 0..2 {
        let mut text = " ".repeat(names);
        for tag in Tag::ALL {
            let (above, below) = title(tag);
            let word = if line == 0 { above } else { below };
            text.push_str(&format!("{word:>0$}", column(tag) + GAP));
        }
        canvas.line(&[(Look::Faint, &text)]);
    }
}

fn row(canvas: &mut Canvas, profile: &Profile, names: usize) {
    let name = cut(&name(profile), names);
    let name = format!("{name}{}", " ".repeat(names - width(&name)));
    let cells = Tag::ALL.map(|tag| {
        let text = match Cell::of(profile, tag) {
            None => (Look::Faint, NONE.to_owned()),
            Some(cell) => (Look::Level(cell.level), sign(cell)),
        };
        let pad = column(tag) + GAP - width(&text.1);
        (text.0, format!("{}{}", " ".repeat(pad), text.1))
    });
    let mut pieces = vec![(Look::Plain, name.as_str())];
    pieces.extend(cells.iter().map(|(look, text)| (*look, text.as_str())));
    canvas.line(&pieces);
}

/// A shade and a number; of a number with more than three digits only that it is one.
fn sign(cell: Cell) -> String {
    let shade = shade(cell.level);
    match cell.number() {
        None => shade.to_owned(),
        Some(number) if number > 999 => format!("{shade}999+"),
        Some(number) => format!("{shade} {number}"),
    }
}

fn list(canvas: &mut Canvas, profiles: &[&Profile]) {
    for profile in profiles {
        let cells = Tag::ALL.iter().filter_map(|tag| Some(format!("{tag} {}", sign(Cell::of(profile, *tag)?))));
        let cells: Vec<String> = cells.collect();
        let cells = if cells.is_empty() { NONE.to_owned() } else { cells.join(", ") };
        canvas.paragraph("", "  ", Look::Plain, &format!("{}: {cells}", name(profile)));
    }
}
