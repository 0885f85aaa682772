//! Orders in what a tool returned.
//!
//! A definition has things to tell the model; data has none. So the measure is another: not over whom a sentence claims
//! authority, but whether it speaks to an agent at all. Each sentence is heard for who is spoken to ([`address`]) and for
//! what is asked ([`errand`]), and judged by where it stands ([`setting`]).
//!
//! 1. Who claims to be the user, calls the agent ([`summons`]), poses as its master ([`claim`]), sets a task or demands
//!    obedience *and* wants something done makes an [`appeal`].
//! 2. A request is weighed: what makes it an agent's errand against what makes it talk between people.
//! 3. Orders that the other readers found hold in data only where the text is not about something else: a comment in a page
//!    or a path of a key in a manual says nothing without an errand.

mod address;
mod appeal;
pub(super) mod claim;
mod errand;
mod heard;
pub(super) mod party;
mod setting;
mod summons;

use super::lexicon::Tags;
use super::markup::Markup;
use super::{Family, Order};
use crate::words::indirect::{REPORTS, UNSEEN};
use appeal::{APPEALS, UNADDRESSED};
use heard::{Fact, Heard};
use party::Parties;
use setting::{Place, Setting};
use std::ops::Range;
use vetgate_model::{Pointer, Tier};

/// From this weight on a request asks for review.
const SOFT: i32 = 45;

/// Fewer words that ask nobody are a title, a keyword, a button.
const WORDS_OF_A_REQUEST: usize = 7;

/// How many sentences before and after belong to one appeal.
const NEAR: usize = 3;

/// Everything in the text that is meant for an agent; `others` is what the other readers found in it.
pub(super) fn find(markup: &Markup, raw: &str, pointer: &Pointer, others: Vec<Order>) -> Vec<Order> {
    let parties = Parties::of(markup, raw);
    let setting = Setting::of(markup, pointer);
    let sentences: Vec<(Range<usize>, Heard)> = markup
        .sentences()
        .iter()
        .enumerate()
        .map(|(nth, s)| (s.tokens.clone(), hear(markup, &parties, &s.tokens, nth == 0)))
        .collect();
    let mut orders = Vec::new();
    for index in 0..sentences.len() {
        let near = sentences[index.saturating_sub(NEAR)..(index + NEAR + 1).min(sentences.len())]
            .iter()
            .fold(setting.said(), |all, (_, heard)| all.or(*heard));
        let (tokens, heard) = &sentences[index];
        orders.extend(judge(&(tokens.clone(), heard.or(setting.said())), near, setting));
    }
    let mut kept: Vec<Order> =
        others.into_iter().filter_map(|order| hold(order, markup, &parties, &sentences, setting)).collect();
    kept.append(&mut orders);
    kept
}

/// The facts of every sentence, as bits, and of the text that it is in.
pub(super) fn heard(markup: &Markup, raw: &str, pointer: &Pointer) -> Vec<(Range<usize>, u64)> {
    let parties = Parties::of(markup, raw);
    let setting = Setting::of(markup, pointer);
    let sentences = markup.sentences().iter().enumerate();
    sentences
        .map(|(nth, sentence)| {
            let heard = hear(markup, &parties, &sentence.tokens, nth == 0).or(setting.said());
            (sentence.tokens.clone(), heard.bits() | setting.bits())
        })
        .collect()
}

fn hear(markup: &Markup, parties: &Parties, tokens: &Range<usize>, opens: bool) -> Heard {
    let mut heard = Heard::default();
    heard.set(Fact::Sample, markup.is_sample(tokens.start));
    heard.set(Fact::Reported, is_reported(markup, tokens));
    heard.set(Fact::Opens, opens);
    let words = tokens.clone().filter(|i| !markup.is_mark(*i)).count();
    heard.set(Fact::Unseen, is_unseen(markup, tokens));
    address::read(&mut heard, markup, parties, tokens);
    errand::read(&mut heard, markup, tokens);
    heard.set(Fact::Curt, words < WORDS_OF_A_REQUEST && !heard.has(Fact::Asked));
    heard
}

/// How far back a report is looked for, in tokens.
const LONGEST_REPORT: usize = 40;

/// How far before a quotation the word stands that reports it.
const REPORTED_WITHIN: usize = 5;

/// Whether the orders of the sentence stand in a quotation that somebody reports.
fn is_reported(markup: &Markup, tokens: &Range<usize>) -> bool {
    let mut orders = tokens.clone().filter(|i| errand::is_told(markup, *i, tokens)).peekable();
    orders.peek().is_some() && orders.all(|order| is_quoted(markup, order, tokens))
}

/// Whether the token stands in a quotation that somebody reports, or in a cell of a table.
fn is_quoted(markup: &Markup, index: usize, tokens: &Range<usize>) -> bool {
    let Some(quotation) = markup.prose.quotation_at(index) else { return false };
    let before = quotation.open.saturating_sub(REPORTED_WITHIN).max(tokens.start)..quotation.open;
    before.clone().any(|i| REPORTS.binary_search(&markup.text(i)).is_ok() && !markup.prose.is_key(i))
        || quotation.open > 0 && markup.token(quotation.open - 1).is_mark('|')
}

/// Whether the sentence stands in a part of a page that is not shown.
fn is_unseen(markup: &Markup, tokens: &Range<usize>) -> bool {
    let start = markup.token(tokens.start).span().start;
    let end = tokens.end.checked_sub(1).map_or(start, |last| markup.token(last).span().end);
    let text = markup.prose.text().get(start..end).unwrap_or_default();
    text.contains("style") && UNSEEN.iter().any(|style| text.contains(style))
}

/// What facts of a request add to its weight.
const WEIGHTS: &[(Heard, i32)] = &[
    (Heard::of(&[Fact::Asked]), 20),
    (Heard::of(&[Fact::Mine]), 15),
    (Heard::of(&[Fact::TheUser]), 20),
    (Heard::of(&[Fact::Relay]), 25),
    (Heard::of(&[Fact::Recipient]), 15),
    (Heard::of(&[Fact::Grave]), 15),
    (Heard::of(&[Fact::Tooling]), 10),
    (Heard::of(&[Fact::Value]), 10),
    (Heard::of(&[Fact::Asset]), 10),
    (Heard::of(&[Fact::Yours]), -35),
    (Heard::of(&[Fact::Sample]), -40),
    (Heard::of(&[Fact::Curt]), -30),
    (Heard::of(&[Fact::Reported]), -40),
    (Heard::of(&[Fact::Several]), 10),
    (Heard::of(&[Fact::You]), -10),
    (Heard::of(&[Fact::Unseen]), 25),
];

/// What the sentences near a request add to its weight.
const NEARBY: &[(Heard, i32)] = &[
    (Heard::of(&[Fact::Unasked]), 25),
    (Heard::of(&[Fact::Vocative]), 40),
    (Heard::of(&[Fact::ClaimsUser]), 40),
    (Heard::of(&[Fact::Conceals]), 20),
    (Heard::of(&[Fact::Task, Fact::You]), 20),
];

/// What it adds that a short text opens with the request and is nothing else.
const ALONE: i32 = 25;

/// What makes a request one: somebody is asked, something is the speaker's own, something is passed on.
const REQUEST: Heard = Heard::of(&[Fact::Asked, Fact::Mine, Fact::Relay]);

fn judge((tokens, heard): &(Range<usize>, Heard), near: Heard, setting: Setting) -> Option<Order> {
    let order = |family, tier, confidence, detail: &str| Order {
        family,
        tier,
        confidence,
        tokens: tokens.clone(),
        detail: detail.to_owned(),
    };
    // Manuals of agents say what these must do.
    let is_open = |here: &Heard| {
        let is_manual = setting.is_document && here.has(Fact::Bound);
        let is_code = heard.has(Fact::Sample) && here.has(Fact::Called);
        !is_manual && !is_code
    };
    let appeal =
        APPEALS.iter().find(|(here, besides, ..)| heard.has_all(*here) && near.has_all(*besides) && is_open(here));
    if let Some((_, _, tier, confidence, detail)) = appeal {
        // A document for many readers may speak to agents without harm, as long as nothing leaves.
        let is_advice = setting.is_document && !near.has(Fact::Recipient);
        let is_shown = heard.has(Fact::Sample) || heard.has(Fact::Reported) || setting.is_about_attacks || is_advice;
        let tier = if is_shown { Tier::Soft } else { *tier };
        return Some(order(Family::Address, tier, *confidence, detail));
    }
    let is_shown = heard.has_any(Heard::of(&[Fact::Sample, Fact::Reported, Fact::Yours, Fact::Foreign]))
        || setting.is_about_attacks;
    let is_for_people = setting.is_document || setting.is_letter || setting.place == Place::Guidance;
    let unaddressed = UNADDRESSED.iter().find(|(facts, ..)| heard.has_all(*facts) && !is_shown && !is_for_people);
    if let Some((_, confidence, detail)) = unaddressed {
        return Some(order(Family::Address, Tier::Soft, *confidence, detail));
    }
    let weight = weigh(*heard, near, setting);
    let confidence = (0.5 + f64::from(weight - SOFT) / 150.0).min(0.9);
    (heard.has(Fact::Order) && is_errand(*heard, near) && weight >= SOFT)
        .then(|| order(Family::Errand, Tier::Soft, confidence, "asks for an action that only an agent can take"))
}

/// What makes an act an agent's: it concerns what belongs to somebody, leaves, does harm, or names the means.
const ERRAND: Heard = Heard::of(&[Fact::Mine, Fact::TheUser, Fact::Relay, Fact::Recipient, Fact::Grave, Fact::Tooling]);

fn is_errand(heard: Heard, near: Heard) -> bool {
    heard.has_any(ERRAND)
        || heard.has_all(Heard::of(&[Fact::Value, Fact::Asset]))
        || NEARBY.iter().any(|(facts, _)| near.has_all(*facts))
}

/// The weight of a request: what makes it an agent's errand, less what makes it talk between people.
fn weigh(heard: Heard, near: Heard, setting: Setting) -> i32 {
    let sum = |rows: &[(Heard, i32)], said: Heard| -> i32 {
        rows.iter().filter(|(facts, _)| said.has_all(*facts)).map(|(_, weight)| weight).sum()
    };
    let is_alone = heard.has(Fact::Opens) && setting.is_short && setting.place != Place::Chat && heard.has_any(REQUEST);
    sum(WEIGHTS, heard) + sum(NEARBY, near) + if is_alone { ALONE } else { 0 } + setting.weight()
}

/// What becomes of an order of another reader in data.
fn hold(
    mut order: Order,
    markup: &Markup,
    parties: &Parties,
    sentences: &[(Range<usize>, Heard)],
    setting: Setting,
) -> Option<Order> {
    let said = match order.family {
        // What stands around a comment or a tag is no part of it.
        Family::HiddenChannel => hear(markup, parties, &order.tokens, false),
        _ => sentences
            .iter()
            .filter(|(tokens, _)| tokens.start < order.tokens.end && order.tokens.start < tokens.end)
            .fold(Heard::default(), |all, (_, heard)| all.or(*heard)),
    };
    let speaks = said.has_any(Heard::of(&[Fact::Vocative, Fact::ClaimsUser, Fact::Obey]));
    let asks = said.has(Fact::Order) && said.has_any(Heard::of(&[Fact::Recipient, Fact::TheUser, Fact::Mine]));
    let is_marked =
        order.detail.starts_with("contains the chat marker") && said.has_any(Heard::of(&[Fact::Bidden, Fact::Order]));
    let names_rules = markup.any(order.tokens.clone(), Tags::rules.or(Tags::prompt));
    let takes_secret = said.has(Fact::OthersSecret) && said.has_any(Heard::of(&[Fact::Bidden, Fact::Order]));
    let destination = Heard::of(&[Fact::Recipient, Fact::IntoAnswer, Fact::AgentOccasion]);
    let holds = match order.family {
        Family::HiddenChannel => speaks || asks || is_marked || takes_secret,
        Family::Theft => speaks || asks || takes_secret && said.has_any(destination) && !said.has(Fact::Yours),
        Family::Secrecy => speaks || said.has(Fact::Order) && said.has_any(Heard::of(&[Fact::Recipient, Fact::Grave])),
        Family::Impersonation => {
            speaks || asks || takes_secret || said.has_any(Heard::of(&[Fact::Agent, Fact::Conceals, Fact::Unasked]))
        }
        Family::Jailbreak => said.has(Fact::Agent) || said.has(Fact::You) && !setting.is_document,
        Family::Command => {
            speaks || said.has_any(Heard::of(&[Fact::Agent, Fact::Gate, Fact::Unasked, Fact::AgentOccasion]))
        }
        Family::Override if order.tier == Tier::Soft => speaks,
        // What is void without being set aside is what licences and terms say of themselves.
        Family::Override if !markup.any(order.tokens.clone(), Tags::ignore) => {
            said.has_any(Heard::of(&[Fact::Vocative, Fact::Called, Fact::Agent, Fact::SetsAside]))
                || said.has(Fact::You) && said.has_any(Heard::of(&[Fact::Bidden, Fact::Obey]))
        }
        Family::Override if is_speakers_own(markup, &order.tokens) => false,
        Family::Override => names_rules || !setting.is_document,
        Family::Preference | Family::Shadowing | Family::Legislation => false,
        // "Write your system prompt here" helps a developer.
        Family::Disclosure => {
            order.tier == Tier::Soft || speaks || said.has_any(Heard::of(&[Fact::Discloses, Fact::Recipient]))
        }
        Family::Address | Family::Errand | Family::Learned => true,
    };
    let around = order.tokens.start.saturating_sub(LONGEST_REPORT)..order.tokens.end;
    let is_shown = is_quoted(markup, order.tokens.start, &around);
    // A harmful command that the agent itself is called upon to run.
    if order.family == Family::Command && speaks {
        order.tier = Tier::Hard;
    }
    if setting.is_about_attacks || said.has(Fact::Sample) || is_shown {
        order.tier = Tier::Soft;
    }
    holds.then_some(order)
}

/// "we should ignore all previous ...", "disregard my last mail": of what the speakers said themselves.
fn is_speakers_own(markup: &Markup, tokens: &Range<usize>) -> bool {
    let before = tokens.start.saturating_sub(3)..tokens.start;
    let behind = tokens.start..(tokens.end + 2).min(markup.words.len());
    before.clone().any(|i| matches!(markup.text(i), "we" | "we'll" | "i" | "i'll" | "they" | "should" | "can" | "will"))
        || behind.clone().any(|i| matches!(markup.text(i), "my" | "our" | "we" | "i"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn word_lists_are_sorted() {
        assert!(super::REPORTS.is_sorted());
    }
}
