//! The learned reader: words, statements and rules in one score.
//!
//! The rules know figures of speech that were written down; the weights know how texts of many authors differ that
//! were written with and without an attack. Neither finds what the other does, so both are added up
//! ([`vetgate_injection`]): the window of the text whose words weigh most, what its sentences state ([`super::statements`]),
//! and which families of rules fired anywhere in the definition or response.

use super::markup::Markup;
use super::{Directive, Family, Statement, stated, statements};
use crate::{Catalog, FacetView, View};
use std::ops::Range;
use vetgate_injection::{WindowScore, weights};
use vetgate_model::{DefinitionKind, FacetKind, Pointer, Tier};
use vetgate_text::normal::Normal;
use vetgate_text::render;

/// Words of the window that a finding names.
const NAMED: usize = 6;

/// Longest word that a finding names, in characters.
const LONGEST: usize = 24;

/// The window of a definition or response that weighs most.
struct Window {
    facet: usize,
    span: Range<usize>,
    joint: f32,
}

/// The instruction that the definition or response gives, by its weight; `directives` is what the rules found in it.
pub(super) fn find(view: &View, catalog: &Catalog, directives: &[Directive]) -> Option<Directive> {
    let window = window(view, catalog, directives)?;
    let facet = &view.facets()[window.facet];
    reported(view, window.joint).then(|| directive(facet.raw(), &facet.facet().pointer, window))
}

/// The instruction that a text gives which was decoded from a definition or response.
pub(super) fn find_decoded(text: &str, view: &View, catalog: &Catalog) -> Option<Directive> {
    let reading = vetgate_injection::score(text);
    if reading.score < weights().worth_reading() {
        return None;
    }
    let kind = match view.definition().kind() {
        DefinitionKind::Response => FacetKind::Response,
        _ => FacetKind::Unknown,
    };
    let normal = Normal::of(text);
    let pointer = Pointer::default();
    let said = stated(&Markup::of(&normal, text, kind, view, catalog), text, &pointer);
    let joint = joint(&reading, &said, &[]);
    let window = Window { facet: 0, span: reading.span, joint };
    reported(view, joint).then(|| directive(text, &pointer, window))
}

/// What is reported of a window.
fn directive(raw: &str, pointer: &Pointer, window: Window) -> Directive {
    let words: Vec<String> = vetgate_injection::heaviest(&raw[window.span.clone()], NAMED)
        .into_iter()
        .map(|word| render::safe(&raw[window.span.start + word.start..window.span.start + word.end], LONGEST))
        .collect();
    Directive {
        family: Family::Learned,
        tier: Tier::Soft,
        confidence: weights().probability(window.joint),
        pointer: pointer.clone(),
        span: window.span,
        facet: window.facet,
        detail: format!("reads like an instruction to the agent; the words that weigh most: {}", words.join(", ")),
        is_instruction: true,
        foreign: Vec::new(),
    }
}

/// Words, what the sentences of their window state, and the rules that fired, together.
fn joint(reading: &WindowScore, said: &[Statement], rules: &[usize]) -> f32 {
    let touches = |said: &&Statement| said.span.start < reading.span.end && reading.span.start < said.span.end;
    let said = said.iter().filter(touches).map(|statement| &statement.facts);
    weights().joint(reading.score, said, rules.iter().copied())
}

/// Whether a text with these log odds is reported.
fn reported(view: &View, joint: f32) -> bool {
    joint
        >= match view.definition().kind() {
            DefinitionKind::Response => weights().reported_of_response(),
            _ => weights().reported_of_definition(),
        }
}

/// The log odds that a definition or response gives an instruction.
pub(crate) fn score(view: &View, catalog: &Catalog, directives: &[Directive]) -> f32 {
    window(view, catalog, directives).map_or(f32::NEG_INFINITY, |window| window.joint)
}

/// The rules among `directives`, by the number of their weight.
pub(crate) fn rules(directives: &[Directive]) -> Vec<usize> {
    let rules = directives.iter().filter(|order| order.family != Family::Learned);
    let mut fired: Vec<usize> =
        rules.map(|order| 2 * order.family as usize + usize::from(order.tier == Tier::Hard)).collect();
    fired.sort_unstable();
    fired.dedup();
    fired
}

/// Whether a string of a response weighs so much that its sentences are worth reading.
pub(crate) fn is_worth_reading(text: &str) -> bool {
    vetgate_injection::score(text).score >= weights().worth_reading()
}

/// Whether the weights were fitted on strings of this kind.
fn is_read(facet: &FacetView) -> bool {
    facet.kind() != FacetKind::Schema && facet.raw().len() > 1
}

fn window(view: &View, catalog: &Catalog, directives: &[Directive]) -> Option<Window> {
    let scored = view.facets().iter().enumerate().filter(|(_, facet)| is_read(facet));
    let mut best: Option<(usize, WindowScore)> = None;
    for (index, facet) in scored {
        let reading = vetgate_injection::score(facet.raw());
        if best.as_ref().is_none_or(|(_, most)| reading.score > most.score) {
            best = Some((index, reading));
        }
    }
    let (facet, reading) = best.filter(|(_, reading)| reading.score >= weights().worth_reading())?;
    let said = statements(&view.facets()[facet], view, catalog);
    let joint = joint(&reading, &said, &rules(directives));
    Some(Window { facet, span: reading.span, joint })
}
