//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, integers, one_of, text};

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("clients", clients());
    tables.rows("compressed_files", compressed_files());
    tables.lists("words");
    tables.finish()
}

fn clients() -> Rows {
    let commands = one_of(&[("plain", "Local::Plain"), ("typed", "Local::Typed"), ("listed", "Local::Listed")]);
    Rows::of("client")
        .column("name", text().unique().check("a name in lower case", |name| name == name.to_lowercase()))
        .column("title", text().unique())
        .column("command", commands)
        .column("url", text().or("\"\""))
        .column("type", text().or("\"\""))
        .table(
            "static CLIENTS: &[Client]",
            "Client { name: {name}, title: {title}, local: {command}, url: {url}, kind: {type} }",
        )
}

fn compressed_files() -> Rows {
    Rows::of("format")
        .column("name", text().unique())
        .column("starts", integers(0, 255))
        .table("static STARTS: &[(&[u8], &str)]", "({starts}, {name})")
}
