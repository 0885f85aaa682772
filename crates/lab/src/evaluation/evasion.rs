//! The figures of attacks in disguise: what each disguise leaves of the recall.

use super::detector::corpora;
use super::figure::{number, share, spelled};
use super::{items, tone};
use vetgate_eval::{Evasion, Gated, Mutated};
use vetgate_report::plural;
use vetgate_report::sheet::{Bar, Bars, Block, Cell, Column, Key, Piece, Row, Section, Table, Tone};

/// The least that any disguise leaves.
pub(super) fn key(evasion: &Evasion) -> Key {
    let least = evasion.mutations.iter().filter_map(|mutated| mutated.relative).min_by(f64::total_cmp);
    Key {
        name: "recall on disguised attacks".to_owned(),
        figure: least.map_or_else(|| "–".to_owned(), |least| format!("{least:.2}")),
        beside: None,
        tone: tone(evasion.gate.as_ref()),
    }
}

pub(super) fn section(evasion: &Evasion, with_errors: bool) -> Section {
    let plain = format!("Without a disguise: {}. Seed {}.", spelled(evasion.unmutated), evasion.seed);
    let escaped: usize = evasion.mutations.iter().map(|mutated| mutated.escaped.len()).sum();
    let note = match escaped {
        0 => "Every attack that is found without a disguise is found in every disguise.".to_owned(),
        _ if with_errors => format!("{}:", escapes(escaped)),
        _ => format!("{}; --errors lists them.", escapes(escaped)),
    };
    let words = |text: String| Block::Text(Tone::Plain, vec![Piece::words(text)]);
    let mut blocks = vec![words(plain), Block::Table(table(evasion))];
    blocks.extend(bars(evasion).map(Block::Bars));
    blocks.push(words(note));
    if with_errors {
        let lists = evasion.mutations.iter().filter(|mutated| !mutated.escaped.is_empty());
        blocks.extend(lists.map(|mutated| {
            let mut list = items("Escaped", &mutated.escaped);
            list.of = Some(mutated.mutation.clone());
            Block::Items(list)
        }));
    }
    blocks.push(Block::Table(corpora(&evasion.corpora)));
    Section { heading: "Evasion", about: "known attacks in disguise".to_owned(), blocks }
}

/// Attacks are counted once for each disguise in which they escape.
fn escapes(count: usize) -> String {
    format!("{} of attacks that are found without a disguise", plural(count, "escape"))
}

fn table(evasion: &Evasion) -> Table {
    let row = |mutated: &Mutated| {
        let mut failed = evasion.gate.iter().flat_map(Gated::failed);
        let is_bad = failed.any(|gate| gate.detector == mutated.mutation);
        let left = number(mutated.relative);
        let left = if is_bad { left.toned(Tone::Bad) } else { left };
        let cells = vec![
            Cell::name(&mutated.mutation),
            Piece::said(&mutated.what).into(),
            Cell::count(mutated.found.of),
            Cell::count(mutated.found.part),
            share(mutated.found),
            share(mutated.before),
            left,
        ];
        Row { cells, tone: if mutated.found.of == 0 { Tone::Faint } else { Tone::Plain } }
    };
    let columns = vec![
        Column::text("Disguise", 0),
        Column::sentence("What it does", 5),
        Column::number("Attacks", 2),
        Column::number("Found", 3),
        Column::number("Recall", 0),
        Column::number("Before", 1),
        Column::number("Left", 0),
    ];
    Table { title: "By disguise".to_owned(), columns, rows: evasion.mutations.iter().map(row).collect() }
}

/// What each disguise leaves, against its limit: recall in disguise would hide what escapes, since some disguises give
/// other attacks away.
fn bars(evasion: &Evasion) -> Option<Bars> {
    let limit = |mutated: &Mutated| {
        let mut gates = evasion.gate.iter().flat_map(|gated| &gated.gates);
        gates.find(|gate| gate.detector == mutated.mutation).map(|gate| gate.limit)
    };
    let bar = |mutated: &Mutated| Bar { name: mutated.mutation.clone(), share: mutated.relative, mark: limit(mutated) };
    let rows: Vec<Bar> = evasion.mutations.iter().map(bar).collect();
    let least = rows.iter().filter_map(|bar| bar.share).min_by(f64::total_cmp)?;
    let has_limits = rows.iter().any(|bar| bar.mark.is_some());
    Some(Bars {
        title: "Remaining recall for each disguise".to_owned(),
        summary: format!("The lowest remaining recall of {} disguises is {least:.3}.", rows.len()),
        legend: ("remaining recall", has_limits.then_some("limit")),
        rows,
    })
}
