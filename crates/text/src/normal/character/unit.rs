//! The characters of a text that count, with their places.

use crate::ansi::{self, Escape, EscapeKind};
use crate::{entity, hidden};
use std::ops::Range;

/// A character as the text spells it: itself, or an HTML reference.
pub(super) struct Unit {
    pub(super) character: char,
    pub(super) source: Range<usize>,
}

/// The characters of `raw` without terminal sequences and invisible characters.
pub(super) fn units(raw: &str) -> Units<'_> {
    Units { raw, at: 0, escapes: ansi::scan(raw).into_iter().peekable() }
}

pub(super) struct Units<'t> {
    raw: &'t str,
    at: usize,
    escapes: std::iter::Peekable<std::vec::IntoIter<Escape>>,
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        loop {
            let start = self.at;
            if let Some(escape) = self.escapes.next_if(|escape| escape.span.start == start) {
                self.at = escape.span.end;
                if let Some(character) = spaces(self.raw, &escape) {
                    return Some(Unit { character, source: escape.span });
                }
                continue;
            }
            let rest = &self.raw[start..];
            let literal = rest.chars().next()?;
            let (character, length) = match literal {
                '&' => entity::read(rest).unwrap_or((literal, 1)),
                _ => (literal, literal.len_utf8()),
            };
            self.at = start + length;
            // A reference may spell out a sequence's bytes; the sequence is over by then.
            while self.escapes.next_if(|escape| escape.span.start < self.at).is_some() {}
            let character = match character {
                '\u{2800}' | '\u{B}' | '\u{C}' => ' ',
                '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
                _ if hidden::class_of(character).is_some() => continue,
                _ if character.is_control() && !matches!(character, '\t' | '\n' | '\r') => continue,
                _ => character,
            };
            return Some(Unit { character, source: start..self.at });
        }
    }
}

/// The white space that a control character stands for.
fn spaces(raw: &str, escape: &Escape) -> Option<char> {
    match (escape.kind, raw.get(escape.span.clone())?) {
        (EscapeKind::C0, "\r" | "\u{B}" | "\u{C}") => Some(' '),
        (EscapeKind::C1, "\u{85}") => Some('\n'),
        _ => None,
    }
}
