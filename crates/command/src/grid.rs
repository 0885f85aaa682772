//! Rows in columns, for a terminal or what stands in for one. What goes in is safe already.

use crate::console;
use anstyle::{AnsiColor, Style};
use std::io::{self, IsTerminal};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Between columns.
const GAP: &str = "  ";
/// Before a sentence under its row.
pub const INDENT: &str = "    ";
/// A column is not made narrower than this.
const NARROWEST: usize = 12;

/// What a reader must not miss.
pub const ALARM: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))).bold();
/// What a reader has to look at.
pub const ATTENTION: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
/// What is as it should be.
pub const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
/// What can be passed over.
pub const FAINT: Style = Style::new().dimmed();
/// What stands out.
pub const STRONG: Style = Style::new().bold();

/// Where text is shown: with colour or without, and how wide.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// Whether colour is shown.
    pub has_color: bool,
    /// Columns; without a terminal there is no bound, because a program or a file has none.
    pub width: usize,
}

impl Screen {
    /// Standard output.
    pub fn of_output() -> Self {
        let width = if io::stdout().is_terminal() { console::width() } else { usize::MAX };
        Self { has_color: console::has_color(), width }
    }

    /// `text` in `style`, where there is colour.
    pub fn paint(self, style: Style, text: &str) -> String {
        if self.has_color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// A piece of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    text: String,
    style: Style,
    is_number: bool,
    is_whole: bool,
}

impl Cell {
    /// `text` as it is.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), style: Style::new(), is_number: false, is_whole: false }
    }

    /// `text` in `style`.
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        Self { style, ..Self::new(text) }
    }

    /// Stands at the right of its column; nothing is shown faintly.
    pub fn number(number: u64) -> Self {
        let style = if number == 0 { FAINT } else { Style::new() };
        Self { text: number.to_string(), style, is_number: true, is_whole: true }
    }

    /// Is never cut, however narrow the screen.
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// The same in another style.
    pub fn in_style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// The rows under their headings, no wider than the screen as long as columns can be cut. The last column is for
/// sentences: where it does not fit, each stands whole under its row.
pub fn render(screen: Screen, headings: &[&str], rows: &[Vec<Cell>]) -> String {
    let whole = columns(Screen { width: usize::MAX, ..screen }, headings, rows);
    if whole.lines().all(|line| anstream::adapter::strip_str(line).to_string().width() <= screen.width) {
        return whole;
    }
    let last = headings.len().saturating_sub(1);
    let short: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().take(last).cloned().collect()).collect();
    let mut out = String::new();
    for (at, line) in columns(screen, &headings[..last], &short).lines().enumerate() {
        out.push_str(line);
        out.push('\n');
        let sentence = at.checked_sub(1).and_then(|row| rows.get(row)?.get(last)).filter(|cell| !cell.text.is_empty());
        if let Some(cell) = sentence {
            for row in wrapped(&cell.text, screen.width.saturating_sub(INDENT.len())) {
                out.push_str(&format!("{INDENT}{}\n", screen.paint(cell.style, &row)));
            }
        }
    }
    out
}

/// `text` in rows of at most `most` columns, as far as its words allow.
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut rows: Vec<String> = vec![];
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.width() + 1 + word.width() <= most => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

fn columns(screen: Screen, headings: &[&str], rows: &[Vec<Cell>]) -> String {
    let heading = headings.iter().map(|heading| Cell::styled(*heading, FAINT)).collect::<Vec<_>>();
    let all: Vec<&Vec<Cell>> = std::iter::once(&heading).chain(rows).collect();
    let is_whole = |column: usize| rows.iter().filter_map(|row| row.get(column)).any(|cell| cell.is_whole);
    let mut widths: Vec<usize> = (0..headings.len())
        .map(|column| all.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.width()).max().unwrap_or(0))
        .collect();
    let gaps = GAP.len() * headings.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > screen.width {
        let can_give = widths.iter_mut().enumerate().filter(|(column, _)| !is_whole(*column)).map(|(_, width)| width);
        let Some(widest) = can_give.max().filter(|width| **width > NARROWEST) else { break };
        *widest -= 1;
    }
    let mut out = String::new();
    for row in all {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let text = cut(&cell.text, *width);
            let padding = " ".repeat(width.saturating_sub(text.width()));
            let painted = screen.paint(cell.style, &text);
            line.push_str(&if cell.is_number { padding + &painted } else { painted + &padding });
            line.push_str(GAP);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// `text` in at most `most` columns.
pub fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut used = 1;
    let kept = text.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= most
    });
    kept.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<Cell>> {
        vec![
            vec![Cell::new("notes"), Cell::number(12), Cell::new("a rather long reason to be held back")],
            vec![Cell::new("天気"), Cell::number(0), Cell::styled("", ALARM)],
        ]
    }

    #[test]
    fn columns_line_up_and_nothing_is_cut_without_a_terminal() {
        let screen = Screen { has_color: false, width: usize::MAX };
        let shown = render(screen, &["server", "n", "why"], &rows());
        assert_eq!(shown, "server  n   why\nnotes   12  a rather long reason to be held back\n天気     0\n");
    }

    #[test]
    fn a_sentence_stands_whole_under_its_row_on_a_narrow_screen() {
        let screen = Screen { has_color: false, width: 30 };
        let shown = render(screen, &["server", "n", "why"], &rows());
        assert_eq!(shown, "server  n\nnotes   12\n    a rather long reason to be\n    held back\n天気     0\n",);
    }

    #[test]
    fn the_widest_column_gives_way_unless_it_is_to_stay_whole() {
        let row = |name: Cell| vec![vec![Cell::new("a-server-with-a-name"), name, Cell::new("")]];
        let narrow = Screen { has_color: false, width: 20 };
        let headings = ["server", "name", "why"];
        let cut = render(narrow, &headings, &row(Cell::new("a-tool-with-a-name")));
        assert!(cut.contains("a-server-wi…  a-tool-with…"), "{cut}");
        let whole = render(narrow, &headings, &row(Cell::new("a-tool-with-a-name").whole()));
        assert!(whole.contains("a-server-wi…  a-tool-with-a-name"), "{whole}");
    }

    #[test]
    fn colour_is_no_part_of_a_width() {
        let plain = render(Screen { has_color: false, width: 40 }, &["server", "n", "why"], &rows());
        let coloured = render(Screen { has_color: true, width: 40 }, &["server", "n", "why"], &rows());
        assert_ne!(plain, coloured);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    }
}
