//! The figures of a detector: by part, by category, by source, in pairs, by threshold, and what it got wrong.

use super::figure::{axis, number, share, spelled, timing};
use super::{items, names, tone};
use vetgate_eval::{Corpus, Detector, DetectorKind, Evaluation, Group, Pairs, Scores, Share, Tally};
use vetgate_report::plural;
use vetgate_report::sheet::{
    Block, Cell, Column, Dot, Key, Phrase, Piece, Plot, Row, Section, Series, Shade, Table, Tone,
};

/// Most thresholds in the table of what a stricter one would do.
const THRESHOLDS: usize = 8;

/// What an evaluation is about and what it calls its items.
struct Terms {
    heading: &'static str,
    about: &'static str,
    item: &'static str,
    /// What should be flagged, and what should not.
    positives: &'static str,
    negatives: &'static str,
}

const fn terms(evaluation: Evaluation) -> Terms {
    let (heading, about, item, positives, negatives) = match evaluation {
        Evaluation::Retrieval => ("Search", "tool search", "query", "relevant", "irrelevant"),
        Evaluation::Security => ("Security", "the checks on definitions", "definition", "attacks", "harmless"),
        Evaluation::Responses => ("Responses", "the text checks on tool responses", "output", "attacks", "harmless"),
        Evaluation::Sensitive => {
            ("Sensitive", "personal data and secrets", "text", "texts with sensitive data", "texts without")
        }
        Evaluation::Capability => ("Capability", "what tools can do", "tool", "tags that apply", "tags that do not"),
        Evaluation::Contradiction => {
            ("Contradiction", "the contradiction matrix on single calls", "call", "contradictions", "consistent")
        }
        Evaluation::Flow => ("Flow", "sessions of calls and responses", "session", "attacks", "harmless"),
    };
    Terms { heading, about, item, positives, negatives }
}

/// Recall and false alarms of the whole engine.
pub(super) fn key(scores: &Scores) -> Option<Key> {
    let engine = scores.detector("engine")?.tally;
    let rate = |share: Share| share.value().map(|rate| format!("false alarms {:.1} %", rate * 100.0));
    Some(Key {
        name: format!("{} recall", scores.evaluation.name()),
        figure: engine.recall().value().map_or_else(|| "–".to_owned(), |recall| format!("{recall:.2}")),
        beside: rate(engine.fpr()),
        tone: tone(scores.gate.as_ref()),
    })
}

pub(super) fn section(scores: &Scores, with_errors: bool) -> Section {
    let terms = terms(scores.evaluation);
    let has_tiers = scores.detector("hard").is_some();
    let mut blocks = Vec::new();
    blocks.extend(scores.detector("engine").map(|engine| {
        let (of, not) = (engine.tally.positives(), engine.tally.negatives());
        let text = format!("{} scored: {of} {}, {not} {}.", of + not, terms.positives, terms.negatives);
        Block::Text(Tone::Plain, vec![Piece::words(text)])
    }));
    blocks.push(Block::Table(detectors(&scores.per_detector)));
    blocks.extend(curve(scores).map(Block::Plot));
    blocks.extend(positives(&scores.per_category, &terms, has_tiers).map(Block::Table));
    blocks.extend(negatives(&scores.per_category, &terms, has_tiers).map(Block::Table));
    blocks.extend(sources(&scores.per_source).map(Block::Table));
    blocks.extend(scores.pairs.iter().flat_map(pairs));
    blocks.extend(thresholds(scores).map(Block::Table));
    blocks.extend(measures(scores).map(Block::Table));
    blocks.extend(errors(scores, with_errors).map(|text| Block::Text(Tone::Plain, vec![Piece::words(text)])));
    if with_errors {
        let lists = [("Missed", &scores.missed), ("Falsely flagged", &scores.false_alarms)];
        let lists = lists.into_iter().filter(|(_, wrong)| !wrong.is_empty());
        blocks.extend(lists.map(|(title, wrong)| Block::Items(items(title, wrong))));
    }
    blocks.push(Block::Table(corpora(&scores.corpora)));
    blocks.extend(timing(scores.timing, terms.item).map(|text| Block::Text(Tone::Plain, vec![Piece::words(text)])));
    Section { heading: terms.heading, about: terms.about.to_owned(), blocks }
}

/// The engine and its tiers first, those that never spoke last.
fn detectors(detectors: &[Detector]) -> Table {
    let is_whole = |detector: &Detector| matches!(detector.kind, DetectorKind::Engine | DetectorKind::Tier);
    let is_silent = |tally: Tally| tally.true_positives + tally.false_positives == 0;
    let mut order: Vec<&Detector> = detectors.iter().collect();
    order.sort_by_key(|detector| if is_whole(detector) { 0 } else { 1 + u8::from(is_silent(detector.tally)) });
    let row = |detector: &Detector| {
        let tally = detector.tally;
        let negatives = match tally.lacks_negatives {
            true => number(None),
            false => Cell::count(tally.true_negatives),
        };
        let mut cells = vec![
            Cell::name(&detector.detector),
            share(tally.precision()),
            share(tally.recall()),
            number(tally.f1()),
            share(tally.fpr()),
        ];
        let [found, alarms, missed] =
            [tally.true_positives, tally.false_positives, tally.false_negatives].map(Cell::count);
        cells.extend([found, alarms, negatives, missed]);
        let tone = if is_silent(tally) { Tone::Faint } else { Tone::Plain };
        Row { cells, tone }
    };
    let columns = vec![
        Column::text("Detector", 0),
        Column::number("Precision", 0),
        Column::number("Recall", 0),
        Column::number("F1", 2),
        Column::number("FPR", 1),
        Column::number("tp", 4),
        Column::number("fp", 3),
        Column::number("tn", 5),
        Column::number("fn", 3),
    ];
    let rows = order.into_iter().map(row).collect();
    Table { title: "By detector".to_owned(), columns, rows }
}

/// A share of a row's items as a cell of a map.
fn shaded(part: usize, of: usize, is_good: bool) -> Cell {
    let shade = Share::new(part, of).value().map(|share| Shade { share, is_good });
    Cell { shade, ..Cell::count(part) }
}

/// What should be flagged, by category: how much is, and at which tier.
fn positives(groups: &[Group], terms: &Terms, has_tiers: bool) -> Option<Table> {
    let row = |group: &Group| {
        let (of, found, hard) = (group.tally.positives(), group.tally.true_positives, group.hard.true_positives);
        let mut cells = vec![Cell::name(&group.name), Cell::count(of), share(group.tally.recall())];
        if has_tiers {
            cells.push(share(group.hard.recall()));
        }
        cells.push(shaded(of - found, of, false));
        if has_tiers {
            cells.extend([shaded(found.saturating_sub(hard), of, true), shaded(hard, of, true)]);
        }
        Row::from(cells)
    };
    let rows: Vec<Row> = groups.iter().filter(|group| group.tally.positives() > 0).map(row).collect();
    let mut columns = vec![Column::text("Category", 0), Column::number("Items", 3), Column::number("Recall", 0)];
    if has_tiers {
        columns.push(Column::number("At hard", 2));
    }
    columns.push(Column::number("Missed", 1));
    if has_tiers {
        columns.extend([Column::number("Soft", 4), Column::number("Hard", 4)]);
    }
    (!rows.is_empty()).then(|| Table { title: format!("By category: {}", terms.positives), columns, rows })
}

/// What should not be flagged, by category: how much is, and at which tier.
fn negatives(groups: &[Group], terms: &Terms, has_tiers: bool) -> Option<Table> {
    let row = |group: &Group| {
        let (of, flagged, hard) = (group.tally.negatives(), group.tally.false_positives, group.hard.false_positives);
        let mut cells = vec![Cell::name(&group.name), Cell::count(of), share(group.tally.fpr())];
        if has_tiers {
            cells.push(share(group.hard.fpr()));
        }
        cells.push(shaded(of - flagged, of, true));
        if has_tiers {
            cells.extend([shaded(flagged.saturating_sub(hard), of, false), shaded(hard, of, false)]);
        }
        Row::from(cells)
    };
    let rows: Vec<Row> = groups.iter().filter(|group| group.tally.negatives() > 0).map(row).collect();
    let mut columns = vec![Column::text("Category", 0), Column::number("Items", 3), Column::number("Flagged", 0)];
    if has_tiers {
        columns.push(Column::number("At hard", 1));
    }
    columns.push(Column::number("Silent", 2));
    if has_tiers {
        columns.extend([Column::number("Soft", 4), Column::number("Hard", 4)]);
    }
    (!rows.is_empty()).then(|| Table { title: format!("By category: {}", terms.negatives), columns, rows })
}

/// By who wrote the items; nothing to compare where one wrote all.
fn sources(groups: &[Group]) -> Option<Table> {
    let row = |group: &Group| {
        let tally = group.tally;
        let (positives, negatives) = (Cell::count(tally.positives()), Cell::count(tally.negatives()));
        vec![Cell::name(&group.name), positives, share(tally.recall()), negatives, share(tally.fpr())].into()
    };
    let columns = vec![
        Column::text("Source", 0),
        Column::number("To flag", 1),
        Column::number("Recall", 0),
        Column::number("To leave", 1),
        Column::number("FPR", 0),
    ];
    let rows: Vec<Row> = groups.iter().map(row).collect();
    (groups.len() > 1).then(|| Table { title: "By source".to_owned(), columns, rows })
}

/// How well attacks are told from their twins, and which are not.
fn pairs(pairs: &Pairs) -> Vec<Block> {
    let text = format!(
        "Pairs of an attack and a harmless counterpart: told apart {}; different grades {}.",
        spelled(pairs.told_apart),
        spelled(pairs.graded_apart)
    );
    let mut blocks = vec![Block::Text(Tone::Plain, vec![Piece::words(text)])];
    if !pairs.confused.is_empty() {
        let mut phrase: Phrase = vec![Piece::words("Confused: ")];
        phrase.extend(names(&pairs.confused));
        blocks.push(Block::Text(Tone::Plain, phrase));
    }
    blocks
}

/// Some points of the curve, the laxest and the strictest among them.
fn thresholds(scores: &Scores) -> Option<Table> {
    let last = scores.curve.len().checked_sub(1)?;
    let count = scores.curve.len().min(THRESHOLDS);
    let row = |index: usize| {
        let point = &scores.curve[index * last / (count - 1).max(1)];
        let tally = point.tally;
        let cells = [share(tally.precision()), share(tally.recall()), number(tally.f1()), share(tally.fpr())];
        Row::from([Cell::words(format!("{:.2}", point.threshold))].into_iter().chain(cells).collect::<Vec<_>>())
    };
    let columns = vec![
        Column::text("Confidence", 0),
        Column::number("Precision", 0),
        Column::number("Recall", 0),
        Column::number("F1", 2),
        Column::number("FPR", 1),
    ];
    let title = "Results by minimum confidence".to_owned();
    (last > 0).then(|| Table { title, columns, rows: (0..count).map(row).collect() })
}

/// Precision over recall by threshold, and where the hard tier stands alone.
fn curve(scores: &Scores) -> Option<Plot> {
    let dot = |tally: Tally, label: Option<String>| {
        Some(Dot { x: tally.recall().value()?, y: tally.precision().value()?, label })
    };
    let points = scores.curve.iter().filter_map(|point| dot(point.tally, Some(format!("{:.2}", point.threshold))));
    let points: Vec<Dot> = points.collect();
    let (first, last) = (points.first()?, points.last().filter(|_| points.len() > 1)?);
    let summary = format!(
        "Precision {:.3} at recall {:.3} without a threshold; precision {:.3} at recall {:.3} at the strictest one.",
        first.y, first.x, last.y, last.x
    );
    let hard: Vec<Dot> = scores.detector("hard").and_then(|hard| dot(hard.tally, None)).into_iter().collect();
    let all = || points.iter().chain(&hard);
    let (x, y) = (axis("Recall", all().map(|dot| dot.x)), axis("Precision", all().map(|dot| dot.y)));
    let mut series = vec![Series { name: "by minimum confidence", is_line: true, points }];
    if !hard.is_empty() {
        series.push(Series { name: "hard tier alone", is_line: false, points: hard });
    }
    Some(Plot { title: "Precision and recall by threshold".to_owned(), summary, x, y, series })
}

/// Shares that are no detection.
fn measures(scores: &Scores) -> Option<Table> {
    let row = |measure: &vetgate_eval::Measure| {
        let share_of = measure.share;
        let part = Cell::words(format!("{} of {}", share_of.part, share_of.of));
        Row::from(vec![Cell::from(Piece::said(&measure.name)), share(share_of), part])
    };
    let columns = vec![Column::text("Measure", 0), Column::number("Share", 0), Column::number("Items", 1)];
    let rows: Vec<Row> = scores.measures.iter().map(row).collect();
    (!rows.is_empty()).then(|| Table { title: "Other measures".to_owned(), columns, rows })
}

/// How much went wrong, and how to see it.
fn errors(scores: &Scores, with_errors: bool) -> Option<String> {
    let (missed, flagged) = (scores.missed.len(), scores.false_alarms.len());
    let engine = scores.detector("engine")?.tally;
    match missed + flagged {
        0 if engine.false_negatives + engine.false_positives > 0 => None,
        0 => Some("No misses and no false positives.".to_owned()),
        _ if with_errors => Some(format!("{missed} missed, {flagged} falsely flagged:")),
        _ => Some(format!("{missed} missed, {flagged} falsely flagged; --errors lists them.")),
    }
}

/// What was measured on.
pub(super) fn corpora(corpora: &[Corpus]) -> Table {
    let row = |corpus: &Corpus| {
        let left_out: Vec<String> = corpus.left_out.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let left_out = if left_out.is_empty() { Cell::words("–") } else { Piece::said(&left_out.join(", ")).into() };
        let version = corpus.version.as_deref().map_or_else(|| Cell::words("–"), Cell::name);
        let hash = Cell::name(corpus.sha256.get(..12).unwrap_or(&corpus.sha256));
        vec![Cell::name(&corpus.file), version, Cell::count(corpus.items), left_out, hash].into()
    };
    let columns = vec![
        Column::text("File", 0),
        Column::text("Version", 2),
        Column::number("Items", 0),
        Column::text("Left out", 1),
        Column::text("SHA-256", 3),
    ];
    let files = plural(corpora.len(), "file");
    Table { title: format!("Measured on {files}"), columns, rows: corpora.iter().map(row).collect() }
}
