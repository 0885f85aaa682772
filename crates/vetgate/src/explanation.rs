//! Explanations of checks and rules, as text and as Markdown.

use std::fmt::Write;
use vetgate_vet::Explanation;

/// The whole explanation in Markdown.
pub(crate) fn markdown(id: &str, explanation: &Explanation) -> String {
    let mut text = format!("# `{id}`\n\n{}\n", capitalized(&explanation.summary));
    for (heading, section) in &explanation.sections {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {heading}\n\n{section}\n");
    }
    text
}

/// A summary as a sentence of its own.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

pub(crate) fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}

/// A heading and what stands under the headings of an explanation.
pub(crate) fn sections(mut text: String, explanation: &Explanation) -> String {
    for (heading, section) in &explanation.sections {
        let indented: Vec<String> = section
            .lines()
            .filter(|line| !line.starts_with("```"))
            .map(|line| if line.is_empty() { String::new() } else { format!("  {line}") })
            .collect();
        text.push_str(&format!("\n{heading}\n{}\n", indented.join("\n")));
    }
    text
}
