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
use std::ops::Range;
use std::sync::LazyLock;
use vetgate_model::Tier;

/// From this weight on a sentence asks for review, in tenths.
const SOFT: i32 = 31;
/// From this weight on it quarantines.
const HARD: i32 = 62;

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
            let binds = [Fact::Must, Fact::Always, Fact::Should, Fact::Given, Fact::Deceives, Fact::CallForm];
            let is_rule = binds.iter().any(|fact| facts.has(*fact)) || !facts.has(Fact::InSlot);
            out.push(order(
                Family::Shadowing,
                if is_rule { Tier::Hard } else { Tier::Soft },
                0.8,
                clause,
                "gives instructions for a tool of another server",
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
    // A row of a table says together what its cells say: which tool, which parameter, which value.
    let mut rows: Vec<Range<usize>> = Vec::new();
    for sentence in markup.sentences() {
        match rows.last_mut() {
            Some(row) if sentence.is_cell => row.end = sentence.tokens.end,
            _ => rows.push(sentence.tokens.clone()),
        }
    }
    rows.into_iter().enumerate().map(|(nth, tokens)| clause::read(markup, tokens, opens(nth))).collect()
}

/// The weight of a sentence with its neighbours, in tenths.
fn weigh(facts: Facts, near: Facts) -> i32 {
    if facts.has(Fact::Listing) || !CLAIMS.iter().any(|fact| facts.has(*fact)) {
        return 0;
    }
    let meddles = || GRAVE.iter().any(|fact| facts.has(*fact));
    let is_manual = facts.has(Fact::SiblingOnly) && ![Fact::Must, Fact::Always].iter().any(|fact| facts.has(*fact));
    if (is_manual || facts.has(Fact::Reserved)) && !meddles() {
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
    Fact::Unseen,
    Fact::Wish,
    Fact::Personal,
    Fact::Addressed,
    Fact::History,
    Fact::Verbatim,
];

/// What neither the order of calls among a server's own tools nor the user's word excuses: something is taken, put in,
/// sent, hidden or taken for granted.
const GRAVE: &[Fact] = &[
    Fact::Foreign,
    Fact::WhenEvery,
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
    Fact::Sensitive,
    Fact::Given,
    Fact::Unseen,
    Fact::Silent,
    Fact::Wish,
    Fact::Verbatim,
    Fact::Deprecated,
    Fact::Rank,
    Fact::InSlot,
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

/// Sentences that meddle with somebody else's tool or data, whatever their grammar: on the occasion of another tool a value
/// is changed, or a tool that has nothing to do with this one comes with a value, an obligation, silence, or a reach beyond
/// the call.
const MEDDLING: &[&[Fact]] = &[
    &[Fact::WhenOther, Fact::Must, Fact::Other],
    &[Fact::WhenOther, Fact::Must, Fact::Given],
    &[Fact::WhenOther, Fact::Changes],
    &[Fact::WhenOther, Fact::SetsParameter],
    &[Fact::WhenOther, Fact::Alters],
    &[Fact::WhenOther, Fact::Sends],
    &[Fact::WhenEvery, Fact::Must, Fact::Other],
    &[Fact::WhenEvery, Fact::Must, Fact::Given],
    &[Fact::WhenEvery, Fact::Imperative, Fact::Other],
    &[Fact::WhenEvery, Fact::Sends],
    &[Fact::Unrelated, Fact::Must, Fact::WhenOther],
    &[Fact::Unrelated, Fact::Must, Fact::Given],
    &[Fact::Unrelated, Fact::Must, Fact::Fixes],
    &[Fact::Unrelated, Fact::Must, Fact::CallsOther],
    &[Fact::Unrelated, Fact::Always],
    &[Fact::Unrelated, Fact::Unseen],
    &[Fact::Unrelated, Fact::Conceals],
    &[Fact::Unrelated, Fact::Deceives],
    &[Fact::Unrelated, Fact::Unasked],
    &[Fact::Unrelated, Fact::UserInput],
    &[Fact::Unrelated, Fact::Lasting],
    &[Fact::Unrelated, Fact::Verbatim],
    &[Fact::Unrelated, Fact::Wish, Fact::Fixes],
    &[Fact::Unrelated, Fact::Given, Fact::Passive],
    &[Fact::Unrelated, Fact::Given, Fact::Alters],
    &[Fact::Unrelated, Fact::Given, Fact::Changes],
    &[Fact::Unrelated, Fact::Given, Fact::Sends],
    &[Fact::Unrelated, Fact::Given, Fact::Quantified],
    &[Fact::Unrelated, Fact::Given, Fact::InParameter],
    &[Fact::Unrelated, Fact::InSlot, Fact::Fixes],
    &[Fact::Unrelated, Fact::InSlot, Fact::Given],
    &[Fact::Unrelated, Fact::InSlot, Fact::Imperative, Fact::Heading],
    &[Fact::Unrelated, Fact::InSlot, Fact::Also],
    &[Fact::Unrelated, Fact::Imperative, Fact::WhenOther],
    &[Fact::Unrelated, Fact::Imperative, Fact::Redirects, Fact::Instead],
    &[Fact::OfOther, Fact::Must],
    &[Fact::OfOther, Fact::Should],
    &[Fact::OfOther, Fact::Alters],
    &[Fact::OfOther, Fact::Fixes],
    &[Fact::Other, Fact::Unseen],
    &[Fact::Other, Fact::Deceives, Fact::ParameterOfOther],
    &[Fact::InSlot, Fact::Imperative, Fact::Secret],
    &[Fact::InSlot, Fact::Imperative, Fact::Unseen],
    &[Fact::InSlot, Fact::Imperative, Fact::Conceals],
    &[Fact::InSlot, Fact::Imperative, Fact::Personal],
    &[Fact::InSlot, Fact::Imperative, Fact::Addressed],
    &[Fact::Addressed, Fact::Imperative, Fact::Personal],
    &[Fact::Addressed, Fact::Imperative, Fact::Given],
    &[Fact::Addressed, Fact::Conceals],
    &[Fact::Addressed, Fact::Unseen],
    &[Fact::Verbatim, Fact::History],
    &[Fact::Verbatim, Fact::Personal],
    &[Fact::Personal, Fact::Sends],
    &[Fact::Agent, Fact::InOutput, Fact::Command],
    &[Fact::Secret, Fact::Spoken],
    &[Fact::Secret, Fact::Must],
    &[Fact::Wish, Fact::Given],
    &[Fact::Always, Fact::CallsOther],
    &[Fact::History, Fact::WhenWork],
    &[Fact::History, Fact::Lasting],
    &[Fact::Unrelated, Fact::Ties, Fact::InParameter],
    &[Fact::WhenEvery, Fact::Sensitive, Fact::Also],
    &[Fact::Redirects, Fact::Given, Fact::Sends],
    &[Fact::Other, Fact::Redirects, Fact::Instead],
    &[Fact::SendsOutside, Fact::InParameter],
];

/// What excuses it: the choice stays the user's, the other tool is only offered, shown or asked for an input.
const FREE: &[Fact] = &[
    Fact::Choice,
    Fact::Optional,
    Fact::Example,
    Fact::Obtains,
    Fact::Alternative,
    Fact::Listing,
    Fact::SiblingOnly,
    Fact::ConsultsUser,
];

fn is_plain(facts: Facts) -> bool {
    let holds = |rules: &[&[Fact]], excuses: &[Fact]| {
        rules.iter().any(|rule| rule.iter().all(|fact| facts.has(*fact)))
            && !excuses.iter().any(|fact| facts.has(*fact))
    };
    let is_denied =
        facts.has(Fact::Reserved) || facts.has(Fact::Denied) && (facts.has(Fact::Must) || facts.has(Fact::OfOther));
    holds(PLAIN, EXCUSES) || !is_denied && holds(MEDDLING, FREE)
}

/// A tool of another server, named where the model is told to use it.
fn shadows(facts: Facts) -> bool {
    let orders = [Fact::Must, Fact::Should, Fact::Imperative, Fact::WhenOther, Fact::Always];
    let excuses = [Fact::Listing, Fact::Example, Fact::Alternative, Fact::Choice, Fact::Optional];
    let only_reads = facts.has(Fact::Obtains) && !facts.has(Fact::Imperative) && !facts.has(Fact::Verbatim);
    let is_used =
        facts.has(Fact::CallsOther) && orders.iter().any(|fact| facts.has(*fact)) && !facts.has(Fact::Instead);
    let meddles =
        [Fact::Heading, Fact::Given, Fact::Sensitive, Fact::Verbatim, Fact::Deceives, Fact::Unseen, Fact::Wish];
    facts.has(Fact::Foreign)
        && !only_reads
        && (is_used || meddles.iter().any(|fact| facts.has(*fact)))
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
    let (last, rest) = says.split_last().unwrap_or((&"tells the model how to use other tools", &[]));
    match rest {
        [] => format!("tells the model how to use other tools: it {last}"),
        _ => format!("tells the model how to use other tools: it {} and {last}", rest.join(", ")),
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
