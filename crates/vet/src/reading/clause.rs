//! Who is told, when, to do what: the facts of one sentence.

use super::facts::{Fact, Facts};
use super::lexicon::{LEXICON, Tags};
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

/// What one sentence says.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) tokens: Range<usize>,
    pub(super) facts: Facts,
}

const ACTION: Tags =
    Tags::call.or(Tags::read).or(Tags::write).or(Tags::send).or(Tags::change).or(Tags::append).or(Tags::delete).or(Tags::redirect);
const OCCASION: Tags = Tags::before.or(Tags::after).or(Tags::when);

/// Reads the sentence `tokens`; the opening of a description says what the tool does.
pub(super) fn read(markup: &Markup, tokens: Range<usize>, is_opening: bool) -> Clause {
    let mut facts = Facts::default();
    let all = || tokens.clone();
    let refers = |reference: Reference| all().any(|i| markup.reference(i) == reference);
    let mut others: Vec<&str> = all().filter(|i| markup.reference(*i).is_other_tool()).map(|i| markup.text(i)).collect();
    others.sort_unstable();
    others.dedup();
    let (occasion, event) = occasion(markup, all());
    facts.set(Fact::WhenOther, occasion == Occasion::Other);
    facts.set(Fact::WhenEvery, occasion == Occasion::Every);
    facts.set(Fact::WhenWork, occasion == Occasion::Work);
    facts.set(Fact::WhenThis, occasion == Occasion::This);
    facts.set(Fact::Must, markup.any(all(), Tags::must));
    facts.set(Fact::Should, markup.any(all(), Tags::should));
    facts.set(Fact::Passive, is_passive(markup, all()));
    facts.set(Fact::Imperative, all().any(|i| is_imperative(markup, i, tokens.start)));
    facts.set(Fact::Other, !others.is_empty());
    facts.set(Fact::Others, others.len() > 1);
    let strangers = all().any(|i| matches!(markup.reference(i), Reference::Foreign | Reference::Unknown));
    facts.set(Fact::SiblingOnly, !others.is_empty() && !strangers);
    facts.set(Fact::Foreign, refers(Reference::Foreign));
    facts.set(Fact::This, refers(Reference::This) || is_about_itself(markup, all()));
    facts.set(Fact::OwnParameter, refers(Reference::OwnParameter));
    let beyond_event = |i: usize| !event.contains(&i);
    facts.set(Fact::CallsOther, all().any(|i| beyond_event(i) && markup.reference(i).is_other_tool() && is_called_here(markup, i, all())));
    let implied = is_about_itself(markup, all());
    facts.set(Fact::CallsThis, calls_this(markup, all()) || implied && markup.any(all(), Tags::called));
    facts.set(Fact::Changes, all().any(|i| changes(markup, i, all(), Tags::change)));
    facts.set(Fact::Appends, all().any(|i| changes(markup, i, all(), Tags::append)));
    facts.set(Fact::Sends, all().any(|i| sends(markup, i, all())));
    facts.set(Fact::SendsOutside, all().any(|i| markup.tags(i).has(Tags::send) && markup.any(window(i, 0, 12, &tokens), Tags::external)));
    facts.set(Fact::Touches, all().any(|i| touches(markup, i, all())));
    facts.set(Fact::Deletes, markup.any(all(), Tags::delete));
    facts.set(Fact::Redirects, markup.any(all(), Tags::redirect));
    facts.set(Fact::Code, all().any(|i| markup.reference(i) == Reference::Literal && !markup.words[i].quoted || markup.reference(i) == Reference::Literal && markup.token(i).kind != TokenKind::Word));
    facts.set(Fact::Given, all().any(|i| is_value(markup, i)));
    facts.set(Fact::ParameterOfOther, refers(Reference::Parameter));
    facts.set(Fact::Secret, refers(Reference::Secret));
    facts.set(Fact::Sensitive, markup.any(all(), Tags::sensitive));
    facts.set(Fact::History, markup.any(all(), Tags::history));
    facts.set(Fact::Command, markup.any(all(), Tags::command));
    facts.set(Fact::Reason, markup.any(all(), Tags::reason));
    facts.set(Fact::Consequence, markup.any(all(), Tags::consequence));
    facts.set(Fact::Rank, markup.any(all(), Tags::rank));
    facts.set(Fact::Instead, markup.any(all(), Tags::instead) || all().any(|i| markup.text(i) == "instead"));
    facts.set(Fact::Deprecated, markup.any(all(), Tags::deprecated));
    facts.set(Fact::First, markup.any(all(), Tags::first));
    facts.set(Fact::Also, markup.any(all(), Tags::also));
    facts.set(Fact::Silent, markup.any(all(), Tags::silent));
    facts.set(Fact::Deceives, deceives(markup, all()));
    facts.set(Fact::Obtains, obtains(markup, all()));
    facts.set(Fact::ConsultsUser, consults_user(markup, all()));
    facts.set(Fact::Alternative, offers_alternative(markup, all()));
    facts.set(Fact::Opening, is_opening && !begins_with_occasion(markup, all()));
    facts.set(Fact::Quantified, quantified(markup, all()));
    facts.set(Fact::Example, markup.is_sample(tokens.start) || all().any(|i| is_example_word(markup, i)));
    facts.set(Fact::Item, matches!(markup.token(tokens.start).kind, TokenKind::Mark('-' | '*' | '•' | '#')) || markup.token(tokens.start).kind == TokenKind::Number);
    facts.set(Fact::Always, markup.any(all(), Tags::always));
    facts.set(Fact::SetsParameter, all().any(|i| sets_parameter(markup, i, &tokens)));
    facts.set(Fact::Spoken, all().any(|i| beyond_event(i) && is_spoken_tool(markup, i)));
    facts.set(Fact::Alters, all().any(|i| alters(markup, i, &tokens)));
    facts.set(Fact::UserInput, user_input(markup, all()));
    facts.set(Fact::Handed, all().any(|i| matches!(markup.text(i), "passed" | "handed" | "submitted" | "transmitted" | "entered" | "typed" | "supplied" | "dictated" | "picked" | "requested" | "written" | "saved" | "stored" | "outgoing" | "going" | "goes" | "go")));
    facts.set(Fact::Number, all().any(|i| markup.token(i).kind == TokenKind::Number));
    facts.set(Fact::Normative, all().any(|i| is_normative(markup, i, &tokens)));
    facts.set(Fact::InParameter, markup.is_parameter);
    facts.set(Fact::Ties, markup.any(all(), Tags::tie));
    facts.set(Fact::Listing, is_listing(markup, all()));
    Clause { tokens, facts }
}

/// "is replaced", "has to be rewritten", "gets 5 added": somebody's value becomes another.
fn alters(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    ALTERED.binary_search(&markup.text(index)).is_ok()
        && window(index, 3, 0, tokens).any(|i| matches!(markup.text(i), "is" | "are" | "be" | "gets" | "get" | "been" | "being"))
}

/// What becomes of a value that somebody tampers with; sorted.
const ALTERED: &[&str] = &[
    "adjusted", "altered", "appended", "changed", "converted", "corrected", "decreased", "deleted", "disabled", "diverted", "doubled", "dropped",
    "exchanged", "halved", "increased", "inverted", "lowered", "modified", "multiplied", "normalised", "normalized", "omitted", "overridden", "overwritten", "prefixed", "prepended", "raised",
    "redirected", "reduced", "removed", "replaced", "rerouted", "reversed", "rewritten", "rounded", "routed", "shifted", "stripped", "substituted", "suffixed",
    "swapped", "widened",
];

/// "what the user typed", "whoever makes the commit", "for what the traveller picked".
fn user_input(markup: &Markup, tokens: Range<usize>) -> bool {
    tokens.clone().any(|i| {
        matches!(markup.text(i), "whoever" | "whatever" | "whichever")
            || markup.tags(i).has(Tags::user)
                && window(i, 4, 5, &tokens).any(|j| {
                    matches!(
                        markup.text(j),
                        "what" | "wants" | "typed" | "picked" | "chose" | "chosen" | "dictated" | "entered" | "own" | "wanted" | "named" | "said" | "stated"
                    )
                })
    })
}

/// "to be", "have to", "need to", "shall", "should" right before a verb: a rule, not a report.
fn is_normative(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    markup.tags(index).has(ACTION.or(Tags::called))
        && window(index, 4, 0, tokens).any(|i| {
            markup.tags(i).has(Tags::must.or(Tags::should)) || markup.text(i) == "to" && i + 1 < index && markup.text(i + 1) == "be"
        })
}

/// "e.g.", "for example", "such as", and "like" before a quotation.
fn is_example_word(markup: &Markup, index: usize) -> bool {
    match markup.text(index) {
        "e.g" | "example" | "examples" | "i.e" | "such" => true,
        "like" | "including" => index + 1 < markup.words.len() && matches!(markup.token(index + 1).kind, TokenKind::Mark('"' | '\'' | '`' | ':')),
        _ => false,
    }
}

/// A description that opens with "Before ..." or "Instead of ..." does not say what the tool does.
fn begins_with_occasion(markup: &Markup, tokens: Range<usize>) -> bool {
    let opening = OCCASION.or(Tags::instead).or(Tags::must).or(Tags::every).or(Tags::should);
    tokens.filter(|i| !markup.is_mark(*i)).take(2).any(|i| markup.tags(i).has(opening) || markup.text(i) == "important")
}

/// A sentence that only ends in code is still a sentence.
const WORDS_BEFORE_CODE: usize = 8;

/// Code, JSON or a table rather than a sentence: more brackets and marks than words.
fn is_listing(markup: &Markup, tokens: Range<usize>) -> bool {
    let brackets = tokens.clone().filter(|i| matches!(markup.token(*i).kind, TokenKind::Mark('{' | '}' | '[' | ']' | '|'))).count();
    let quotes = tokens.clone().filter(|i| matches!(markup.token(*i).kind, TokenKind::Mark('"' | '\'' | ':'))).count();
    let words = tokens.clone().filter(|i| !markup.is_mark(*i)).count();
    let opening = tokens.clone().take_while(|i| !matches!(markup.token(*i).kind, TokenKind::Mark('{' | '['))).filter(|i| !markup.is_mark(*i)).count();
    if opening >= WORDS_BEFORE_CODE && brackets > 0 {
        return false;
    }
    let labels = tokens.clone().skip(1).filter(|i| markup.token(*i).is_mark(':') && markup.token(*i - 1).kind == TokenKind::Identifier).count();
    labels >= 3 || brackets >= 2 && (brackets + quotes) * 2 > words || quotes >= 6 && quotes > words
}

/// "Must be called before ...", "It must ...": without a subject of its own the sentence is about this tool.
fn is_about_itself(markup: &Markup, tokens: Range<usize>) -> bool {
    let mut words = tokens.filter(|i| !markup.is_mark(*i));
    let Some(first) = words.next() else { return false };
    let second = words.next();
    markup.tags(first).has(Tags::must) && second.is_some_and(|i| matches!(markup.text(i), "be" | "have" | "first" | "only"))
        || matches!(markup.text(first), "it" | "this") && second.is_some_and(|i| markup.tags(i).has(Tags::must) || matches!(markup.text(i), "has" | "needs" | "is"))
}

/// "set the bucket parameter of X to", "the limit argument must be changed to".
fn sets_parameter(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let is_noun = |i: usize| matches!(markup.text(i), "parameter" | "parameters" | "argument" | "arguments" | "field" | "param" | "value" | "paramètre" | "parámetro" | "parâmetro" | "параметр");
    let is_own = window(index, 6, 8, tokens).any(|i| markup.reference(i) == Reference::OwnParameter);
    let verb = matches!(
        markup.text(index),
        "set" | "change" | "changed" | "modify" | "modified" | "replace" | "replaced" | "overwrite" | "overwritten" | "override" | "overridden" | "adjust" | "adjusted" | "alter" | "altered" | "convert" | "converted" | "fill" | "substitute" | "substituted" | "switch" | "turn" | "changing" | "setting" | "replacing" | "modifying" | "extended" | "rewritten" | "rewrite"
    );
    verb && !is_own && window(index, 6, 7, tokens).any(is_noun)
}

/// How far an occasion reaches, in tokens.
const EVENT: usize = 16;

/// The strongest occasion of the sentence, and its event.
fn occasion(markup: &Markup, tokens: Range<usize>) -> (Occasion, Range<usize>) {
    let mut strongest = (Occasion::None, tokens.start..tokens.start);
    for index in tokens.clone().filter(|i| markup.tags(*i).has(OCCASION)) {
        let is_unspaced = markup.token(index).kind == TokenKind::Unspaced;
        let start = if is_unspaced { index } else { index + 1 };
        let end = event_end(markup, start, tokens.end);
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
            matches!(markup.token(*i).kind, TokenKind::Mark(',' | ':' | ';')) || *i > start && markup.tags(*i).has(Tags::must.or(Tags::should)) && !markup.tags(*i).has(Tags::call.or(Tags::operation))
        })
        .unwrap_or(limit)
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
    let is_work = acts && markup.any(range, Tags::operation) || is_before && acts;
    if is_work { Occasion::Work } else { Occasion::None }
}

/// "the weather tool", "check tool": named by what it is for.
fn is_spoken_tool(markup: &Markup, index: usize) -> bool {
    matches!(markup.text(index), "tool" | "function" | "operation")
        && index > 0
        && !markup.is_mark(index - 1)
        && !markup.tags(index - 1).has(Tags::every.or(Tags::must).or(Tags::read).or(Tags::write).or(Tags::reason))
        && !matches!(
            markup.text(index - 1),
            "this" | "the" | "a" | "an" | "that" | "these" | "such" | "same" | "right" | "appropriate" | "mcp" | "your" | "available" | "following" | "its" | "one" | "which" | "of" | "new" | "specific" | "external" | "single" | "own" | "custom" | "long-running" | "async" | "batch" | "background"
        )
}

fn names_this(markup: &Markup, mut range: Range<usize>) -> bool {
    range.any(|i| matches!(markup.reference(i), Reference::This | Reference::OwnParameter))
}

/// "any file", "all other tools", "every outgoing message": a quantifier and, close behind, a kind of work.
fn quantified(markup: &Markup, range: Range<usize>) -> bool {
    range.clone().any(|i| {
        let reach = (i + 5).min(range.end);
        let is_unspaced = markup.token(i).kind == TokenKind::Unspaced;
        markup.tags(i).has(Tags::every)
            && (if is_unspaced { i } else { i + 1 }..reach).any(|j| markup.tags(j).has(Tags::operation.or(Tags::tool)))
    })
}

/// "is replaced", "gets prefixed": told as a fact, meant as an order.
fn is_passive(markup: &Markup, tokens: Range<usize>) -> bool {
    tokens.skip(1).any(|i| {
        matches!(markup.text(i - 1), "is" | "are" | "gets" | "get" | "be" | "will" | "becomes" | "being")
            && markup.tags(i).has(ACTION.or(Tags::called))
    })
}

/// A verb in base form where a clause begins.
pub(super) fn is_imperative(markup: &Markup, index: usize, start: usize) -> bool {
    if !markup.tags(index).has(ACTION.or(Tags::ignore).or(Tags::tell)) || !LEXICON.is_base(markup.text(index)) {
        return false;
    }
    let Some(before) = index.checked_sub(1).filter(|before| *before >= start) else { return true };
    matches!(
        markup.token(before).kind,
        TokenKind::Mark(',' | ':' | '-' | '(' | '>' | ']' | '.' | '*' | '"' | '\'' | '`' | ';' | '!') | TokenKind::Break(_) | TokenKind::Number
    ) || markup.tags(before).has(Tags::must.or(Tags::always).or(Tags::should).or(Tags::first).or(Tags::also).or(Tags::silent).or(Tags::not))
        || markup.text(before) == "to" && before > start && (markup.tags(before - 1).has(Tags::must.or(Tags::should)) || matches!(markup.text(before - 1), "sure" | "forget" | "remember" | "have" | "has" | "need" | "needs" | "you" | "is" | "are" | "required"))
        || matches!(markup.text(before), "and" | "then" | "you" | "simply" | "just" | "or" | "instead" | "will" | "y" | "et" | "und" | "e")
}

/// A value written out: what somebody else's parameter is to become.
fn is_value(markup: &Markup, index: usize) -> bool {
    match markup.reference(index) {
        Reference::Literal | Reference::Secret => true,
        _ => {
            let given = (index + 1..(index + 3).min(markup.words.len())).any(|i| !markup.is_mark(i));
            markup.token(index).is_mark('=') && index > 0 && !markup.is_mark(index - 1) && given
        }
    }
}

fn window(index: usize, back: usize, ahead: usize, tokens: &Range<usize>) -> Range<usize> {
    index.saturating_sub(back).max(tokens.start)..(index + ahead).min(tokens.end)
}

/// "call X", "X must be called", "run `X`".
fn is_called_here(markup: &Markup, index: usize, tokens: Range<usize>) -> bool {
    let verbs = Tags::call.or(Tags::perform).or(Tags::called).or(Tags::append).or(Tags::redirect);
    window(index, 7, 9, &tokens).any(|i| i != index && markup.tags(i).has(verbs))
}

/// "this tool must be called first", "always call this tool".
fn calls_this(markup: &Markup, tokens: Range<usize>) -> bool {
    let verbs = Tags::call.or(Tags::called);
    tokens.clone().any(|index| {
        matches!(markup.reference(index), Reference::This) && window(index, 4, 8, &tokens).any(|i| markup.tags(i).has(verbs))
    })
}

/// A value of somebody else's is set, replaced or added to.
fn changes(markup: &Markup, index: usize, tokens: Range<usize>, verbs: Tags) -> bool {
    if !markup.tags(index).has(verbs) || is_third_person_opening(markup, index, tokens.start) {
        return false;
    }
    let around = window(index, 10, 14, &tokens);
    let own = around.clone().any(|i| markup.reference(i) == Reference::OwnParameter);
    let named = around.clone().any(|i| markup.reference(i) == Reference::Parameter || markup.reference(i).is_other_tool());
    let spoken = around.clone().any(|i| i != index && markup.tags(i).has(Tags::parameter.or(Tags::history)));
    let given = (index + 1..around.end).any(|i| {
        let connects = matches!(
            markup.text(i),
            "to" | "with" | "by" | "as" | "=" | "into" | "in" | "at" | ":" | "por" | "par" | "durch" | "auf" | "на" | "с" | "a" | "zu" | "com" | "mit"
        );
        connects && (i + 1..(i + 6).min(around.end)).any(|j| is_value(markup, j) || markup.words[j].quoted)
    }) || window(index, 0, 10, &tokens).any(|i| i > index && is_value(markup, i));
    !own && (named && (given || spoken) || spoken && given)
}

/// "Replaces all occurrences ..." opens a description of the tool's own work.
fn is_third_person_opening(markup: &Markup, index: usize, start: usize) -> bool {
    index == start && markup.text(index).ends_with('s')
}

/// Something goes to an address that the text itself gives.
fn sends(markup: &Markup, index: usize, tokens: Range<usize>) -> bool {
    let verbs = Tags::send.or(Tags::append).or(Tags::write).or(Tags::redirect);
    markup.tags(index).has(verbs)
        && (index + 1..(index + 22).min(tokens.end)).any(|i| {
            matches!(markup.token(i).kind, TokenKind::Email | TokenKind::Url)
                || markup.token(i).kind == TokenKind::Number && markup.reference(i) == Reference::Literal && markup.text(i).len() > 6
        })
}

/// Something is read, written or deleted at a place that the text itself gives.
fn touches(markup: &Markup, index: usize, tokens: Range<usize>) -> bool {
    let verbs = Tags::read.or(Tags::delete).or(Tags::write).or(Tags::append).or(Tags::call);
    markup.tags(index).has(verbs)
        && window(index, 0, 14, &tokens).any(|i| matches!(markup.token(i).kind, TokenKind::Path) || markup.reference(i) == Reference::Secret)
}

/// "to obtain a valid id", "returned by X": the harmless reasons to name another tool.
fn obtains(markup: &Markup, tokens: Range<usize>) -> bool {
    let is_source = tokens.clone().any(|i| {
        matches!(
            markup.text(i),
            "returned" | "returns" | "obtained" | "retrieved" | "provided" | "produced" | "generated" | "resolved" | "listed" | "known" | "match" | "matches" | "uploaded" | "check" | "found" | "d'obtenir" | "obtenir" | "obtener"
        ) && window(i, 6, 6, &tokens).any(|j| markup.reference(j).is_other_tool())
    });
    is_source || tokens.clone().any(|i| {
        matches!(markup.text(i), "to" | "for" | "so" | "and")
            && (i + 1..(i + 3).min(tokens.end)).any(|j| markup.tags(j).has(Tags::obtain))
            && (i + 2..(i + 9).min(tokens.end)).any(|j| {
                matches!(
                    markup.text(j),
                    "id" | "ids" | "identifier" | "identifiers" | "list" | "available" | "valid" | "correct" | "name" | "names" | "schema"
                        | "key" | "keys" | "handle" | "exact" | "index" | "uid" | "uri" | "slug" | "code" | "options" | "details" | "metadata"
                        | "structure" | "columns" | "reference" | "url" | "token" | "cursor" | "values" | "types" | "fields" | "which" | "what"
                )
            })
    })
}

/// "ask the user", "confirm with the user", "show them": the user stays in charge.
fn consults_user(markup: &Markup, tokens: Range<usize>) -> bool {
    let is_negated = markup.any(tokens.clone(), Tags::not.or(Tags::without));
    !is_negated
        && tokens.clone().any(|i| {
            markup.tags(i).has(Tags::tell.or(Tags::confirm)) && window(i, 3, 6, &tokens).any(|j| markup.tags(j).has(Tags::user))
        })
}

/// "use X instead", "for Y use X(...)", "see X": points to another tool for another purpose.
fn offers_alternative(markup: &Markup, tokens: Range<usize>) -> bool {
    tokens.clone().any(|i| {
        markup.reference(i).is_other_tool() && {
            let before = window(i, 4, 0, &tokens).rev().find(|j| !markup.is_mark(*j) && !matches!(markup.text(*j), "the" | "tool" | "a" | "or" | "and"));
            let points = before.is_some_and(|j| matches!(markup.text(j), "use" | "see" | "with" | "from" | "by" | "via" | "using" | "prefer" | "unlike" | "try" | "like" | "to"));
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
    while next < end && (matches!(markup.token(next).kind, TokenKind::Mark('`' | '"' | '\'' | '*' | ')')) || matches!(markup.text(next), "tool" | "function" | "tools" | "first")) {
        next += 1;
    }
    next
}

fn is_end_of_advice(markup: &Markup, next: usize, end: usize) -> bool {
    next >= end || markup.is_mark(next) || matches!(markup.text(next), "instead" | "for" | "to" | "if" | "when" | "or" | "and" | "with" | "until")
}

/// "tell the user that it failed", "report zero alerts", "present as": a result is to be falsified.
fn deceives(markup: &Markup, tokens: Range<usize>) -> bool {
    tokens.clone().any(|i| {
        (markup.tags(i).has(Tags::tell) || matches!(markup.text(i), "answer" | "respond" | "reply" | "claim" | "state" | "present" | "presented" | "pretend" | "shown" | "reported" | "told" | "informed" | "regarded" | "summarised" | "summarized" | "worded" | "given"))
            && window(i, 0, 6, &tokens).skip(1).any(|j| matches!(markup.text(j), "that" | "as" | "zero" | "it" | "them" | "no" | "\""))
            && window(i, 0, 14, &tokens).skip(1).any(|j| matches!(markup.text(j), "failed" | "fails" | "no" | "not" | "zero" | "completed" | "successful" | "successfully" | "unavailable" | "only" | "normal" | "nothing" | "fine" | "empty" | "instead" | "if" | "part" | "higher" | "lower" | "\"" | "0" | "0.0" | "track"))
    })
}
