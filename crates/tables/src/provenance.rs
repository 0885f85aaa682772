//! The head of a data file: where its facts are from, when they were checked, on which terms they are used.

use crate::raw::{Entry, Raw};

/// Keys of the head that every file may have.
pub(crate) fn is_key(name: &str) -> bool {
    matches!(name, "source" | "why" | "checked" | "license")
}

/// Returns what is wrong with the head of a file, each with its line.
pub(crate) fn mistakes(head: &[Entry]) -> Vec<(usize, String)> {
    let find = |name: &str| head.iter().find(|entry| entry.name == name);
    let mut mistakes = Vec::new();
    match find("source") {
        None => {
            mistakes.push((1, "expected `source`: a link to the specification or vendor page, or \"own\"".to_owned()))
        }
        Some(Entry { line, value: Raw::Text(own), .. }) if own == "own" => {
            if !find("why").is_some_and(|why| is_text(&why.value)) {
                mistakes
                    .push((*line, "expected `why` beside source = \"own\": what the table was made from".to_owned()));
            }
        }
        Some(source) if !is_source(&source.value) => {
            mistakes
                .push((source.line, "expected `source` to be a link that starts with https://, or \"own\"".to_owned()));
        }
        Some(_) => {}
    }
    match find("checked") {
        None => mistakes.push((1, "expected `checked`: the day on which it was checked, as 2026-11-18".to_owned())),
        Some(Entry { value: Raw::Date(date) | Raw::Text(date), .. }) if is_date(date) => {}
        Some(entry) => mistakes.push((entry.line, "expected `checked` to be a day, as 2026-11-18".to_owned())),
    }
    match find("license") {
        None => mistakes.push((1, "expected `license`: the terms on which the data is used".to_owned())),
        Some(license) if !is_text(&license.value) => {
            mistakes.push((license.line, "expected `license` to be a text".to_owned()));
        }
        Some(_) => {}
    }
    mistakes
}

/// Returns true for a link, or a list of links.
pub(crate) fn is_source(value: &Raw) -> bool {
    match value {
        Raw::Text(links) | Raw::Cell(links) => !links.trim().is_empty() && links.split_whitespace().all(is_link),
        Raw::Array(links) => {
            !links.is_empty() && links.iter().all(|(_, link)| matches!(link, Raw::Text(link) if is_link(link)))
        }
        _ => false,
    }
}

fn is_link(text: &str) -> bool {
    text.strip_prefix("https://").is_some_and(|rest| rest.contains('.') && !rest.contains(char::is_whitespace))
}

fn is_text(value: &Raw) -> bool {
    matches!(value, Raw::Text(text) if !text.trim().is_empty())
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let number = |part: &str, length: usize| if part.len() == length { part.parse::<u32>().ok() } else { None };
    let is_in = |value: Option<u32>, from: u32, to: u32| value.is_some_and(|value| (from..=to).contains(&value));
    is_in(number(year, 4), 2020, 2999) && is_in(number(month, 2), 1, 12) && is_in(number(day, 2), 1, 31)
}
