//! What a text tells the model to do, read clause by clause.
//!
//! What tells an attack from harmless text is *direction of authority*. A harmless description states its
//! own preconditions and its own use; a poisoned one legislates over others: before, after or when another
//! tool is used, something must be called, an argument must be changed, a copy must be sent. So each
//! sentence is read for who is told, when, to do what, to whose tool or data, and why:
//!
//! 1. [`start`] finds sentences that begin without a mark before them; [`markup`] gives every token its meanings
//!    ([`lexicon`]) and says what its name refers to ([`reference`]): this tool, a sibling, another server's tool, a tool nobody has heard of, a parameter.
//! 2. [`clause`] states the [`facts`] of each sentence: the [`occasion`] ("before any file is read"), the
//!    [`force`] ("must be called"), the [`act`], the values given, and what [`excuse`]s it.
//! 3. [`authority`] weighs them: legislation over other tools.
//! 4. [`families`] match the fixed [`figures`] of speech: override, disclosure, secrecy, jailbreak, preference.
//!    Sentences of other languages are read by [`tongue`], without their grammar.
//! 5. [`channel`] sees tags, comments and padding that address the model behind the user's back.
//! 6. [`indirect`] reads what a tool returned, where another measure holds: data has nothing to ask of an agent.
//! 7. [`learned`] weighs the words of a text, what its sentences state and the rules that fired, together.
//!
//! The cost is linear in the text: one pass per step over the tokens, each looking a bounded way ahead.

mod act;
mod authority;
mod channel;
mod clause;
mod encoded;
mod excuse;
mod facts;
mod families;
mod figures;
mod force;
pub(crate) mod glance;
mod indirect;
pub(crate) mod learned;
mod lexicon;
mod markup;
mod naming;
mod occasion;
mod reach;
mod reference;
mod sentence_name;
mod start;
mod synonym;
mod tongue;

use crate::{Catalog, FacetView, Signals, View};
use markup::Markup;
pub(crate) use naming::parts_of;
use std::cmp::Ordering;
use std::ops::Range;
pub(crate) use synonym::synonyms;
use vetgate_model::{DefinitionKind, FacetKind, Pointer, ThreatType, Tier};
use vetgate_text::normal::Normal;
use vetgate_text::prose::Position;

/// What kind of order it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Family {
    /// Overrides the model's instructions.
    Override,
    /// Asks for the system prompt or the conversation.
    Disclosure,
    /// Takes a named secret, or sends what it should not.
    Theft,
    /// Addresses the model through a channel the user does not see.
    HiddenChannel,
    /// Rules over the use of other tools.
    Legislation,
    /// Tells the model to hide something from the user, or to act without their consent.
    Secrecy,
    /// Puts the model into a role without rules.
    Jailbreak,
    /// Poses as the system or the developer.
    Impersonation,
    /// Steers the choice of tools to itself.
    Preference,
    /// Has a tool of another server in this scan used.
    Shadowing,
    /// Has a harmful command run.
    Command,
    /// Speaks to the agent out of data: as its user, as its master, or by name.
    Address,
    /// Asks out of data for something to be done that only an agent can do.
    Errand,
    /// Weighs like the instructions of other authors. The last: it is no rule.
    Learned,
}

impl Family {
    /// Whether the family can show in a name; the others need a sentence.
    fn fits_a_name(self) -> bool {
        matches!(self, Self::Override | Self::Disclosure | Self::Theft)
    }
}

/// One order found in a text.
#[derive(Debug, Clone)]
pub(crate) struct Directive {
    pub(crate) family: Family,
    pub(crate) tier: Tier,
    pub(crate) confidence: f64,
    pub(crate) pointer: Pointer,
    /// Where in the facet's raw text.
    pub(crate) span: Range<usize>,
    /// Index of the facet in the view.
    pub(crate) facet: usize,
    pub(crate) detail: String,
    /// Whether it stands where it is said, not where it is shown or described.
    pub(crate) is_instruction: bool,
    /// Another server's tools that the order names, as `server/tool`.
    pub(crate) foreign: Vec<String>,
}

impl Directive {
    /// Reports the order as a signal of the check that asks for it.
    pub(crate) fn signal(&self, view: &View, out: &mut Signals, threat: ThreatType) {
        let raw = view.facets()[self.facet].raw();
        let signal = out.quote(&self.pointer, self.confidence, raw, self.span.clone(), self.detail.as_str());
        signal.tier = self.tier;
        signal.threat_type = threat;
    }
}

/// Texts shorter than this give no order.
const SHORTEST: usize = 12;
/// How many orders of one text are kept.
const ORDERS_OF_A_TEXT: usize = 50;
/// A name of this many words is a sentence.
const WORDS_OF_A_SENTENCE: usize = 5;

/// What the texts of a definition tell the model to do.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) directives: Vec<Directive>,
    /// How many orders were found beyond those that are kept.
    pub(crate) dropped: usize,
}

impl Reading {
    /// Keeps the gravest orders of one text; a flood of them must stay cheap.
    fn take(&mut self, mut orders: Vec<Directive>) {
        if orders.len() > ORDERS_OF_A_TEXT {
            orders.sort_by_key(|order| std::cmp::Reverse(order.tier));
            self.dropped += orders.len() - ORDERS_OF_A_TEXT;
            orders.truncate(ORDERS_OF_A_TEXT);
        }
        self.directives.append(&mut orders);
    }
}

/// Reads every text of `view`.
pub(crate) fn read(view: &View, catalog: &Catalog) -> Reading {
    let mut reading = Reading::default();
    for (index, facet) in view.facets().iter().enumerate() {
        if facet.raw().len() < SHORTEST || !view.may_order(facet) {
            continue;
        }
        // A name is a text too when somebody has written a sentence into it.
        if is_name(facet.kind()) && !facet.raw().contains([' ', '<']) {
            let spaced = facet.raw().replace(['_', '-', '.'], " ");
            if spaced.split(' ').count() >= WORDS_OF_A_SENTENCE {
                let orders = orders(&Normal::of(&spaced), &spaced, facet.kind(), index, view, catalog);
                reading.take(orders.into_iter().filter(|order| order.family.fits_a_name()).collect());
                let words: Vec<&str> = spaced.split(' ').collect();
                let order = sentence_name::order(&words, facet.kind());
                reading
                    .directives
                    .extend(order.map(|order| order.of_name(facet.facet().pointer.clone(), index, facet.raw())));
            }
        } else {
            reading.take(orders(facet.normal(), facet.raw(), facet.kind(), index, view, catalog));
        }
    }
    over_parameters(view, catalog, &mut reading);
    let learned = learned::find(view, catalog, &reading.directives);
    reading.directives.extend(learned);
    reading
}

/// Reads the descriptions of neighbouring parameters together where the second goes on in the middle of a sentence that
/// the first has begun: cut in two, an order is none.
fn over_parameters(view: &View, catalog: &Catalog, reading: &mut Reading) {
    let is_description = |facet: &FacetView| facet.kind() == FacetKind::ParameterDescription;
    let texts: Vec<(usize, &str)> = view
        .facets()
        .iter()
        .enumerate()
        .filter(|(_, facet)| is_description(facet))
        .map(|(index, facet)| (index, facet.raw()))
        .collect();
    for pair in texts.windows(2) {
        let [(index, first), (_, second)] = *pair else { continue };
        let (first, second) = (first.trim_end(), second.trim_start());
        let is_open = first.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '`' | '\'' | '"' | ')'));
        let mut opening = second.chars();
        let is_capital = opening.next().is_some_and(char::is_uppercase);
        let goes_on = !is_capital || opening.next().is_some_and(char::is_uppercase);
        let is_read = |at: usize| reading.directives.iter().any(|order| order.facet == at);
        if !is_open || !goes_on || first.len() < SHORTEST || second.len() < SHORTEST || is_read(index) {
            continue;
        }
        let joined = format!("{first} {second}");
        let mut orders = orders(&Normal::of(&joined), &joined, FacetKind::Unknown, index, view, catalog);
        orders.retain(|order| order.span.start < first.len() && first.len() < order.span.end);
        for order in &mut orders {
            order.span.end = first.len();
            // Two texts that make a rule only together may be neighbours by chance: worth a look, no more.
            order.tier = Tier::Soft;
        }
        reading.take(orders);
    }
}

fn is_name(kind: FacetKind) -> bool {
    matches!(kind, FacetKind::Name | FacetKind::ParameterName | FacetKind::MemberName)
}

/// Reads a text that was decoded from a facet of `view`: the instruction that it contains, if any.
pub(crate) fn read_decoded(text: &str, view: &View, catalog: &Catalog) -> Option<Directive> {
    let is_response = view.definition().kind() == DefinitionKind::Response;
    let kind = if is_response { FacetKind::Response } else { FacetKind::Unknown };
    let normal = Normal::of(text);
    let read = orders(&normal, text, kind, 0, view, catalog);
    let encoded = || {
        let markup = Markup::of(&normal, text, kind, view, catalog);
        encoded::find(&markup).map(|order| order.place(&markup, Pointer::default(), 0))
    };
    read.into_iter()
        .chain((!is_response).then(encoded).flatten())
        .max_by(|a, b| (a.tier, a.confidence).partial_cmp(&(b.tier, b.confidence)).unwrap_or(Ordering::Equal))
}

/// Reads a text that was decoded from a facet of `view` by its weight: the instruction that it contains, if any.
pub(crate) fn weigh_decoded(text: &str, view: &View, catalog: &Catalog) -> Option<Directive> {
    learned::find_decoded(text, view, catalog)
}

/// The facts of every sentence of every text of `view`, by name: what the weights are fitted on.
pub(crate) fn facts(view: &View, catalog: &Catalog) -> Vec<Vec<Vec<&'static str>>> {
    view.facets()
        .iter()
        .filter(|facet| !is_name(facet.kind()))
        .filter(|facet| facet.raw().len() >= SHORTEST)
        .map(|facet| {
            let markup = Markup::of(facet.normal(), facet.raw(), facet.kind(), view, catalog);
            authority::clauses(&markup)
                .iter()
                .map(|clause| clause.facts.iter().map(|fact| fact.name()).collect())
                .collect()
        })
        .collect()
}

/// What one sentence of a text says, as the readers state it.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The place of the sentence in the text, in bytes.
    pub span: Range<usize>,
    /// The facts: of authority (128 bits), of address and request (64), the meanings of its words (64).
    pub facts: [u64; 4],
}

/// What the sentences of a text of `view` say.
pub(crate) fn statements(facet: &FacetView, view: &View, catalog: &Catalog) -> Vec<Statement> {
    let markup = Markup::of(facet.normal(), facet.raw(), facet.kind(), view, catalog);
    stated(&markup, facet.raw(), &facet.facet().pointer)
}

/// What the sentences of a text say, which is at `pointer`.
fn stated(markup: &Markup, raw: &str, pointer: &Pointer) -> Vec<Statement> {
    let heard = indirect::heard(markup, raw, pointer);
    let mut heard = heard.into_iter().peekable();
    let clauses = authority::clauses(markup).into_iter();
    clauses
        .map(|clause| {
            let authority = clause.facts.bits();
            let mut said = 0;
            while let Some((_, bits)) = heard.next_if(|(tokens, _)| tokens.start < clause.tokens.end) {
                said |= bits;
            }
            let tags = markup.words[clause.tokens.clone()].iter().fold(0, |all, word| all | word.tags.bits());
            let tokens = markup.prose.tokens();
            let start = tokens.get(clause.tokens.start).map_or(0, |t| t.span().start);
            let end = tokens.get(clause.tokens.end.saturating_sub(1)).map_or(start, |t| t.span().end);
            Statement {
                span: markup.normal.raw_span(start..end.max(start)),
                facts: [authority as u64, (authority >> 64) as u64, said, tags],
            }
        })
        .collect()
}

fn orders(normal: &Normal, raw: &str, kind: FacetKind, index: usize, view: &View, catalog: &Catalog) -> Vec<Directive> {
    let markup = Markup::of(normal, raw, kind, view, catalog);
    let mut orders = Vec::new();
    channel::find(&markup, raw, &mut orders);
    families::find(&markup, &mut orders);
    let pointer = view.facets().get(index).map(|f| f.facet().pointer.clone()).unwrap_or_default();
    if kind == FacetKind::Response {
        // Definitions are reviewed by a person, so there a mention counts little and is still shown.
        orders.retain(|order| !is_mention(order, &markup));
        orders = indirect::find(&markup, raw, &pointer, orders);
    } else {
        authority::find(&markup, &mut orders);
    }
    orders.into_iter().map(|order| order.place(&markup, pointer.clone(), index)).collect()
}

/// Returns whether an order is only mentioned: a few words in quotation marks, introduced as an example of what is looked for.
/// Whoever writes about attacks, or detects them, names them so; whatever else such a text asks for is found beside it.
fn is_mention(order: &Order, markup: &Markup) -> bool {
    // A figure may end at the first mark or word behind the quotation.
    let quoted = order.tokens.start..order.tokens.end.saturating_sub(2).max(order.tokens.start + 1);
    order.family == Family::Override
        && markup.words[quoted].iter().all(|word| word.quoted)
        && markup.prose.position(order.tokens.clone()) == Position::Example
}

/// An order, by its tokens.
#[derive(Debug, Clone)]
struct Order {
    family: Family,
    tier: Tier,
    confidence: f64,
    tokens: Range<usize>,
    detail: String,
}

impl Order {
    /// The order that a name is, from its first letter to its last.
    fn of_name(self, pointer: Pointer, facet: usize, raw: &str) -> Directive {
        Directive {
            family: self.family,
            tier: self.tier,
            confidence: self.confidence,
            pointer,
            span: 0..raw.len(),
            facet,
            detail: self.detail,
            is_instruction: true,
            foreign: Vec::new(),
        }
    }

    /// Returns whether it is given inside a tag that addresses the model.
    fn is_in_tag(&self) -> bool {
        self.family == Family::HiddenChannel && self.detail.ends_with(channel::MODEL_TAG)
    }

    /// Applies the position discount and turns tokens into places. In example or descriptive position a
    /// hard order falls to soft; nothing is dropped.
    fn place(self, markup: &Markup, pointer: Pointer, facet: usize) -> Directive {
        let position = match markup.prose.position(self.tokens.clone()) {
            // A label such as "Example:" before a tag that addresses the model does not make it one.
            _ if self.is_in_tag() && !markup.prose.is_specimen(self.tokens.clone()) => Position::Instruction,
            position => position,
        };
        let is_said = position == Position::Instruction && !markup.is_example;
        let tier = if is_said { self.tier } else { Tier::Soft };
        let tokens = markup.prose.tokens();
        let start = tokens.get(self.tokens.start).map_or(0, |t| t.span().start);
        let end = tokens.get(self.tokens.end.saturating_sub(1)).map_or(start, |t| t.span().end);
        let mut foreign: Vec<String> =
            markup.words[self.tokens.clone()].iter().filter_map(|w| w.owner.clone()).collect();
        foreign.sort_unstable();
        foreign.dedup();
        Directive {
            family: self.family,
            tier,
            confidence: self.confidence * position.discount(),
            pointer,
            span: markup.normal.raw_span(start..end.max(start)),
            facet,
            detail: self.detail,
            is_instruction: position == Position::Instruction,
            foreign,
        }
    }
}
