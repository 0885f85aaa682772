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
pub enum Tone {
    /// Neither good nor bad.
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
pub enum Piece {
    /// Our own words and figures; never a stranger's.
    Words(Cow<'static, str>),
    /// An id or a name, whoever gave it.
    Name(String),
    /// A stranger's sentence.
    Said(String),
}

impl Piece {
    /// Our own words.
    pub fn words(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Words(text.into())
    }

    /// A name that someone gave.
    pub fn name(text: &str) -> Self {
        Self::Name(crate::digest::named(text).to_owned())
    }

    /// A sentence that someone wrote.
    pub fn said(text: &str) -> Self {
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
pub type Phrase = Vec<Piece>;

/// The whole sheet.
#[derive(Debug)]
pub struct Sheet {
    /// What kind of sheet it is: `evaluation`.
    pub kind: &'static str,
    /// What comes of it: `passed`, `failed`.
    pub verdict: &'static str,
    /// How good that is.
    pub tone: Tone,
    /// Why, where that has to be said.
    pub reason: Phrase,
    /// The figures that matter most.
    pub keys: Vec<Key>,
    /// What it is made of.
    pub sections: Vec<Section>,
}

impl Sheet {
    /// The result in one line; what a stranger may have named in it is escaped.
    pub fn headline(&self) -> String {
        let lead: String = self.lead().iter().map(Piece::safe).collect();
        if lead.is_empty() { self.verdict.to_owned() } else { format!("{}: {lead}", self.verdict) }
    }

    /// The reason and the figures on one line.
    pub fn lead(&self) -> Phrase {
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
pub struct Key {
    /// What it is of: `security recall`.
    pub name: String,
    /// The figure: `0.98`.
    pub figure: String,
    /// A second figure that belongs to it.
    pub beside: Option<String>,
    /// How good it is.
    pub tone: Tone,
}

/// A part of a sheet under its heading.
#[derive(Debug)]
pub struct Section {
    /// Its heading.
    pub heading: &'static str,
    /// What the section is about.
    pub about: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Debug)]
pub enum Block {
    /// A paragraph.
    Text(Tone, Phrase),
    /// Rows and columns.
    Table(Table),
    /// Drawn where drawing is possible; the figures that matter stand in a table too.
    Plot(Plot),
    /// Drawn where drawing is possible, beside a table of the same figures.
    Bars(Bars),
    /// A list.
    Items(Items),
}

/// Rows under a title.
#[derive(Debug)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// Its columns, from left to right.
    pub columns: Vec<Column>,
    /// Its rows, from above.
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its heading.
    pub name: &'static str,
    /// Numbers stand right.
    pub is_number: bool,
    /// Where there is no room for all, columns go from the highest rank down; those of rank 0 stay.
    pub rank: u8,
    /// How many characters a text may be cut to before columns go.
    pub least: usize,
}

/// Names and ids are told apart by so many characters.
const NAME: usize = 20;
/// A sentence that is cut further says nothing.
const SENTENCE: usize = 60;

impl Column {
    /// A column of names.
    pub const fn text(name: &'static str, rank: u8) -> Self {
        Self { name, is_number: false, rank, least: NAME }
    }

    /// A column of sentences.
    pub const fn sentence(name: &'static str, rank: u8) -> Self {
        Self { name, is_number: false, rank, least: SENTENCE }
    }

    /// A column of numbers.
    pub const fn number(name: &'static str, rank: u8) -> Self {
        Self { name, is_number: true, rank, least: usize::MAX }
    }
}

/// A row of a table.
#[derive(Debug)]
pub struct Row {
    /// As many as there are columns.
    pub cells: Vec<Cell>,
    /// How good it is.
    pub tone: Tone,
}

impl From<Vec<Cell>> for Row {
    fn from(cells: Vec<Cell>) -> Self {
        Self { cells, tone: Tone::Plain }
    }
}

/// A cell of a table.
#[derive(Debug)]
pub struct Cell {
    /// What it says.
    pub piece: Piece,
    /// What may be left out where there is little room: an interval.
    pub aside: Option<String>,
    /// How good it is.
    pub tone: Tone,
    /// How dark the cell is, of a map of such cells.
    pub shade: Option<Shade>,
}

/// A share of a row's items, good or bad.
#[derive(Debug, Clone, Copy)]
pub struct Shade {
    /// From 0 to 1.
    pub share: f64,
    /// Whether more of it is better.
    pub is_good: bool,
}

impl Cell {
    /// Our own words.
    pub fn words(text: impl Into<Cow<'static, str>>) -> Self {
        Self::from(Piece::words(text))
    }

    /// A name that someone gave.
    pub fn name(text: &str) -> Self {
        Self::from(Piece::name(text))
    }

    /// A number.
    pub fn count(number: usize) -> Self {
        Self::words(number.to_string())
    }

    /// The same in another tone.
    pub fn toned(self, tone: Tone) -> Self {
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
pub struct Plot {
    /// Its title.
    pub title: String,
    /// What is seen in it, for those who cannot.
    pub summary: String,
    /// From left to right.
    pub x: Axis,
    /// From below.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// One of the two axes of a plot.
#[derive(Debug)]
pub struct Axis {
    /// Its name.
    pub name: &'static str,
    /// Its lower end.
    pub from: f64,
    /// Its upper end.
    pub to: f64,
    /// Where it is marked.
    pub ticks: Vec<f64>,
    /// Digits behind the point on the ticks.
    pub places: usize,
}

/// Points that belong together.
#[derive(Debug)]
pub struct Series {
    /// Its name.
    pub name: &'static str,
    /// Whether its points are joined by a line.
    pub is_line: bool,
    /// The points.
    pub points: Vec<Dot>,
}

/// A point of a plot.
#[derive(Debug)]
pub struct Dot {
    /// On the first axis.
    pub x: f64,
    /// On the second axis.
    pub y: f64,
    /// What it stands for; written beside it where there is room.
    pub label: Option<String>,
}

/// Shares from 0 to 1 as bars, each with a mark to be measured against.
#[derive(Debug)]
pub struct Bars {
    /// Its title.
    pub title: String,
    /// What is seen in it, for those who cannot.
    pub summary: String,
    /// What the bar is, and what the mark is where there is one.
    pub legend: (&'static str, Option<&'static str>),
    /// The bars, from above.
    pub rows: Vec<Bar>,
}

/// One of the bars.
#[derive(Debug)]
pub struct Bar {
    /// A stranger's.
    pub name: String,
    /// How long it is, from 0 to 1.
    pub share: Option<f64>,
    /// Where its mark is.
    pub mark: Option<f64>,
}

/// Things that went wrong, for people to read.
#[derive(Debug)]
pub struct Items {
    /// Its title.
    pub title: String,
    /// What they all have in common; a stranger's name.
    pub of: Option<String>,
    /// Those that are listed.
    pub items: Vec<Item>,
    /// How many there are that are not listed.
    pub more: usize,
}

/// One of them.
#[derive(Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// What is known of it, a line each.
    pub facts: Vec<Phrase>,
    /// The first lines of a stranger's text.
    pub text: Vec<String>,
}
