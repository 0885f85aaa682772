//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, integer, one_of, text};

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("collector_families", collector_families());
    tables.lists("words");
    tables.finish()
}

fn collector_families() -> Rows {
    Rows::of("family")
        .column("family", text().unique())
        .column("severity", integer(0, 100))
        .column("counts_for", one_of(&[("reading", "true"), ("sending", "false")]))
        .table("static FAMILIES: &[(&str, u8, bool)]", "({family}, {severity}, {counts_for})")
}
