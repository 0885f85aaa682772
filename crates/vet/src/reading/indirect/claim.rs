//! Who somebody claims to be, or to speak for: the user, the owner, the system.

use super::super::clause::window;
use super::super::lexicon::Tags;
use super::super::markup::Markup;
use super::party::{Parties, Party};
use crate::words::claim::{ASKED, MACHINES, MASTERS, ME, NOTES, THINGS, UNSPACED_MASTERS};
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// "it's me, your user", "soy yo, el dueño del teléfono", "the user has asked that you", "message from your user".
pub(super) fn is_claim(markup: &Markup, parties: &Parties, index: usize, tokens: &Range<usize>) -> bool {
    let party = parties.at(index);
    if !party.has(Party::user.or(Party::owner)) {
        return false;
    }
    if markup.any(window(index, 6, 0, tokens), Tags::when) {
        return false;
    }
    let before = window(index, 6, 0, tokens);
    let around = window(index, 6, 10, tokens);
    let is_ours = window(index, 2, 0, tokens).any(|i| {
        parties.at(i).has(Party::your)
            || matches!(markup.text(i), "the" | "el" | "la" | "le" | "der" | "die" | "o" | "a" | "il")
    }) || !matches!(markup.text(index), "user" | "user's" | "owner" | "holder");
    let says_so = before.clone().any(|i| ME.contains(&markup.text(i)) && !markup.words[i].quoted)
        || markup.token(index).kind == TokenKind::Unspaced
            && ["我是", "我就是", "私は", "저는", "나는"].iter().any(|me| markup.text(index).contains(me));
    let is_english = matches!(markup.text(index), "user" | "user's" | "owner" | "holder");
    let says_so = says_so
        && (!is_english || before.clone().any(|i| matches!(markup.text(i), "i'm" | "me" | "am" | "it's" | "is")));
    let is_owner = party.has(Party::owner)
        && window(index, 0, 6, tokens)
            .any(|i| matches!(markup.text(i), "account" | "phone" | "device" | "inbox" | "mailbox"))
        && window(index, 0, 10, tokens)
            .any(|i| matches!(markup.text(i), "authorise" | "authorize" | "instruct" | "order" | "want"));
    let is_told = party.has(Party::user)
        && is_ours
        && window(index, 0, 5, tokens).any(|i| ASKED.contains(&markup.text(i)))
        && (around.clone().any(|i| matches!(markup.text(i), "you" | "yourself"))
            || tokens.clone().any(|i| matches!(markup.text(i), "ahead" | "proceed")));
    let is_message = party.has(Party::user)
        && before.clone().any(|i| matches!(markup.text(i), "from"))
        && before.clone().any(|i| {
            matches!(markup.text(i), "message" | "instruction" | "instructions" | "request" | "order" | "note")
        })
        && window(index, 1, 0, tokens).any(|i| matches!(markup.text(i), "your" | "the"));
    let is_approval = party.has(Party::user)
        && window(index, 0, 2, tokens).any(|i| matches!(markup.text(i), "approval" | "consent" | "confirmation"))
        && window(index, 0, 5, tokens)
            .any(|i| matches!(markup.text(i), "recorded" | "received" | "granted" | "given" | "confirmed"));
    is_ours && says_so || is_owner || is_told || is_message || is_approval
}

/// "tell your user", "o telefone do teu utilizador".
pub(super) fn is_your_user(markup: &Markup, parties: &Parties, index: usize, tokens: &Range<usize>) -> bool {
    parties.at(index).has(Party::user)
        && index > tokens.start
        && parties.at(index - 1).has(Party::your)
        && !(index + 1 < tokens.end && THINGS.contains(&markup.text(index + 1)))
}

/// "SYSTEM MESSAGE", "[developer]", "supervisor directive 7:".
pub(super) fn poses(markup: &Markup, tokens: &Range<usize>) -> bool {
    let opens = |i: &usize| {
        window(*i, 5, 0, tokens).start == tokens.start
            || window(*i, 5, 0, tokens).any(|j| matches!(markup.token(j).kind, TokenKind::Break(_)))
    };
    let opening = tokens.clone().filter(|i| !markup.is_mark(*i)).filter(opens);
    opening.into_iter().any(|i| {
        let text = markup.text(i);
        let is_master = MASTERS.contains(&text)
            || markup.token(i).kind == TokenKind::Unspaced
                && UNSPACED_MASTERS.iter().any(|master| text.contains(master))
            || markup.token(i).kind == TokenKind::Identifier && is_master(text);
        is_master && is_label(markup, i, tokens)
    })
}

/// Whether a name is that of a system or of who runs it: `platform_system`, `admin`.
pub(super) fn is_master(name: &str) -> bool {
    name.split(['_', '-', ' '])
        .any(|part| matches!(part, "system" | "admin" | "administrator" | "developer" | "operator"))
}

/// Whether a name says that what it holds is meant for a machine: `hint_for_model`, `llm_instructions`.
pub(in super::super) fn is_for_a_machine(name: &str) -> bool {
    let has = |words: &[&str]| name.split(['_', '-', ' ']).any(|part| words.contains(&part));
    has(MACHINES) && has(NOTES)
}

/// Whether a colon, a bracket or another mark of a label follows before the sentence goes on.
fn is_label(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let opens =
        index == tokens.start || !matches!(markup.token(index - 1).kind, TokenKind::Mark('[' | '<' | '#' | '(' | '{'));
    let closes = |j: usize| match markup.token(j).kind {
        TokenKind::Mark(':') => true,
        TokenKind::Mark(']' | '#' | '>' | '}') => {
            !opens || markup.token(tokens.start).is_mark('[') || markup.token(tokens.start).is_mark('#')
        }
        _ => false,
    };
    window(index, 0, 6, tokens).skip(1).any(closes)
}
