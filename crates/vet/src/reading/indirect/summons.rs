//! A machine is called: what tells a message to the agent from talk about agents.
//!
//! Talk about agents has them in the third person and says nothing of the text at hand. A message calls them by name before
//! it says what to do ("Mail assistant: search ..."), says who is meant ("if you are a language model"), or picks them out by
//! what they do with this very text ("any agent that reads this file must").

use super::super::clause::window;
use super::super::lexicon::Tags;
use super::super::markup::Markup;
use super::errand;
use super::party::{Parties, Party};
use crate::words::summons::{AS, BIDDING, OPENINGS, PLEAS, TELLS};
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// How surely a machine is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Call {
    /// By a word that people are called by as well.
    Perhaps,
    /// By a name that only a machine has, or as the one that reads this.
    Surely,
}

/// A call, and where what is said to the one called begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summons {
    pub(super) call: Call,
    pub(super) said: usize,
    /// Whether the one called is asked in the same breath.
    pub(super) is_asked: bool,
}

const HEAD: Party = Party::mind.or(Party::helper).or(Party::model);

/// The surest call in a sentence.
pub(super) fn find(markup: &Markup, parties: &Parties, tokens: &Range<usize>) -> Option<Summons> {
    let heads = tokens.clone().filter(|i| parties.at(*i).has(HEAD));
    heads.filter_map(|head| at(markup, parties, head, tokens)).max_by_key(|summons| summons.call)
}

fn at(markup: &Markup, parties: &Parties, head: usize, tokens: &Range<usize>) -> Option<Summons> {
    // "Then ask the assistant to": somebody else is told what to tell it.
    let is_told_of = window(head, 3, 0, tokens).any(|i| {
        matches!(
            markup.text(i),
            "ask" | "asks" | "asked" | "asking" | "tell" | "tells" | "told" | "let" | "lets" | "instruct"
        )
    });
    if is_told_of {
        return None;
    }
    let calls = [
        by_name(markup, parties, head, tokens),
        by_plea(markup, parties, head, tokens),
        by_identity(markup, parties, head, tokens),
        by_reading(markup, parties, head, tokens),
    ];
    calls.into_iter().flatten().max_by_key(|summons| summons.call)
}

/// How many words stand before a name that is called, and behind it up to the mark.
const WORDS_BEFORE: usize = 6;
const WORDS_BEHIND: usize = 10;
/// So many words behind a name belong to it; more must say what it is at.
const WORDS_OF_A_NAME: usize = 2;

/// "Triage bot: close ...", "LLM evaluator, award ...", "To the processing model: ...", "agents picking this up: ...".
fn by_name(markup: &Markup, parties: &Parties, head: usize, tokens: &Range<usize>) -> Option<Summons> {
    let is_part = |i: &usize| {
        matches!(markup.token(*i).kind, TokenKind::Word | TokenKind::Unspaced | TokenKind::Mark('-' | '\'' | '@'))
    };
    let before = (tokens.start..head).rev().take_while(is_part).take(WORDS_BEFORE + 1);
    let start = before.last().unwrap_or(head);
    if head - start > WORDS_BEFORE {
        return None;
    }
    let ends = |i: usize| match markup.token(i).kind {
        TokenKind::Mark(c @ (':' | ',' | '—' | '–' | ';' | '.' | '?' | '!' | ')' | '"' | '|' | ']' | '=')) => {
            Some(c)
        }
        TokenKind::Break(_) => Some('\n'),
        _ => None,
    };
    let (end, mark) = (head + 1..(head + 2 + WORDS_BEHIND).min(tokens.end)).find_map(|i| Some((i, ends(i)?)))?;
    let mentioned = markup.text(head).starts_with('@');
    if !matches!(mark, ':' | ',' | '—' | '–') && !mentioned {
        return None;
    }
    // `Claude: "Sure ..."` is a speaker in a transcript; a name between commas is one of a list.
    let is_speaker =
        mark == ':' && end + 1 < tokens.end && matches!(markup.token(end + 1).kind, TokenKind::Mark('"' | '\''));
    let is_listed = mark == ',' && start > tokens.start && markup.token(start - 1).is_mark(',');
    if is_listed || is_speaker {
        return None;
    }
    let behind = head + 1..end;
    let is_told = |range: Range<usize>| range.clone().any(|i| TELLS.binary_search(&markup.text(i)).is_ok());
    let is_at_work = behind.clone().next().is_some_and(|i| markup.text(i).ends_with("ing"));
    let reads = is_at_work || parties.any(behind.clone(), Party::reads);
    let words = behind.clone().filter(|i| !markup.is_mark(*i)).count();
    let is_read = parties.any(behind.clone(), Party::reads);
    if is_told(start..head) || !is_read && is_told(behind.clone()) || words > WORDS_OF_A_NAME && !reads && !mentioned {
        return None;
    }
    let is_whole = parties.any(start..end, Party::mind);
    let is_called = parties.any(start..head, Party::call);
    let points = parties.any(behind, Party::this);
    let is_plain = parties.at(head).has(Party::helper);
    let is_at_once = begins_at_once(markup, end + 1, tokens);
    if !is_at_once && !is_called && !reads && !mentioned {
        return None;
    }
    let call = if is_whole || is_plain && (reads && points || mentioned) {
        Call::Surely
    } else if is_plain || mark == ':' && start < head {
        Call::Perhaps
    } else {
        return None;
    };
    Some(Summons { call, said: end + 1, is_asked: false })
}

/// Whether what is said begins as an order does: talk about agents goes on about them.
fn begins_at_once(markup: &Markup, said: usize, tokens: &Range<usize>) -> bool {
    let Some(first) = (said..tokens.end).find(|i| !markup.is_mark(*i)) else { return false };
    errand::is_bid(markup, first)
        || OPENINGS.binary_search(&markup.text(first)).is_ok()
        || markup.token(first).kind == TokenKind::Identifier
        || markup.any(first..(first + 8).min(tokens.end), Tags::tongue) && bids(markup, &(first..tokens.end))
}

/// Whether a sentence of another language asks or orders.
pub(super) fn bids(markup: &Markup, tokens: &Range<usize>) -> bool {
    markup.any(tokens.clone(), Tags::must.or(Tags::ask).or(Tags::order))
        || tokens.clone().any(|i| {
            let text = markup.text(i);
            match markup.token(i).kind {
                TokenKind::Unspaced => BIDDING.iter().any(|word| text.contains(word)) || text == "것",
                _ => PLEAS.contains(&text) || markup.tags(i).has(Tags::tongue) && errand::is_told(markup, i, tokens),
            }
        })
}

/// "Agent please pay ...": asked before anything is said of it.
fn by_plea(markup: &Markup, parties: &Parties, head: usize, tokens: &Range<usize>) -> Option<Summons> {
    let opens = head == tokens.start || !matches!(markup.token(head - 1).kind, TokenKind::Word | TokenKind::Number);
    let behind = head + 1..(head + 2).min(tokens.end);
    let is_asked = markup.any(behind.clone(), Tags::ask)
        || behind.clone().any(|i| {
            PLEAS.contains(&markup.text(i))
                || markup.token(i).kind == TokenKind::Unspaced && markup.text(i).contains('请')
        });
    let call = if parties.any(head..(head + 2).min(tokens.end), Party::mind) { Call::Surely } else { Call::Perhaps };
    (opens && is_asked && !parties.at(head).has(Party::model)).then_some(Summons {
        call,
        said: head + 1,
        is_asked: true,
    })
}

/// "If you are a language model", "se és um agente de IA", "reading this as an AI".
fn by_identity(markup: &Markup, parties: &Parties, head: usize, tokens: &Range<usize>) -> Option<Summons> {
    let is_any = |range: Range<usize>, words: &[&str]| range.clone().any(|i| words.contains(&markup.text(i)));
    let is_mind = parties.any(window(head, 4, 4, tokens), Party::mind);
    if !is_mind && !parties.at(head).has(Party::helper) {
        return None;
    }
    let mut before = window(head, 7, 0, tokens);
    let condition = before.find(|i| markup.tags(*i).has(Tags::when) || matches!(markup.text(*i), "since" | "because"));
    // Who builds or uses an agent is none.
    let is_stated = condition.is_some_and(|when| {
        let between = when..head;
        parties.any(between.clone(), Party::are)
            && !parties.any(between.clone(), Party::your)
            && !is_any(between.clone(), &["using", "building", "developing", "writing", "they", "we"])
            && (parties.any(between.clone(), Party::reads) || !is_any(between, &["with", "via"]))
    });
    let is_behind = markup.any(tokens.clone(), Tags::tongue)
        && markup.any(window(head, 4, 5, tokens), Tags::when)
        && parties.any(window(head, 3, 4, tokens), Party::are);
    let is_as_one = is_any(window(head, 2, 0, tokens), AS)
        && parties.any(tokens.clone(), Party::reads)
        && parties.any(tokens.clone(), Party::this);
    let call = if is_mind { Call::Surely } else { Call::Perhaps };
    (is_stated || is_behind || is_as_one).then_some(Summons { call, said: head + 1, is_asked: is_mind })
}

/// How far what the machine is at stands from its name.
const NEAR: usize = 8;

/// "Any agent that finds this line must", "LLM tools parsing this config must", "when an AI analyses this sheet it should".
fn by_reading(markup: &Markup, parties: &Parties, head: usize, tokens: &Range<usize>) -> Option<Summons> {
    let around = window(head, NEAR, NEAR + 1, tokens);
    let reading = around.clone().find(|i| parties.at(*i).has(Party::reads))?;
    let is_run = markup.token(reading).kind == TokenKind::Unspaced;
    let points = parties.any(window(reading, 3, if is_run { 3 } else { 5 }, tokens), Party::this);
    let is_mind = parties.any(window(head, 2, 3, tokens), Party::mind)
        || head > tokens.start && markup.text(head - 1) == "language";
    let binds = binds(markup, tokens) || bids(markup, tokens) || markup.any(tokens.clone(), Tags::prompt);
    let is_any = window(head, 3, 0, tokens)
        .any(|i| matches!(markup.text(i), "any" | "all" | "every" | "each" | "whichever" | "whatever"));
    let is_somebodys = head > tokens.start && matches!(markup.text(head - 1), "my" | "our" | "his" | "her" | "their");
    let call = if points && (is_mind || is_any || head.abs_diff(reading) <= 4 && parties.at(head).has(Party::helper)) {
        Call::Surely
    } else if points || is_mind {
        Call::Perhaps
    } else {
        return None;
    };
    (binds && !is_somebodys).then_some(Summons { call, said: head + 1, is_asked: false })
}

/// Whether the sentence lays something on somebody.
pub(super) fn binds(markup: &Markup, tokens: &Range<usize>) -> bool {
    markup.any(tokens.clone(), Tags::must.or(Tags::should).or(Tags::ask).or(Tags::order))
        || tokens.clone().any(|i| {
            matches!(
                markup.text(i),
                "expected"
                    | "obliged"
                    | "permitted"
                    | "requested"
                    | "supposed"
                    | "instructed"
                    | "authorised"
                    | "authorized"
            )
        })
}

#[cfg(test)]
mod tests {
    #[test]
    fn word_lists_are_sorted() {
        assert!(super::TELLS.is_sorted() && super::OPENINGS.is_sorted());
    }
}
