//! What speaks for a sentence: it obtains an input, asks the user, points elsewhere, shows an example.

use super::clause::window;
use super::lexicon::Tags;
use super::markup::Markup;
use crate::words::excuse::CHOOSING;
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// "to obtain a valid id", "returned by X": the harmless reasons to name another tool.
pub(super) fn obtains(markup: &Markup, tokens: Range<usize>) -> bool {
    let is_source = tokens.clone().any(|i| {
        matches!(
            markup.text(i),
            "returned"
                | "returns"
                | "obtained"
                | "retrieved"
                | "provided"
                | "produced"
                | "generated"
                | "resolved"
                | "listed"
                | "known"
                | "match"
                | "matches"
                | "uploaded"
                | "check"
                | "found"
                | "d'obtenir"
                | "obtenir"
                | "obtener"
        ) && window(i, 6, 6, &tokens).any(|j| markup.reference(j).is_other_tool())
    });
    // "that tool takes the ticket which this one returns": its own result is what the other needs.
    let is_own_result = tokens.clone().any(|i| {
        matches!(markup.text(i), "returned" | "returns" | "return" | "gives")
            && window(i, 4, 3, &tokens).any(|j| matches!(markup.text(j), "this" | "it" | "here" | "one" | "which"))
    });
    is_source
        || is_own_result
        || tokens.clone().any(|i| {
            matches!(markup.text(i), "to" | "for" | "so" | "and")
                && (i + 1..(i + 3).min(tokens.end)).any(|j| markup.tags(j).has(Tags::obtain))
                && (i + 2..(i + 9).min(tokens.end)).any(|j| {
                    matches!(
                        markup.text(j),
                        "id" | "ids"
                            | "identifier"
                            | "identifiers"
                            | "list"
                            | "available"
                            | "valid"
                            | "correct"
                            | "name"
                            | "names"
                            | "schema"
                            | "key"
                            | "keys"
                            | "handle"
                            | "exact"
                            | "index"
                            | "uid"
                            | "uri"
                            | "slug"
                            | "code"
                            | "options"
                            | "details"
                            | "metadata"
                            | "structure"
                            | "columns"
                            | "reference"
                            | "url"
                            | "token"
                            | "cursor"
                            | "values"
                            | "types"
                            | "fields"
                            | "which"
                            | "what"
                    )
                })
        })
}

/// "ask the user", "confirm with the user", "show them": the user stays in charge.
pub(super) fn consults_user(markup: &Markup, tokens: Range<usize>) -> bool {
    let is_negated = markup.any(tokens.clone(), Tags::not.or(Tags::without));
    !is_negated
        && tokens.clone().any(|i| {
            markup.tags(i).has(Tags::tell.or(Tags::confirm))
                && window(i, 3, 6, &tokens).any(|j| markup.tags(j).has(Tags::user))
        })
}

/// "use X instead", "for Y use X(...)", "see X": points to another tool for another purpose.
pub(super) fn offers_alternative(markup: &Markup, tokens: Range<usize>) -> bool {
    tokens.clone().any(|i| {
        markup.reference(i).is_other_tool() && {
            let before = window(i, 4, 0, &tokens)
                .rev()
                .find(|j| !markup.is_mark(*j) && !matches!(markup.text(*j), "the" | "tool" | "a" | "or" | "and"));
            let points = before.is_some_and(|j| {
                matches!(
                    markup.text(j),
                    "use"
                        | "see"
                        | "with"
                        | "from"
                        | "by"
                        | "via"
                        | "using"
                        | "prefer"
                        | "unlike"
                        | "try"
                        | "like"
                        | "to"
                )
            });
            points && is_end_of_advice(markup, behind_call(markup, i, tokens.end), tokens.end)
        }
    })
}

/// The token behind `name` or behind `name(...)`, tool nouns and closing marks skipped.
fn behind_call(markup: &Markup, index: usize, end: usize) -> usize {
    let mut next = index + 1;
    if next < end && markup.token(next).is_mark('(') {
        next = (next..end.min(next + 24)).find(|j| markup.token(*j).is_mark(')')).map_or(next, |close| close + 1);
    }
    while next < end
        && (matches!(markup.token(next).kind, TokenKind::Mark('`' | '"' | '\'' | '*' | ')'))
            || matches!(markup.text(next), "tool" | "function" | "tools" | "first"))
    {
        next += 1;
    }
    next
}

fn is_end_of_advice(markup: &Markup, next: usize, end: usize) -> bool {
    next >= end
        || markup.is_mark(next)
        || matches!(markup.text(next), "instead" | "for" | "to" | "if" | "when" | "or" | "and" | "with" | "until")
}

/// "if the user wants to share it", "the one the user entered", "recipients are up to the user": the choice stays theirs.
pub(super) fn leaves_choice(markup: &Markup, tokens: &Range<usize>) -> bool {
    // Few sentences speak of the user, which is cheap to see.
    let leaves = |i: usize| {
        let chooses = window(i, 0, 4, tokens).skip(1).any(|j| CHOOSING.binary_search(&markup.text(j)).is_ok());
        let is_theirs = i > tokens.start + 1
            && markup.text(i - 1) == "the"
            && matches!(markup.text(i - 2), "to" | "by" | "with" | "for");
        let is_left = window(i, 6, 0, tokens)
            .any(|j| matches!(markup.text(j), "up" | "left" | "let" | "ask" | "asks" | "confirm"));
        chooses || is_theirs && is_left || i > tokens.start && markup.text(i - 1) == "let"
    };
    tokens.clone().filter(|i| markup.tags(*i).has(Tags::user)).any(leaves)
        && !super::reach::passes_over_wish(markup, tokens)
}

/// "may take", "can be passed", "if you like", "optional": offered, not ordered.
pub(super) fn is_optional(markup: &Markup, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|i| {
        matches!(
            markup.text(i),
            "may"
                | "can"
                | "could"
                | "might"
                | "optional"
                | "optionally"
                | "puede"
                | "pueden"
                | "peut"
                | "peuvent"
                | "kann"
                | "können"
                | "pode"
                | "podem"
                | "можно"
                | "может"
        ) && !(i + 1 < tokens.end && matches!(markup.text(i + 1), "not" | "only" | "never"))
    })
}

/// "must not be corrected again", "is never run", "no transfer is needed": says what is not done.
pub(super) fn is_denied(markup: &Markup, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|i| {
        matches!(markup.text(i), "not" | "never" | "no" | "nothing" | "cannot" | "nor")
            && window(i, 0, 4, tokens).skip(1).any(|j| {
                markup.tags(j).has(super::clause::ACTION.or(Tags::called).or(Tags::perform))
                    || matches!(markup.text(j), "needed" | "touched" | "affected" | "required")
            })
    })
}

/// "never unlock a door unless the user says so": forbids what the user has not asked for, and so leaves it to them.
pub(super) fn is_reserved(markup: &Markup, tokens: &Range<usize>) -> bool {
    let Some(exception) = tokens.clone().find(|i| matches!(markup.text(*i), "unless" | "until" | "without")) else {
        return false;
    };
    let forbids = (tokens.start..exception).any(|i| markup.tags(i).has(Tags::not) || markup.text(i) == "only");
    let is_users = |i: usize| {
        markup.tags(i).has(Tags::user)
            && window(i, 0, 5, tokens).skip(1).any(|j| {
                CHOOSING.binary_search(&markup.text(j)).is_ok()
                    || matches!(markup.text(j), "explicitly" | "approval" | "confirmation" | "consent" | "permission")
            })
    };
    forbids && window(exception, 0, 6, tokens).any(is_users)
}

/// "e.g.", "for example", "such as", and "like" before a quotation.
pub(super) fn is_example_word(markup: &Markup, index: usize) -> bool {
    match markup.text(index) {
        "e.g" | "example" | "examples" | "i.e" | "such" => true,
        "like" | "including" => {
            index + 1 < markup.words.len()
                && matches!(markup.token(index + 1).kind, TokenKind::Mark('"' | '\'' | '`' | ':'))
        }
        _ => false,
    }
}

/// A heading of more words is a sentence behind a mark.
pub(super) const WORDS_OF_A_HEADING: usize = 8;
/// How far around an item others of its list are looked for, in sentences.
const LIST: usize = 6;

/// An item of a list, or a heading. One item alone is no list, and a whole sentence no heading: a mark in front of it
/// excuses nothing.
pub(super) fn is_item(markup: &Markup, tokens: Range<usize>) -> bool {
    let opens = |start: usize| match markup.token(start).kind {
        TokenKind::Mark(mark @ ('-' | '*' | '•')) => Some(mark),
        TokenKind::Number => Some('1'),
        _ => None,
    };
    if markup.token(tokens.start).is_mark('#') {
        return tokens.filter(|i| !markup.is_mark(*i)).count() <= WORDS_OF_A_HEADING;
    }
    let Some(mark) = opens(tokens.start) else { return false };
    let sentences = markup.sentences();
    let at = sentences.partition_point(|sentence| sentence.tokens.start < tokens.start);
    let around = &sentences[at.saturating_sub(LIST)..sentences.len().min(at + LIST + 1)];
    around.iter().filter(|sentence| opens(sentence.tokens.start) == Some(mark)).count() > 1
}

/// A sentence that only ends in code is still a sentence.
const WORDS_BEFORE_CODE: usize = 8;

/// Where a value belongs, fewer words than this are one.
const WORDS_OF_A_VALUE: usize = 4;

/// Code, JSON or a table rather than a sentence: more brackets and marks than words.
pub(super) fn is_listing(markup: &Markup, tokens: Range<usize>) -> bool {
    let brackets = tokens
        .clone()
        .filter(|i| matches!(markup.token(*i).kind, TokenKind::Mark('{' | '}' | '[' | ']' | '|')))
        .count();
    let quotes = tokens.clone().filter(|i| matches!(markup.token(*i).kind, TokenKind::Mark('"' | '\'' | ':'))).count();
    let words = tokens.clone().filter(|i| !markup.is_mark(*i)).count();
    if markup.is_slot && words < WORDS_OF_A_VALUE {
        return true;
    }
    let opening = tokens
        .clone()
        .take_while(|i| !matches!(markup.token(*i).kind, TokenKind::Mark('{' | '[')))
        .filter(|i| !markup.is_mark(*i))
        .count();
    if opening >= WORDS_BEFORE_CODE && brackets > 0 {
        return false;
    }
    let labels = tokens
        .clone()
        .skip(1)
        .filter(|i| markup.token(*i).is_mark(':') && markup.token(*i - 1).kind == TokenKind::Identifier)
        .count();
    labels >= 3 || brackets >= 2 && (brackets + quotes) * 2 > words || quotes >= 6 && quotes > words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_up_is_sorted() {
        assert!(CHOOSING.is_sorted(), "{CHOOSING:?}");
    }
}
