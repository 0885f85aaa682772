//! The first pass: character by character, and look-alikes word by word.
//!
//! Terminal sequences and invisible characters go, HTML references are decoded, every character is brought to
//! NFKC and lower case with typographic punctuation in ASCII, and letters that pretend to be Latin are folded.

mod decoration;
mod fold;
mod unit;

use super::origin::Rewritten;
use crate::script::lookalike::{self, Lookalike};
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};
use unicode_script::{Script, UnicodeScript};
use unit::{Unit, units};

/// Marks on one letter that a language may need; more are decoration.
const MARKS_KEPT: usize = 2;

/// Whether `raw` holds anything this pass would change besides case.
pub(super) fn is_needed(raw: &str) -> bool {
    let odd = |b: u8| b >= 0x7F || (b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r'));
    raw.bytes().any(odd)
        || memchr::memchr_iter(b'&', raw.as_bytes()).any(|at| crate::entity::read(&raw[at..]).is_some())
}

/// Rewrites `raw`.
pub(super) fn rewrite(raw: &str) -> Rewritten {
    let mut cells = cells(raw);
    unfold_flags(&mut cells);
    fold_lookalikes(&mut cells);
    let mut out = Rewritten::with_capacity(raw.len());
    let mut buffer = [0; 4];
    for cell in &cells {
        let text = cell.character.encode_utf8(&mut buffer);
        if cell.single && text.len() == cell.source.len() {
            out.copy(text, cell.source.start);
        } else {
            out.atom(text, cell.source.clone());
        }
    }
    out
}

/// One character of the result.
struct Cell {
    character: char,
    source: Range<usize>,
    /// Whether it is all that came of its source.
    single: bool,
    lookalike: Option<Lookalike>,
}

fn cells(raw: &str) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::with_capacity(raw.len());
    let mut units = units(raw).peekable();
    let mut marks = String::new();
    let is_decorated = decoration::is_decorated(raw);
    while let Some(Unit { mut character, mut source }) = units.next() {
        marks.clear();
        let mut decoration = 0;
        while let Some(mark) = units.next_if(|unit| continues(unit.character)) {
            source.end = mark.source.end;
            if is_general_mark(mark.character) {
                decoration += 1;
            }
            let strikes = character.is_ascii_alphanumeric() && fold::is_overlay(mark.character);
            if !strikes && !fold::is_enclosing(mark.character) && marks.len() < 64 {
                marks.push(mark.character);
            }
        }
        if decoration > 0 || is_decorated && !character.is_ascii() {
            let mut parts = 0;
            let mut base = character;
            let mut is_marked = decoration > 0;
            decompose_canonical(character, |part| {
                base = if parts == 0 { part } else { base };
                is_marked |= is_general_mark(part);
                parts += 1;
            });
            if is_decorated && is_marked || decoration + parts - 1 > MARKS_KEPT {
                marks.retain(|c| !is_general_mark(c));
                character = base;
            }
        }
        if marks.is_empty() && character.is_ascii() {
            let character = character.to_ascii_lowercase();
            cells.push(Cell { character, source, single: true, lookalike: None });
            continue;
        }
        let folded = fold::typographic(character);
        let lookalike = if marks.is_empty() && folded.is_none() { lookalike::of(character) } else { None };
        let first = cells.len();
        let mut push = |character| cells.push(Cell { character, source: source.clone(), single: false, lookalike });
        match folded {
            Some(fold) if marks.is_empty() => push(fold),
            _ => std::iter::once(folded.unwrap_or(character))
                .chain(marks.chars())
                .nfkc()
                .flat_map(char::to_lowercase)
                .filter(|c| *c != '\u{307}')
                .nfkc()
                .flat_map(char::to_lowercase)
                .map(|c| fold::typographic(c).unwrap_or(c))
                .for_each(push),
        }
        if let [cell] = &mut cells[first..] {
            cell.single = true;
        }
    }
    cells
}

/// Whether `c` belongs to the character before it.
fn continues(c: char) -> bool {
    c > '\u{2FF}' && (is_combining_mark(c) || matches!(c, '\u{1160}'..='\u{11FF}' | '\u{FF9E}' | '\u{FF9F}'))
}

/// A mark of no script in particular, the stuff that piles are made of.
fn is_general_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// Two regional indicators are a flag; one, or a row of them, spells.
fn unfold_flags(cells: &mut [Cell]) {
    let letter = |c: char| u32::from(c).checked_sub(0x1F1E6).filter(|n| *n < 26);
    for run in cells.chunk_by_mut(|a, b| letter(a.character).is_some() == letter(b.character).is_some()) {
        if run.len() == 2 {
            continue;
        }
        for cell in run {
            if let Some(c) = letter(cell.character).and_then(|n| char::from_u32(n + u32::from(b'a'))) {
                cell.character = c;
            }
        }
    }
}

/// What a word is made of.
struct Word {
    cells: Range<usize>,
    latin: usize,
    exact: usize,
    near: usize,
    foreign: usize,
    cyrillic: bool,
}

impl Word {
    /// A Latin word with letters that only look Latin.
    fn is_mixed(&self) -> bool {
        self.latin > 0 && self.exact > 0 && self.foreign == 0
    }

    /// A word of another script all of whose letters look Latin.
    fn is_masked(&self) -> bool {
        self.latin == 0 && self.exact > usize::from(!self.cyrillic) && self.near == 0 && self.foreign == 0
    }

    /// A word that is what it seems: of another script.
    fn is_foreign(&self) -> bool {
        self.latin == 0 && self.near + self.foreign > 0
    }
}

fn fold_lookalikes(cells: &mut [Cell]) {
    if cells.iter().all(|cell| cell.lookalike.is_none()) {
        return;
    }
    let words = words(cells);
    let latin: usize = words.iter().map(|word| word.latin).sum();
    let other: usize = words.iter().map(|word| word.exact + word.near + word.foreign).sum();
    let masked = words.iter().filter(|word| word.is_masked() && word.exact > 2).count();
    let disguised = masked > 2 && !words.iter().any(Word::is_foreign);
    for (index, word) in words.iter().enumerate() {
        let beside = |other: Option<usize>| other.and_then(|other| words.get(other)).is_some_and(Word::is_foreign);
        let alone = !beside(index.checked_sub(1)) && !beside(Some(index + 1));
        if word.is_mixed() || (word.is_masked() && (disguised || (alone && latin > other * 2))) {
            for cell in &mut cells[word.cells.clone()] {
                if let Some(lookalike) = cell.lookalike {
                    cell.character = lookalike.letter;
                }
            }
        }
    }
}

fn words(cells: &[Cell]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    for run in cells.chunk_by(|a, b| a.character.is_alphanumeric() && b.character.is_alphanumeric()) {
        let range = at..at + run.len();
        at = range.end;
        let mut word = Word { cells: range, latin: 0, exact: 0, near: 0, foreign: 0, cyrillic: false };
        for cell in run.iter().filter(|cell| cell.character.is_alphabetic()) {
            match cell.lookalike {
                Some(Lookalike { exact: true, .. }) => word.exact += 1,
                Some(_) => word.near += 1,
                None if cell.character.is_ascii() || cell.character.script() == Script::Latin => word.latin += 1,
                None => word.foreign += 1,
            }
            word.cyrillic |= cell.lookalike.is_some() && cell.character.script() == Script::Cyrillic;
        }
        if word.latin + word.exact + word.near + word.foreign > 0 {
            words.push(word);
        }
    }
    words
}
