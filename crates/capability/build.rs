//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, one_of, text};

const ROLES: &[(&str, &str)] = &[
    ("command", "Role::Command"),
    ("host", "Role::Host"),
    ("id", "Role::Id"),
    ("path", "Role::Path"),
    ("query", "Role::Query"),
    ("url", "Role::Url"),
];

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("irregular_participles", irregular_participles());
    tables.rows("role_phrases", role_phrases());
    tables.lists("words");
    tables.finish()
}

fn irregular_participles() -> Rows {
    Rows::of("verb")
        .column("verb", text().unique())
        .column("participle", text())
        .table("static IRREGULAR: &[(&str, &str)]", "({verb}, {participle})")
}

fn role_phrases() -> Rows {
    let is_phrase = |phrase: &str| phrase.len() >= 3 && phrase == phrase.to_lowercase();
    Rows::of("phrase")
        .column("phrase", text().unique().check("at least three bytes in lower case", is_phrase))
        .column("role", one_of(ROLES))
        .table("static PHRASE_ROWS: &[(&str, Role)]", "({phrase}, {role})")
}
