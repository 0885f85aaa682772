//! Figures on a terminal: the verdict, then sections of tables that fit.

use super::canvas::{Canvas, Look};
use super::{ATTENTION, NAME, SENTENCE, table};
use crate::sheet::{Block, Items, Phrase, Piece, Section, Sheet, Tone};
use crate::{Options, escape};
use vetgate_model::Severity;

/// Most lines of an item's text.
const LINES: usize = 6;

pub(crate) fn render(sheet: &Sheet, options: &Options<'_>) -> String {
    let mut canvas = Canvas::new(options.color, options.width);
    show_verdict(&mut canvas, sheet);
    for section in &sheet.sections {
        canvas.blank();
        show_section(&mut canvas, section);
    }
    canvas.finish()
}

fn show_verdict(canvas: &mut Canvas, sheet: &Sheet) {
    let lead = phrase(&sheet.lead());
    let text = if lead.is_empty() { sheet.verdict.to_owned() } else { format!("{}: {lead}", sheet.verdict) };
    canvas.marked(&format!("{} ", mark(sheet.tone)), look(sheet.tone), &text);
}

const fn mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "✓",
        Tone::Bad => "✗",
        Tone::Open => "!",
        Tone::Plain | Tone::Faint => "·",
    }
}

pub(super) fn look(tone: Tone) -> Look {
    match tone {
        Tone::Plain => Look::Plain,
        Tone::Good => Look::Good,
        Tone::Bad => Look::Severity(Severity::High),
        Tone::Open => ATTENTION,
        Tone::Faint => Look::Faint,
    }
}

fn show_section(canvas: &mut Canvas, section: &Section) {
    canvas.rule();
    canvas.marked(&format!("{}  ", section.heading.to_uppercase()), Look::Strong, &section.about);
    // Sentences that follow each other stand together.
    let mut was_text = false;
    for block in &section.blocks {
        let is_text = matches!(block, Block::Text(..));
        match block {
            Block::Plot(_) | Block::Bars(_) => continue,
            _ if is_text && was_text => {}
            _ => canvas.blank(),
        }
        was_text = is_text;
        match block {
            Block::Text(Tone::Plain, text) => canvas.paragraph("", "", Look::Plain, &phrase(text)),
            Block::Text(tone, text) => canvas.marked(&format!("{} ", mark(*tone)), look(*tone), &phrase(text)),
            Block::Table(table) => table::show(canvas, table),
            Block::Items(items) => show_items(canvas, items),
            Block::Plot(_) | Block::Bars(_) => {}
        }
    }
}

fn show_items(canvas: &mut Canvas, items: &Items) {
    let of = items.of.as_ref().map(|of| format!(": {}", escape::cut(of, NAME))).unwrap_or_default();
    canvas.paragraph("", "", Look::Strong, &format!("{}{of}", items.title));
    for item in &items.items {
        canvas.blank();
        canvas.paragraph("  ", "  ", Look::Strong, &escape::cut(&item.name, NAME));
        for fact in &item.facts {
            canvas.paragraph("  ", "    ", Look::Faint, &phrase(fact));
        }
        for line in &item.text {
            canvas.quote("  │ ", &escape::line(line), LINES);
        }
    }
    if items.more > 0 {
        canvas.blank();
        canvas.paragraph("  ", "  ", Look::Faint, &format!("and {} more; the JSON report lists all", items.more));
    }
}

/// A piece of text that is safe on a terminal.
pub(super) fn plain(piece: &Piece) -> String {
    match piece {
        Piece::Words(text) => text.clone().into_owned(),
        Piece::Name(text) => escape::cut(text, NAME),
        Piece::Said(text) => escape::cut(text, SENTENCE),
    }
}

fn phrase(phrase: &Phrase) -> String {
    phrase.iter().map(plain).collect()
}
