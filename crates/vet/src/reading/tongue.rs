//! Sentences of other languages.
//!
//! Grammar differs too much to be read: verbs come first or last, negation stands before, behind or inside them, an
//! order is told by its ending or by its place. So a sentence of another language is read by which meanings stand close
//! together in one clause, in whatever order. What the lexicon marks as an order by its form is one wherever it stands.

use super::clause::{ACTION, is_value, window};
use super::facts::{Fact, Facts};
use super::force::is_imperative;
use super::lexicon::Tags;
use super::markup::Markup;
use super::naming::names_an_action;
use super::reference::Reference;
use super::{Family, Order};
use std::ops::Range;
use vetgate_model::Tier;
use vetgate_text::prose::TokenKind;

/// Meanings that make an order when they stand together.
struct Near {
    family: Family,
    tier: Tier,
    confidence: f64,
    /// At most how many tokens around the first meaning the others stand.
    within: usize,
    /// Whether they may stand in neighbouring clauses.
    loose: bool,
    /// Each must be there.
    all: &'static [Tags],
    also: Also,
    detail: &'static str,
}

/// What a sentence must have besides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Also {
    Nothing,
    /// It binds or orders.
    Force,
    /// It binds or orders, and gives an address outside.
    ForceOutside,
    /// Either of both.
    ForceOutsideOrTool,
    /// It binds or orders, and names another tool.
    ForceTool,
    /// It binds or orders, and names a file that contains secrets.
    ForceSecret,
}

const GIVE_AWAY: Tags = Tags::send.or(Tags::append).or(Tags::write);
const RULES: Tags = Tags::rules.or(Tags::prompt);
const DENIES: Tags = Tags::not.or(Tags::without);

// table: combinations of meanings; the strings are the messages about them.
const FIGURES: &[Near] = &[
    Near {
        family: Family::Override,
        tier: Tier::Hard,
        confidence: 0.9,
        within: 5,
        loose: false,
        all: &[Tags::ignore, RULES, Tags::prior.or(Tags::every)],
        also: Also::Nothing,
        detail: "overrides the model's instructions",
    },
    Near {
        family: Family::Override,
        tier: Tier::Soft,
        confidence: 0.75,
        within: 12,
        loose: true,
        all: &[Tags::ignore, RULES, Tags::model],
        also: Also::Nothing,
        detail: "overrides the model's instructions",
    },
    Near {
        family: Family::Override,
        tier: Tier::Soft,
        confidence: 0.75,
        within: 7,
        loose: true,
        all: &[Tags::ignore, Tags::every, Tags::model.or(Tags::prior)],
        also: Also::Force,
        detail: "overrides earlier instructions",
    },
    Near {
        family: Family::Override,
        tier: Tier::Soft,
        confidence: 0.7,
        within: 6,
        loose: false,
        all: &[Tags::rank, RULES],
        also: Also::Nothing,
        detail: "claims priority over the model's instructions",
    },
    Near {
        family: Family::Disclosure,
        tier: Tier::Hard,
        confidence: 0.9,
        within: 7,
        loose: false,
        all: &[Tags::prompt, Tags::tell.or(Tags::send)],
        also: Also::Force,
        detail: "asks for the system prompt",
    },
    Near {
        family: Family::Disclosure,
        tier: Tier::Soft,
        confidence: 0.8,
        within: 9,
        loose: false,
        all: &[Tags::prompt, GIVE_AWAY.or(Tags::read)],
        also: Also::Force,
        detail: "asks for the system prompt",
    },
    Near {
        family: Family::Disclosure,
        tier: Tier::Soft,
        confidence: 0.75,
        within: 12,
        loose: true,
        all: &[Tags::history, GIVE_AWAY],
        also: Also::ForceOutsideOrTool,
        detail: "sends the conversation out",
    },
    Near {
        family: Family::Theft,
        tier: Tier::Hard,
        confidence: 0.9,
        within: 12,
        loose: false,
        all: &[Tags::sensitive, GIVE_AWAY],
        also: Also::ForceOutside,
        detail: "sends secrets to an outside party",
    },
    Near {
        family: Family::Theft,
        tier: Tier::Soft,
        confidence: 0.7,
        within: 12,
        loose: true,
        all: &[Tags::sensitive, GIVE_AWAY],
        also: Also::ForceTool,
        detail: "passes secrets to another tool",
    },
    Near {
        family: Family::Theft,
        tier: Tier::Hard,
        confidence: 0.9,
        within: 9,
        loose: false,
        all: &[GIVE_AWAY.or(Tags::read)],
        also: Also::ForceSecret,
        detail: "tells the model to read a file that contains secrets",
    },
    Near {
        family: Family::Theft,
        tier: Tier::Soft,
        confidence: 0.75,
        within: 14,
        loose: true,
        all: &[Tags::sensitive, Tags::read, GIVE_AWAY, Tags::model],
        also: Also::Force,
        detail: "tells the model to read secrets and pass them on",
    },
    Near {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.8,
        within: 5,
        loose: false,
        all: &[Tags::tell, DENIES, Tags::user],
        also: Also::Nothing,
        detail: "tells the model to hide something from the user",
    },
    Near {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.65,
        within: 4,
        loose: false,
        all: &[Tags::confirm, DENIES, Tags::user],
        also: Also::Force,
        detail: "tells the model to act without the user's consent",
    },
    Near {
        family: Family::Secrecy,
        tier: Tier::Soft,
        confidence: 0.7,
        within: 5,
        loose: false,
        all: &[Tags::silent, GIVE_AWAY.or(Tags::read).or(Tags::change).or(Tags::delete).or(Tags::call)],
        also: Also::Force,
        detail: "tells the model to act without the user's knowledge",
    },
    Near {
        family: Family::Jailbreak,
        tier: Tier::Soft,
        confidence: 0.7,
        within: 12,
        loose: true,
        all: &[Tags::jailbreak, Tags::model.or(Tags::rules)],
        also: Also::Nothing,
        detail: "gives the model another role",
    },
];

/// Finds the figures of speech of a sentence that is not English.
pub(super) fn find(markup: &Markup, tokens: &Range<usize>, out: &mut Vec<Order>) {
    let meanings = markup.words[tokens.clone()].iter().fold(Tags::NONE, |all, word| all.or(word.tags));
    if !meanings.has(Tags::tongue) {
        return;
    }
    for figure in FIGURES.iter().filter(|figure| figure.all.iter().all(|tags| meanings.has(*tags))) {
        let Some(found) = tokens.clone().find_map(|index| figure.at(markup, index, tokens)) else { continue };
        // A quotation or an example shows; it asks for review all the same, unless it is weak and shown as a specimen.
        let is_quoted = markup.prose.quotation_at(found.start).is_some();
        if is_quoted && figure.tier == Tier::Soft && markup.any(tokens.clone(), Tags::specimen) {
            continue;
        }
        // Where nothing binds and no verb opens the sentence, it may tell what holds in the world.
        let is_told = found.start > tokens.start && !is_run(markup, found.start) && !binds(markup, tokens);
        let is_shown = is_quoted || markup.any(tokens.clone(), Tags::example);
        out.push(Order {
            family: figure.family,
            tier: if is_shown || is_told { Tier::Soft } else { figure.tier },
            confidence: if is_shown { figure.confidence * SHOWN } else { figure.confidence },
            tokens: found,
            detail: figure.detail.to_owned(),
        });
    }
}

/// Turns of a conversation that never took place: a line of the user's and one of the model's, each behind its label.
pub(super) fn dialogue(markup: &Markup, out: &mut Vec<Order>) {
    let speaks = |start: usize, who: Tags| {
        let tags = markup.tags(start);
        tags.has(Tags::tongue)
            && tags.has(who)
            && start + 1 < markup.words.len()
            && markup.token(start + 1).is_mark(':')
    };
    let turn = |who: Tags| markup.sentences().iter().find(|sentence| speaks(sentence.tokens.start, who));
    if let (Some(_), Some(answer)) = (turn(Tags::user), turn(Tags::model)) {
        out.push(Order {
            family: Family::Impersonation,
            tier: Tier::Soft,
            confidence: 0.75,
            tokens: answer.tokens.clone(),
            detail: "contains a made-up exchange between user and model".to_owned(),
        });
    }
}

/// How much a figure counts that is shown rather than said.
const SHOWN: f64 = 0.5;

impl Near {
    /// The tokens of the figure around `index`, where its first meaning must stand.
    fn at(&self, markup: &Markup, index: usize, tokens: &Range<usize>) -> Option<Range<usize>> {
        let (first, others) = self.all.split_first()?;
        if !markup.tags(index).has(*first) || is_denied(markup, index, tokens, *first) {
            return None;
        }
        let around = window(index, self.within, self.within + 1, tokens);
        let around = if self.loose { around } else { clause_around(markup, index, around) };
        let (mut start, mut end) = (index, index + 1);
        for tags in others {
            let nearest = around.clone().filter(|i| markup.tags(*i).has(*tags)).min_by_key(|i| i.abs_diff(index))?;
            start = start.min(nearest);
            end = end.max(nearest + 1);
        }
        let is_addressed = || tokens.clone().any(|i| is_outside(markup, i));
        let names_tool = || tokens.clone().any(|i| is_tool(markup, i));
        let has_rest = match self.also {
            Also::Nothing => true,
            Also::Force => binds(markup, tokens),
            Also::ForceOutside => binds(markup, tokens) && is_addressed(),
            Also::ForceTool => binds(markup, tokens) && names_tool(),
            Also::ForceOutsideOrTool => binds(markup, tokens) && (is_addressed() || names_tool()),
            Also::ForceSecret => {
                binds(markup, tokens) && around.clone().any(|i| markup.reference(i) == Reference::Secret)
            }
        };
        has_rest.then_some(start..end)
    }
}

/// "Do not ignore ...": the word before or behind says no. Telling is denied on purpose.
fn is_denied(markup: &Markup, index: usize, tokens: &Range<usize>, tags: Tags) -> bool {
    tags == Tags::ignore && window(index, 2, 2, tokens).any(|i| i != index && markup.tags(i).has(Tags::not))
}

/// The part of `range` around `index` that no comma or other mark cuts off.
fn clause_around(markup: &Markup, index: usize, range: Range<usize>) -> Range<usize> {
    let cuts = |i: &usize| matches!(markup.token(*i).kind, TokenKind::Mark(',' | ';' | ':' | '(' | ')'));
    let start = (range.start..index).rev().find(cuts).map_or(range.start, |i| i + 1);
    let end = (index + 1..range.end).find(cuts).unwrap_or(range.end);
    start..end
}

/// Whether the sentence binds or orders: by a word, by the form of a verb, or by where a verb stands.
fn binds(markup: &Markup, tokens: &Range<usize>) -> bool {
    markup.any(tokens.clone(), Tags::must.or(Tags::should).or(Tags::order).or(Tags::always))
        || tokens.clone().any(|i| is_imperative(markup, i, tokens.start))
}

/// Another tool, or a name in code that says what is done and is not this definition's own.
fn is_tool(markup: &Markup, index: usize) -> bool {
    let reference = markup.reference(index);
    let is_own = matches!(reference, Reference::This | Reference::OwnParameter);
    let is_coded = markup.token(index).kind == TokenKind::Identifier && names_an_action(markup.text(index));
    reference.is_other_tool() || is_coded && !is_own
}

/// An address outside: a URL, an e-mail address, a long number, or a word that says so.
pub(super) fn is_outside(markup: &Markup, index: usize) -> bool {
    matches!(markup.token(index).kind, TokenKind::Url | TokenKind::Email)
        || markup.reference(index) == Reference::Literal && markup.token(index).kind == TokenKind::Number
        || markup.tags(index).has(Tags::external)
}

/// Adds the facts that only grammar tells in English and nearness tells elsewhere.
pub(super) fn facts(markup: &Markup, tokens: &Range<usize>, event: &Range<usize>, facts: &mut Facts) {
    if !markup.any(tokens.clone(), Tags::tongue) {
        return;
    }
    let any = |test: &dyn Fn(usize) -> bool| tokens.clone().any(test);
    let near = |i: usize, within: usize| clause_around(markup, i, window(i, within, within + 1, tokens));
    let has_near = |i: usize, within: usize, tags: Tags| {
        near(i, within).any(|j| (j != i || is_run(markup, i)) && markup.tags(j).has(tags))
    };
    let mut state = |fact: Fact, is_stated: bool| {
        if is_stated {
            facts.set(fact, true);
        }
    };
    let is_used = |i: usize| markup.reference(i).is_other_tool() && !event.contains(&i);
    state(Fact::CallsOther, any(&|i| is_used(i) && has_near(i, 7, Tags::send.or(Tags::read).or(Tags::write))));
    let is_order = |i: usize| markup.tags(i).has(Tags::order) && has_near(i, 2, ACTION.or(Tags::tell).or(Tags::ignore));
    state(Fact::Imperative, any(&is_order) || any(&|i| markup.tags(i).has(Tags::order) && markup.tags(i).has(ACTION)));
    state(
        Fact::Normative,
        any(&|i| markup.tags(i).has(ACTION.or(Tags::called)) && has_near(i, 4, Tags::must.or(Tags::should))),
    );
    state(Fact::Changes, any(&|i| alters(markup, i, tokens, Tags::change)));
    state(Fact::Appends, any(&|i| alters(markup, i, tokens, Tags::append)));
    state(Fact::SetsParameter, any(&|i| alters(markup, i, tokens, Tags::change) && has_near(i, 7, Tags::parameter)));
    state(
        Fact::Sends,
        any(&|i| {
            let verbs = GIVE_AWAY.or(Tags::redirect);
            markup.tags(i).has(verbs) && window(i, 14, 22, tokens).any(|j| is_address(markup, j))
        }),
    );
    state(Fact::SendsOutside, any(&|i| markup.tags(i).has(Tags::send) && has_near(i, 8, Tags::external)));
    state(
        Fact::Touches,
        any(&|i| {
            let verbs = GIVE_AWAY.or(Tags::read).or(Tags::delete);
            markup.tags(i).has(verbs) && window(i, 10, 14, tokens).any(|j| is_place(markup, j))
        }),
    );
    state(Fact::Conceals, any(&|i| markup.tags(i).has(Tags::tell) && has_near(i, 4, DENIES)));
    state(Fact::Unasked, any(&|i| markup.tags(i).has(Tags::confirm) && has_near(i, 3, DENIES)));
    state(Fact::Obtains, any(&|i| markup.tags(i).has(Tags::obtain)));
    state(Fact::Example, any(&|i| markup.tags(i).has(Tags::example)));
}

/// A run of unspaced text holds several words.
fn is_run(markup: &Markup, index: usize) -> bool {
    markup.token(index).kind == TokenKind::Unspaced
}

/// A value of somebody else's is set or added to: the verb, a value written out, and what it belongs to, close together.
fn alters(markup: &Markup, index: usize, tokens: &Range<usize>, verbs: Tags) -> bool {
    if !markup.tags(index).has(verbs) {
        return false;
    }
    let around = window(index, 12, 12, tokens);
    let refers = |test: &dyn Fn(Reference) -> bool| around.clone().any(|i| test(markup.reference(i)));
    let is_own = refers(&|reference| reference == Reference::OwnParameter);
    let is_named = refers(&|reference| reference == Reference::Parameter || reference.is_other_tool());
    let is_spoken = around.clone().any(|i| markup.tags(i).has(Tags::parameter.or(Tags::history)));
    let is_given = around.clone().any(|i| is_value(markup, i));
    !is_own && (is_named && (is_given || is_spoken) || is_spoken && is_given)
}

fn is_address(markup: &Markup, index: usize) -> bool {
    matches!(markup.token(index).kind, TokenKind::Email | TokenKind::Url)
        || markup.token(index).kind == TokenKind::Number
            && markup.reference(index) == Reference::Literal
            && markup.text(index).len() > 6
}

fn is_place(markup: &Markup, index: usize) -> bool {
    markup.token(index).kind == TokenKind::Path || markup.reference(index) == Reference::Secret
}
