//! Text without the secrets in it, so that a report can be shown, stored and uploaded.
//!
//! What is sensitive is told by the detector of `vetgate-sensitive`: here it only says what of that a report hides.
//! Secrets are hidden whatever their grade, since a mask too many costs a reader little. Personal data is hidden where
//! it is proven. Addresses and paths stay: to whom a tool writes and which file it asks for is what a reader must see.
//! Beside that, [`named`] hides what a person may have typed as a secret, however plain it looks.
//!
//! Guarantees: pure and total; cost linear in the text.
//!
//! ```ignore
//! assert_eq!(mask::text("srv --token hunter --port 80"), "srv --token *** --port 80");
//! ```

mod named;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;
use vetgate_sensitive::{Category, Detector, Grade, Match, is_masked};
use vetgate_text::decode;

pub(crate) use named::{ends, names_a_secret, spans as named};

/// The one detector of this room: its tables are made once.
pub(crate) static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// What stands for a secret of which nothing can be shown.
pub(crate) const MASK: &str = "***";

/// A part of a text that is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    pub(crate) span: Range<usize>,
    /// What is shown for it.
    pub(crate) shown: String,
}

/// `text` with a mask for everything in it that a report must not show.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    let hidden = hidden(text);
    if hidden.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(without(text, &hidden))
}

/// `text` with `hidden`, which is in order and apart, replaced.
pub(crate) fn without(text: &str, hidden: &[Hidden]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for part in hidden {
        out.push_str(&text[last..part.span.start]);
        out.push_str(&part.shown);
        last = part.span.end;
    }
    out.push_str(&text[last..]);
    out
}

/// Where `span` is when `hidden` is replaced; one that starts or ends inside of it takes all of it.
pub(crate) fn moved(span: Range<usize>, hidden: &[Hidden]) -> Range<usize> {
    let place = |at: usize, to_end: bool| {
        let mut moved = at;
        for part in hidden.iter().take_while(|part| part.span.start < at) {
            let (before, after) = (part.span.end.min(at) - part.span.start, part.shown.len());
            let after = if part.span.end > at && !to_end { 0 } else { after };
            moved = moved - before + after;
        }
        moved
    };
    let start = place(span.start, false);
    start..place(span.end, true).max(start)
}

/// What of `text` is not shown: in order, apart from each other, never empty.
pub(crate) fn hidden(text: &str) -> Vec<Hidden> {
    let mut hidden: Vec<Hidden> = named(text).into_iter().map(|span| Hidden { span, shown: MASK.into() }).collect();
    let is_hidden = |found: &Match| found.category == Category::Secret || is_proven_personal(found);
    let found = matches(text).into_iter().filter(is_hidden);
    hidden.extend(found.map(|found| Hidden { shown: shown(&found), span: found.span }));
    apart(hidden)
}

/// What the detector finds in `text` that is not a mask already, in order.
pub(crate) fn matches(text: &str) -> Vec<Match> {
    let found = DETECTOR.inspect(text.as_bytes());
    let found =
        found.into_iter().flat_map(|found| if found.kind == RANDOM { pieces(text, found) } else { vec![found] });
    found
        .filter(|found| {
            let value = text.get(found.span.clone()).unwrap_or_default();
            // What decodes to a text is one, perhaps a command, and must be seen.
            let is_text = || found.kind == RANDOM && !decode::layers(value).found.is_empty();
            !value.is_empty() && !is_masked(value) && !is_text()
        })
        .collect()
}

/// The kind that has nothing for it but its looks.
pub(crate) const RANDOM: &str = "random_string";

/// The pieces of a random-looking run that look so alone: the host and the folders of a link are to be seen.
fn pieces(text: &str, found: Match) -> Vec<Match> {
    let Some(run) = text.get(found.span.clone()) else { return vec![] };
    if !run.contains(is_joint) {
        return vec![found];
    }
    let mut at = found.span.start;
    let mut pieces = Vec::new();
    for piece in run.split(is_joint) {
        for inner in DETECTOR.inspect(piece.as_bytes()).into_iter().filter(|inner| inner.category == Category::Secret) {
            pieces.push(Match { span: at + inner.span.start..at + inner.span.end, ..inner });
        }
        at += piece.len() + 1;
    }
    pieces
}

/// What joins names to longer ones.
fn is_joint(c: char) -> bool {
    matches!(c, '/' | '\\' | '.' | ':' | '=' | '?' | '&' | '@' | ',')
}

/// Whether it is a number that belongs to one person or account, and is one beyond doubt.
pub(crate) fn is_proven_personal(found: &Match) -> bool {
    matches!(found.category, Category::Financial | Category::Identity | Category::Health)
        && found.grade() == Grade::High
}

/// The sample of a match. Stars alone are one mark, whoever found it.
pub(crate) fn shown(found: &Match) -> String {
    let sample = found.sample.as_str();
    if sample.bytes().all(|byte| byte == b'*') { MASK.to_owned() } else { sample.to_owned() }
}

/// `hidden` in order, with one part in the place of those that overlap.
fn apart(mut hidden: Vec<Hidden>) -> Vec<Hidden> {
    hidden.sort_by_key(|part| (part.span.start, std::cmp::Reverse(part.span.end)));
    let mut apart: Vec<Hidden> = Vec::with_capacity(hidden.len());
    for next in hidden {
        match apart.last_mut() {
            Some(last) if next.span.start < last.span.end => {
                // The sample that tells the kind is worth more than stars.
                if last.shown == MASK && next.span.start == last.span.start {
                    last.shown = next.shown;
                }
                last.span.end = last.span.end.max(next.span.end);
            }
            _ => apart.push(next),
        }
    }
    apart
}

#[cfg(test)]
mod tests;
