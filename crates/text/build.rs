//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, character, text};

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("contractions", contractions());
    tables.rows("entities", entities());
    tables.rows("irregular_forms", irregular_forms());
    tables.lists("words");
    tables.finish()
}

fn contractions() -> Rows {
    Rows::of("contraction")
        .column("contraction", text().unique())
        .column("stands_for", text())
        .sorted_by("contraction")
        .table("static EXPANSIONS: &[(&str, &str)]", "({contraction}, {stands_for})")
}

fn entities() -> Rows {
    Rows::of("reference")
        .column("name", text().unique())
        .column("character", character())
        .sorted_by("name")
        .table("static NAMES: &[(&str, char)]", "({name}, {character})")
}

fn irregular_forms() -> Rows {
    Rows::of("form")
        .column("form", text().unique())
        .column("base", text())
        .sorted_by("form")
        .table("static IRREGULAR: &[(&str, &str)]", "({form}, {base})")
}
