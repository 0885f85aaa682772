//! The figures of tool search: how deep one has to look, and which queries fare worst.

use super::detector::corpora;
use super::figure::{axis, change, number, timing};
use super::{LISTED, names, tone};
use vetgate_eval::{QueryScore, Retrieval};
use vetgate_report::plural;
use vetgate_report::sheet::{
    Axis, Block, Cell, Column, Dot, Item, Items, Key, Phrase, Piece, Plot, Row, Section, Series, Table, Tone,
};

/// Most queries in the table of the worst.
const WORST: usize = 10;
/// Ranks whose recall is written beside the curve.
const LABELLED: [usize; 5] = [1, 3, 5, 10, 20];

/// Recall among the first five.
pub(super) fn key(retrieval: &Retrieval) -> Key {
    Key {
        name: "search Recall@5".to_owned(),
        figure: format!("{:.2}", retrieval.metrics.recall_at_5()),
        beside: None,
        tone: tone(retrieval.gate.as_ref()),
    }
}

pub(super) fn section(retrieval: &Retrieval, with_errors: bool) -> Section {
    let worst = worst(&retrieval.per_query);
    let scope = format!("{} over {}.", queries(retrieval.metrics.queries), plural(retrieval.tools, "tool"));
    let mut blocks = vec![Block::Text(Tone::Plain, vec![Piece::words(scope)]), Block::Table(metrics(retrieval))];
    blocks.extend(curve(retrieval).map(Block::Plot));
    let text = match worst.len() {
        0 => "Every query finds its tools in the first five results, with no irrelevant tool first.".to_owned(),
        count if with_errors => format!("{} with a poor result:", queries(count)),
        count => format!("{} with a poor result; --errors lists them.", queries(count)),
    };
    blocks.push(Block::Text(Tone::Plain, vec![Piece::words(text)]));
    if with_errors && !worst.is_empty() {
        let items = worst.iter().take(LISTED).map(|query| item(query)).collect();
        let title = format!("Queries with poor results ({})", worst.len());
        blocks.push(Block::Items(Items { title, of: None, items, more: worst.len().saturating_sub(LISTED) }));
    } else if !worst.is_empty() {
        blocks.push(Block::Table(table(&worst)));
    }
    blocks.push(Block::Table(corpora(&retrieval.corpora)));
    blocks.extend(timing(retrieval.timing, "query").map(|text| Block::Text(Tone::Plain, vec![Piece::words(text)])));
    Section { heading: "Search", about: "tools found for user queries".to_owned(), blocks }
}

fn queries(count: usize) -> String {
    if count == 1 { "1 query".to_owned() } else { format!("{count} queries") }
}

/// The name of a metric as people write it.
fn title(name: &'static str) -> &'static str {
    match name {
        "recall_at_1" => "Recall@1",
        "recall_at_3" => "Recall@3",
        "recall_at_5" => "Recall@5",
        "recall_at_10" => "Recall@10",
        "mrr" => "MRR",
        "ndcg_at_10" => "nDCG@10",
        "map" => "MAP",
        name => name,
    }
}

fn metrics(retrieval: &Retrieval) -> Table {
    let has_baseline = !retrieval.baseline_delta.is_empty();
    let row = |(name, value): (&'static str, f64)| {
        let mut cells = vec![Cell::words(title(name)), number(Some(value))];
        if has_baseline {
            cells.push(change(retrieval.baseline_delta.get(name).copied()));
        }
        Row::from(cells)
    };
    let mut columns = vec![Column::text("Measure", 0), Column::number("Result", 0)];
    if has_baseline {
        columns.push(Column::number("To baseline", 0));
    }
    Table { title: "Means over all queries".to_owned(), columns, rows: retrieval.metrics.named().map(row).collect() }
}

/// Mean recall by how many tools are looked at, and what the baseline reached where it says so.
fn curve(retrieval: &Retrieval) -> Option<Plot> {
    let dot = |(index, recall): (usize, &f64)| {
        let rank = index + 1;
        Dot { x: rank as f64, y: *recall, label: LABELLED.contains(&rank).then(|| format!("{recall:.2}")) }
    };
    let points: Vec<Dot> = retrieval.curve.iter().enumerate().map(dot).collect();
    let (first, last) = (points.first()?, points.last().filter(|_| points.len() > 1)?);
    let summary = format!("Mean recall rises from {:.3} at rank 1 to {:.3} at rank {}.", first.y, last.y, points.len());
    let before = retrieval.metrics.recall_at.iter().filter_map(|(rank, recall)| {
        let delta = retrieval.baseline_delta.get(&format!("recall_at_{rank}"))?;
        Some(Dot { x: *rank as f64, y: recall - delta, label: None })
    });
    let before: Vec<Dot> = before.collect();
    let y = axis("Recall", points.iter().chain(&before).map(|dot| dot.y));
    let ticks = [1, 5, 10, 15, 20].into_iter().filter(|rank| *rank <= points.len()).map(|rank| rank as f64).collect();
    let x = Axis { name: "Number of results", from: 1.0, to: points.len() as f64, ticks, places: 0 };
    let mut series = vec![Series { name: "this run", is_line: true, points }];
    if !before.is_empty() {
        series.push(Series { name: "baseline", is_line: false, points: before });
    }
    Some(Plot { title: "Recall@k".to_owned(), summary, x, y, series })
}

/// Queries that miss a relevant tool or are led to an irrelevant one, the worst first.
fn worst(queries: &[QueryScore]) -> Vec<&QueryScore> {
    let is_bad = |query: &&QueryScore| query.recall_at_5 < 1.0 || !query.misled_by.is_empty();
    let mut worst: Vec<&QueryScore> = queries.iter().filter(is_bad).collect();
    worst.sort_by(|a, b| {
        let by = |query: &QueryScore| (query.recall_at_5, query.ndcg_at_10);
        by(a).0.total_cmp(&by(b).0).then(by(a).1.total_cmp(&by(b).1)).then_with(|| a.id.cmp(&b.id))
    });
    worst
}

fn table(worst: &[&QueryScore]) -> Table {
    let row = |query: &&QueryScore| {
        let figures = [query.recall_at_5, query.reciprocal_rank, query.ndcg_at_10].map(|value| number(Some(value)));
        let cells = [Cell::name(&query.id), Cell::from(Piece::said(&query.query))];
        Row::from(cells.into_iter().chain(figures).collect::<Vec<_>>())
    };
    let columns = vec![
        Column::text("Query", 0),
        Column::text("Asked", 1),
        Column::number("Recall@5", 0),
        Column::number("1/rank", 3),
        Column::number("nDCG@10", 2),
    ];
    Table { title: "The worst".to_owned(), columns, rows: worst.iter().take(WORST).map(row).collect() }
}

fn item(query: &QueryScore) -> Item {
    let figures = format!(
        "Recall@5 {:.3} · first relevant at {} · nDCG@10 {:.3}",
        query.recall_at_5,
        rank(query.reciprocal_rank),
        query.ndcg_at_10
    );
    let lists = [("missed: ", &query.missed), ("misled by: ", &query.misled_by), ("found first: ", &query.first)];
    let lists = lists.into_iter().filter(|(_, ids)| !ids.is_empty()).map(|(label, ids)| {
        let mut phrase: Phrase = vec![Piece::words(label)];
        phrase.extend(names(ids));
        phrase
    });
    let facts = [vec![Piece::words(figures)]].into_iter().chain(lists).collect();
    Item { name: query.id.clone(), facts, text: super::excerpt(&query.query) }
}

/// The rank that a reciprocal is of.
fn rank(reciprocal: f64) -> String {
    if reciprocal > 0.0 { format!("rank {:.0}", 1.0 / reciprocal) } else { "no rank".to_owned() }
}
