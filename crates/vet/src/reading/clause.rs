//! Who is told, when, to do what: the facts of one sentence.

use super::act;
use super::excuse;
use super::facts::{Fact, Facts};
use super::force;
use super::lexicon::Tags;
use super::markup::Markup;
use super::occasion::{self, Occasion};
use super::reach;
use super::reference::Reference;
use super::tongue;
use std::ops::Range;
use vetgate_text::prose::TokenKind;

/// What one sentence says.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) tokens: Range<usize>,
    pub(super) facts: Facts,
}

/// Verbs by which something is done to tools or data.
pub(super) const ACTION: Tags = Tags::call
    .or(Tags::read)
    .or(Tags::write)
    .or(Tags::send)
    .or(Tags::change)
    .or(Tags::append)
    .or(Tags::delete)
    .or(Tags::redirect);

/// Facts that a single meaning anywhere in the sentence states.
const BY_MEANING: &[(Fact, Tags)] = &[
    (Fact::Must, Tags::must),
    (Fact::Always, Tags::always),
    (Fact::Should, Tags::should),
    (Fact::Deletes, Tags::delete),
    (Fact::Redirects, Tags::redirect),
    (Fact::Sensitive, Tags::sensitive),
    (Fact::History, Tags::history),
    (Fact::Command, Tags::command),
    (Fact::Reason, Tags::reason),
    (Fact::Consequence, Tags::consequence),
    (Fact::Rank, Tags::rank),
    (Fact::Instead, Tags::instead),
    (Fact::Deprecated, Tags::deprecated),
    (Fact::First, Tags::first),
    (Fact::Also, Tags::also),
    (Fact::Silent, Tags::silent),
    (Fact::Ties, Tags::tie),
    (Fact::Agent, Tags::addressee),
    (Fact::Lasting, Tags::lasting),
    (Fact::Verbatim, Tags::verbatim),
];

/// Reads the sentence `tokens`; the opening of a description says what the tool does.
pub(super) fn read(markup: &Markup, tokens: Range<usize>, is_opening: bool) -> Clause {
    let mut facts = Facts::default();
    for (fact, tags) in BY_MEANING {
        facts.set(*fact, markup.any(tokens.clone(), *tags));
    }
    let (occasion, event) = occasion::find(markup, tokens.clone());
    occasions(&mut facts, markup, occasion, tokens.clone());
    names(&mut facts, markup, tokens.clone());
    forces(&mut facts, markup, tokens.clone());
    acts(&mut facts, markup, tokens.clone(), event.clone());
    values(&mut facts, markup, tokens.clone());
    reaches(&mut facts, markup, &tokens);
    excuses(&mut facts, markup, tokens.clone(), is_opening);
    tongue::facts(markup, &tokens, &event, &mut facts);
    Clause { tokens, facts }
}

fn occasions(facts: &mut Facts, markup: &Markup, occasion: Occasion, tokens: Range<usize>) {
    facts.set(Fact::WhenOther, occasion == Occasion::Other);
    facts.set(Fact::WhenEvery, occasion == Occasion::Every);
    facts.set(Fact::WhenWork, occasion == Occasion::Work);
    facts.set(Fact::WhenThis, occasion == Occasion::This);
    facts.set(Fact::Quantified, occasion::quantified(markup, tokens));
}

fn names(facts: &mut Facts, markup: &Markup, tokens: Range<usize>) {
    let refers = |reference: Reference| tokens.clone().any(|i| markup.reference(i) == reference);
    let mut others: Vec<&str> =
        tokens.clone().filter(|i| markup.reference(*i).is_other_tool()).map(|i| markup.text(i)).collect();
    others.sort_unstable();
    others.dedup();
    let strangers = refers(Reference::Foreign) || refers(Reference::Unknown);
    facts.set(Fact::Other, !others.is_empty());
    facts.set(Fact::Others, others.len() > 1);
    facts.set(Fact::SiblingOnly, !others.is_empty() && !strangers);
    facts.set(Fact::Foreign, refers(Reference::Foreign));
    facts.set(Fact::This, refers(Reference::This) || act::is_about_itself(markup, tokens.clone()));
    facts.set(Fact::OwnParameter, refers(Reference::OwnParameter));
    facts.set(Fact::ParameterOfOther, refers(Reference::Parameter));
    facts.set(Fact::Secret, refers(Reference::Secret));
}

fn forces(facts: &mut Facts, markup: &Markup, tokens: Range<usize>) {
    facts.set(Fact::Passive, force::is_passive(markup, tokens.clone()));
    facts.set(Fact::Imperative, tokens.clone().any(|i| force::is_imperative(markup, i, tokens.start)));
    facts.set(Fact::Normative, tokens.clone().any(|i| force::is_normative(markup, i, &tokens)));
}

fn acts(facts: &mut Facts, markup: &Markup, tokens: Range<usize>, event: Range<usize>) {
    let any = |test: &dyn Fn(usize) -> bool| tokens.clone().any(test);
    // What is named as the occasion is not what is ordered.
    let beyond_event = |i: usize| !event.contains(&i);
    let is_other = |i: usize| beyond_event(i) && markup.reference(i).is_other_tool();
    facts.set(Fact::CallsOther, any(&|i| is_other(i) && act::is_called_here(markup, i, &tokens)));
    facts.set(Fact::CallsThis, act::calls_this(markup, &tokens));
    facts.set(Fact::Spoken, any(&|i| beyond_event(i) && occasion::is_spoken_tool(markup, i)));
    facts.set(Fact::Changes, any(&|i| act::changes(markup, i, &tokens, Tags::change)));
    facts.set(Fact::Appends, any(&|i| act::changes(markup, i, &tokens, Tags::append)));
    facts.set(Fact::Alters, any(&|i| act::alters(markup, i, &tokens)));
    facts.set(Fact::SetsParameter, any(&|i| act::sets_parameter(markup, i, &tokens)));
    facts.set(Fact::Sends, any(&|i| act::sends(markup, i, &tokens)));
    facts.set(Fact::SendsOutside, any(&|i| act::sends_outside(markup, i, &tokens)));
    facts.set(Fact::Touches, any(&|i| act::touches(markup, i, &tokens)));
    facts.set(Fact::Deceives, act::deceives(markup, &tokens));
    facts.set(Fact::Conceals, act::conceals(markup, &tokens));
    facts.set(Fact::Unasked, act::goes_unasked(markup, &tokens));
    facts.set(Fact::UserInput, act::replaces_input(markup, &tokens));
    facts.set(Fact::Handed, any(&|i| act::HANDED.contains(&markup.text(i))));
    facts.set(Fact::Instead, any(&|i| markup.text(i) == "instead"));
}

fn values(facts: &mut Facts, markup: &Markup, tokens: Range<usize>) {
    let is_literal = |i: usize| markup.reference(i) == Reference::Literal;
    let is_plain = |i: usize| !markup.words[i].quoted || markup.token(i).kind != TokenKind::Word;
    facts.set(Fact::Code, tokens.clone().any(|i| is_literal(i) && is_plain(i)));
    facts.set(Fact::Given, tokens.clone().any(|i| is_value(markup, i)));
    facts.set(Fact::Number, tokens.clone().any(|i| markup.token(i).kind == TokenKind::Number));
}

fn reaches(facts: &mut Facts, markup: &Markup, tokens: &Range<usize>) {
    facts.set(Fact::Addressed, reach::calls_upon_model(markup, tokens));
    facts.set(Fact::You, tokens.clone().any(|i| matches!(markup.text(i), "you" | "your" | "yourself")));
    facts.set(Fact::CallForm, tokens.clone().any(|i| reach::writes_call(markup, i, tokens)));
    facts.set(Fact::Heading, tokens.clone().any(|i| reach::is_heading(markup, i, tokens)));
    facts.set(Fact::OfOther, tokens.clone().any(|i| reach::is_in_subject(markup, i, tokens)));
    facts.set(Fact::Fixes, reach::fixes(markup, tokens));
    facts.set(Fact::Unseen, reach::hides(markup, tokens));
    facts.set(Fact::Personal, reach::is_personal(markup, tokens));
    facts.set(Fact::Wish, reach::passes_over_wish(markup, tokens));
    facts.set(Fact::Unrelated, tokens.clone().any(|i| markup.words[i].unrelated));
    facts.set(Fact::InSlot, markup.is_slot);
    facts.set(Fact::InOutput, markup.is_output);
}

fn excuses(facts: &mut Facts, markup: &Markup, tokens: Range<usize>, is_opening: bool) {
    facts.set(Fact::Obtains, excuse::obtains(markup, tokens.clone()));
    facts.set(Fact::ConsultsUser, excuse::consults_user(markup, tokens.clone()));
    facts.set(Fact::Alternative, excuse::offers_alternative(markup, tokens.clone()));
    facts.set(Fact::Opening, is_opening && !occasion::begins_with_one(markup, tokens.clone()));
    facts.set(
        Fact::Example,
        markup.is_sample(tokens.start) || tokens.clone().any(|i| excuse::is_example_word(markup, i)),
    );
    facts.set(Fact::Item, excuse::is_item(markup, tokens.clone()));
    // Whoever legislates over others does not document a parameter, wherever that stands.
    let names_strangers = facts.has(Fact::Other) && !facts.has(Fact::SiblingOnly) && !facts.has(Fact::Obtains);
    let is_beyond = facts.has(Fact::WhenOther) || facts.has(Fact::WhenEvery) || names_strangers;
    let is_binding = facts.has(Fact::Must) || facts.has(Fact::Always) || facts.has(Fact::Imperative);
    facts.set(Fact::InParameter, markup.is_parameter && !(is_beyond && is_binding));
    facts.set(Fact::Choice, excuse::leaves_choice(markup, &tokens));
    facts.set(Fact::Optional, excuse::is_optional(markup, &tokens));
    facts.set(Fact::Denied, excuse::is_denied(markup, &tokens));
    facts.set(Fact::Reserved, excuse::is_reserved(markup, &tokens));
    facts.set(Fact::Listing, excuse::is_listing(markup, tokens));
}

/// A value written out: what somebody else's parameter is to become.
pub(super) fn is_value(markup: &Markup, index: usize) -> bool {
    match markup.reference(index) {
        Reference::Literal | Reference::Secret => true,
        _ => {
            let given = (index + 1..(index + 3).min(markup.words.len())).any(|i| !markup.is_mark(i));
            markup.token(index).is_mark('=') && index > 0 && !markup.is_mark(index - 1) && given
        }
    }
}

pub(super) fn window(index: usize, back: usize, ahead: usize, tokens: &Range<usize>) -> Range<usize> {
    index.saturating_sub(back).max(tokens.start)..(index + ahead).min(tokens.end)
}
