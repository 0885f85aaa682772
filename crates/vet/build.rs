//! Writes the tables of `data` as Rust: see `vetgate-tables`.

use std::process::ExitCode;
use vetgate_tables::{Rows, Tables, integer, one_of, text, texts};

const FAMILIES: &[(&str, &str)] = &[
    ("disclosure", "Family::Disclosure"),
    ("hidden_channel", "Family::HiddenChannel"),
    ("jailbreak", "Family::Jailbreak"),
    ("override", "Family::Override"),
    ("preference", "Family::Preference"),
    ("secrecy", "Family::Secrecy"),
    ("theft", "Family::Theft"),
];

/// What a word contributes to an order.
const CONTRIBUTIONS: &[(&str, &str)] = &[
    ("address", "ADDRESS"),
    ("aside", "ASIDE"),
    ("ask", "ASK"),
    ("mine", "MINE"),
    ("pass and verb", "PASS | VERB"),
    ("verb", "VERB"),
    ("denies", "DENIES"),
    ("consent", "CONSENT"),
    ("tell", "TELL"),
    ("label", "LABEL"),
    ("before_verb", "BEFORE_VERB"),
    ("noun_before", "NOUN_BEFORE"),
    ("for", "FOR"),
    ("means", "MEANS"),
    ("tool", "TOOL"),
    ("holds", "HOLDS"),
    ("style", "STYLE"),
    ("work", "WORK"),
    ("secret", "SECRET"),
    ("obeys", "OBEYS"),
    ("obeyed", "OBEYED"),
];

fn main() -> ExitCode {
    let mut tables = Tables::new();
    tables.rows("asking_parameters", asking_parameters());
    tables.rows("courting_names", phrases("static CALLS: &[&[&str]]"));
    tables.rows("figures", figures());
    tables.rows("glance_words", glance_words());
    tables.rows("grave", grave());
    tables.rows("labels", phrases("pub(super) static LABELS: &[&[&str]]"));
    tables.rows("listeners", listeners());
    tables.rows("speakers", speakers());
    tables.lists("words");
    tables.finish()
}

fn asking_parameters() -> Rows {
    Rows::of("asks")
        .column("detail", text().unique())
        .column("confidence", integer(10, 99))
        .column("names", texts())
        .column("phrases", texts())
        .column("about", texts())
        .table(
            "static ASKS: &[Asks]",
            "Asks { names: {names}, phrases: {phrases}, about: {about}, confidence: 0.{confidence}, detail: {detail} }",
        )
}

/// Phrases, by their words.
fn phrases(declaration: &'static str) -> Rows {
    Rows::of("phrase").column("words", texts().unique()).table(declaration, "{words}")
}

fn figures() -> Rows {
    let is_step = |step: &str| {
        let (head, operands) = step.split_once(": ").unwrap_or((step, ""));
        let (kind, gap) = head.split_once(' ').unwrap_or((head, "0"));
        let is_known = match kind {
            "end" | "outside" => operands.is_empty(),
            "list" | "meaning" | "order" | "reference" | "word" => !operands.is_empty(),
            _ => false,
        };
        is_known && gap.parse::<u8>().is_ok()
    };
    Rows::of("figure")
        .column("family", one_of(FAMILIES))
        .column("tier", one_of(&[("hard", "Tier::Hard"), ("soft", "Tier::Soft")]))
        .column("confidence", integer(10, 99))
        .column("tight", one_of(&[("yes", "true"), ("no", "false")]).or("false"))
        .column("steps", texts().check("a step such as `meaning 4: rules prompt` or `end 2`", is_step))
        .column("detail", text())
        .table(
            "static ROWS: &[Row]",
            "Row { family: {family}, tier: {tier}, confidence: 0.{confidence}, tight: {tight}, steps: {steps}, \
             detail: {detail} }",
        )
}

fn glance_words() -> Rows {
    Rows::of("words")
        .column("as", one_of(CONTRIBUTIONS))
        .column(
            "words",
            texts().check("a word in lower case", |word| !word.contains(' ') && word == word.to_lowercase()),
        )
        .table("static BY_NAME: &[(Bits, &[&str])]", "({as}, {words})")
}

fn grave() -> Rows {
    let is_phrase = |phrase: &str| phrase == phrase.to_lowercase() && !phrase.contains('_');
    Rows::of("grave")
        .column("does", text().unique())
        .column("counts", one_of(&[("alone", "false"), ("with_act", "true")]))
        .column("stated", texts().check("a phrase in lower case without `_`", is_phrase))
        .column("explained", texts().check("a phrase in lower case without `_`", is_phrase))
        .table(
            "static GRAVE: &[Grave]",
            "Grave { does: {does}, stated: {stated}, explained: {explained}, needs_act: {counts} }",
        )
}

fn listeners() -> Rows {
    Rows::of("listener")
        .column("path", text().unique())
        .column("host", texts())
        .column("default", one_of(&[("home", "Bind::Home"), ("everywhere", "Bind::Everywhere")]))
        .table("static ROWS: &[Row]", "Row { path: {path}, host: {host}, default: {default} }")
}

fn speakers() -> Rows {
    Rows::of("speaker")
        .column("person", text())
        .column("model", text())
        .table("static SPEAKERS: &[(&str, &str)]", "({person}, {model})")
}
