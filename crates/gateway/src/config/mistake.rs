//! What is wrong with a configuration, and where.

use std::fmt;
use vetgate_mcp::configs::ConfigError;

/// One mistake in a configuration.
///
/// Shown with the file first, so that editors can jump to it. Values of secrets are never part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// From 1; nothing where the file as a whole is meant.
    pub line: Option<usize>,
    /// A JSON pointer; empty where the file as a whole is meant.
    pub place: String,
    /// What was expected and what was found.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.place.is_empty() {
            write!(f, ": {}", self.place)?;
        }
        write!(f, ": {}", self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl From<ConfigError> for Mistake {
    fn from(error: ConfigError) -> Self {
        let whole =
            |file: String, message: String| Self { file, line: None, place: String::new(), message, hint: None };
        match error {
            ConfigError::Unreadable { file, reason } => whole(file, format!("cannot be read: {reason}")),
            ConfigError::TooLarge { file, limit } => whole(file, format!("is larger than {limit} bytes")),
            ConfigError::Syntax { file, line, format, reason } => {
                Self { line: Some(line), ..whole(file, format!("expected {format}: {reason}")) }
            }
            ConfigError::Ambiguous { file, line, place, problem } => {
                Self { file, line: Some(line), place, message: problem, hint: None }
            }
            ConfigError::Shape { file, line, place, expected, found } => {
                Self { line: Some(line), place, ..whole(file, format!("expected {expected}, found {found}")) }
            }
            other => whole(String::new(), other.to_string()),
        }
    }
}

/// Everything that is wrong with a configuration, in the order of the file; at least one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes(Vec<Mistake>);

impl Mistakes {
    /// `Err` with `mistakes` in the order of the file, or `Ok` if there are none.
    pub(super) fn none_of(mut mistakes: Vec<Mistake>) -> Result<(), Self> {
        mistakes.sort_by_key(|mistake| mistake.line);
        if mistakes.is_empty() { Ok(()) } else { Err(Self(mistakes)) }
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Mistake> {
        self.0.iter()
    }
}

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Self {
        Self(vec![mistake])
    }
}

impl fmt::Display for Mistakes {
    /// One a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, mistake) in self.0.iter().enumerate() {
            let gap = if number == 0 { "" } else { "\n" };
            write!(f, "{gap}{mistake}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}
