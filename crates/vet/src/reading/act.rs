//! What an order has done: called, changed, sent, touched, misreported.

use super::clause::{is_value, window};
use super::lexicon::Tags;
use super::markup::Markup;
use super::reference::Reference;
use crate::words::act::{ALTERED, PRESENTING};
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// "call X", "X must be called", "run `X`".
pub(super) fn is_called_here(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let verbs = Tags::call.or(Tags::perform).or(Tags::called).or(Tags::append).or(Tags::redirect);
    window(index, 7, 9, tokens).any(|i| i != index && markup.tags(i).has(verbs))
}

/// "this tool must be called first", "always call this tool".
pub(super) fn calls_this(markup: &Markup, tokens: &Range<usize>) -> bool {
    let verbs = Tags::call.or(Tags::called);
    let implied = is_about_itself(markup, tokens.clone()) && markup.any(tokens.clone(), Tags::called);
    implied
        || tokens.clone().any(|index| {
            matches!(markup.reference(index), Reference::This)
                && window(index, 4, 8, tokens).any(|i| markup.tags(i).has(verbs))
        })
}

/// "Must be called before ...", "It must ...": without a subject of its own the sentence is about this tool.
pub(super) fn is_about_itself(markup: &Markup, tokens: Range<usize>) -> bool {
    let mut words = tokens.filter(|i| !markup.is_mark(*i));
    let Some(first) = words.next() else { return false };
    let second = words.next();
    markup.tags(first).has(Tags::must)
        && second.is_some_and(|i| matches!(markup.text(i), "be" | "have" | "first" | "only"))
        || matches!(markup.text(first), "it" | "this")
            && second
                .is_some_and(|i| markup.tags(i).has(Tags::must) || matches!(markup.text(i), "has" | "needs" | "is"))
}

/// A value of somebody else's is set, replaced or added to.
pub(super) fn changes(markup: &Markup, index: usize, tokens: &Range<usize>, verbs: Tags) -> bool {
    if !markup.tags(index).has(verbs) || is_third_person_opening(markup, index, tokens.start) {
        return false;
    }
    let around = window(index, 10, 14, tokens);
    let own = around.clone().any(|i| markup.reference(i) == Reference::OwnParameter);
    let named =
        around.clone().any(|i| markup.reference(i) == Reference::Parameter || markup.reference(i).is_other_tool());
    let spoken = around.clone().any(|i| i != index && markup.tags(i).has(Tags::parameter.or(Tags::history)));
    let given = (index + 1..around.end).any(|i| {
        let connects = matches!(
            markup.text(i),
            "to" | "with"
                | "by"
                | "as"
                | "="
                | "into"
                | "in"
                | "at"
                | ":"
                | "por"
                | "par"
                | "durch"
                | "auf"
                | "на"
                | "с"
                | "a"
                | "zu"
                | "com"
                | "mit"
        );
        connects && (i + 1..(i + 6).min(around.end)).any(|j| is_value(markup, j) || markup.words[j].quoted)
    }) || window(index, 0, 10, tokens).any(|i| i > index && is_value(markup, i));
    !own && (named && (given || spoken) || spoken && given)
}

/// "Replaces all occurrences ..." opens a description of the tool's own work.
fn is_third_person_opening(markup: &Markup, index: usize, start: usize) -> bool {
    index == start && markup.text(index).ends_with('s')
}

/// "set the bucket parameter of X to", "the limit argument must be changed to".
pub(super) fn sets_parameter(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let is_noun = |i: usize| {
        matches!(
            markup.text(i),
            "parameter"
                | "parameters"
                | "argument"
                | "arguments"
                | "field"
                | "param"
                | "value"
                | "paramètre"
                | "parámetro"
                | "parâmetro"
                | "параметр"
        )
    };
    let is_own = window(index, 6, 8, tokens).any(|i| markup.reference(i) == Reference::OwnParameter);
    let verb = matches!(
        markup.text(index),
        "set"
            | "change"
            | "changed"
            | "modify"
            | "modified"
            | "replace"
            | "replaced"
            | "overwrite"
            | "overwritten"
            | "override"
            | "overridden"
            | "adjust"
            | "adjusted"
            | "alter"
            | "altered"
            | "convert"
            | "converted"
            | "fill"
            | "substitute"
            | "substituted"
            | "switch"
            | "turn"
            | "changing"
            | "setting"
            | "replacing"
            | "modifying"
            | "extended"
            | "rewritten"
            | "rewrite"
    );
    verb && !is_own && window(index, 6, 7, tokens).any(is_noun)
}

/// "is replaced", "has to be rewritten", "gets 5 added": somebody's value becomes another.
pub(super) fn alters(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    ALTERED.binary_search(&markup.text(index)).is_ok()
        && window(index, 3, 0, tokens)
            .any(|i| matches!(markup.text(i), "is" | "are" | "be" | "gets" | "get" | "been" | "being"))
}

/// Something goes to an address that the text itself gives.
pub(super) fn sends(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let verbs = Tags::send.or(Tags::append).or(Tags::write).or(Tags::redirect);
    markup.tags(index).has(verbs)
        && (index + 1..(index + 22).min(tokens.end)).any(|i| {
            matches!(markup.token(i).kind, TokenKind::Email | TokenKind::Url)
                || markup.token(i).kind == TokenKind::Number
                    && markup.reference(i) == Reference::Literal
                    && markup.text(i).len() > 6
        })
}

/// Something goes to a place that is only said to be outside.
pub(super) fn sends_outside(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    markup.tags(index).has(Tags::send) && markup.any(window(index, 0, 12, tokens), Tags::external)
}

pub(super) use crate::words::act::HANDED;

/// Something is read, written or deleted at a place that the text itself gives.
pub(super) fn touches(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let verbs = Tags::read.or(Tags::delete).or(Tags::write).or(Tags::append).or(Tags::call);
    markup.tags(index).has(verbs)
        && window(index, 0, 14, tokens)
            .any(|i| matches!(markup.token(i).kind, TokenKind::Path) || markup.reference(i) == Reference::Secret)
}

/// "tell the user that it failed", "report zero alerts", "present as": a result is to be falsified.
pub(super) fn deceives(markup: &Markup, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|i| {
        (markup.tags(i).has(Tags::tell)
            || matches!(
                markup.text(i),
                "answer"
                    | "respond"
                    | "reply"
                    | "claim"
                    | "state"
                    | "present"
                    | "presented"
                    | "pretend"
                    | "shown"
                    | "reported"
                    | "told"
                    | "informed"
                    | "regarded"
                    | "summarised"
                    | "summarized"
                    | "worded"
                    | "given"
            ))
            && window(i, 0, 6, tokens)
                .skip(1)
                .any(|j| matches!(markup.text(j), "that" | "as" | "zero" | "it" | "them" | "no" | "\""))
            && window(i, 0, 14, tokens).skip(1).any(|j| {
                matches!(
                    markup.text(j),
                    "failed"
                        | "fails"
                        | "no"
                        | "not"
                        | "zero"
                        | "completed"
                        | "successful"
                        | "successfully"
                        | "unavailable"
                        | "only"
                        | "normal"
                        | "nothing"
                        | "fine"
                        | "empty"
                        | "instead"
                        | "if"
                        | "part"
                        | "higher"
                        | "lower"
                        | "\""
                        | "0"
                        | "0.0"
                        | "track"
                        | "written"
                        | "saved"
                        | "done"
                        | "active"
                        | "approved"
                )
            })
    })
}

/// "what the user typed", "whoever makes the commit", "for what the traveller picked".
pub(super) fn replaces_input(markup: &Markup, tokens: &Range<usize>) -> bool {
    use crate::words::act::SAID;
    tokens.clone().any(|i| {
        let is_user = markup.tags(i).has(Tags::user);
        let is_quoted_back = is_user && window(i, 3, 0, tokens).any(|j| markup.text(j) == "what" && j + 3 > i);
        let acts = is_user && window(i, 2, 5, tokens).any(|j| SAID.contains(&markup.text(j)));
        matches!(markup.text(i), "whoever" | "whatever" | "whichever") || is_quoted_back || acts
    })
}

/// "nobody has to be told", "do not bring it up", "leave that part out".
pub(super) fn conceals(markup: &Markup, tokens: &Range<usize>) -> bool {
    use crate::words::act::TELLING;
    tokens.clone().any(|i| {
        let denies = markup.tags(i).has(Tags::not.or(Tags::without))
            || matches!(markup.text(i), "nobody" | "nothing" | "needn't" | "inutile");
        // "no longer shown" tells of a change, "if you do not know" of the reader.
        let is_change = i + 1 < tokens.end && markup.text(i + 1) == "longer";
        let is_reader = window(i, 3, 0, tokens).any(|j| matches!(markup.text(j), "you" | "if"));
        denies
            && !is_change
            && (i + 1..(i + 6).min(tokens.end)).take_while(|j| !markup.token(*j).is_mark(',')).any(|j| {
                if is_reader && markup.text(j) == "know" {
                    return false;
                }
                TELLING.contains(&markup.text(j))
                    || markup.tags(j).has(Tags::tell) && !PRESENTING.iter().any(|stem| markup.text(j).starts_with(stem))
            })
    }) || tokens.clone().any(|i| {
        matches!(markup.text(i), "leave" | "keep" | "omit")
            && window(i, 0, 5, tokens)
                .skip(1)
                .any(|j| matches!(markup.text(j), "out" | "unmentioned" | "quiet" | "reply"))
    })
}

/// "without asking", "there is no need to ask", "approval is not required".
pub(super) fn goes_unasked(markup: &Markup, tokens: &Range<usize>) -> bool {
    use crate::words::act::ASKING;
    tokens.clone().any(|i| {
        let denies = markup.tags(i).has(Tags::not.or(Tags::without))
            || matches!(markup.text(i), "unnecessary" | "skip" | "needn't");
        denies && window(i, 3, 5, tokens).any(|j| j != i && ASKING.contains(&markup.text(j)))
    })
}
