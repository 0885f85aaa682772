//! How an order binds: as an imperative, as a rule, or told as a fact.

use super::clause::{ACTION, window};
use super::lexicon::{LEXICON, Tags};
use super::markup::Markup;
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// "is replaced", "gets prefixed": told as a fact, meant as an order.
pub(super) fn is_passive(markup: &Markup, tokens: Range<usize>) -> bool {
    tokens.skip(1).any(|i| {
        matches!(markup.text(i - 1), "is" | "are" | "gets" | "get" | "be" | "will" | "becomes" | "being")
            && markup.tags(i).has(ACTION.or(Tags::called))
    })
}

/// "to be", "have to", "need to", "shall", "should" right before a verb: a rule, not a report.
pub(super) fn is_normative(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    markup.tags(index).has(ACTION.or(Tags::called))
        && window(index, 4, 0, tokens).any(|i| {
            markup.tags(i).has(Tags::must.or(Tags::should))
                || markup.text(i) == "to" && i + 1 < index && markup.text(i + 1) == "be"
        })
}

/// A verb in base form where a clause begins.
pub(super) fn is_imperative(markup: &Markup, index: usize, start: usize) -> bool {
    if !markup.tags(index).has(ACTION.or(Tags::ignore).or(Tags::tell)) || !LEXICON.is_base(markup.text(index)) {
        return false;
    }
    if markup.opens(index, start) {
        return true;
    }
    let before = index - 1;
    matches!(
        markup.token(before).kind,
        TokenKind::Mark(',' | ':' | '-' | '(' | '>' | ']' | '.' | '*' | '"' | '\'' | '`' | ';' | '!' | '|')
            | TokenKind::Break(_)
            | TokenKind::Number
    ) || markup
        .tags(before)
        .has(Tags::must.or(Tags::always).or(Tags::should).or(Tags::first).or(Tags::also).or(Tags::silent).or(Tags::not))
        || markup.text(before) == "to"
            && before > start
            && (markup.tags(before - 1).has(Tags::must.or(Tags::should))
                || matches!(
                    markup.text(before - 1),
                    "sure"
                        | "forget"
                        | "remember"
                        | "have"
                        | "has"
                        | "need"
                        | "needs"
                        | "you"
                        | "is"
                        | "are"
                        | "required"
                ))
        || markup.token(before).is_mark('#') && is_behind_heading(markup, before, start)
        || markup.text(before) == "on" && before > start && markup.text(before - 1) == "now"
        || matches!(
            markup.text(before),
            "and" | "then" | "you" | "simply" | "just" | "or" | "instead" | "will" | "y" | "et" | "und" | "e"
        )
}

/// Returns whether the `#` at `index` closes a heading within a line, `### NOTE ###`, rather than opening one.
fn is_behind_heading(markup: &Markup, index: usize, start: usize) -> bool {
    (start..index).rev().find(|i| !markup.token(*i).is_mark('#')).is_some_and(|i| !markup.is_mark(i))
}
