//! Orders that were encoded.
//!
//! Whoever encodes a sentence does not describe a tool by it. So an opening verb is an order here, and it is enough that
//! the sentence binds and reaches for what is not its own: the instructions, the conversation, secrets, other tools,
//! somebody's data for an address outside.

use super::clause::ACTION;
use super::force::is_imperative;
use super::lexicon::Tags;
use super::markup::Markup;
use super::reference::Reference;
use super::tongue::is_outside;
use super::{Family, Order};
use std::ops::Range;
use vetgate_model::Tier;

/// The first order of a text that was encoded.
pub(super) fn find(markup: &Markup) -> Option<Order> {
    markup.sentences().iter().find_map(|sentence| {
        let tokens = sentence.tokens.clone();
        let (family, detail) = order(markup, &tokens)?;
        Some(Order { family, tier: Tier::Soft, confidence: 0.8, tokens, detail: detail.to_owned() })
    })
}

fn order(markup: &Markup, tokens: &Range<usize>) -> Option<(Family, &'static str)> {
    let has = |tags: Tags| markup.any(tokens.clone(), tags);
    let binds = has(Tags::must.or(Tags::should).or(Tags::always).or(Tags::order))
        || tokens.clone().any(|i| is_imperative(markup, i, tokens.start));
    if !binds {
        return None;
    }
    let refers = |is: fn(Reference) -> bool| tokens.clone().any(|i| is(markup.reference(i)));
    let acts = has(ACTION.or(Tags::tell));
    let leaves = has(Tags::send.or(Tags::append).or(Tags::write).or(Tags::redirect));
    let belongs = Tags::user.or(Tags::sensitive).or(Tags::history).or(Tags::every).or(Tags::asset).or(Tags::also);
    if has(Tags::ignore) && has(Tags::rules.or(Tags::prompt)) {
        Some((Family::Override, "overrides the model's instructions"))
    } else if acts && has(Tags::prompt) {
        Some((Family::Disclosure, "asks for the system prompt"))
    } else if acts && (has(Tags::sensitive.or(Tags::history)) || refers(|reference| reference == Reference::Secret)) {
        Some((Family::Theft, "asks for secrets or for the conversation"))
    } else if leaves && has(belongs) && tokens.clone().any(|i| is_outside(markup, i)) {
        Some((Family::Theft, "sends private data to an outside address"))
    } else if acts && refers(Reference::is_other_tool) {
        Some((Family::Legislation, "tells the model to use another tool"))
    } else if has(Tags::not.or(Tags::without)) && has(Tags::tell.or(Tags::confirm)) && has(Tags::user) {
        Some((Family::Secrecy, "tells the model to hide something from the user"))
    } else {
        None
    }
}
