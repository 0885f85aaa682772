//! Values as they are written in a data file, each with its line.

/// A value as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Raw {
    Text(String),
    /// A cell of a TSV file, which has no type.
    Cell(String),
    Integer(i64),
    Date(String),
    /// Values with their lines.
    Array(Vec<(usize, Raw)>),
    Table(Vec<Entry>),
    /// Anything else, by the name of its type.
    Other(&'static str),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) value: Raw,
}
