//! Disguises in HTML.

use super::dice::Dice;
use std::fmt::Write;

pub(super) fn comment(words: &str, _: &mut Dice) -> Option<String> {
    Some(format!("<!-- {words} -->"))
}

pub(super) fn hidden(words: &str, dice: &mut Dice) -> Option<String> {
    let attribute = dice.pick(&["style=\"display:none\"", "hidden", "style=\"font-size:0;color:#fff\""])?;
    Some(format!("<div {attribute}>{words}</div>"))
}

/// Tags around a third of the words.
pub(super) fn tags(words: &str, dice: &mut Dice) -> Option<String> {
    let wrap = |word: &str| match dice.pick(&["b", "i", "span", "em", "code"]) {
        Some(tag) if !word.trim().is_empty() && dice.one_in(3) => format!("<{tag}>{word}</{tag}>"),
        _ => word.to_owned(),
    };
    Some(words.split(' ').map(wrap).collect::<Vec<_>>().join(" "))
}

fn references(words: &str, mut is_taken: impl FnMut() -> bool, is_hexadecimal: bool) -> String {
    let mut out = String::new();
    for c in words.chars() {
        if c.is_alphabetic() && is_taken() {
            let code = u32::from(c);
            // Writing to a string cannot fail.
            let _ = if is_hexadecimal { write!(out, "&#x{code:x};") } else { write!(out, "&#{code};") };
        } else {
            out.push(c);
        }
    }
    out
}

pub(super) fn entities(words: &str, dice: &mut Dice) -> Option<String> {
    let is_hexadecimal = dice.one_in(2);
    Some(references(words, || dice.one_in(3), is_hexadecimal))
}

pub(super) fn entities_all(words: &str, dice: &mut Dice) -> Option<String> {
    Some(references(words, || true, dice.one_in(2)))
}
