//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, function, integer, one_of, text, texts};

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("changing_commands", commands("src/signal/command/changes", "pub(super) static ROWS: &[Row]"));
    tables.rows("changing_statements", changing_statements());
    tables.rows("destroying_commands", commands("src/signal/command", "static ROWS: &[Row]"));
    tables.rows("destroying_statements", destroying_statements());
    tables.rows("flags", flags());
    tables.lists("words");
    tables.finish()
}

fn commands(module: &'static str, declaration: &'static str) -> Rows {
    Rows::of("command")
        .column("id", text().unique())
        .column("programs", texts())
        .column("short", text().or("\"\""))
        .column("long", texts().or("&[]"))
        .column("unless", texts().or("&[]"))
        .column("does", function(module, "fn(&[Word]) -> bool").or("always"))
        .column("example", text())
        .column("harmless", text())
        .table(
            declaration,
            "Row { id: {id}, programs: {programs}, short: {short}, long: {long}, unless: {unless}, does: {does}, \
             example: {example}, harmless: {harmless} }",
        )
}

fn changing_statements() -> Rows {
    Rows::of("statement")
        .column("verb", text().unique())
        .column("words", texts().or("OBJECTS"))
        .column("place", one_of(&[("next", "true"), ("near", "false")]))
        .column("apart", integer(0, 7).or("0"))
        .column("has", text().or("\"\""))
        .table(
            "static ROWS: &[Row]",
            "Row { verb: {verb}, apart: {apart}, is_next: {place}, words: {words}, has: {has} }",
        )
}

fn destroying_statements() -> Rows {
    Rows::of("statement")
        .column("id", text().unique())
        .column("first", texts())
        .column("second", texts().or("&[]"))
        .column("third", texts().or("&[]"))
        .column("unless", text().or("\"\""))
        .column("example", text())
        .column("harmless", text())
        .table(
            "static ROWS: &[Row]",
            "Row { id: {id}, first: {first}, rest: [{second}, {third}], unless: {unless}, example: {example}, \
             harmless: {harmless} }",
        )
}

fn flags() -> Rows {
    Rows::of("flag")
        .column("words", texts().unique())
        .column("counts", one_of(&[("always", "Counts::Always"), ("unless_reading", "Counts::UnlessReading")]))
        .table("static FLAGS: &[Flag]", "Flag { parts: {words}, counts: {counts} }")
}
