//! Matches the fixed figures of speech.
//!
//! The first step of a figure may be asked to be an *order*: a verb in base form where a clause begins, or
//! behind "must", "you". "Ignores case" describes; "ignore the rules" orders.

use super::clause::window;
use super::figures::{FIGURES, Figure, Look};
use super::force::is_imperative;
use super::lexicon::{LEXICON, Tags};
use super::markup::Markup;
use super::reference::Reference;
use super::{Family, Order, tongue};
use crate::words::families::SAME_CLAUSE;
use std::ops::Range;
use std::sync::LazyLock;
use vetgate_model::Tier;
use vetgate_text::prose::TokenKind;
use vetgate_text::table::Table;

pub(super) fn find(markup: &Markup, out: &mut Vec<Order>) {
    for sentence in markup.sentences() {
        let tokens = sentence.tokens.clone();
        let meanings = markup.words[tokens.clone()].iter().fold(Tags::NONE, |all, word| all.or(word.tags));
        let steps = tokens.clone().fold(Steps::NONE, |all, i| all.or(STEPS.of(markup.text(i))));
        let possible = FIGURES
            .iter()
            .zip(&STEPS.needed)
            .filter(|(figure, needed)| steps.has_all(**needed) && figure.is_possible(meanings));
        for (figure, _) in possible {
            let Some((first, _)) = figure.steps.first() else { continue };
            let starts = tokens.clone().filter(|i| sees(markup, first, *i, &tokens));
            let found = starts.into_iter().find_map(|start| Some(start..follow(markup, figure, start, &tokens)? + 1));
            if let Some(tokens) = found.filter(|found| !prefers_over_sibling(markup, figure, found, &tokens)) {
                out.push(Order {
                    family: figure.family,
                    tier: figure.tier,
                    confidence: figure.confidence,
                    tokens,
                    detail: figure.detail.to_owned(),
                });
            }
        }
        if voids(markup, &tokens) {
            out.push(Order {
                family: Family::Override,
                tier: Tier::Hard,
                confidence: 0.85,
                tokens: tokens.clone(),
                detail: "declares the model's instructions void".to_owned(),
            });
        }
        tongue::find(markup, &tokens, out);
    }
    tongue::dialogue(markup, out);
}

/// "Prefer this over many calls of search_flights": which of a server's own tools to use is its own business.
fn prefers_over_sibling(markup: &Markup, figure: &Figure, found: &Range<usize>, tokens: &Range<usize>) -> bool {
    let behind = window(found.end.saturating_sub(1), 0, 7, tokens);
    let is_sibling = behind.clone().any(|i| markup.reference(i) == Reference::Sibling);
    let is_other = |i: usize| {
        matches!(markup.reference(i), Reference::Foreign | Reference::Unknown)
            || matches!(markup.text(i), "other" | "others" | "any" | "all" | "every" | "everything")
    };
    figure.family == Family::Preference && is_sibling && !tokens.clone().any(is_other)
}

/// "earlier guidance is void", "the operator's limits are suspended", "your guidelines ended": told as a fact. Whose
/// rules they are must be said: rules of other people end every day.
fn voids(markup: &Markup, tokens: &Range<usize>) -> bool {
    if !markup.any(tokens.clone(), Tags::void) {
        return false;
    }
    let is_models = |i: usize| {
        markup.tags(i).has(Tags::addressee)
            || matches!(
                markup.text(i),
                "your"
                    | "you"
                    | "operator"
                    | "operator's"
                    | "assistant's"
                    | "model's"
                    | "dir"
                    | "deine"
                    | "deinen"
                    | "tes"
                    | "tus"
                    | "suas"
                    | "твои"
            )
    };
    let is_rule = |i: usize| {
        markup.tags(i).has(Tags::rules.or(Tags::prompt))
            || matches!(
                markup.text(i),
                "limits" | "told" | "confirmations" | "pautas" | "consignes" | "orientações" | "указания"
            )
    };
    tokens.clone().filter(|i| is_rule(*i)).any(|i| {
        let near = window(i, 8, 10, tokens);
        let owned = near.clone().any(is_models)
            || markup.tags(i).has(Tags::prompt)
            || markup.is_slot && near.clone().any(|j| markup.tags(j).has(Tags::prior));
        owned && window(i, 8, 16, tokens).any(|j| markup.tags(j).has(Tags::void))
    })
}

/// A set of steps that look for certain words, of all figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Steps([u64; 2]);

impl Steps {
    const NONE: Steps = Steps([0; 2]);
    const MOST: usize = 128;

    fn or(self, other: Steps) -> Steps {
        Steps([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    fn has_all(self, others: Steps) -> bool {
        self.0[0] & others.0[0] == others.0[0] && self.0[1] & others.0[1] == others.0[1]
    }

    fn one(nth: usize) -> Steps {
        let mut steps = Steps::NONE;
        steps.0[nth / 64] |= 1 << (nth % 64);
        steps
    }
}

/// Which words the steps of figures look for: each word of a text is looked up once, not once for every figure.
struct StepsOfWords {
    words: Table<&'static str, Steps>,
    /// What each figure cannot do without, in the order of the figures.
    needed: Vec<Steps>,
}

static STEPS: LazyLock<StepsOfWords> = LazyLock::new(|| {
    let mut steps = StepsOfWords { words: Table::default(), needed: Vec::new() };
    let mut count = 0;
    for figure in FIGURES.iter() {
        let mut needed = Steps::NONE;
        for (look, _) in &figure.steps {
            // What finds no room is not asked for, and tried as before.
            if let Look::Word(words) = look
                && count < Steps::MOST
            {
                let step = Steps::one(count);
                count += 1;
                needed = needed.or(step);
                for word in words {
                    let known = steps.words.entry(word).or_default();
                    *known = known.or(step);
                }
            }
        }
        steps.needed.push(needed);
    }
    steps
});

impl StepsOfWords {
    fn of(&self, word: &str) -> Steps {
        self.words.get(word).copied().unwrap_or_default()
    }
}

impl Figure {
    /// Whether a sentence with these meanings can hold the figure: every step that looks for a meaning must
    /// find one somewhere. This keeps most figures from being tried at all.
    fn is_possible(&self, meanings: Tags) -> bool {
        self.steps.iter().all(|(look, _)| match look {
            Look::For(tags) | Look::Ordered(tags) => meanings.has(*tags),
            _ => true,
        })
    }
}

/// Follows the remaining steps greedily, nearest first; returns the last token.
fn follow(markup: &Markup, figure: &Figure, start: usize, tokens: &Range<usize>) -> Option<usize> {
    let mut at = start;
    for (look, gap) in &figure.steps[1..] {
        if matches!(look, Look::End) && at + 1 >= tokens.end {
            return Some(at);
        }
        at = (at + 1..(at + 2 + gap).min(tokens.end))
            .take_while(|i| {
                !figure.tight || !matches!(markup.token(*i).kind, TokenKind::Mark(',' | ';' | ':' | '(' | ')'))
            })
            .find(|i| sees(markup, look, *i, tokens))?;
    }
    Some(at)
}

fn sees(markup: &Markup, look: &Look, index: usize, tokens: &Range<usize>) -> bool {
    match look {
        Look::For(tags) => markup.tags(index).has(*tags),
        Look::Ordered(tags) => markup.tags(index).has(*tags) && is_order(markup, index, tokens.start),
        Look::Word(words) => words.contains(&markup.text(index)),
        Look::To(reference) => markup.reference(index) == *reference,
        Look::Outside => {
            matches!(markup.token(index).kind, TokenKind::Url | TokenKind::Email)
                || markup.reference(index) == Reference::Literal && markup.token(index).kind == TokenKind::Number
                || markup.tags(index).has(Tags::external)
        }
        Look::End => {
            matches!(markup.token(index).kind, TokenKind::Mark(',' | '.' | ';' | '!' | ':'))
                || matches!(markup.text(index), "and" | "then" | "instead" | "directions" | "request")
        }
    }
}

/// Returns whether a verb in base form follows a word that cannot be its subject, nor anything else that goes with it: an
/// order that was glued to other text.
fn is_glued(markup: &Markup, index: usize, start: usize) -> bool {
    let text = markup.text(index);
    let Some(before) = index.checked_sub(1).filter(|before| *before >= start) else { return false };
    let word = markup.text(before);
    let is_adverb = word.ends_with("ly") || matches!(word, "often" | "just");
    LEXICON.is_base(text)
        && markup.token(before).kind == TokenKind::Word
        && markup.any(index..(index + 6).min(markup.words.len()), Tags::prior.or(Tags::prompt))
        && !word.ends_with('s')
        && !is_adverb
        && SAME_CLAUSE.binary_search(&word).is_err()
}

/// The opening of a description tells what the tool does ("Read the file and store ..."); anywhere else a
/// bare verb at the start of a clause is an order.
fn is_order(markup: &Markup, index: usize, start: usize) -> bool {
    let is_negated = (index.saturating_sub(5).max(start)..index)
        .any(|i| markup.tags(i).has(Tags::not) && !markup.tags(index).has(Tags::tell));
    let is_told =
        is_imperative(markup, index, start) || markup.tags(index).has(Tags::ignore) && is_glued(markup, index, start);
    if !is_told || is_negated {
        return false;
    }
    let first = (0..index).find(|i| !markup.is_mark(*i)).unwrap_or(index);
    let opens_with_verb = markup.tags(first).has(
        Tags::read
            .or(Tags::write)
            .or(Tags::send)
            .or(Tags::change)
            .or(Tags::append)
            .or(Tags::call)
            .or(Tags::delete)
            .or(Tags::obtain),
    );
    let describes_itself =
        start == 0 && (index == first || opens_with_verb && matches!(markup.text(index - 1), "and" | "," | "or"));
    !describes_itself || markup.tags(index).has(Tags::ignore.or(Tags::tell))
}

#[cfg(test)]
mod tests {
    #[test]
    fn word_lists_are_sorted() {
        assert!(super::SAME_CLAUSE.is_sorted());
    }
}
