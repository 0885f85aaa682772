//! Statements that destroy: `DROP TABLE`, `DELETE` without `WHERE`.
//!
//! Read only where an argument takes a query, a script or code: a mail that says "never run DROP TABLE" drops nothing. Literals
//! and comments of SQL are skipped for the same reason.

use super::flag::Place;
use super::{Claim, Signal};
use crate::words::statement::VERBS;
use crate::{Arguments, Tool, arguments::Leaf};
use vetgate_capability::{Role, Tag};
use vetgate_text::name::parts;

/// What an argument is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// SQL or another query language.
    Query,
    /// Shell.
    Command,
    /// Could be either, or a program.
    Code,
}

impl Language {
    /// What the argument is written in, by the role of its parameter and by its name; nothing for prose.
    pub(super) fn of(tool: &Tool, arguments: &Arguments, leaf: &Leaf) -> Option<Self> {
        let key = arguments.key(leaf);
        let named = |words: &[&str]| parts(key).any(|part| words.iter().any(|word| part.eq_ignore_ascii_case(word)));
        let role = tool.classification.parameter_roles.get(key).map(|parameter| parameter.role);
        match role {
            Some(Role::Query) => return Some(Self::Query),
            Some(Role::Command) if named(&["script", "code", "program", "source"]) => return Some(Self::Code),
            Some(Role::Command) => return Some(Self::Command),
            _ => {}
        }
        if named(&["sql"]) {
            Some(Self::Query)
        } else if named(&["command", "cmd", "shell", "bash"]) {
            Some(Self::Command)
        } else if named(&["script", "code"]) && role != Some(Role::Text) && role != Some(Role::Id) {
            Some(Self::Code)
        } else if named(&["query", "statement", "statements"])
            && tool.classification.capabilities.iter().any(|one| matches!(one.tag, Tag::DbQuery | Tag::DbWrite))
        {
            Some(Self::Query)
        } else if named(&["args", "argv"]) && tool.classification.capabilities.iter().any(|one| one.tag == Tag::Exec) {
            Some(Self::Command)
        } else {
            None
        }
    }
}

/// One form of a statement: words one behind the other, each one of several.
struct Row {
    id: &'static str,
    first: &'static [&'static str],
    /// What follows it at once; empty places are left out.
    rest: [&'static [&'static str]; 2],
    /// A word that makes it harmless where it occurs later in the same statement, or nothing.
    unless: &'static str,
    #[cfg_attr(not(test), allow(dead_code, reason = "the tests read it"))]
    example: &'static str,
    #[cfg_attr(not(test), allow(dead_code, reason = "the tests read it"))]
    harmless: &'static str,
}

// Every form: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/destroying_statements.rs"));

/// What `text` destroys as a statement; whether it does.
pub(super) fn claims(place: &Place, text: &str, out: &mut Vec<Signal>) -> bool {
    let found = destroys(text, true);
    if let Some(id) = found {
        place.claim(Claim::Destructive, format!("statement:{}:{id}", place.shown()), out);
    }
    found.is_some()
}

/// The first form that `text` has. Within a command a statement stands in quotes, so that literals cannot be skipped.
pub(super) fn destroys(text: &str, skips_literals: bool) -> Option<&'static str> {
    let mut words = Words { rest: text, skips_literals };
    let first = words.clone().next()?;
    let is_statement = VERBS.iter().any(|verb| first.eq_ignore_ascii_case(verb)) || text.contains([';', '(']);
    if skips_literals && !is_statement {
        return None;
    }
    while let Some(word) = words.next() {
        for row in ROWS {
            if is_one(word, row.first) && follows(words.clone(), row) {
                return Some(row.id);
            }
        }
    }
    None
}

fn is_one(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known) || (*known == "*" && word != ";" && word != "("))
}

/// Whether what stands behind the first word of a form is the rest of it.
fn follows(mut words: Words, row: &Row) -> bool {
    let mut rest = row.rest.iter().filter(|alternatives| !alternatives.is_empty());
    let fits = rest.all(|alternatives| words.next().is_some_and(|word| is_one(word, alternatives)));
    // A form is looked at once for each of its first words, so that the way to the end of a statement is bounded.
    let saves = |word: &str| word.eq_ignore_ascii_case(row.unless);
    fits && (row.unless.is_empty() || !words.take(LOOKAHEAD).take_while(|word| *word != ";").any(saves))
}

/// How many words behind a form are looked through for what makes it harmless.
const LOOKAHEAD: usize = 64;

/// The words of a statement; `;`, `(` and an empty `{}` count as words.
#[derive(Clone)]
pub(super) struct Words<'t> {
    rest: &'t str,
    skips_literals: bool,
}

impl<'t> Words<'t> {
    /// The words of a statement that stands for itself.
    pub(super) fn of(text: &'t str) -> Self {
        Self { rest: text, skips_literals: true }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let text = self.rest;
            let bytes = text.as_bytes();
            let skip = match *bytes.first()? {
                b'\'' if self.skips_literals => 1 + text[1..].find('\'').map_or(text.len() - 1, |end| end + 1),
                b'-' if bytes.get(1) == Some(&b'-') && self.skips_literals => text.find('\n').unwrap_or(text.len()),
                // MySQL runs what stands in `/*! */`.
                b'/' if bytes.get(1) == Some(&b'*') && bytes.get(2) != Some(&b'!') => {
                    text.find("*/").map_or(text.len(), |end| end + 2)
                }
                b';' | b'(' => {
                    self.rest = &text[1..];
                    return Some(&text[..1]);
                }
                b'{' if bytes.get(1) == Some(&b'}') => {
                    self.rest = &text[2..];
                    return Some(&text[..2]);
                }
                byte if byte.is_ascii_alphanumeric() || byte == b'_' => {
                    let end = bytes.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'));
                    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
                    self.rest = rest;
                    return Some(word);
                }
                _ => text.chars().next().map_or(1, char::len_utf8),
            };
            self.rest = &text[skip..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_has_an_example_and_a_harmless_twin() {
        for row in ROWS {
            assert_eq!(destroys(row.example, true), Some(row.id), "{}", row.example);
            assert_eq!(destroys(row.harmless, true), None, "{}", row.harmless);
        }
    }

    #[test]
    fn prose_and_literals_destroy_nothing() {
        for text in [
            "how to drop table in postgres",
            "please never run DROP TABLE on production",
            "SELECT * FROM logs WHERE line LIKE '%DROP TABLE%'",
            "SELECT dropped, table_name FROM tables",
            "UPDATE users SET name = 'delete from' WHERE id = 1",
            "",
        ] {
            assert_eq!(destroys(text, true), None, "{text}");
        }
    }

    #[test]
    fn statements_are_seen_through_what_hides_them() {
        for (text, id) in [
            ("drop\n\ttable users", "drop"),
            ("1; Drop/**/Table users --", "drop"),
            ("/*!50000 DROP TABLE users */;", "drop"),
            ("WITH gone AS (DELETE FROM orders RETURNING *) SELECT count(*) FROM gone", "delete_all"),
            ("truncate users", "truncate"),
        ] {
            assert_eq!(destroys(text, true), Some(id), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>(), skips in any::<bool>()) {
            destroys(&text, skips);
        }
    }
}
