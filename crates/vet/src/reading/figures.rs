//! The fixed figures of speech of an attack, each a row of `data/figures.toml`.
//!
//! A row is a sequence of meanings, each at most so many tokens behind the one before, within one sentence.
//! Adding a figure is adding a row.

use super::Family;
use super::lexicon::Tags;
use super::reference::Reference;
use crate::words::figures::{MAKERS, TELL, VOUCHED};
use std::sync::LazyLock;
use vetgate_model::Tier;

/// What a step of a figure looks for.
#[derive(Clone)]
pub(super) enum Look {
    /// One of these meanings.
    For(Tags),
    /// One of these meanings, as an order.
    Ordered(Tags),
    /// One of these words.
    Word(Vec<&'static str>),
    /// A reference of this kind.
    To(Reference),
    /// An address outside: a URL, an e-mail address, a long number, or a word that says so.
    Outside,
    /// The end of a clause.
    End,
}

/// A figure of speech.
pub(super) struct Figure {
    pub(super) family: Family,
    pub(super) tier: Tier,
    pub(super) confidence: f64,
    /// Whether the figure must not reach over a comma or another mark.
    pub(super) tight: bool,
    /// What to look for, and at most how many tokens behind the step before.
    pub(super) steps: Vec<(Look, usize)>,
    pub(super) detail: &'static str,
}

/// A figure as it is written.
struct Row {
    family: Family,
    tier: Tier,
    confidence: f64,
    tight: bool,
    steps: &'static [&'static str],
    detail: &'static str,
}

// The figures as they are written: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/figures.rs"));

/// Every figure, in the order of the rows.
pub(super) static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| ROWS.iter().map(Figure::of).collect());

impl Figure {
    fn of(row: &Row) -> Self {
        let Row { family, tier, confidence, tight, steps, detail } = *row;
        let steps = steps.iter().map(|text| step(text).expect("a test reads every step")).collect();
        Self { family, tier, confidence, tight, steps, detail }
    }
}

/// The step that is written as `order: ignore`, `meaning 4: rules prompt` or `end 2`.
fn step(text: &'static str) -> Option<(Look, usize)> {
    let (head, operands) = text.split_once(": ").unwrap_or((text, ""));
    let (kind, gap) = head.split_once(' ').unwrap_or((head, "0"));
    let meanings = || operands.split(' ').try_fold(Tags::NONE, |all, name| Some(all.or(Tags::named(name)?)));
    let look = match (kind, operands) {
        ("meaning", _) => Look::For(meanings()?),
        ("order", _) => Look::Ordered(meanings()?),
        ("word", _) => Look::Word(operands.split(' ').collect()),
        ("list", "makers") => Look::Word(MAKERS.to_vec()),
        ("list", "tell") => Look::Word(TELL.to_vec()),
        ("list", "vouched") => Look::Word(VOUCHED.to_vec()),
        ("reference", "secret") => Look::To(Reference::Secret),
        ("reference", "this") => Look::To(Reference::This),
        ("outside", "") => Look::Outside,
        ("end", "") => Look::End,
        _ => return None,
    };
    Some((look, gap.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_read() {
        for row in ROWS {
            assert!(!row.steps.is_empty(), "{}", row.detail);
            for text in row.steps {
                assert!(step(text).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn a_step_with_a_mistake_is_not_read() {
        for text in ["", "word4: a", "meaning: nonsense", "list: nonsense", "reference: nonsense", "end far", "ends"] {
            assert!(step(text).is_none(), "{text}");
        }
    }
}
