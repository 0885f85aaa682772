//! What a mask leaves of a value: one row for each shape that values have.
//!
//! At most a third of the letters and digits is left, but for what says nothing about a person: the top-level domain,
//! the first group of a network address, the file name of a path. Of a secret it is at most a quarter.

use super::mark::{self, MASKED_DIRECTORY, is_separator};
use crate::{Category, Kind, formats};

/// What is left of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Initials and the top-level domain: `j***@e***.com`.
    Email,
    /// The country and the last two: `+44 ** **** **58`.
    Phone,
    /// The first group: `203.*.*.*`.
    Address,
    /// Separators, so many at the front and so many at the end: `**** **** **** 4242`.
    Layout { head: usize, tail: usize },
    /// The last four of something long, not how long it is: `****9fk2`.
    Tail,
    /// The literal start that the provider gives it, or the last four: `ghp_****`.
    Secret,
    /// The file name: `***/credentials`.
    Path,
    /// The first letter: `J***`.
    Initial,
    /// Nothing.
    Nothing,
}

// `BY_WORD`, from `data/masks.tsv`.
include!(concat!(env!("OUT_DIR"), "/masks.rs"));

/// The shape of all other kinds of a category.
const fn by_category(category: Category) -> Shape {
    match category {
        Category::Identity | Category::Health | Category::Financial | Category::Vehicle => {
            Shape::Layout { head: 0, tail: 4 }
        }
        Category::Secret => Shape::Secret,
        Category::Path => Shape::Path,
        Category::Custom => Shape::Tail,
        Category::Contact | Category::Network => Shape::Nothing,
    }
}

fn shape(kind: &Kind) -> Shape {
    // Tokens are named after their provider, whose name may hold any word.
    if matches!(kind.category, Category::Secret | Category::Path) {
        return by_category(kind.category);
    }
    let words = || kind.id.split(|c: char| !c.is_ascii_alphanumeric());
    let row = BY_WORD.iter().find(|(word, _)| words().any(|part| part.eq_ignore_ascii_case(word)));
    row.map_or(by_category(kind.category), |(_, shape)| *shape)
}

/// What stands for what is not left.
const STARS: &str = "****";

/// Appends `value` with stars for what a person need not see. What is masked already stays as it is.
pub(super) fn mask(kind: &Kind, value: &str, out: &mut String) {
    let shape = shape(kind);
    if mark::is_starred(value) || shape == Shape::Path && mark::is_masked_path(value) {
        out.push_str(value);
        return;
    }
    match shape {
        Shape::Email => email(value, out),
        Shape::Phone => {
            let country = country_code(value);
            let head = if country + 2 <= content(value) / 3 { country } else { 0 };
            layout(value, head, 2, out);
        }
        Shape::Address => address(value, out),
        Shape::Layout { head, tail } => layout(value, head, tail, out),
        Shape::Tail => {
            out.push_str(STARS);
            out.push_str(if content(value) >= 12 { last_four(value) } else { "" });
        }
        Shape::Secret => secret(kind, value, out),
        Shape::Path => path(value, out),
        Shape::Initial => {
            push_initial(value, out);
            out.push_str("***");
        }
        Shape::Nothing => out.push_str(STARS),
    }
}

/// How many characters of `value` say something.
fn content(value: &str) -> usize {
    value.chars().filter(|c| !is_separator(*c)).count()
}

/// Keeps separators, `head` characters at the front and up to `tail` at the end.
fn layout(value: &str, head: usize, tail: usize, out: &mut String) {
    let all = content(value);
    let head = if head < all / 3 { head } else { 0 };
    let fits = match all {
        0..8 => 0,
        8..12 => 2,
        _ => 4,
    };
    let tail = tail.min(fits).min(all / 3 - head);
    if all < 3 {
        out.push_str(STARS);
        return;
    }
    let mut at = 0;
    out.extend(value.chars().map(|c| {
        if is_separator(c) {
            return c;
        }
        at += 1;
        if at <= head || at > all - tail { c } else { '*' }
    }));
}

fn push_initial(text: &str, out: &mut String) {
    let initial = text.chars().next().filter(|c| c.is_alphanumeric() && text.chars().nth(2).is_some());
    out.extend(initial);
}

fn email(value: &str, out: &mut String) {
    let Some((local, domain)) = value.rsplit_once('@') else { return out.push_str(STARS) };
    push_initial(local, out);
    out.push_str("***@");
    let (name, top) = domain.rsplit_once('.').unwrap_or((domain, ""));
    push_initial(name, out);
    out.push_str("***");
    if !top.is_empty() {
        let is_known = top.len() <= 4 && top.bytes().all(|b| b.is_ascii_alphabetic());
        out.extend([".", if is_known { top } else { "***" }]);
    }
}

/// How many digits the country code of a telephone number has; none if it is not written with one.
fn country_code(value: &str) -> usize {
    let Some((_, number)) = value.split_once('+').filter(|(before, _)| before.chars().all(is_separator)) else {
        return 0;
    };
    match number.as_bytes() {
        [b'1' | b'7', ..] => 1,
        [b'2', b'0' | b'7', ..]
        | [b'3', b'0'..=b'4' | b'6' | b'9', ..]
        | [b'4', b'0' | b'1' | b'3'..=b'9', ..]
        | [b'5', b'1'..=b'8', ..]
        | [b'6', b'0'..=b'6', ..]
        | [b'8', b'1' | b'2' | b'4' | b'6', ..]
        | [b'9', b'0'..=b'5' | b'8', ..] => 2,
        _ => 3,
    }
}

fn address(value: &str, out: &mut String) {
    let is_hex = |group: &str| group.len() <= 4 && group.bytes().all(|b| b.is_ascii_hexdigit());
    let is_octet = |group: &str| (1..=3).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_digit());
    match value.split_once([':', '.']) {
        Some((group, _)) if value[group.len()..].starts_with(':') && is_hex(group) => {
            out.extend([if group.is_empty() { "*" } else { group }, ":*:*:*:*:*:*:*"]);
        }
        Some((octet, _)) if is_octet(octet) => out.extend([octet, ".*.*.*"]),
        _ => out.push_str(STARS),
    }
}

/// The last four characters, if they are letters and digits.
fn last_four(value: &str) -> &str {
    let start = value.len().saturating_sub(4);
    value.get(start..).filter(|tail| tail.bytes().all(|b| b.is_ascii_alphanumeric())).unwrap_or_default()
}

fn secret(kind: &Kind, value: &str, out: &mut String) {
    // A password of sixteen characters often ends in a year; a token is longer.
    const TAIL_FROM: usize = 20;
    let length = value.chars().count();
    let start = literal_start(kind, value);
    if !start.is_empty() && start.len() * 4 <= length {
        out.extend([start, STARS]);
    } else {
        out.extend([STARS, if length >= TAIL_FROM { last_four(value) } else { "" }]);
    }
}

/// The start of `value` that every token of its format has, cut to a few characters.
fn literal_start<'a>(kind: &Kind, value: &'a str) -> &'a str {
    const LONGEST: usize = 6;
    // Only formats have a dot in their id.
    if !kind.id.contains('.') {
        return "";
    }
    let Some(format) = formats::all().find(|format| format.kind.id == kind.id) else { return "" };
    let Some(start) = format.starts.iter().find(|start| value.starts_with(**start)) else { return "" };
    let is_joiner = |b: &u8| !b.is_ascii_alphanumeric();
    let bytes = &start.as_bytes()[..start.len().min(LONGEST)];
    let length = match bytes.iter().rposition(is_joiner) {
        Some(joiner) => joiner + 1,
        None if start.len() < LONGEST => start.len(),
        None => 4,
    };
    value.get(..length).unwrap_or_default()
}

fn path(value: &str, out: &mut String) {
    const LONGEST: usize = 32;
    let name = value.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let is_short = (1..=LONGEST).contains(&name.chars().count());
    out.extend([MASKED_DIRECTORY, if is_short { name } else { "***" }]);
}
