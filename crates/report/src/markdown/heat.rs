//! The heat map as a table.

use super::quote::code;
use super::short;
use crate::capability::{COUNTS, Cell, NONE, blanks, legend, shade};
use crate::digest::named;
use std::fmt::Write;
use vetgate_capability::{Profile, Tag};

/// The map, in about `budget` characters; what does not fit is counted. `has_tools` if the tools are listed beside it.
pub(super) fn write(out: &mut String, profiles: &[&Profile], budget: usize, has_tools: bool) {
    let tags = Tag::ALL.map(|tag| code(tag.name()));
    // Writing to a string cannot fail.
    let _ = writeln!(out, "| Server | {} |\n| ---{} |", tags.join(" | "), " | ---:".repeat(tags.len()));
    let rows = profiles.iter().map(|profile| {
        let cells = Tag::ALL.map(|tag| match Cell::of(profile, tag) {
            None => NONE.to_owned(),
            Some(cell) => match cell.number() {
                None => shade(cell.level).to_owned(),
                Some(number) => format!("{} {number}", shade(cell.level)),
            },
        });
        format!("| {} | {} |", code(&short(named(&profile.server))), cells.join(" | "))
    });
    super::list(out, rows, profiles.len(), "| ", budget);
    let signs = legend(profiles).into_iter().map(|(level, word)| format!("{} {word}", shade(level)));
    let signs: Vec<String> = signs.chain([blanks(profiles, has_tools)]).collect();
    let _ = writeln!(out, "{}. {COUNTS}\n", signs.join(", "));
}
