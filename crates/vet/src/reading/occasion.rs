//! When an order applies.

use super::clause::ACTION;
use super::lexicon::Tags;
use super::markup::Markup;
use super::reference::Reference;
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// When the order applies, weakest claim first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Occasion {
    /// None given.
    None,
    /// When this very tool is used: its own business.
    This,
    /// When some kind of work is done.
    Work,
    /// When anything of a kind is done: every file, all messages, any tool.
    Every,
    /// When a certain other tool is used.
    Other,
}

const OCCASION: Tags = Tags::before.or(Tags::after).or(Tags::when);

/// How far an occasion reaches, in tokens.
const EVENT: usize = 16;

/// The strongest occasion of the sentence, and its event.
pub(super) fn find(markup: &Markup, tokens: Range<usize>) -> (Occasion, Range<usize>) {
    let mut strongest = (Occasion::None, tokens.start..tokens.start);
    for index in tokens.clone().filter(|i| markup.tags(*i).has(OCCASION)) {
        let is_unspaced = markup.token(index).kind == TokenKind::Unspaced;
        let (start, end) = if markup.tags(index).has(Tags::behind) {
            (event_start(markup, tokens.start, index), index + usize::from(is_unspaced))
        } else {
            let start = if is_unspaced { index } else { index + 1 };
            (start, event_end(markup, start, tokens.end))
        };
        let found = event(markup, start..end, markup.tags(index).has(Tags::before));
        if found > strongest.0 {
            strongest = (found, start..end);
        }
    }
    // "Any trade needs ...", "all emails must ...": the subject itself is the occasion.
    if strongest.0 < Occasion::Every {
        let subject = tokens.start..event_end(markup, tokens.start, tokens.end);
        if quantified(markup, subject.clone()) && !names_this(markup, subject.clone()) {
            strongest = (Occasion::Every, subject);
        }
    }
    strongest
}

fn event_end(markup: &Markup, start: usize, end: usize) -> usize {
    let limit = end.min(start + EVENT);
    (start..limit)
        .find(|i| {
            matches!(markup.token(*i).kind, TokenKind::Mark(',' | ':' | ';'))
                || *i > start
                    && markup.tags(*i).has(Tags::must.or(Tags::should))
                    && !markup.tags(*i).has(Tags::call.or(Tags::operation))
        })
        .unwrap_or(limit)
}

/// Where the event begins that stands before the word for its occasion.
fn event_start(markup: &Markup, start: usize, index: usize) -> usize {
    let limit = start.max(index.saturating_sub(EVENT));
    let ends = |i: &usize| matches!(markup.token(*i).kind, TokenKind::Mark(',' | ':' | ';'));
    (limit..index).rev().find(ends).map_or(limit, |i| i + 1)
}

fn event(markup: &Markup, range: Range<usize>, is_before: bool) -> Occasion {
    let this = range.clone().find(|i| matches!(markup.reference(*i), Reference::This | Reference::OwnParameter));
    let other = range.clone().find(|i| markup.reference(*i).is_other_tool() || is_spoken_tool(markup, *i));
    match (this, other) {
        (Some(this), Some(other)) if this < other => return Occasion::This,
        (Some(_), None) => return Occasion::This,
        (_, Some(_)) => return Occasion::Other,
        (None, None) => {}
    }
    if quantified(markup, range.clone()) {
        return Occasion::Every;
    }
    let acts = markup.any(range.clone(), ACTION.or(Tags::perform).or(Tags::called));
    let is_work = acts && (is_before || markup.any(range, Tags::operation));
    if is_work { Occasion::Work } else { Occasion::None }
}

/// "the weather tool", "check tool": named by what it is for.
pub(super) fn is_spoken_tool(markup: &Markup, index: usize) -> bool {
    matches!(markup.text(index), "tool" | "function" | "operation")
        && index > 0
        && !markup.is_mark(index - 1)
        && !markup.tags(index - 1).has(Tags::every.or(Tags::must).or(Tags::read).or(Tags::write).or(Tags::reason))
        && !matches!(
            markup.text(index - 1),
            "this"
                | "the"
                | "a"
                | "an"
                | "that"
                | "these"
                | "such"
                | "same"
                | "right"
                | "appropriate"
                | "mcp"
                | "your"
                | "available"
                | "following"
                | "its"
                | "one"
                | "which"
                | "of"
                | "new"
                | "specific"
                | "external"
                | "single"
                | "own"
                | "custom"
                | "long-running"
                | "async"
                | "batch"
                | "background"
        )
}

fn names_this(markup: &Markup, mut range: Range<usize>) -> bool {
    range.any(|i| matches!(markup.reference(i), Reference::This | Reference::OwnParameter))
}

/// "any file", "all other tools", "every outgoing message": a quantifier and, close behind, a kind of work. In other
/// languages it may follow: "alat lain apa pun".
pub(super) fn quantified(markup: &Markup, range: Range<usize>) -> bool {
    range.clone().any(|i| {
        let reach = (i + 5).min(range.end);
        let start = match markup.token(i).kind {
            TokenKind::Unspaced => i,
            _ if markup.tags(i).has(Tags::tongue) => i.saturating_sub(2).max(range.start),
            _ => i + 1,
        };
        markup.tags(i).has(Tags::every) && (start..reach).any(|j| markup.tags(j).has(Tags::operation.or(Tags::tool)))
    })
}

/// A description that opens with "Before ..." or "Instead of ..." does not say what the tool does.
pub(super) fn begins_with_one(markup: &Markup, tokens: Range<usize>) -> bool {
    let opening = OCCASION.or(Tags::instead).or(Tags::must).or(Tags::every).or(Tags::should);
    tokens.filter(|i| !markup.is_mark(*i)).take(2).any(|i| markup.tags(i).has(opening) || markup.text(i) == "important")
}
