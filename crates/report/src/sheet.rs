//! Figures laid out for reading, before any format has touched them: a verdict, then sections of text, tables, plots
//! and lists of items.
//!
//! Nothing here is escaped. What is ours and what is a stranger's is told apart by [`Piece`], so that each format can
//! make the latter safe in its own way.

use std::borrow::Cow;

/// Longest text of a stranger in a line.
const LINE: usize = 240;

/// How good what is said is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tone {
    #[default]
    Plain,
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// Nothing can be said.
    Open,
    /// Of less weight than what stands beside it.
    Faint,
}

/// A part of a sentence or of a table cell.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// Our own words and figures; never a stranger's.
    Words(Cow<'static, str>),
    /// An id or a name, whoever gave it.
    Name(String),
    /// A stranger's sentence.
    Said(String),
}

impl Piece {
    pub(crate) fn words(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Words(text.into())
    }

    pub(crate) fn name(text: &str) -> Self {
        Self::Name(crate::digest::named(text).to_owned())
    }

    pub(crate) fn said(text: &str) -> Self {
        Self::Said(text.to_owned())
    }

    /// The text, with what a stranger wrote escaped and cut.
    fn safe(&self) -> String {
        match self {
            Self::Words(text) => text.clone().into_owned(),
            Self::Name(text) | Self::Said(text) => crate::escape::cut(text, LINE),
        }
    }
}

/// A sentence in pieces, with the spaces between them.
pub(crate) type Phrase = Vec<Piece>;

/// The whole sheet.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// What kind of sheet it is: `evaluation`.
    pub(crate) kind: &'static str,
    /// What comes of it: `passed`, `failed`.
    pub(crate) verdict: &'static str,
    /// How good that is.
    pub(crate) tone: Tone,
    /// Why, where that has to be said.
    pub(crate) reason: Phrase,
    /// The figures that matter most.
    pub(crate) keys: Vec<Key>,
    pub(crate) sections: Vec<Section>,
}

impl Sheet {
    /// The result in one line; what a stranger may have named in it is escaped.
    pub(crate) fn headline(&self) -> String {
        let lead: String = self.lead().iter().map(Piece::safe).collect();
        if lead.is_empty() { self.verdict.to_owned() } else { format!("{}: {lead}", self.verdict) }
    }

    /// The reason and the figures on one line.
    pub(crate) fn lead(&self) -> Phrase {
        let mut lead = self.reason.clone();
        for key in &self.keys {
            let gap = if lead.is_empty() { "" } else { " · " };
            let beside = key.beside.as_ref().map(|beside| format!(", {beside}")).unwrap_or_default();
            lead.push(Piece::words(format!("{gap}{} {}{beside}", key.name, key.figure)));
        }
        lead
    }
}

/// One of the figures that matter most.
#[derive(Debug)]
pub(crate) struct Key {
    /// What it is of: `security recall`.
    pub(crate) name: String,
    pub(crate) figure: String,
    /// A second figure that belongs to it.
    pub(crate) beside: Option<String>,
    pub(crate) tone: Tone,
}

#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) heading: &'static str,
    /// What the section is about.
    pub(crate) about: String,
    pub(crate) blocks: Vec<Block>,
}

#[derive(Debug)]
pub(crate) enum Block {
    Text(Tone, Phrase),
    Table(Table),
    /// Drawn where drawing is possible; the figures that matter stand in a table too.
    Plot(Plot),
    /// Drawn where drawing is possible, beside a table of the same figures.
    Bars(Bars),
    Items(Items),
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    /// Numbers stand right.
    pub(crate) is_number: bool,
    /// Where there is no room for all, columns go from the highest rank down; those of rank 0 stay.
    pub(crate) rank: u8,
    /// How many characters a text may be cut to before columns go.
    pub(crate) least: usize,
}

/// Names and ids are told apart by so many characters.
const NAME: usize = 20;
/// A sentence that is cut further says nothing.
const SENTENCE: usize = 60;

impl Column {
    pub(crate) const fn text(name: &'static str, rank: u8) -> Self {
        Self { name, is_number: false, rank, least: NAME }
    }

    pub(crate) const fn sentence(name: &'static str, rank: u8) -> Self {
        Self { name, is_number: false, rank, least: SENTENCE }
    }

    pub(crate) const fn number(name: &'static str, rank: u8) -> Self {
        Self { name, is_number: true, rank, least: usize::MAX }
    }
}

#[derive(Debug)]
pub(crate) struct Row {
    /// As many as there are columns.
    pub(crate) cells: Vec<Cell>,
    pub(crate) tone: Tone,
}

impl From<Vec<Cell>> for Row {
    fn from(cells: Vec<Cell>) -> Self {
        Self { cells, tone: Tone::Plain }
    }
}

#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) piece: Piece,
    /// What may be left out where there is little room: an interval.
    pub(crate) aside: Option<String>,
    pub(crate) tone: Tone,
    /// How dark the cell is, of a map of such cells.
    pub(crate) shade: Option<Shade>,
}

/// A share of a row's items, good or bad.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shade {
    pub(crate) share: f64,
    pub(crate) is_good: bool,
}

impl Cell {
    pub(crate) fn words(text: impl Into<Cow<'static, str>>) -> Self {
        Self::from(Piece::words(text))
    }

    pub(crate) fn name(text: &str) -> Self {
        Self::from(Piece::name(text))
    }

    pub(crate) fn count(number: usize) -> Self {
        Self::words(number.to_string())
    }

    pub(crate) fn toned(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

impl From<Piece> for Cell {
    fn from(piece: Piece) -> Self {
        Self { piece, aside: None, tone: Tone::Plain, shade: None }
    }
}

/// Lines and dots over two axes.
#[derive(Debug)]
pub(crate) struct Plot {
    pub(crate) title: String,
    /// What is seen in it, for those who cannot.
    pub(crate) summary: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
}

#[derive(Debug)]
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) ticks: Vec<f64>,
    /// Digits behind the point on the ticks.
    pub(crate) places: usize,
}

#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) name: &'static str,
    /// Whether its points are joined by a line.
    pub(crate) is_line: bool,
    pub(crate) points: Vec<Dot>,
}

#[derive(Debug)]
pub(crate) struct Dot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// What it stands for; written beside it where there is room.
    pub(crate) label: Option<String>,
}

/// Shares from 0 to 1 as bars, each with a mark to be measured against.
#[derive(Debug)]
pub(crate) struct Bars {
    pub(crate) title: String,
    pub(crate) summary: String,
    /// What the bar is, and what the mark is where there is one.
    pub(crate) legend: (&'static str, Option<&'static str>),
    pub(crate) rows: Vec<Bar>,
}

#[derive(Debug)]
pub(crate) struct Bar {
    /// A stranger's.
    pub(crate) name: String,
    pub(crate) share: Option<f64>,
    pub(crate) mark: Option<f64>,
}

/// Things that went wrong, for people to read.
#[derive(Debug)]
pub(crate) struct Items {
    pub(crate) title: String,
    /// What they all have in common; a stranger's name.
    pub(crate) of: Option<String>,
    pub(crate) items: Vec<Item>,
    /// How many there are that are not listed.
    pub(crate) more: usize,
}

#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) facts: Vec<Phrase>,
    /// The first lines of a stranger's text.
    pub(crate) text: Vec<String>,
}
