//! All fixed layouts at once: one automaton over kinds of bytes, walked from the start of a word.

use crate::identifiers::Identifier;
use std::collections::BTreeMap;

/// The states of the automaton; state 0 is the start, [`DEAD`] is the end of every hope.
pub(crate) struct Layouts {
    /// What follows a state on each kind of byte; with [`COMPLETE`] if that completes an identifier.
    next: Vec<[u16; KINDS]>,
    /// Which identifiers a state completes.
    complete: Vec<Vec<Layout>>,
}

/// A layout that a stretch of text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Layout {
    /// The identifier's place in the table.
    pub(crate) row: u16,
    /// Whether it is written with spaces, so that a space does not end it.
    pub(crate) spaced: bool,
}

const DEAD: u16 = u16::MAX;
/// Set in the number of a state that completes an identifier.
const COMPLETE: u16 = 1 << 15;

/// Digit, letter, and the separators that layouts use.
const KINDS: usize = 2 + SEPARATORS.len();
const SEPARATORS: &[u8] = b" -./+_";

/// The kind of every byte; [`KINDS`] for those that no layout has.
static KIND_OF: [u8; 256] = {
    let mut table = [KINDS as u8; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_digit() {
            table[byte] = 0;
        } else if b.is_ascii_alphabetic() {
            table[byte] = 1;
        }
        byte += 1;
    }
    let mut at = 0;
    while at < SEPARATORS.len() {
        table[SEPARATORS[at] as usize] = at as u8 + 2;
        at += 1;
    }
    table
};

/// Whether a layout's letter takes a byte of this kind.
fn takes(letter: u8, kind: usize) -> bool {
    match letter {
        b'd' => kind == 0,
        b'A' => kind == 1,
        b'x' => kind < 2,
        separator => kind >= 2 && SEPARATORS[kind - 2] == separator,
    }
}

/// A place in a layout: the identifier's row, which of its layouts, how far.
type Position = (u16, u16, u16);

impl Layouts {
    /// Compiles the layouts of `rows`.
    pub(crate) fn new<'a>(rows: impl Iterator<Item = &'a Identifier>) -> Self {
        let mut layouts: Vec<&[&str]> = Vec::new();
        let mut start = Vec::new();
        for (row, identifier) in (0..).zip(rows) {
            start.extend((0..identifier.layouts.len() as u16).map(|layout| (row, layout, 0)));
            layouts.push(identifier.layouts);
        }
        let text = |(row, layout, _): Position| layouts[row as usize][layout as usize].as_bytes();
        let mut this = Self { next: Vec::new(), complete: Vec::new() };
        let mut known: BTreeMap<Vec<Position>, u16> = BTreeMap::new();
        let mut todo = vec![start.clone()];
        this.state(&start, &text);
        known.insert(start, 0);
        while let Some(positions) = todo.pop() {
            let from = known[&positions] as usize;
            for kind in 0..KINDS {
                let moves = |p: &&Position| text(**p).get(p.2 as usize).is_some_and(|letter| takes(*letter, kind));
                let after: Vec<Position> = positions.iter().filter(moves).map(|p| (p.0, p.1, p.2 + 1)).collect();
                if after.is_empty() {
                    continue;
                }
                let state = match known.get(&after) {
                    Some(state) => *state,
                    None => {
                        let state = this.state(&after, &text);
                        known.insert(after.clone(), state);
                        todo.push(after);
                        state
                    }
                };
                let is_complete = !this.complete[state as usize].is_empty();
                this.next[from][kind] = if is_complete { state | COMPLETE } else { state };
            }
        }
        assert!(this.next.len() < COMPLETE as usize - 1, "the number of a state leaves room for a mark");
        this
    }

    fn state<'a>(&mut self, positions: &[Position], text: &impl Fn(Position) -> &'a [u8]) -> u16 {
        let is_complete = |p: &&Position| text(**p).len() == p.2 as usize;
        let layout = |p: &Position| Layout { row: p.0, spaced: text(*p).contains(&b' ') };
        let mut complete: Vec<Layout> = positions.iter().filter(is_complete).map(layout).collect();
        complete.sort_unstable();
        complete.dedup();
        self.next.push([DEAD; KINDS]);
        self.complete.push(complete);
        (self.next.len() - 1) as u16
    }

    /// Calls `found` with every layout that starts at `at` and where it ends, for the ends that `may_end` allows.
    pub(crate) fn walk(
        &self,
        text: &[u8],
        at: usize,
        may_end: impl Fn(usize) -> bool,
        mut found: impl FnMut(Layout, usize),
    ) {
        let mut state = 0;
        for (end, byte) in (at..).zip(&text[at..]) {
            let kind = KIND_OF[*byte as usize] as usize;
            let Some(next) = self.next[state as usize].get(kind) else { return };
            if *next == DEAD {
                return;
            }
            state = next & !COMPLETE;
            if next & COMPLETE != 0 && may_end(end + 1) {
                self.complete[state as usize].iter().for_each(|layout| found(*layout, end + 1));
            }
        }
    }
}
