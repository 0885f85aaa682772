//! The columns of a table: what a value may be, and how it is written in Rust.

use crate::functions;
use crate::raw::Raw;
use std::collections::BTreeSet;
use std::path::Path;

/// A column of a table. Every row has a value for it, unless the column has a default.
#[derive(Debug)]
pub struct Column {
    kind: Kind,
    default: Option<String>,
    pub(crate) is_unique: bool,
    check: Option<Check>,
}

/// What is expected of the texts of a column, in words and as a function.
type Check = (&'static str, fn(&str) -> bool);

#[derive(Debug)]
enum Kind {
    Text,
    Texts,
    Character,
    Joined,
    Pattern,
    Integer { from: i64, to: i64 },
    Integers { from: i64, to: i64 },
    OneOf(&'static [(&'static str, &'static str)]),
    Function { module: &'static str, signature: &'static str, known: BTreeSet<String> },
}

/// A string that is not empty: `"…"`.
pub fn text() -> Column {
    Column::of(Kind::Text)
}

/// Strings that are not empty, at least one: `&["…", "…"]`.
pub fn texts() -> Column {
    Column::of(Kind::Texts)
}

/// One character: `'…'`.
pub fn character() -> Column {
    Column::of(Kind::Character)
}

/// A string, or its pieces, which are joined: secret scanners leave the pieces of an example alone. `"…"`.
pub fn joined() -> Column {
    Column::of(Kind::Joined)
}

/// A regular expression over ASCII bytes: `"…"`.
pub fn pattern() -> Column {
    Column::of(Kind::Pattern)
}

/// An integer of a range: `12`.
pub fn integer(from: i64, to: i64) -> Column {
    Column::of(Kind::Integer { from, to })
}

/// Integers of a range, at least one: `&[12, 34]`.
pub fn integers(from: i64, to: i64) -> Column {
    Column::of(Kind::Integers { from, to })
}

/// One of these words, each with the Rust expression that it stands for.
pub fn one_of(words: &'static [(&'static str, &'static str)]) -> Column {
    Column::of(Kind::OneOf(words))
}

/// A function of `{module}.rs` or of a file below `{module}/`, by its path from there: `checksum::luhn`. The signature is
/// written as a type: `fn(&[u8]) -> bool`.
pub fn function(module: &'static str, signature: &'static str) -> Column {
    Column::of(Kind::Function { module, signature, known: BTreeSet::new() })
}

impl Column {
    fn of(kind: Kind) -> Self {
        Self { kind, default: None, is_unique: false, check: None }
    }

    /// The Rust expression for rows that leave the column out.
    pub fn or(mut self, expression: &str) -> Self {
        self.default = Some(expression.to_owned());
        self
    }

    /// No two rows of the table have the same value.
    pub fn unique(mut self) -> Self {
        self.is_unique = true;
        self
    }

    /// Every text of the value passes `check`; `expected` says what that is.
    pub fn check(mut self, expected: &'static str, check: fn(&str) -> bool) -> Self {
        self.check = Some((expected, check));
        self
    }

    /// The module whose functions the column names.
    pub(crate) fn module(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Function { module, .. } => Some(module),
            _ => None,
        }
    }

    /// Looks up what has to be known of the crate before rows are read.
    pub(crate) fn prepare(&mut self, folder: &Path) {
        if let Kind::Function { module, signature, known } = &mut self.kind {
            *known = functions::named(folder, module, signature);
        }
    }

    /// The expression for a row without a value.
    pub(crate) fn default(&self) -> Option<&str> {
        self.default.as_deref()
    }

    /// The Rust expression of a value, or the line of the mistake and what was expected.
    pub(crate) fn expression(&self, line: usize, value: &Raw) -> Result<String, (usize, String)> {
        let expected = |what: &str| (line, format!("expected {what}, found {}", shown(value)));
        match &self.kind {
            Kind::Text => {
                let text = text_of(value).ok_or_else(|| expected("a text"))?;
                self.checked(line, text)?;
                Ok(format!("{text:?}"))
            }
            Kind::Character => {
                let mut characters = text_of(value).unwrap_or_default().chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) => Ok(format!("{character:?}")),
                    _ => Err(expected("one character")),
                }
            }
            Kind::Joined => {
                let text = match value {
                    Raw::Array(pieces) => pieces.iter().map(|(_, piece)| text_of(piece)).collect::<Option<String>>(),
                    value => text_of(value).map(str::to_owned),
                };
                let text = text.filter(|text| !text.is_empty()).ok_or_else(|| expected("a text or its pieces"))?;
                self.checked(line, &text)?;
                Ok(format!("{text:?}"))
            }
            Kind::Pattern => {
                let pattern = text_of(value).ok_or_else(|| expected("a regular expression"))?;
                let parsed = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern);
                parsed.map_err(|error| {
                    let reason = error.to_string();
                    let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
                    (line, format!("expected a regular expression, found {pattern:?}: {reason}"))
                })?;
                Ok(format!("{pattern:?}"))
            }
            Kind::Texts => {
                let mut texts = Vec::new();
                for (line, item) in items(line, value) {
                    let text = text_of(&item)
                        .ok_or_else(|| (line, format!("expected a text, found {}", shown(&item))))?
                        .to_owned();
                    self.checked(line, &text)?;
                    texts.push(format!("{text:?}"));
                }
                if texts.is_empty() {
                    Err(expected("at least one text"))
                } else {
                    Ok(format!("&[{}]", texts.join(", ")))
                }
            }
            Kind::Integer { from, to } => {
                let number = integer_of(value).filter(|number| (from..=to).contains(&number));
                number
                    .map(|number| number.to_string())
                    .ok_or_else(|| expected(&format!("an integer from {from} to {to}")))
            }
            Kind::Integers { from, to } => {
                let numbers = items(line, value).into_iter().map(|(_, item)| integer_of(&item));
                let numbers = numbers.map(|number| number.filter(|number| (from..=to).contains(&number)));
                let numbers: Option<Vec<String>> = numbers.map(|number| Some(number?.to_string())).collect();
                let numbers = numbers.filter(|numbers| !numbers.is_empty());
                numbers
                    .map(|numbers| format!("&[{}]", numbers.join(", ")))
                    .ok_or_else(|| expected(&format!("integers from {from} to {to}")))
            }
            Kind::OneOf(words) => {
                let word = text_of(value).and_then(|text| words.iter().find(|(word, _)| *word == text));
                word.map(|(_, expression)| (*expression).to_owned()).ok_or_else(|| {
                    let words: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
                    expected(&words.join(" or "))
                })
            }
            Kind::Function { module, signature, known } => {
                let name = text_of(value).filter(|name| known.contains(*name));
                name.map(str::to_owned).ok_or_else(|| expected(&format!("a function `{signature}` of {module}")))
            }
        }
    }

    fn checked(&self, line: usize, text: &str) -> Result<(), (usize, String)> {
        match self.check {
            Some((expected, check)) if !check(text) => Err((line, format!("expected {expected}, found {text:?}"))),
            _ => Ok(()),
        }
    }
}

fn text_of(value: &Raw) -> Option<&str> {
    match value {
        Raw::Text(text) | Raw::Cell(text) => Some(text.as_str()).filter(|text| !text.is_empty()),
        _ => None,
    }
}

fn integer_of(value: &Raw) -> Option<i64> {
    match value {
        Raw::Integer(number) => Some(*number),
        Raw::Cell(cell) => cell.parse().ok(),
        _ => None,
    }
}

/// The items of an array with their lines, or those of a cell.
fn items(line: usize, value: &Raw) -> Vec<(usize, Raw)> {
    match value {
        Raw::Array(items) => items.clone(),
        Raw::Cell(cell) => cell.split(',').map(|item| (line, Raw::Cell(item.trim().to_owned()))).collect(),
        other => vec![(line, other.clone())],
    }
}

fn shown(value: &Raw) -> String {
    match value {
        Raw::Text(text) | Raw::Cell(text) => format!("{text:?}"),
        Raw::Integer(number) => number.to_string(),
        Raw::Date(_) => "a date".to_owned(),
        Raw::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Raw::Array(_) => "a list".to_owned(),
        Raw::Table(_) => "a table".to_owned(),
        Raw::Other(name) => format!("{name} value"),
    }
}
