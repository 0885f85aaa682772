//! Patterns and words from the configuration.

use crate::settings::SettingsError;
use crate::{Category, Grade, Kind};
use regex::bytes::{Regex, RegexBuilder};
use std::borrow::Cow;
use vetgate_model::Severity;

/// How much memory a pattern may take when it is compiled.
const LARGEST: usize = 1 << 20;

/// A pattern of the user's own.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) kind: Kind,
    pub(crate) regex: Regex,
    pub(crate) confidence: Grade,
}

impl Pattern {
    /// Compiles a pattern, or says what is wrong with it and where.
    pub(crate) fn new(name: &str, regex: &str, severity: Severity, confidence: Grade) -> Result<Self, SettingsError> {
        let is_named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if name.is_empty() || !name.bytes().all(is_named) {
            return Err(SettingsError::Name { name: name.to_owned() });
        }
        let wrong = |column, reason| SettingsError::Regex { name: name.to_owned(), column, reason };
        // The parser of the engine tells the place; the engine itself only draws it.
        let parsed = regex_syntax::Parser::new().parse(regex).map_err(|error| {
            let (column, reason) = match &error {
                regex_syntax::Error::Parse(error) => (error.span().start.column, error.kind().to_string()),
                regex_syntax::Error::Translate(error) => (error.span().start.column, error.kind().to_string()),
                _ => (1, error.to_string()),
            };
            wrong(column, reason)
        })?;
        let compiled = RegexBuilder::new(regex).size_limit(LARGEST).dfa_size_limit(LARGEST).build();
        let regex = compiled.map_err(|_| wrong(1, "too big: use fewer or smaller repetitions".to_owned()))?;
        // Trying it on the empty text is not enough: `\b` matches nothing there, and the edge of every word elsewhere.
        if parsed.properties().minimum_len() == Some(0) {
            return Err(SettingsError::Empty { name: name.to_owned() });
        }
        let (id, name) = (Cow::Owned(name.to_owned()), Cow::Owned(name.to_owned()));
        let kind = Kind { id, name, category: Category::Custom, severity };
        Ok(Self { kind, regex, confidence })
    }

    /// A pattern of whole words in either case.
    pub(crate) fn words(name: &str, words: &[String], severity: Severity) -> Result<Self, SettingsError> {
        if words.is_empty() || words.iter().any(|word| word.trim().is_empty()) {
            return Err(SettingsError::NoWord { name: name.to_owned() });
        }
        // An edge that is no letter needs nothing around it.
        let edge = |c: Option<char>| if c.is_some_and(|c| c.is_alphanumeric() || c == '_') { r"\b" } else { "" };
        let whole = |word: &String| {
            let word = word.trim();
            format!("{}{}{}", edge(word.chars().next()), regex::escape(word), edge(word.chars().last()))
        };
        let alternatives: Vec<String> = words.iter().map(whole).collect();
        Self::new(name, &format!("(?i)(?:{})", alternatives.join("|")), severity, Grade::High)
    }
}
