//! Legislation over other tools, weighed sentence by sentence.
//!
//! No single word makes a rule over others; what its author claims does: an occasion that is not this
//! tool's own use, an obligation, an act, values given word for word, a borrowed reason. A purpose of
//! obtaining an input, a question to the user, an example weigh against. The weights of facts and of pairs
//! of facts are data (`authority.txt`), in tenths, so that the sum is exact and a finding can say what it
//! was made of.

use super::clause::{self, Clause};
use super::facts::{Fact, Facts};
use super::markup::Markup;
use super::{Family, Order};
use std::sync::LazyLock;
use vetgate_model::Tier;

/// From this weight on a sentence asks for review, in tenths.
const SOFT: i32 = 56;
/// From this weight on it quarantines.
const HARD: i32 = 95;

/// What one fact, or several together, add to the weight of a sentence.
#[derive(Debug)]
struct Weight {
    facts: Facts,
    /// Whether the facts may stand in the sentence before or after instead.
    near: bool,
    tenths: i32,
}

static WEIGHTS: LazyLock<Vec<Weight>> = LazyLock::new(|| read(include_str!("authority.txt")));

/// Rows of `Fact & Fact = weight`, or `near Fact = weight`.
fn read(file: &str) -> Vec<Weight> {
    file.lines().filter(|line| !line.starts_with('#')).filter_map(row).collect()
}

fn row(line: &str) -> Option<Weight> {
    let (names, weight) = line.split_once('=')?;
    let (near, names) = names.strip_prefix("near ").map_or((false, names), |rest| (true, rest));
    let mut facts = Facts::default();
    for name in names.split('&') {
        facts.set(*Fact::ALL.iter().find(|fact| fact.name() == name.trim())?, true);
    }
    let weight: f64 = weight.trim().parse().ok()?;
    Some(Weight { facts, near, tenths: (weight * 10.0).round() as i32 })
}

pub(super) fn find(markup: &Markup, out: &mut Vec<Order>) {
    let clauses = clauses(markup);
    let threshold = threshold(clauses.len());
    for (index, clause) in clauses.iter().enumerate() {
        let facts = clause.facts;
        if shadows(facts) {
            out.push(order(
                Family::Shadowing,
                Tier::Hard,
                0.8,
                clause,
                "tells the model what to do with a tool of another server",
            ));
        }
        let before = index.checked_sub(1).map_or(Facts::default(), |i| clauses[i].facts);
        let after = clauses.get(index + 1).map_or(Facts::default(), |c| c.facts);
        let weight = weigh(facts, before.or(after)).max(if is_plain(facts) { threshold } else { 0 });
        if weight >= threshold {
            // Where a parameter is documented, a rule quarantines only if it would despite its place.
            let is_misplaced = markup.is_parameter && !facts.has(Fact::InParameter);
            let hard = if is_misplaced { HARD + IN_PARAMETER } else { HARD };
            let tier = if weight >= hard { Tier::Hard } else { Tier::Soft };
            let confidence = (0.5 + f64::from(weight - SOFT) / 120.0).min(0.95);
            out.push(order(Family::Legislation, tier, confidence, clause, &explain(facts)));
        }
    }
}

/// A long manual has more sentences that come close by chance: each five raise the bar by a tenth, up to
/// [`LONG_TEXT`]. What rules over others in so many words is above any bar.
fn threshold(sentences: usize) -> i32 {
    SOFT + i32::try_from(sentences / 5).unwrap_or(LONG_TEXT).min(LONG_TEXT)
}

/// By how much the length of a text can raise the bar, in tenths.
const LONG_TEXT: i32 = 12;

/// Every sentence of the text, read.
pub(super) fn clauses(markup: &Markup) -> Vec<Clause> {
    let opens = |nth: usize| nth == 0 && markup.is_description;
    markup.sentences().iter().enumerate().map(|(nth, s)| clause::read(markup, s.tokens.clone(), opens(nth))).collect()
}

/// The weight of a sentence with its neighbours, in tenths.
fn weigh(facts: Facts, near: Facts) -> i32 {
    if facts.has(Fact::Listing) || !CLAIMS.iter().any(|fact| facts.has(*fact)) {
        return 0;
    }
    let sum: i32 = WEIGHTS
        .iter()
        .filter(|weight| if weight.near { near.has_all(weight.facts) } else { facts.has_all(weight.facts) })
        .map(|weight| weight.tenths)
        .sum();
    // Among tools of one server, an order of calls is a manual.
    if facts.has(Fact::SiblingOnly) { sum - SIBLINGS } else { sum }
}

/// What a sentence must claim at the least: another tool, work beyond this tool's own, or somebody's data. Without
/// that, however strictly it speaks, it speaks of itself.
const CLAIMS: &[Fact] = &[
    Fact::Other,
    Fact::Spoken,
    Fact::WhenOther,
    Fact::WhenEvery,
    Fact::WhenWork,
    Fact::Changes,
    Fact::Appends,
    Fact::Alters,
    Fact::SetsParameter,
    Fact::Sends,
    Fact::SendsOutside,
    Fact::Touches,
    Fact::Redirects,
    Fact::Deceives,
    Fact::UserInput,
    Fact::Conceals,
    Fact::Unasked,
    Fact::Secret,
    Fact::Given,
];

/// What it weighs against a sentence that all the tools it names are of the same server.
const SIBLINGS: i32 = 25;

/// What it weighs against a sentence that it documents a parameter.
const IN_PARAMETER: i32 = 30;

/// Sentences that rule over others in so many words, whatever else they say or leave out.
const PLAIN: &[&[Fact]] = &[
    &[Fact::WhenOther, Fact::Must, Fact::CallsOther],
    &[Fact::WhenOther, Fact::Always, Fact::CallsOther],
    &[Fact::WhenOther, Fact::Must, Fact::SetsParameter],
    &[Fact::WhenEvery, Fact::Must, Fact::CallsOther],
    &[Fact::WhenEvery, Fact::Must, Fact::CallsThis],
    &[Fact::Other, Fact::SetsParameter, Fact::Changes, Fact::Imperative],
    &[Fact::Other, Fact::SetsParameter, Fact::Changes, Fact::Must],
];

/// What a sentence minds its own business by.
const EXCUSES: &[Fact] = &[
    Fact::Obtains,
    Fact::WhenThis,
    Fact::Alternative,
    Fact::SiblingOnly,
    Fact::ConsultsUser,
    Fact::Example,
    Fact::Listing,
    Fact::InParameter,
];

fn is_plain(facts: Facts) -> bool {
    PLAIN.iter().any(|rule| rule.iter().all(|fact| facts.has(*fact))) && !EXCUSES.iter().any(|fact| facts.has(*fact))
}

/// A tool of another server, named where the model is told to use it.
fn shadows(facts: Facts) -> bool {
    let orders = [Fact::Must, Fact::Should, Fact::Imperative, Fact::WhenOther, Fact::Always];
    let excuses = [Fact::Listing, Fact::Example, Fact::Alternative, Fact::Instead];
    facts.has(Fact::Foreign)
        && facts.has(Fact::CallsOther)
        && orders.iter().any(|fact| facts.has(*fact))
        && !excuses.iter().any(|fact| facts.has(*fact))
}

/// Facts that say less than another that is stated too.
const SAID_BETTER: &[(Fact, Fact)] = &[
    (Fact::Other, Fact::CallsOther),
    (Fact::Other, Fact::Others),
    (Fact::Other, Fact::WhenOther),
    (Fact::Others, Fact::CallsOther),
    (Fact::Spoken, Fact::CallsOther),
    (Fact::Code, Fact::Given),
    (Fact::Normative, Fact::Must),
    (Fact::Imperative, Fact::Must),
    (Fact::Changes, Fact::SetsParameter),
    (Fact::ParameterOfOther, Fact::SetsParameter),
    (Fact::Quantified, Fact::WhenEvery),
    (Fact::Always, Fact::Must),
];

/// What the sentence does, in the words of its facts.
fn explain(facts: Facts) -> String {
    let is_said = |fact: &Fact| !SAID_BETTER.iter().any(|(less, more)| less == fact && facts.has(*more));
    let says: Vec<&str> =
        facts.iter().filter(is_said).map(Fact::says).filter(|text| !text.is_empty()).take(LONGEST_REASON).collect();
    let (last, rest) = says.split_last().unwrap_or((&"rules over other tools", &[]));
    match rest {
        [] => format!("lays down rules for other tools: it {last}"),
        _ => format!("lays down rules for other tools: it {} and {last}", rest.join(", ")),
    }
}

/// How many of its facts a finding names.
const LONGEST_REASON: usize = 4;

fn order(family: Family, tier: Tier, confidence: f64, clause: &Clause, detail: &str) -> Order {
    Order { family, tier, confidence, tokens: clause.tokens.clone(), detail: detail.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_weights_is_read() {
        let rows =
            include_str!("authority.txt").lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()).count();
        assert_eq!(WEIGHTS.len(), rows);
        assert!(rows > 40);
    }

    #[test]
    fn a_strict_sentence_about_itself_weighs_nothing() {
        let mut facts = Facts::default();
        for fact in [Fact::Must, Fact::Opening, Fact::ParameterOfOther, Fact::Reason, Fact::Normative] {
            facts.set(fact, true);
        }
        assert_eq!(weigh(facts, Facts::default()), 0);
    }

    #[test]
    fn a_listing_weighs_nothing_and_siblings_excuse() {
        let mut facts = Facts::default();
        for fact in [Fact::Other, Fact::Given, Fact::Must, Fact::WhenOther, Fact::CallsOther] {
            facts.set(fact, true);
        }
        let alone = weigh(facts, Facts::default());
        assert!(alone >= SOFT);
        facts.set(Fact::SiblingOnly, true);
        assert_eq!(weigh(facts, Facts::default()), alone - SIBLINGS);
        facts.set(Fact::Listing, true);
        assert_eq!(weigh(facts, Facts::default()), 0);
    }
}
