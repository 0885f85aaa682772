//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::Tables;

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.lists("words");
    tables.finish()
}
