//! How hits are shown, to people and to programs. Names and descriptions are strangers' text.

use super::corpus::Corpus;
use crate::grid;
use anstyle::Style;
use serde_json::json;
use std::fmt::Write;
use vetgate_report::escape;
use vetgate_search::{Hit, Reason};

/// A hit with what is shown beside it.
pub(super) struct Found<'h> {
    hit: &'h Hit,
    rank: usize,
    summary: &'h str,
}

impl<'h> Found<'h> {
    pub(super) fn of(hit: &'h Hit, rank: usize, corpus: &'h Corpus) -> Self {
        Self { hit, rank, summary: corpus.summary(&hit.server, &hit.name) }
    }
}

/// The hits as one array.
pub(super) fn json(found: &[Found], explain: bool) -> serde_json::Result<String> {
    let row = |found: &Found| {
        let Hit { server, name, score, reasons } = found.hit;
        let mut row = json!({
            "rank": found.rank, "server": &**server, "tool": &**name, "score": rounded(*score),
            "description": found.summary,
        });
        if explain {
            row["reasons"] = reasons.iter().map(reason).collect();
        }
        row
    };
    let rows: Vec<_> = found.iter().map(row).collect();
    Ok(format!("{}\n", serde_json::to_string_pretty(&rows)?))
}

fn reason(reason: &Reason) -> serde_json::Value {
    let Reason { query, word, field, matched, contribution } = reason;
    json!({"query": query, "word": word, "field": field, "match": matched, "contribution": rounded(*contribution)})
}

/// Four digits tell any two tools apart that differ for a reason.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// A terminal, or what stands in for one.
pub(super) struct Screen {
    pub(super) color: bool,
    pub(super) width: usize,
    pub(super) explain: bool,
}

impl Screen {
    /// The hits for `query` among `tools` tools: two lines each, and why.
    pub(super) fn list(&self, found: &[Found], query: &str, tools: usize) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = match (found, tools) {
            ([], 0) => writeln!(out, "There are no tools to search."),
            ([], _) => writeln!(
                out,
                "No match: no word of `{}`, and no synonym, is in any of {tools} {}.",
                escape::cut(query, 200),
                if tools == 1 { "tool" } else { "tools" }
            ),
            _ => Ok(()),
        };
        let margin = found.len().to_string().len();
        for found in found {
            let score = format!("{:.2}", found.hit.score);
            let indent = " ".repeat(margin + score.len() + 4);
            let name = format!("{}/{}", escape::line(&found.hit.server), escape::line(&found.hit.name));
            let name = self.cut(&name, indent.len());
            let name = self.paint(Style::new().bold(), &name);
            let _ = writeln!(out, "{:>margin$}  {}  {name}", found.rank, self.paint(Style::new().dimmed(), &score));
            if !found.summary.is_empty() {
                let _ = writeln!(out, "{indent}{}", self.cut(&escape::line(found.summary), indent.len()));
            }
            if self.explain {
                for line in why(&found.hit.reasons) {
                    let _ = writeln!(out, "{indent}{}", self.paint(Style::new().dimmed(), &line));
                }
            }
        }
        out
    }

    /// `text` in the columns that are left right of `indent`; a narrow terminal gets some anyway.
    fn cut(&self, text: &str, indent: usize) -> String {
        grid::cut(text, self.width.saturating_sub(indent).max(20))
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// A line for each word of the query that counted: the word it met, how, and what that counts in each field.
fn why(reasons: &[Reason]) -> Vec<String> {
    let pairs = reasons.chunk_by(|a, b| a.query == b.query && a.word == b.word);
    let line = |pair: &[Reason]| {
        let Reason { query, word, matched, .. } = &pair[0];
        let fields = pair.iter().map(|reason| format!("{} {:.2}", reason.field.name(), reason.contribution));
        let fields = fields.collect::<Vec<_>>().join(", ");
        match query == word {
            true => format!("{}: {fields}", escape::line(word)),
            false => format!("{} = {} ({}): {fields}", escape::line(query), escape::line(word), matched.name()),
        }
    };
    pairs.map(line).collect()
}
