//! A table that fits the terminal: where there is no room, intervals go first, then the columns that matter least, and
//! at last long names are cut. A row is always one line.

use super::canvas::{Canvas, Look};
use super::sheet::{look, plain};
use crate::sheet::{Cell, Row, Table, Tone};
use crate::wrap::{cut, width};

/// Columns between two cells.
const GAP: usize = 2;

pub(super) fn show(canvas: &mut Canvas, table: &Table) {
    canvas.paragraph("", "", Look::Strong, &table.title);
    let layout = Layout::of(table, canvas.width());
    let heads: Vec<String> = layout.shown.iter().map(|index| table.columns[*index].name.to_owned()).collect();
    line(canvas, table, &layout, heads.into_iter().map(|head| (Look::Faint, head)));
    for row in &table.rows {
        let cell = |index: &usize| {
            let cell = &row.cells[*index];
            (cell_look(row, cell), text(cell, layout.has_asides))
        };
        line(canvas, table, &layout, layout.shown.iter().map(cell));
    }
}

/// Which columns are shown, how wide, and whether with what may be left out.
struct Layout {
    shown: Vec<usize>,
    widths: Vec<usize>,
    has_asides: bool,
}

impl Layout {
    fn of(table: &Table, room: usize) -> Self {
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let whole = Self { widths: natural(table, &all, true), shown: all.clone(), has_asides: true };
        if whole.total() <= room {
            return whole;
        }
        let mut layout = Self { widths: natural(table, &all, false), shown: all, has_asides: false };
        while layout.least(table) > room {
            let Some(last) = (0..layout.shown.len())
                .filter(|at| table.columns[layout.shown[*at]].rank > 0)
                .max_by_key(|at| table.columns[layout.shown[*at]].rank)
            else {
                break;
            };
            layout.shown.remove(last);
            layout.widths.remove(last);
        }
        while layout.total() > room {
            match layout.widths.iter_mut().max().filter(|widest| **widest > 1) {
                Some(widest) => *widest -= 1,
                None => break,
            }
        }
        layout
    }

    fn total(&self) -> usize {
        self.widths.iter().sum::<usize>() + GAP * self.widths.len().saturating_sub(1)
    }

    /// The total if texts were cut as far as is bearable.
    fn least(&self, table: &Table) -> usize {
        let spare = |(index, width): (&usize, &usize)| width.saturating_sub(table.columns[*index].least);
        self.total() - self.shown.iter().zip(&self.widths).map(spare).sum::<usize>()
    }
}

/// How wide each of the columns would be.
fn natural(table: &Table, shown: &[usize], has_asides: bool) -> Vec<usize> {
    let widest = |index: &usize| {
        let cells = table.rows.iter().map(|row| width(&text(&row.cells[*index], has_asides)));
        cells.chain([width(table.columns[*index].name)]).max().unwrap_or(0)
    };
    shown.iter().map(widest).collect()
}

fn text(cell: &Cell, has_asides: bool) -> String {
    let text = plain(&cell.piece);
    match cell.aside.as_ref().filter(|_| has_asides) {
        Some(aside) => format!("{text} ({aside})"),
        None => text,
    }
}

fn cell_look(row: &Row, cell: &Cell) -> Look {
    match (row.tone, cell.tone, cell.shade) {
        (Tone::Faint, _, _) => Look::Faint,
        (_, Tone::Plain, Some(shade)) if shade.share == 0.0 => Look::Faint,
        (_, Tone::Plain, Some(shade)) if !shade.is_good => look(Tone::Bad),
        (_, tone, _) => look(tone),
    }
}

fn line(canvas: &mut Canvas, table: &Table, layout: &Layout, cells: impl Iterator<Item = (Look, String)>) {
    let last = layout.shown.len().saturating_sub(1);
    let mut pieces: Vec<(Look, String)> = Vec::new();
    for (at, (look, text)) in cells.enumerate() {
        let text = cut(&text, layout.widths[at]);
        let pad = " ".repeat(layout.widths[at] - width(&text));
        let is_number = table.columns[layout.shown[at]].is_number;
        let (before, after) = if is_number { (pad, String::new()) } else { (String::new(), pad) };
        let after = if at == last { String::new() } else { after + &" ".repeat(GAP) };
        pieces.extend([(Look::Plain, before), (look, text), (Look::Plain, after)]);
    }
    let pieces: Vec<(Look, &str)> = pieces.iter().map(|(look, text)| (*look, text.as_str())).collect();
    canvas.line(&pieces);
}
