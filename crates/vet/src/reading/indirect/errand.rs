//! What is asked for: an act that only an agent with somebody's tools and accounts can do.

use super::super::clause::window;
use super::super::lexicon::{LEXICON, Tags};
use super::super::markup::Markup;
use super::super::reference::Reference;
use super::heard::{Fact, Heard};
use super::summons;
use crate::words::errand::{BEFORE_AN_ORDER, BEFORE_TO, BENDS, GIVEN, GIVES, MINE, MONEY, SECRET_QUALIFIERS, SERVED};
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// Verbs by which something is taken from where it is.
const FETCH: Tags = Tags::read.or(Tags::obtain);
/// Verbs by which it goes to somebody.
const PASS: Tags = Tags::send;
/// Verbs that do harm in the wrong hands.
const GRAVE: Tags = Tags::deal.or(Tags::grant).or(Tags::delete).or(Tags::redirect);
/// Verbs that put an address to use.
const HANDS_OVER: Tags = PASS.or(Tags::deal).or(Tags::change).or(Tags::redirect).or(Tags::append).or(Tags::grant);
/// Everything an agent is asked to do.
const ERRAND: Tags =
    GRAVE.or(FETCH).or(PASS).or(Tags::arrange).or(Tags::change).or(Tags::append).or(Tags::write).or(Tags::call);

pub(super) fn read(heard: &mut Heard, markup: &Markup, tokens: &Range<usize>) {
    let verbs: Vec<usize> = tokens.clone().filter(|i| is_ordered(markup, *i, tokens)).collect();
    heard.set(Fact::Asked, is_asked(markup, tokens));
    heard.set(Fact::Order, !verbs.is_empty());
    let is_outside = |i: usize| matches!(markup.token(i).kind, TokenKind::Email | TokenKind::Url);
    heard.set(Fact::Outside, tokens.clone().any(is_outside));
    heard.set(Fact::Reaches, tokens.clone().any(|i| reaches(markup, i, tokens)));
    heard.set(Fact::Stake, tokens.clone().any(|i| is_stake(markup, i, tokens)));
    heard.set(Fact::OthersSecret, tokens.clone().any(|i| is_others_secret(markup, i, tokens)));
    heard.set(Fact::IntoAnswer, tokens.clone().any(|i| is_into_answer(markup, i, tokens)));
    heard.set(Fact::AgentOccasion, tokens.clone().any(|i| is_at_work(markup, i, tokens)));
    if markup.any(tokens.clone(), Tags::tongue) {
        heard.set(Fact::Foreign, true);
        elsewhere(heard, markup, tokens);
    }
    let Some(first) = verbs.first().copied() else { return };
    let object = first + 1..tokens.end;
    let any = |test: &dyn Fn(usize) -> bool| object.clone().any(test);
    heard.set(Fact::Mine, any(&|i| MINE.binary_search(&markup.text(i)).is_ok()));
    heard.set(Fact::Yours, any(&|i| markup.text(i) == "your" && !is_agents_own(markup, i + 1)));
    heard.set(
        Fact::Asset,
        any(&|i| markup.tags(i).has(Tags::asset.or(Tags::device).or(Tags::sensitive).or(Tags::history))),
    );
    heard.set(Fact::Recipient, any(&|i| is_recipient(markup, i, tokens)));
    heard.set(Fact::Value, any(&|i| is_value(markup, i)));
    let passes = |i: usize| markup.tags(i).has(PASS) && LEXICON.is_base(markup.text(i)) || is_texted(markup, i, tokens);
    heard.set(Fact::Several, verbs.len() >= 2);
    let fetched = verbs.iter().find(|i| {
        markup.tags(**i).has(FETCH) || matches!(markup.text(**i), "download" | "search" | "check" | "generate" | "use")
    });
    let relays =
        fetched.is_some_and(|fetch| (fetch + 1..tokens.end).any(|i| passes(i) && is_clause_start(markup, i, tokens)));
    heard.set(Fact::Relay, relays);
    let is_grave = |i: usize| {
        markup.tags(i).has(GRAVE)
            || markup.tags(i).has(Tags::change.or(Tags::arrange))
                && markup.any(i + 1..(i + 9).min(tokens.end), Tags::sensitive.or(Tags::device))
    };
    let moves_money = |i: usize| {
        markup.tags(i).has(PASS)
            && (i + 1..(i + 8).min(tokens.end)).any(|j| MONEY.contains(&markup.text(j)) || markup.token(j).is_mark('$'))
    };
    heard.set(Fact::Grave, verbs.iter().any(|i| is_grave(*i) || moves_money(*i)));
}

/// In other languages an act is told by what stands together in the sentence.
fn elsewhere(heard: &mut Heard, markup: &Markup, tokens: &Range<usize>) {
    let foreign = |i: &usize| markup.tags(*i).has(Tags::tongue);
    let acts = || tokens.clone().filter(foreign).filter(|i| markup.tags(*i).has(ERRAND));
    let is_order = |i: usize| markup.tags(i).has(Tags::order) || is_clause_start(markup, i, tokens);
    let binds = markup.any(tokens.clone(), Tags::must.or(Tags::ask).or(Tags::order));
    let orders = acts().any(|i| binds || is_order(i));
    let is_address =
        |i: usize| matches!(markup.token(i).kind, TokenKind::Email | TokenKind::Url) || is_long_number(markup, i);
    heard.set(Fact::Order, orders);
    heard.set(Fact::Grave, orders && acts().any(|i| markup.tags(i).has(GRAVE)));
    heard.set(
        Fact::Recipient,
        orders && acts().any(|i| markup.tags(i).has(HANDS_OVER)) && tokens.clone().any(is_address),
    );
}

fn is_long_number(markup: &Markup, index: usize) -> bool {
    markup.token(index).kind == TokenKind::Number && markup.text(index).bytes().filter(u8::is_ascii_digit).count() >= 6
}

/// Something that is not the writer's to dispose of: secrets, rules, the conversation, an address outside, those served.
fn is_stake(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    markup.tags(index).has(Tags::sensitive.or(Tags::rules).or(Tags::prompt).or(Tags::history))
        || matches!(markup.token(index).kind, TokenKind::Email | TokenKind::Url)
        || matches!(markup.reference(index), Reference::Secret)
        || matches!(markup.text(index), "comply" | "obey" | "score" | "given")
        || SERVED.binary_search(&markup.text(index)).is_ok()
            && index > tokens.start
            && matches!(markup.text(index - 1), "the" | "your" | "their" | "an" | "its")
}

/// First words of what holds secrets by themselves; sorted.
const SECRET_NOUNS: &[&str] = &["env", "environment", "private", "recovery", "seed", "session"];

/// "~/.ssh/id_rsa", "every API key", "the session cookies", "OPENAI_API_KEY": secrets, and not the reader's own.
fn is_others_secret(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let text = markup.text(index);
    let before = window(index, 4, 0, tokens);
    let is_secret = match markup.reference(index) {
        Reference::Secret => !text.ends_with(".pub"),
        _ if markup.token(index).kind == TokenKind::Identifier => {
            ["_key", "_token", "_secret", "_password"].iter().any(|ending| text.ends_with(ending))
        }
        _ => {
            let is_said = |i: usize| SECRET_QUALIFIERS.binary_search(&markup.text(i)).is_ok();
            markup.tags(index).has(Tags::sensitive)
                && (SECRET_NOUNS.binary_search(&text).is_ok() || before.clone().any(is_said))
        }
    };
    is_secret && !before.clone().any(|i| matches!(markup.text(i), "your" | "own"))
}

/// "in your reply", "into your next message", "to the answer".
fn is_into_answer(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let mut before = window(index, 4, 0, tokens).rev().filter(|i| !matches!(markup.text(*i), "next" | "final"));
    matches!(markup.text(index), "answer" | "message" | "reply" | "response" | "summary")
        && before.next().is_some_and(|i| matches!(markup.text(i), "your" | "the" | "every" | "each"))
        && before.next().is_some_and(|i| matches!(markup.text(i), "in" | "into" | "to" | "with"))
}

/// "before answering", "before you reply", "after every answer", "before each call".
fn is_at_work(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    const DOING: &[&str] =
        &["answering", "continuing", "proceeding", "replying", "responding", "summarising", "summarizing"];
    const DONE: &[&str] = &["answer", "continue", "proceed", "reply", "respond"];
    use crate::words::errand::WORK;
    if markup.text(index) == "to" && index + 1 < tokens.end {
        return matches!(markup.text(index + 1), "complete" | "continue" | "finish")
            && (index + 2..(index + 6).min(tokens.end)).any(|i| matches!(markup.text(i), "task" | "request"));
    }
    if !markup.tags(index).has(Tags::before.or(Tags::after).or(Tags::when)) {
        return false;
    }
    (index + 1..(index + 5).min(tokens.end)).take_while(|i| !markup.is_mark(*i)).any(|i| {
        let (text, last) = (markup.text(i), markup.text(i - 1));
        DOING.contains(&text)
            || DONE.contains(&text) && last == "you"
            || WORK.contains(&text) && matches!(last, "each" | "every" | "any" | "other" | "next")
    })
}

/// "text a copy to", "message them to": nouns that are verbs before what is passed on.
fn is_texted(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    matches!(markup.text(index), "text" | "sms" | "message" | "fax" | "whatsapp" | "dm")
        && index + 1 < tokens.end
        && matches!(markup.text(index + 1), "a" | "it" | "them" | "the" | "all" | "everything")
}

/// "your answer", "your tools": what an agent has, and the reader of a page does not.
fn is_agents_own(markup: &Markup, index: usize) -> bool {
    use crate::words::errand::OWN;
    index < markup.words.len() && OWN.contains(&markup.text(index))
}

/// "please", "can you", "todo:".
fn is_asked(markup: &Markup, tokens: &Range<usize>) -> bool {
    let is_comment = |i: usize| {
        markup.text(i) == "todo"
            && i > tokens.start
            && matches!(markup.token(i - 1).kind, TokenKind::Mark('#' | '/' | '-' | '*' | '%'))
    };
    tokens.clone().any(|i| markup.tags(i).has(Tags::ask) && !is_comment(i))
}

/// A verb in base form that somebody is told to do.
pub(super) fn is_ordered(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    markup.tags(index).has(ERRAND)
        && LEXICON.is_base(markup.text(index))
        && is_clause_start(markup, index, tokens)
        && !is_noun(markup, index, tokens)
}

/// What a machine is told to do once it is called: anything at all, in any form that tells somebody to do it.
const BIDS: Tags = ERRAND.or(Tags::ignore).or(Tags::tell).or(Tags::perform).or(Tags::obtain);

/// A verb by which somebody is told to do something.
pub(super) fn is_bid(markup: &Markup, index: usize) -> bool {
    let text = markup.text(index);
    markup.tags(index).has(BIDS) && LEXICON.is_base(text) || BENDS.binary_search(&text).is_ok()
}

/// Such a verb where a clause begins: somebody is told to do it.
pub(super) fn is_told(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    is_bid(markup, index) && is_clause_start(markup, index, tokens) && !is_noun(markup, index, tokens)
}

/// "call share_credentials(service='vault', ...)": a name that says it gives away, called with arguments.
fn reaches(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let has = |list: &[&str]| markup.text(index).split('_').any(|part| list.binary_search(&part).is_ok());
    markup.token(index).kind == TokenKind::Identifier
        && index + 1 < tokens.end
        && markup.token(index + 1).is_mark('(')
        && window(index, 3, 0, tokens).any(|i| markup.tags(i).has(Tags::call))
        && has(GIVES)
        && has(GIVEN)
}

/// Whether somebody is told to do something in what is said to them.
pub(super) fn is_bidden(markup: &Markup, said: &Range<usize>) -> bool {
    let is_told = |i: usize| is_told(markup, i, said);
    let is_other = markup.any(said.clone(), Tags::tongue) && summons::bids(markup, said);
    let is_foreign = |i: usize| is_other && markup.tags(i).has(Tags::tongue) && markup.tags(i).has(BIDS);
    let is_called_for = |i: usize| i == said.start && markup.token(i).kind == TokenKind::Identifier;
    said.clone().any(|i| is_told(i) || is_foreign(i) || is_called_for(i))
}

/// "order status", "transfer fee": nouns, by what stands behind them; an order has an object.
fn is_noun(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    index + 1 >= tokens.end
        || matches!(
            markup.token(index + 1).kind,
            TokenKind::Mark(':' | '.' | ',' | ')' | ']' | '=' | '/' | '|' | ';' | '?' | '>') | TokenKind::Break(true)
        )
        || matches!(
            markup.text(index + 1),
            "is" | "are" | "was" | "were" | "has" | "have" | "will" | "of" | "and" | "or" | "by" | "can"
        )
        || markup.text(index + 1) == "for" && !markup.tags(index).has(Tags::obtain)
}

/// Whether a clause begins at `index`, or somebody is told what to do there.
fn is_clause_start(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    if markup.opens(index, tokens.start) {
        return true;
    }
    let Some(before) = (tokens.start..index)
        .rev()
        .find(|i| !matches!(markup.token(*i).kind, TokenKind::Break(_) | TokenKind::Mark('*' | '#' | '-' | '_' | '`')))
    else {
        return true;
    };
    let word = markup.text(before);
    let by_mark = matches!(
        markup.token(before).kind,
        TokenKind::Mark(',' | ':' | '(' | '>' | ']' | '.' | '"' | '\'' | ';' | '!' | '…' | '—' | '–')
    ) || before == tokens.start && markup.token(before).kind == TokenKind::Number;
    let is_in = |words: &[&str], word: &str| words.binary_search(&word).is_ok();
    let earlier = before.saturating_sub(1).max(tokens.start);
    let by_word = is_in(BEFORE_AN_ORDER, word) || markup.any(earlier..before + 1, Tags::ask);
    let is_bound = before > tokens.start
        && (markup.tags(before - 1).has(Tags::must) || is_in(BEFORE_TO, markup.text(before - 1)))
        && !window(before, 3, 0, tokens).any(|i| matches!(markup.text(i), "i" | "we" | "i'd" | "need" | "want"));
    let by_to = word == "to" && (is_bound || window(before, 3, 0, tokens).any(|i| markup.text(i) == "you"));
    let by_now = word == "on" && before > tokens.start && markup.text(before - 1) == "now";
    let by_tool = before > tokens.start && matches!(word, "tool" | "function");
    by_mark || by_word || by_to || by_tool || by_now
}

/// An address that something goes to: a mail, a site, a number, an account.
fn is_recipient(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let verbs = match markup.token(index).kind {
        TokenKind::Url => PASS,
        TokenKind::Email => HANDS_OVER.or(Tags::call),
        _ => HANDS_OVER,
    };
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let is_address = match markup.token(index).kind {
        TokenKind::Email | TokenKind::Url => true,
        TokenKind::Number => digits(markup.text(index)) >= 6,
        TokenKind::Word | TokenKind::Identifier => {
            digits(markup.text(index)) >= 5 || markup.text(index).starts_with("www.")
        }
        _ => false,
    };
    is_address
        && window(index, 5, 0, tokens).any(|i| {
            matches!(markup.text(i), "to" | "with" | "at" | "account" | "email" | "e-mail" | "number" | "iban" | "=")
        })
        && window(index, 16, 0, tokens).any(|i| markup.tags(i).has(verbs))
}

/// An id, an amount, a name in quotes.
fn is_value(markup: &Markup, index: usize) -> bool {
    matches!(markup.reference(index), Reference::Literal | Reference::Secret)
        || markup.words[index].quoted
        || markup.token(index).is_mark('$')
        || matches!(markup.token(index).kind, TokenKind::Path)
        || markup.token(index).kind == TokenKind::Number && markup.text(index).len() >= 3
}

#[cfg(test)]
mod tests {
    use super::{BEFORE_AN_ORDER, BEFORE_TO, BENDS, GIVEN, GIVES, MINE, SECRET_NOUNS, SECRET_QUALIFIERS, SERVED};

    #[test]
    fn word_lists_are_sorted() {
        assert!(
            BEFORE_AN_ORDER.is_sorted()
                && BEFORE_TO.is_sorted()
                && MINE.is_sorted()
                && BENDS.is_sorted()
                && SERVED.is_sorted()
                && GIVEN.is_sorted()
                && GIVES.is_sorted()
                && SECRET_NOUNS.is_sorted()
                && SECRET_QUALIFIERS.is_sorted()
        );
    }
}
