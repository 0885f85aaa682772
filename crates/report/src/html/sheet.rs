//! Figures as one page: the verdict with the figures that matter most, then every table, plot and item.

use super::card::{NAME, TEXT};
use super::markup::{cut, text};
use super::{STYLE, footer, head, plot};
use crate::Options;
use crate::digest::capital;
use crate::sheet::{Block, Cell, Items, Key, Phrase, Piece, Row, Section, Sheet, Table, Tone};
use std::fmt::Write;

/// What such a page needs beyond the style of all.
const SHEET: &str = include_str!("sheet.css");
/// The darkest shade of a cell.
const DARKEST: f64 = 5.0;

pub(crate) fn render(sheet: &Sheet, options: &Options<'_>) -> String {
    let mut out = String::new();
    head(&mut out, &text(&sheet.headline()), &format!("{STYLE}{SHEET}"));
    out.push_str("<body>\n");
    banner(&mut out, sheet);
    out.push_str("<main>\n");
    let mut tables = 0;
    for section in &sheet.sections {
        write_section(&mut out, section, &mut tables);
    }
    out.push_str("</main>\n");
    footer(&mut out, options);
    out.push_str("</body>\n</html>\n");
    out
}

/// The class of a banner or tile, of those that all pages share.
const fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "clear",
        Tone::Bad => "critical",
        Tone::Open => "open",
        Tone::Plain | Tone::Faint => "none",
    }
}

fn banner(out: &mut String, sheet: &Sheet) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<header class=\"banner {}\">\n<p class=\"brand\">Vetgate {}</p>\n<div class=\"verdict\">\n<div>\n<h1>{}</h1>",
        class(sheet.tone),
        sheet.kind,
        capital(sheet.verdict)
    );
    if !sheet.reason.is_empty() {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", phrase(&sheet.reason));
    }
    out.push_str("</div>\n</div>\n");
    if !sheet.keys.is_empty() {
        out.push_str("<ul class=\"tiles\">\n");
        for Key { name, figure, beside, tone } in &sheet.keys {
            let beside = beside.as_ref().map(|beside| format!("<small>{}</small>", text(beside))).unwrap_or_default();
            let (class, figure, name) = (class(*tone), text(figure), text(&capital(name)));
            let _ = writeln!(
                out,
                "<li class=\"{class}\"><span><strong>{figure}</strong> <span>{name}{beside}</span></span></li>"
            );
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</header>\n");
}

/// One section; `tables` counts those of the page.
fn write_section(out: &mut String, section: &Section, tables: &mut usize) {
    let (heading, about) = (section.heading, text(&section.about));
    let _ = writeln!(out, "<section>\n<h2>{heading} <span class=\"count\">{about}</span></h2>");
    for block in &section.blocks {
        match block {
            Block::Text(tone, text) => write_text(out, *tone, text),
            Block::Table(table) => {
                *tables += 1;
                write_table(out, table, *tables);
            }
            Block::Plot(plot) => plot::write(out, plot),
            Block::Bars(bars) => plot::write_bars(out, bars),
            Block::Items(items) => write_items(out, items),
        }
    }
    out.push_str("</section>\n");
}

fn write_text(out: &mut String, tone: Tone, text: &Phrase) {
    let sign = match tone {
        Tone::Good => "✓",
        Tone::Bad => "✗",
        Tone::Open => "!",
        Tone::Faint => "·",
        Tone::Plain => "",
    };
    let sign = match sign {
        "" => String::new(),
        sign => format!("<span class=\"sign {}\">{sign}</span> ", status(tone)),
    };
    let _ = writeln!(out, "<p class=\"said\">{sign}{}</p>", phrase(text));
}

const fn status(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "even",
        Tone::Good => "status good",
        Tone::Bad => "status bad",
        Tone::Open => "status unsure",
        Tone::Faint => "faint",
    }
}

fn write_table(out: &mut String, table: &Table, number: usize) {
    let title = text(&table.title);
    let _ = write!(
        out,
        "<h3 id=\"table-{number}\">{title}</h3>\n<div class=\"table\" tabindex=\"0\" role=\"region\" aria-labelledby=\"table-{number}\"><table class=\"figures\">\n<thead><tr>"
    );
    for column in &table.columns {
        let class = if column.is_number { " class=\"number\"" } else { "" };
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", text(column.name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        write_row(out, table, row);
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn write_row(out: &mut String, table: &Table, row: &Row) {
    let class = if row.tone == Tone::Faint { " class=\"faint\"" } else { "" };
    let _ = write!(out, "<tr{class}>");
    for (column, cell) in table.columns.iter().zip(&row.cells) {
        let mut classes = Vec::new();
        classes.extend(column.is_number.then(|| "number".to_owned()));
        classes.extend((cell.tone != Tone::Plain).then(|| status(cell.tone).to_owned()));
        classes.extend(shade(cell));
        let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
        let aside = cell.aside.as_ref().map(|aside| format!(" <small>{}</small>", text(aside))).unwrap_or_default();
        let _ = write!(out, "<td{class}>{}{aside}</td>", piece(&cell.piece));
    }
    out.push_str("</tr>\n");
}

/// The class of a cell's shade: none, or one of five.
fn shade(cell: &Cell) -> Option<String> {
    let shade = cell.shade.filter(|shade| shade.share > 0.0)?;
    let kind = if shade.is_good { "right" } else { "wrong" };
    Some(format!("{kind}-{:.0}", (shade.share * DARKEST).ceil().clamp(1.0, DARKEST)))
}

fn write_items(out: &mut String, items: &Items) {
    let of = items.of.as_ref().map(|of| format!(": <code>{}</code>", cut(of, NAME))).unwrap_or_default();
    let _ = writeln!(out, "<details open>\n<summary>{}{of}</summary>", text(&items.title));
    for item in &items.items {
        let _ = writeln!(out, "<article class=\"item\">\n<h4><code>{}</code></h4>", cut(&item.name, NAME));
        for fact in &item.facts {
            let _ = writeln!(out, "<p class=\"fact\">{}</p>", phrase(fact));
        }
        if !item.text.is_empty() {
            let lines: Vec<String> = item.text.iter().map(|line| cut(line, TEXT)).collect();
            let _ = writeln!(out, "<pre><code>{}</code></pre>", lines.join("\n"));
        }
        out.push_str("</article>\n");
    }
    if items.more > 0 {
        let _ = writeln!(out, "<p class=\"said faint\">and {} more; the JSON report lists all</p>", items.more);
    }
    out.push_str("</details>\n");
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Words(words) => text(words),
        Piece::Name(name) => format!("<code>{}</code>", cut(name, NAME)),
        Piece::Said(said) => cut(said, TEXT),
    }
}

fn phrase(phrase: &Phrase) -> String {
    phrase.iter().map(piece).collect()
}
