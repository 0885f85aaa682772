//! Figures for a pull request or a ticket: the verdict and the tables, as far as there is room.

use super::quote::{code, lines, own, prose};
use super::{BUDGET, LIST, SHARE, list, short};
use crate::Options;
use crate::digest::plural;
use crate::sheet::{Block, Cell, Items, Phrase, Piece, Sheet, Table, Tone};
use std::fmt::Write;

pub(crate) fn render(sheet: &Sheet, _: &Options<'_>) -> String {
    let mut out = String::new();
    headline(&mut out, sheet);
    let mut left = 0;
    for section in &sheet.sections {
        let about = own(&section.about);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "### {}: {about}\n", section.heading);
        for block in &section.blocks {
            let mut text = String::new();
            write(&mut text, block);
            match out.len() + text.len() <= BUDGET {
                true => out.push_str(&text),
                false => left += 1,
            }
        }
    }
    if left > 0 {
        let parts = plural(left, "part");
        let _ = writeln!(out, "**Not shown here: {parts}.** The JSON and HTML reports list all.\n");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn headline(out: &mut String, sheet: &Sheet) {
    let lead = phrase(&sheet.lead());
    let gap = if lead.is_empty() { "" } else { ": " };
    let _ = writeln!(out, "## Vetgate evaluation {}{gap}{lead}\n", sheet.verdict);
}

fn write(out: &mut String, block: &Block) {
    match block {
        Block::Text(tone, text) => {
            let mark = match tone {
                Tone::Good => "✓ ",
                Tone::Bad => "✗ ",
                Tone::Open => "! ",
                Tone::Faint => "· ",
                Tone::Plain => "",
            };
            let _ = writeln!(out, "{mark}{}\n", phrase(text));
        }
        Block::Table(table) => write_table(out, table),
        Block::Items(items) => write_items(out, items),
        Block::Plot(_) | Block::Bars(_) => {}
    }
}

fn write_table(out: &mut String, table: &Table) {
    let _ = writeln!(out, "**{}**\n", own(&table.title));
    let heads: Vec<String> = table.columns.iter().map(|column| own(column.name)).collect();
    let rules = table.columns.iter().map(|column| if column.is_number { "---:" } else { "---" });
    let _ = writeln!(out, "| {} |\n| {} |", heads.join(" | "), rules.collect::<Vec<_>>().join(" | "));
    let rows = table.rows.iter().map(|row| {
        let cells: Vec<String> = row.cells.iter().map(cell).collect();
        format!("| {} |", cells.join(" | "))
    });
    list(out, rows, table.rows.len(), "| ", LIST);
}

fn cell(cell: &Cell) -> String {
    let text = piece(&cell.piece);
    let text = match &cell.aside {
        Some(aside) => format!("{text} ({aside})"),
        None => text,
    };
    if cell.tone == Tone::Bad { format!("**{text}**") } else { text }
}

fn write_items(out: &mut String, items: &Items) {
    let of = items.of.as_ref().map(|of| format!(": {}", code(&short(of)))).unwrap_or_default();
    let _ = writeln!(out, "**{}{of}**\n", own(&items.title));
    let start = out.len();
    let mut left = items.more + items.items.len();
    for item in &items.items {
        let mut text = format!("- {}", code(&short(&item.name)));
        let facts: Vec<String> = item.facts.iter().map(phrase).collect();
        let _ = writeln!(text, ": {}", facts.join("; "));
        if !item.text.is_empty() {
            let block = lines(&item.text);
            text.push('\n');
            text.extend(block.lines().map(|line| format!("  {line}\n")));
        }
        if out.len() + text.len() - start > SHARE {
            break;
        }
        out.push_str(&text);
        left -= 1;
    }
    if left > 0 {
        let _ = writeln!(out, "- and {left} more");
    }
    out.push('\n');
}

/// A piece with the spaces around it, as Markdown.
fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Words(text) => own(text),
        Piece::Name(text) => code(&short(text)),
        Piece::Said(text) => prose(&short(text)),
    }
}

fn phrase(phrase: &Phrase) -> String {
    phrase.iter().map(piece).collect()
}
