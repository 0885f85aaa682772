//! How far a sentence reaches: to whom it speaks, over whose values, past whose wishes, out of whose sight.
//!
//! A rule over another tool needs neither "must" nor an imperative: "`send_sms`: add a second recipient",
//! "orders placed with `place_order` name broker 7". What gives it away is that a definition fixes a value
//! that is not its own, addresses the model where nobody is spoken to, or settles what others get to see.

use super::clause::{is_value, window};
use super::lexicon::Tags;
use super::markup::Markup;
use super::reference::Reference;
use crate::words::reach::{PAST, SHOWN, SIGHT, TAKING, WISHED};
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// A tool that is neither this one nor of the same server, as far as anybody knows.
pub(super) fn is_stranger(markup: &Markup, index: usize) -> bool {
    matches!(markup.reference(index), Reference::Foreign | Reference::Unknown)
}

/// "Note for agents:", "(assistant: ...", "assistant only:": the model is called upon.
pub(super) fn calls_upon_model(markup: &Markup, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|i| {
        if !markup.tags(i).has(Tags::addressee) {
            return false;
        }
        let opens = i == tokens.start
            || markup.is_mark(i - 1) && !matches!(markup.token(i - 1).kind, TokenKind::Mark('-' | '/' | '`' | ','))
            || matches!(
                markup.text(i - 1),
                "for" | "to" | "the" | "all" | "any" | "ai" | "dear" | "für" | "para" | "pour" | "для"
            );
        let closes = window(i, 0, 4, tokens).skip(1).find(|j| markup.is_mark(*j));
        let near = closes
            .is_some_and(|j| j <= i + 3 && matches!(markup.token(j).kind, TokenKind::Mark(':' | ')' | ']' | '#')))
            || i + 1 < tokens.end
                && markup.token(i + 1).is_mark(',')
                && i > tokens.start
                && markup.token(i - 1).is_mark('(');
        opens && near
    })
}

/// `open_valve(all, 240)`: a call of another tool, written out.
pub(super) fn writes_call(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    is_stranger(markup, index)
        && index + 2 < tokens.end
        && markup.token(index + 1).is_mark('(')
        && markup.token(index + 1).span().start == markup.token(index).span().end
        && !markup.token(index + 2).is_mark(')')
}

/// `send_sms: ...`, `publish_page -> ...`: another tool's name as the heading of what follows.
pub(super) fn is_heading(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let skipped = |i: &usize| !matches!(markup.token(*i).kind, TokenKind::Mark('`' | '"' | '\'' | '*' | ')'));
    let Some(next) = (index + 1..(index + 4).min(tokens.end)).find(skipped) else { return false };
    let is_arrow = markup.token(next).is_mark('-') && next + 1 < tokens.end && markup.token(next + 1).is_mark('>');
    is_stranger(markup, index) && (markup.token(next).is_mark(':') || is_arrow)
}

/// "Notes saved by `create_note` must ...", "amounts in `pay` are ...": what goes into or comes out of another tool is the
/// subject, and something is settled about it.
pub(super) fn is_in_subject(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    use crate::words::reach::INTO;
    use crate::words::reach::SETTLES;
    let is_name = |i: &usize| !markup.is_mark(*i) && !matches!(markup.text(*i), "the" | "a" | "or" | "and" | "tool");
    let before = window(index, 4, 0, tokens).rev().find(|i| is_name(i) && !is_stranger(markup, *i));
    let is_inside = before.is_some_and(|i| i > tokens.start && INTO.contains(&markup.text(i)));
    let clause = (index + 1..(index + 9).min(tokens.end))
        .take_while(|i| !matches!(markup.token(*i).kind, TokenKind::Mark('.' | ';' | ':')));
    is_stranger(markup, index) && is_inside && clause.into_iter().any(|i| SETTLES.contains(&markup.text(i)))
}

/// A stranger's tool, and a value that it takes: an address, an account, a quoted text, a setting.
pub(super) fn fixes(markup: &Markup, tokens: &Range<usize>) -> bool {
    let is_given = |i: usize| {
        is_value(markup, i)
            || markup.words[i].quoted && markup.reference(i) != Reference::OwnParameter && !is_stranger(markup, i)
            || markup.token(i).kind == TokenKind::Number
    };
    tokens.clone().any(|i| is_stranger(markup, i))
        && tokens.clone().any(|i| {
            (TAKING.binary_search(&markup.text(i)).is_ok()
                || markup.tags(i).has(Tags::change.or(Tags::append).or(Tags::send)))
                && window(i, 0, 8, tokens).skip(1).any(is_given)
        })
}

/// "is not repeated to the sender", "hide this part from the confirmation", "no mention needed".
pub(super) fn hides(markup: &Markup, tokens: &Range<usize>) -> bool {
    let is_in = |list: &[&str], i: usize| list.binary_search(&markup.text(i)).is_ok();
    tokens.clone().any(|i| {
        let denies = markup.tags(i).has(Tags::not.or(Tags::without))
            || matches!(markup.text(i), "hide" | "hidden" | "nobody" | "dont" | "don't" | "leave" | "keep" | "inutile");
        denies
            && window(i, 3, 8, tokens).any(|j| j != i && is_in(SHOWN, j))
            && (window(i, 5, 12, tokens).any(|j| is_in(SIGHT, j)) || markup.any(window(i, 5, 12, tokens), Tags::user))
    }) || tokens.clone().any(|i| {
        matches!(markup.text(i), "hide" | "conceal" | "suppress" | "unlisted" | "unmentioned")
            && window(i, 0, 8, tokens).any(|j| is_in(SIGHT, j))
    })
}

/// "the user's notes", "their mails", "messages of this conversation": what belongs to the person, or was said.
pub(super) fn is_personal(markup: &Markup, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|i| {
        let owner = markup.tags(i).has(Tags::user)
            || matches!(markup.text(i), "today's" | "recent" | "newest" | "latest" | "inbox" | "last");
        owner
            && window(i, 4, 6, tokens)
                .any(|j| j != i && markup.tags(j).has(Tags::asset.or(Tags::history).or(Tags::sensitive)))
    })
}

/// "irrespective of the plan requested", "in place of the traveller's own", "even if the author did not ask".
pub(super) fn passes_over_wish(markup: &Markup, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|i| {
        PAST.binary_search(&markup.text(i)).is_ok()
            && window(i, 9, 9, tokens).any(|j| WISHED.binary_search(&markup.text(j)).is_ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_sorted() {
        for list in [TAKING, SHOWN, SIGHT, WISHED, PAST] {
            assert!(list.is_sorted());
        }
    }
}
