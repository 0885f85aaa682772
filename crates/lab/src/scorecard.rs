//! The scorecard of a gauntlet in the order in which people read it: what was caught, by kind and beside the RFC's rates, and
//! then by name what was not.

use vetgate_eval::{GauntletRow, Scorecard};
use vetgate_report::sheet::{Block, Cell, Column, Item, Items, Key, Piece, Row, Section, Sheet, Table, Tone};
use vetgate_report::{Format, Options, plural, pretty_json};

/// The result in one line.
pub fn headline(card: &Scorecard) -> String {
    sheet(card).headline()
}

/// The scorecard in a format; `None` where the format is for findings only.
pub fn render(card: &Scorecard, format: Format, options: &Options<'_>) -> Option<String> {
    match format {
        Format::Json => Some(pretty_json(card)),
        _ => format.render_sheet(&sheet(card), options),
    }
}

fn sheet(card: &Scorecard) -> Sheet {
    let (verdict, tone) = if card.is_passed() { ("passed", Tone::Good) } else { ("failed", Tone::Bad) };
    let summary = &card.summary;
    let keys = vec![
        Key {
            name: "attacks caught".to_owned(),
            figure: format!("{} of {}", summary.caught, summary.scenarios),
            beside: None,
            tone: if summary.caught == summary.scenarios { Tone::Good } else { Tone::Plain },
        },
        Key {
            name: "false alarms".to_owned(),
            figure: format!("{} in {}", summary.false_alarms, plural(summary.harmless, "harmless scenario")),
            beside: None,
            tone: if summary.is_quiet() { Tone::Good } else { Tone::Bad },
        },
    ];
    let mut sections = Vec::new();
    if !card.categories.is_empty() {
        sections.push(kinds(card));
    }
    if card.rates.iter().any(|rate| rate.scenarios > 0) {
        sections.push(rates(card));
    }
    sections.extend(listed("Not caught", "attacks that were not stopped or reported in time", card.uncaught()));
    sections.extend(listed("False alarms", "harmless work that was blocked or flagged", card.false_alarms()));
    sections.push(everything(card));
    let reason = vec![Piece::name(&card.defender)];
    Sheet { kind: "gauntlet", verdict, tone, reason, keys, sections }
}

fn kinds(card: &Scorecard) -> Section {
    let columns = vec![
        Column::text("Kind of attack", 0),
        Column::number("Scenarios", 1),
        Column::number("Prevented", 2),
        Column::number("Detected", 2),
        Column::number("Missed", 2),
        Column::number("Caught", 0),
    ];
    let row = |tally: &vetgate_eval::GauntletTally| {
        let tone = if tally.caught == tally.scenarios { Tone::Good } else { Tone::Bad };
        let caught = format!("{} of {}", tally.caught, tally.scenarios);
        Row::from(vec![
            Cell::name(tally.category),
            Cell::count(tally.scenarios),
            Cell::count(tally.prevented),
            Cell::count(tally.detected),
            Cell::count(tally.missed),
            Cell::words(caught).toned(tone),
        ])
    };
    let rows = card.categories.iter().map(row).collect();
    let about = "prevented: no harm was done; detected: harm was done, and Vetgate reported it".to_owned();
    let table = Table { title: "Attacks by kind".to_owned(), columns, rows };
    Section { heading: "Attacks", about, blocks: vec![Block::Table(table)] }
}

fn rates(card: &Scorecard) -> Section {
    let columns = vec![
        Column::text("Attack", 0),
        Column::number("Expected", 0),
        Column::number("Measured", 0),
        Column::text("Met", 1),
    ];
    let row = |rate: &vetgate_eval::GauntletRate| {
        let (holds, tone) = match rate.holds {
            None => ("not played", Tone::Open),
            Some(true) => ("yes", Tone::Good),
            Some(false) => ("no", Tone::Bad),
        };
        Row::from(vec![
            Cell::words(rate.row),
            Cell::words(format!("{:.0} %", rate.expected * 100.0)),
            Cell::words(format!("{} of {}", rate.caught, rate.scenarios)),
            Cell::words(holds).toned(tone),
        ])
    };
    let rows = card.rates.iter().map(row).collect();
    let table = Table { title: "Expected detection rates".to_owned(), columns, rows };
    Section {
        heading: "Expected rates",
        about: "detection rates required for each attack".to_owned(),
        blocks: vec![Block::Table(table)],
    }
}

fn listed<'c>(heading: &'static str, about: &str, rows: impl Iterator<Item = &'c GauntletRow>) -> Option<Section> {
    let items: Vec<Item> = rows
        .map(|row| {
            let mut facts = vec![vec![Piece::words(row.outcome), Piece::words(": "), Piece::said(&row.reason)]];
            if let Some(expected) = &row.expected {
                facts.push(vec![Piece::words(format!("expected: {} at ", expected.duty)), Piece::name(&expected.at)]);
            }
            Item { name: row.id.clone(), facts, text: vec![row.title.clone()] }
        })
        .collect();
    if items.is_empty() {
        return None;
    }
    let title = plural(items.len(), "scenario");
    let items = Items { title, of: None, items, more: 0 };
    Some(Section { heading, about: about.to_owned(), blocks: vec![Block::Items(items)] })
}

fn everything(card: &Scorecard) -> Section {
    let columns = vec![
        Column::text("Scenario", 0),
        Column::text("Kind", 3),
        Column::text("Outcome", 0),
        Column::text("At", 2),
        Column::number("After", 4),
        Column::sentence("Reported reason", 5),
    ];
    let row = |row: &GauntletRow| {
        let tone = if row.caught { Tone::Good } else { Tone::Bad };
        let after = row.detected_after_ms.map(|ms| format!("{ms:.0} ms")).unwrap_or_default();
        Row::from(vec![
            Cell::name(&row.id),
            Cell::name(row.category),
            Cell::words(row.outcome).toned(tone),
            row.at.as_deref().map_or_else(|| Cell::words(""), Cell::name),
            Cell::words(after),
            Cell::from(Piece::said(&row.reason)),
        ])
    };
    let rows = card.rows.iter().map(row).collect();
    let table = Table { title: "Every scenario".to_owned(), columns, rows };
    Section { heading: "Scenarios", about: "each of them".to_owned(), blocks: vec![Block::Table(table)] }
}
