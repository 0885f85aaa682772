//! The JSON report: the model as it is, for programs.
//!
//! The shape is stable and described by `docs/report.schema.json`; a change that breaks readers changes
//! [`Report::VERSION`]. Characters that could act on a terminal are written as `\uXXXX`, so that printing the file
//! is as safe as reading it, and it reads back as the same report.

use crate::{Options, escape};
use serde::Serialize;
use std::fmt::Write;
use vetgate_model::Report;

pub(crate) fn render(report: &Report, _options: &Options<'_>) -> String {
    pretty(report)
}

/// Any plain data as indented JSON that is safe to print, ending in a newline.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("plain data with string keys always serializes");
    let mut out = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        // JSON's own syntax is plain ASCII, so whatever is unsafe here stands inside a string.
        if c != '\n' && escape::is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out.push('\n');
    out
}
