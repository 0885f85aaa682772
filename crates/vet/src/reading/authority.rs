//! Legislation over other tools, as rows.
//!
//! A row is a set of facts that a sentence must state, and facts that excuse it: a purpose of obtaining an
//! input, a pointer to an alternative, an example, a listing. Each row is one way in which a description
//! rules over somebody else's business; its text is what the finding says. Adding a way is adding a row.

use super::clause::{self, Clause};
use super::facts::{Fact, Facts};
use super::markup::Markup;
use super::{Family, Order};
use Fact::*;
use vetgate_model::Tier;

/// One way to rule over others.
struct Rule {
    /// All of these must be stated.
    all: &'static [Fact],
    /// And one of these, unless the list is empty.
    any: &'static [Fact],
    /// None of these may be.
    none: &'static [Fact],
    tier: Tier,
    confidence: f64,
    detail: &'static str,
}

/// The sentence orders something, in whatever mood.
const ORDERS: &[Fact] = &[Must, Should, Passive, Imperative];

const RULES: &[Rule] = &[
    Rule {
        all: &[Other, Must],
        any: &[],
        none: &[Obtains, Listing, Example, SiblingOnly, ConsultsUser, WhenThis, This, Alternative, Item, OwnParameter, InParameter, First, Instead],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "binds the use of another tool",
    },
    Rule {
        all: &[This, Must, Ties],
        any: &[Quantified, Sensitive, WhenEvery, History],
        none: &[Obtains, Listing, Example, SiblingOnly, ConsultsUser, WhenThis],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "makes itself a condition for other work",
    },
    Rule {
        all: &[Changes, Code],
        any: &[Must, WhenEvery, WhenOther, WhenWork, Quantified, Should],
        none: &[Listing, Example, OwnParameter, This, Opening, Item],
        tier: Tier::Soft,
        confidence: 0.55,
        detail: "changes values to one that it gives",
    },
    Rule {
        all: &[OwnParameter, Sensitive, Must],
        any: &[],
        none: &[Listing, Example, Opening, Item],
        tier: Tier::Soft,
        confidence: 0.55,
        detail: "has secrets put into its own parameter",
    },
    Rule {
        all: &[Other, Ties],
        any: &[Must, Others, WhenEvery, WhenOther, Quantified],
        none: &[Obtains, Listing, Example, SiblingOnly, ConsultsUser, WhenThis],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "ties another tool's use to a condition of its own making",
    },
    Rule {
        all: &[Other, Instead, Redirects],
        any: &[],
        none: &[Listing, Example, SiblingOnly],
        tier: Tier::Soft,
        confidence: 0.65,
        detail: "redirects from another tool",
    },
    Rule {
        all: &[SendsOutside, Also],
        any: &[],
        none: &[Listing, Example],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "has a copy sent outside",
    },
    Rule {
        all: &[Sends, Passive],
        any: &[Quantified, WhenEvery, WhenOther, First],
        none: &[Listing, Example],
        tier: Tier::Soft,
        confidence: 0.65,
        detail: "has something sent to an address it gives",
    },
    Rule {
        all: &[Other, Given],
        any: &[WhenOther, WhenEvery, WhenWork, Quantified, Reason, Consequence, Rank, Code, Must],
        none: &[Item, Listing, Example, This, OwnParameter, SiblingOnly, Alternative],
        tier: Tier::Hard,
        confidence: 0.8,
        detail: "gives values, word for word, for another tool's parameters",
    },
    Rule {
        all: &[Other, Given],
        any: &[],
        none: &[Listing, Example, SiblingOnly],
        tier: Tier::Soft,
        confidence: 0.7,
        detail: "gives values, word for word, for another tool's parameters",
    },
    Rule {
        all: &[WhenOther, Must],
        any: &[],
        none: &[Obtains, Listing, ConsultsUser, SiblingOnly],
        tier: Tier::Soft,
        confidence: 0.7,
        detail: "makes a rule for when another tool is used",
    },
    Rule {
        all: &[WhenOther],
        any: &[Reason, Consequence, Rank, Changes, Appends, Deceives],
        none: &[Obtains, Listing, Alternative, Item, Opening, SiblingOnly],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "makes a rule for when another tool is used",
    },
    Rule {
        all: &[CallsOther, Must],
        any: &[WhenEvery, WhenWork, Quantified],
        none: &[Obtains, Listing, Example, ConsultsUser, SiblingOnly, WhenThis],
        tier: Tier::Soft,
        confidence: 0.65,
        detail: "has another tool called whenever work of a kind is done",
    },
    Rule {
        all: &[CallsThis, Must, WhenEvery],
        any: &[],
        none: &[Listing, Example],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "has itself called before or after everything of a kind",
    },
    Rule {
        all: &[Changes, Other],
        any: ORDERS,
        none: &[Listing, Example, OwnParameter, SiblingOnly, Opening, Alternative],
        tier: Tier::Soft,
        confidence: 0.65,
        detail: "changes another tool's values",
    },
    Rule {
        all: &[Changes, Must],
        any: &[WhenEvery, Quantified, Reason, Rank],
        none: &[Listing, Example, OwnParameter, This],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "changes values that are not its own",
    },
    Rule {
        all: &[Given, Must, Reason],
        any: &[],
        none: &[Listing, Example, This, Item, Opening],
        tier: Tier::Soft,
        confidence: 0.55,
        detail: "gives a value and a borrowed reason for it",
    },
    Rule {
        all: &[Sends],
        any: &[Imperative, Must, Also, Silent],
        none: &[Example, Listing, Opening],
        tier: Tier::Soft,
        confidence: 0.7,
        detail: "has something sent to an address it gives",
    },
    Rule {
        all: &[Sends, Must],
        any: &[WhenEvery, WhenOther, Quantified, Sensitive, History, Also, Silent],
        none: &[Example, Listing, Opening],
        tier: Tier::Hard,
        confidence: 0.85,
        detail: "has something sent to an address it gives",
    },
    Rule {
        all: &[Other, Must, Instead],
        any: &[],
        none: &[Listing, Example, SiblingOnly, This, Item, Alternative, CallsThis],
        tier: Tier::Soft,
        confidence: 0.55,
        detail: "redirects from another tool",
    },
    Rule {
        all: &[Other, Deprecated],
        any: &[Must, Redirects, Rank, Imperative, Reason],
        none: &[Listing, Example, SiblingOnly, Alternative, Item],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "talks another tool down and takes its place",
    },
    Rule {
        all: &[Deceives],
        any: &[Other, WhenEvery, WhenWork, WhenOther, Rank],
        none: &[Listing, Example],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "has a result reported other than it is",
    },
    Rule {
        all: &[Rank],
        any: &[Other, Must],
        none: &[Listing, Example, Item, OwnParameter, Opening],
        tier: Tier::Soft,
        confidence: 0.55,
        detail: "ranks itself above the user",
    },
    Rule {
        all: &[OwnParameter, Must],
        any: &[Secret, History],
        none: &[Listing, Example, Opening, Item],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "has secrets or the conversation put into its own parameter",
    },
    Rule {
        all: &[Command, Quantified],
        any: ORDERS,
        none: &[Listing, Example, Opening],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "has commands of a kind run its way",
    },
    Rule {
        all: &[Others, CallsOther],
        any: &[Must, WhenEvery, WhenWork],
        none: &[Listing, Example, This, Obtains, Alternative, SiblingOnly, Item],
        tier: Tier::Soft,
        confidence: 0.6,
        detail: "ties the calls of other tools together",
    },
];

/// A tool of another server, named where the model is told to use it.
const SHADOWING: Rule = Rule {
    all: &[Foreign, CallsOther],
    any: &[Must, Should, Imperative, WhenOther],
    none: &[Listing, Example, Alternative],
    tier: Tier::Hard,
    confidence: 0.8,
    detail: "tells the model what to do with a tool of another server",
};

pub(super) fn find(markup: &Markup, out: &mut Vec<Order>) {
    let clauses: Vec<Clause> =
        markup.sentences().iter().enumerate().map(|(n, s)| clause::read(markup, s.tokens.clone(), n == 0 && markup.is_description)).collect();
    if std::env::var_os("DUMP").is_some() {
        for (index, clause) in clauses.iter().enumerate() {
            let names = |facts: Facts| Fact::ALL.iter().filter(|f| facts.has(**f)).map(|f| format!("{f:?}")).collect::<Vec<_>>();
            let text = markup.prose.text();
            let t = markup.prose.tokens();
            let span = t[clause.tokens.start].span().start..t[clause.tokens.end - 1].span().end;
            println!("DUMP {}", serde_json::json!({"f": names(clause.facts), "p": index.checked_sub(1).map(|i| names(clauses[i].facts)), "n": clauses.get(index + 1).map(|c| names(c.facts)), "t": &text[span]}));
        }
    }
    for clause in &clauses {
        if SHADOWING.applies(clause.facts) {
            out.push(Order {
                family: Family::Shadowing,
                tier: SHADOWING.tier,
                confidence: SHADOWING.confidence,
                tokens: clause.tokens.clone(),
                detail: SHADOWING.detail.to_owned(),
            });
        }
        // The strictest rule that applies speaks for the sentence.
        let applies = RULES.iter().filter(|rule| rule.applies(clause.facts));
        if let Some(rule) = applies.max_by_key(|rule| (rule.tier, (rule.confidence * 100.0) as u32)) {
            out.push(Order {
                family: Family::Legislation,
                tier: rule.tier,
                confidence: rule.confidence,
                tokens: clause.tokens.clone(),
                detail: rule.detail.to_owned(),
            });
        }
    }
}

impl Rule {
    fn applies(&self, facts: Facts) -> bool {
        self.all.iter().all(|fact| facts.has(*fact))
            && (self.any.is_empty() || facts.has_any(self.any))
            && !facts.has_any(self.none)
    }
}
