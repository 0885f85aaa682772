//! `vetgate-architecture size [--record]`: the size of each crate, compared with the recorded one.

#![allow(clippy::disallowed_methods, reason = "reads and writes the recorded sizes of this repository")]

use std::process::ExitCode;
use vetgate_architecture::{size, source};

/// Growth of a crate in percent that has to be recorded in the same commit.
const MAX_GROWTH: usize = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let is_record = match arguments[..] {
        ["size"] => false,
        ["size", "--record"] => true,
        _ => {
            eprintln!("usage: scripts/size [--record]");
            return ExitCode::from(2);
        }
    };
    let path = source::root().join("scripts/size.txt");
    let sizes = size::measure();
    let table = size::table(&sizes);
    print!("{table}");
    if is_record {
        if let Err(error) = std::fs::write(&path, table) {
            eprintln!("scripts/size.txt: {error}");
            return ExitCode::from(2);
        }
        return ExitCode::SUCCESS;
    }
    let recorded = size::parse(&std::fs::read_to_string(&path).unwrap_or_default());
    let grown = sizes.iter().filter(|size| {
        let before = recorded.iter().find(|before| before.name == size.name).map_or(0, |before| before.bytes);
        size.bytes * 100 > before * (100 + MAX_GROWTH)
    });
    let grown: Vec<&str> = grown.map(|size| size.name.as_str()).collect();
    if grown.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!(
        "grown by more than {MAX_GROWTH} % since scripts/size.txt: {}. If the growth is meant: scripts/size --record",
        grown.join(", ")
    );
    ExitCode::FAILURE
}
