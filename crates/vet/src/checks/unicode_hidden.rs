//! `unicode.hidden`: characters that the model reads and a person does not see.
//!
//! # What it finds
//! Invisible and direction-changing characters in any string of a definition: zero-width characters, bidi
//! controls, the tag block, private use, variation selectors without a base, blank letters and other
//! default-ignorables. It looks at the raw text, before any normal form. What is part of ordinary writing is
//! fine: joiners in emoji and in Indic or Persian words, flags, direction marks in right-to-left text. Three
//! or more classes, or a message that can be decoded, escalate; the decoded message is the evidence. What a tool returns is
//! full of such characters by chance (pages, mails, icon fonts): there only a message, the tag block or three classes count.
//!
//! # Why it matters
//! The person who approves a tool sees "Adds two numbers." The model sees a paragraph more. No description
//! needs invisible text, so one such character is enough to stop.
//!
//! # Attack
//! ```json
//! {"name": "add", "description": "Adds two numbers.\uDB40\uDC72\uDB40\uDC75\uDB40\uDC6E"}
//! ```
//!
//! # Harmless twin
//! ```json
//! {"name": "add", "description": "Adds two numbers 👩‍💻 and says سلام when done."}
//! ```
//!
//! # Cannot see
//! Text that is visible but unreadable to the person at hand: white on white, another language, tiny print.

use super::prelude::*;
use std::collections::BTreeSet;
use vetgate_model::DefinitionKind;
use vetgate_text::hidden::{self, HiddenClass};

/// See the module documentation.
pub(super) struct UnicodeHidden;

/// How many classes of hidden characters in one definition escalate.
const CLASSES_THAT_ESCALATE: usize = 3;

impl Check for UnicodeHidden {
    fn meta(&self) -> Meta {
        meta("unicode.hidden", Tier::Hard, ThreatType::ToolPoisoning, include_str!("unicode_hidden.rs"))
    }

    fn scope(&self) -> Scope {
        Scope::Texts
    }

    fn inspect(&self, view: &View, _: &Catalog, out: &mut Signals) {
        let found: Vec<_> = view
            .facets()
            .iter()
            .filter(|facet| !facet.raw().is_ascii())
            .map(|facet| (facet, hidden::scan(facet.raw())))
            .filter(|(_, runs)| !runs.is_empty())
            .collect();
        let classes: BTreeSet<_> = found.iter().flat_map(|(_, runs)| runs.iter().map(|run| run.class)).collect();
        let is_response = view.definition().kind() == DefinitionKind::Response;
        for (facet, runs) in found {
            let is_chance = |run: &hidden::Hidden| run.decoded.is_none() && run.class != HiddenClass::Tag;
            if is_response && classes.len() < CLASSES_THAT_ESCALATE && runs.iter().all(is_chance) {
                continue;
            }
            let count: usize = runs.iter().map(|run| run.count).sum();
            let names: BTreeSet<&str> = runs.iter().map(|run| run.class.name()).collect();
            let names: Vec<&str> = names.into_iter().collect();
            let message = runs.iter().find_map(|run| run.decoded.as_deref());
            let pointer = &facet.facet().pointer;
            let plural = if count == 1 { "" } else { "s" };
            let detail = format!("{count} hidden character{plural} ({})", names.join(", "));
            let signal = match message {
                Some(message) => out.add(pointer, 0.97, message, format!("{detail}; the evidence is the decoded text")),
                None => out.quote(pointer, 0.85, facet.raw(), runs[0].span.clone(), detail),
            };
            signal.escalated = message.is_some() || classes.len() >= CLASSES_THAT_ESCALATE;
        }
    }
}
