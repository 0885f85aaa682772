//! Arguments that change something where a read was declared: `UPDATE`, `mutation`, `PUT`.
//!
//! What a text in a language does is said by its verb, once comments, named subqueries and earlier statements are read over:
//! `/* list */ WITH t AS (SELECT ...) UPDATE staff SET ...` updates. Such calls are everyday work where nobody says
//! otherwise, so that nothing but a claim to read is held against them.
//!
//! `POST` is left out: searches and queries are posted too.

use super::flag::Place;
use super::statement::Words;
use super::{Claim, Signal};
use crate::arguments::Value;
use crate::words::change::{CARRIERS, OBJECTS};

/// How far behind the verb of a statement its other words are looked for.
const REACH: usize = 8;

/// One form of a statement: its verb, a word of which one stands behind it, and a character that it has too.
struct Row {
    verb: &'static str,
    /// How many words stand between at least.
    apart: usize,
    /// Whether the other word follows at once.
    is_next: bool,
    words: &'static [&'static str],
    has: &'static str,
}

// Every form: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/changing_statements.rs"));

/// What `text` changes as a statement of a query language; nothing where it `destroys`, which says more.
pub(super) fn of_query(place: &Place, text: &str, destroys: bool, out: &mut Vec<Signal>) {
    if !destroys && let Some(id) = statement(text) {
        place.claim(Claim::Write, format!("statement:{}:{id}", place.shown()), out);
    }
}

/// What any value changes, whatever its parameter takes: a document of GraphQL, a method of HTTP.
pub(super) fn claims(place: &Place, text: &str, out: &mut Vec<Signal>) {
    if is_mutation(text) && !place.key_has(&["pattern", "regex", "keyword", "keywords", "text", "content", "body"]) {
        place.claim(Claim::Write, format!("statement:{}:mutation", place.shown()), out);
    } else if is_changing_method(text) && place.key_has(&["method", "verb"]) && has_address(place) {
        let method = text.trim().to_ascii_uppercase();
        place.claim(Claim::Write, format!("method:{}={method}", place.shown()), out);
    }
}

/// The first form of a statement that `text` has.
pub(super) fn statement(text: &str) -> Option<&'static str> {
    let mut words = Words::of(text);
    let mut at_start = true;
    let mut is_carried = false;
    while let Some(word) = words.next() {
        if word == ";" {
            (at_start, is_carried) = (true, false);
            continue;
        }
        if word == "(" {
            continue;
        }
        if at_start || is_carried {
            let found = ROWS.iter().find(|row| word.eq_ignore_ascii_case(row.verb) && row.follows(&words));
            if let Some(row) = found {
                return Some(row.verb);
            }
        }
        if at_start {
            at_start = false;
            is_carried = CARRIERS.iter().any(|carrier| word.eq_ignore_ascii_case(carrier));
        }
    }
    None
}

impl Row {
    fn follows(&self, behind: &Words) -> bool {
        let reach = if self.is_next { 1 } else { REACH };
        let near = behind.clone().take(reach).take_while(|word| *word != ";").skip(self.apart);
        let is_there = near.into_iter().any(|word| self.words.iter().any(|known| word.eq_ignore_ascii_case(known)));
        is_there && behind.rest().contains(self.has)
    }
}

/// Whether `text` is a whole document of GraphQL with a mutation in it.
fn is_mutation(text: &str) -> bool {
    let text = text.trim();
    if !text.ends_with('}') || memchr::memmem::find(text.as_bytes(), b"mutation").is_none() {
        return false;
    }
    let (mut depth, mut starts) = (0_usize, true);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '#' => length = rest.find('\n').unwrap_or(rest.len()),
            '"' => length = 1 + rest[1..].find('"').map_or(rest.len() - 1, |end| end + 1),
            '{' | '(' => depth += 1,
            '}' | ')' => {
                depth = depth.saturating_sub(1);
                starts = depth == 0;
            }
            c if c.is_alphanumeric() || c == '_' => {
                length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                if depth == 0 && starts {
                    // What stands at the top of a document is an operation or a fragment; anything else is no document.
                    match &rest[..length] {
                        "mutation" => return opens_operation(&rest[length..]),
                        "query" | "subscription" | "fragment" => starts = false,
                        _ => return false,
                    }
                }
            }
            c if c.is_whitespace() || depth > 0 || matches!(c, ',' | '@' | '$' | ':' | '!') => {}
            _ => return false,
        }
        rest = &rest[length..];
    }
    false
}

/// Whether an operation goes on here: its name, its variables, its fields.
fn opens_operation(rest: &str) -> bool {
    let rest = rest.trim_start();
    let behind = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    behind.starts_with(['{', '(', '@'])
}

fn is_changing_method(text: &str) -> bool {
    text.len() <= 8 && ["delete", "put", "patch"].iter().any(|method| text.trim().eq_ignore_ascii_case(method))
}

/// Whether an address stands beside the method.
fn has_address(place: &Place) -> bool {
    place.arguments.leaves().iter().any(|leaf| {
        let is_named = |key: &str| matches!(key, "url" | "uri" | "path" | "endpoint" | "route" | "href" | "address");
        matches!(leaf.value, Value::Text(_)) && is_named(&place.arguments.key(leaf).to_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_statement_does_what_its_verb_says_behind_what_hides_it() {
        for (text, id) in [
            ("UPDATE staff SET salary = 1", "update"),
            ("-- a look\n\n update a.staff AS s set pay = 2 where id = 7", "update"),
            (
                "/* list */ WITH t AS (SELECT id FROM staff) UPDATE staff SET x = 1 WHERE id IN (SELECT id FROM t)",
                "update",
            ),
            ("WITH gone AS (DELETE FROM orders WHERE id = 1 RETURNING *) SELECT * FROM gone", "delete"),
            ("SELECT 1; INSERT INTO admins (name) VALUES ('x')", "insert"),
            ("EXPLAIN ANALYZE DELETE FROM logs WHERE day < 3", "delete"),
            ("MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN UPDATE SET x = 1", "merge"),
            ("grant select on all tables to guest", "grant"),
            ("ALTER USER app WITH SUPERUSER", "alter"),
            ("create or replace function f() returns int as $$ select 1 $$", "create"),
        ] {
            assert_eq!(statement(text), Some(id), "{text}");
        }
    }

    #[test]
    fn what_only_reads_or_only_speaks_of_it_changes_nothing() {
        for text in [
            "SELECT * FROM updates WHERE kind = 'insert into'",
            "SELECT id FROM jobs FOR UPDATE",
            "SELECT update_count, set_id FROM t -- update t set x = 1",
            "WITH t AS (SELECT id FROM staff) SELECT * FROM t",
            "EXPLAIN SELECT * FROM t",
            "SHOW GRANTS",
            "update on the merger and how to set expectations",
            "create a summary of last week",
            "status = Open AND updated > -7d",
            "",
        ] {
            assert_eq!(statement(text), None, "{text}");
        }
    }

    #[test]
    fn a_document_is_a_mutation_if_one_stands_at_its_top() {
        for text in [
            "mutation { removeMember(login: \"a\") { ok } }",
            "# a query\nmutation Drop($id: ID!) @log { delete(id: $id) { id } }",
            "fragment F on User { id }\nquery A { me { ...F } }\nmutation B { x { ...F } }",
        ] {
            assert!(is_mutation(text), "{text}");
        }
        for text in [
            "query { mutation { id } }",
            "{ search(text: \"mutation { x }\") { id } }",
            "mutation of the gene {BRCA1}",
            "the call `mutation { x }`",
            "mutation {",
            "{\"query\": \"mutation { x }\"}",
        ] {
            assert!(!is_mutation(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            statement(&text);
            is_mutation(&text);
        }
    }
}
