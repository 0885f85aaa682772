//! Disguises in Markdown.

use super::dice::Dice;
use super::passage::sentences;

pub(super) fn heading(words: &str, dice: &mut Dice) -> Option<String> {
    Some(format!("\n\n{} {}\n\n", dice.pick(&["#", "##", "####"])?, one_line(words)))
}

pub(super) fn list(words: &str, dice: &mut Dice) -> Option<String> {
    let mark = dice.pick(&["- ", "* ", "1. "])?;
    let items = sentences(words).into_iter().map(|span| format!("\n{mark}{}", one_line(&words[span])));
    Some(format!("\n{}\n", items.collect::<String>()))
}

pub(super) fn quote(words: &str, _: &mut Dice) -> Option<String> {
    let lines: Vec<String> = words.lines().map(|line| format!("> {line}")).collect();
    Some(format!("\n\n{}\n\n", lines.join("\n")))
}

pub(super) fn fence(words: &str, dice: &mut Dice) -> Option<String> {
    Some(format!("\n\n```{}\n{words}\n```\n\n", dice.pick(&["", "text", "markdown"])?))
}

pub(super) fn link(words: &str, dice: &mut Dice) -> Option<String> {
    let target = dice.pick(&["https://example.com/docs", "#notes", "./README.md"])?;
    Some(format!("[{}]({target})", one_line(words)))
}

/// Bold or italics in the middle of every word of some length.
pub(super) fn bold(words: &str, dice: &mut Dice) -> Option<String> {
    let spell = |word: &str| {
        let is_plain = word.len() > 3 && word.bytes().take(4).all(|byte| byte.is_ascii_alphabetic());
        match (is_plain, dice.pick(&["**", "*"])) {
            (true, Some(mark)) => format!("{}{mark}{}{mark}{}", &word[..1], &word[1..3], &word[3..]),
            _ => word.to_owned(),
        }
    };
    Some(words.split(' ').map(spell).collect::<Vec<_>>().join(" "))
}

pub(super) fn comment(words: &str, _: &mut Dice) -> Option<String> {
    Some(format!("\n\n[//]: # ({})\n\n", one_line(words)))
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
