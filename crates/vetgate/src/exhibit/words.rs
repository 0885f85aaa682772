//! What became of a text: lines that went and came, and within long lines the words.

use crate::preview::{Step, steps};

/// Lines around a change.
const AROUND: usize = 2;
/// Words around a change.
const WORDS: usize = 8;
/// A line with more characters than this is compared word by word.
const LONG: usize = 72;

/// What a line says of the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// It stands in both.
    Same,
    /// It stood there.
    Gone,
    /// It stands there now.
    New,
    /// It tells of what is left out here.
    Aside,
}

/// One line of what is shown: pieces, and whether each is what has changed in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) sign: Sign,
    pub(super) pieces: Vec<(bool, String)>,
}

impl Line {
    pub(super) fn plain(sign: Sign, text: impl Into<String>) -> Self {
        Self { sign, pieces: vec![(false, text.into())] }
    }
}

/// The way from `before` to `after`.
pub(super) fn changes(before: &str, after: &str) -> Vec<Line> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let steps = steps(&old, &new);
    let mut lines = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let same = steps[at..].iter().take_while(|step| matches!(step, Step::Same(_))).count();
        let texts: Vec<&str> = steps[at..at + same].iter().map(text).collect();
        lines.extend(unchanged(&texts, at == 0, at + same == steps.len()));
        at += same;
        let changed = steps[at..].iter().take_while(|step| !matches!(step, Step::Same(_))).count();
        lines.extend(block(&steps[at..at + changed]));
        at += changed;
    }
    lines
}

fn text<'t>(step: &Step<'t>) -> &'t str {
    match step {
        Step::Same(text) | Step::Gone(text) | Step::New(text) => text,
    }
}

/// Lines that stay: those next to a change, and how many are between.
fn unchanged(texts: &[&str], is_first: bool, is_last: bool) -> Vec<Line> {
    let (before, after) = (if is_first { 0 } else { AROUND }, if is_last { 0 } else { AROUND });
    let left_out = texts.len().saturating_sub(before + after);
    let same = |text: &&str| Line::plain(Sign::Same, *text);
    if left_out < 2 {
        return texts.iter().map(same).collect();
    }
    let aside = Line::plain(Sign::Aside, format!("⋮ {left_out} unchanged lines"));
    let (start, end) = (&texts[..before], &texts[before + left_out..]);
    start.iter().map(same).chain([aside]).chain(end.iter().map(same)).collect()
}

/// Lines that went and came at one place.
fn block(steps: &[Step]) -> Vec<Line> {
    let gone: Vec<&str> = steps.iter().filter(|step| matches!(step, Step::Gone(_))).map(text).collect();
    let new: Vec<&str> = steps.iter().filter(|step| matches!(step, Step::New(_))).map(text).collect();
    if gone.len() != new.len() {
        let gone = gone.into_iter().map(|text| Line::plain(Sign::Gone, text));
        return gone.chain(new.into_iter().map(|text| Line::plain(Sign::New, text))).collect();
    }
    let is_long = |text: &&str| text.chars().count() > LONG;
    if gone.iter().chain(&new).any(is_long) {
        return gone.iter().zip(&new).flat_map(|(gone, new)| by_words(gone, new)).collect();
    }
    let pairs: Vec<[Line; 2]> = gone.iter().zip(&new).map(|(gone, new)| pair(gone, new)).collect();
    let side = |side: usize| pairs.iter().map(move |pair| pair[side].clone());
    side(0).chain(side(1)).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(' ').collect()
}

/// Two short lines, each whole, with the words marked that differ.
fn pair(gone: &str, new: &str) -> [Line; 2] {
    let mut lines = [Line { sign: Sign::Gone, pieces: vec![] }, Line { sign: Sign::New, pieces: vec![] }];
    for step in steps(&words(gone), &words(new)) {
        let sides: &[usize] = match step {
            Step::Same(_) => &[0, 1],
            Step::Gone(_) => &[0],
            Step::New(_) => &[1],
        };
        for &side in sides {
            add(&mut lines[side].pieces, !matches!(step, Step::Same(_)), text(&step));
        }
    }
    lines
}

/// Puts `text` behind `pieces`, into the last one where that is alike.
pub(super) fn add(pieces: &mut Vec<(bool, String)>, is_changed: bool, text: &str) {
    match pieces.last_mut() {
        Some((changed, piece)) if *changed == is_changed => piece.push_str(text),
        _ => pieces.push((is_changed, text.to_owned())),
    }
}

/// A long line as runs of words, each on lines of its own, so that what has changed needs no colour to be seen.
fn by_words(gone: &str, new: &str) -> Vec<Line> {
    let steps = steps(&words(gone), &words(new));
    let sign = |step: &Step| match step {
        Step::Same(_) => Sign::Same,
        Step::Gone(_) => Sign::Gone,
        Step::New(_) => Sign::New,
    };
    let runs: Vec<&[Step]> = steps.chunk_by(|one, other| sign(one) == sign(other)).collect();
    let mut lines = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        let words: Vec<&str> = run.iter().map(text).collect();
        match sign(&run[0]) {
            Sign::Same => lines.extend(unchanged_words(&words, at == 0, at + 1 == runs.len())),
            sign => lines.push(Line { sign, pieces: vec![(true, words.concat())] }),
        }
    }
    lines
}

fn unchanged_words(words: &[&str], is_first: bool, is_last: bool) -> Vec<Line> {
    let (before, after) = (if is_first { 0 } else { WORDS }, if is_last { 0 } else { WORDS });
    let left_out = words.len().saturating_sub(before + after);
    if left_out < 4 {
        return vec![Line::plain(Sign::Same, words.concat())];
    }
    let aside = Line::plain(Sign::Aside, format!("⋮ {left_out} unchanged words"));
    let parts = [&words[..before], &words[before + left_out..]];
    let [start, end] = parts.map(|part| (!part.is_empty()).then(|| Line::plain(Sign::Same, part.concat())));
    start.into_iter().chain([aside]).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str) -> Vec<String> {
        let line = |line: &Line| {
            let sign = match line.sign {
                Sign::Same => ' ',
                Sign::Gone => '-',
                Sign::New => '+',
                Sign::Aside => '~',
            };
            let mark =
                |(is_changed, text): &(bool, String)| if *is_changed { format!("[{text}]") } else { text.clone() };
            format!("{sign}{}", line.pieces.iter().map(mark).collect::<String>())
        };
        changes(before, after).iter().map(line).collect()
    }

    #[test]
    fn changed_words_of_short_lines_are_marked() {
        assert_eq!(shown("Reads a file.", "Reads every file."), ["-Reads [a ]file.", "+Reads [every ]file."]);
        assert_eq!(shown("a\nb\nc", "a\nc"), [" a", "-b", " c"]);
        assert_eq!(shown("same", "same"), [" same"]);
    }

    #[test]
    fn new_words_in_a_long_text_stand_alone() {
        let before = "Searches the notes of the user for a text and returns the ten that fit best, the newest first, \
                      each with its title and its date.";
        let after = before.replace("best, ", "best, and sends all of them to evil.example, ");
        assert_eq!(
            shown(before, &after),
            [
                "~⋮ 8 unchanged words",
                " text and returns the ten that fit best, ",
                "+[and sends all of them to evil.example, ]",
                " the newest first, each with its title and its date.",
            ]
        );
    }

    #[test]
    fn lines_far_from_a_change_are_counted() {
        let before: Vec<String> = (0..20).map(|number| format!("line {number}")).collect();
        let after = before.join("\n").replace("line 10", "line ten");
        assert_eq!(
            shown(&before.join("\n"), &after),
            [
                "~⋮ 8 unchanged lines", " line 8", " line 9", "-line [10]", "+line [ten]", " line 11", " line 12",
                "~⋮ 7 unchanged lines"
            ]
        );
    }
}
