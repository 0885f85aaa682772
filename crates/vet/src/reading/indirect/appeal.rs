//! Appeals to the agent, each a row: what a sentence says, what it or one near it says besides, and what that amounts to.
//!
//! The first row that fits is taken, so the gravest come first. Adding an appeal is adding a row.

use super::heard::{Fact, Heard};
use vetgate_model::Tier;

const CALLED: &str = "addresses an agent and tells it to act for the author of the text";
const BOUND: &str = "tells an agent what it has to do";
const OWN: &str = "asks for data that only an agent has";
const STANDING: &str = "asks for copies of everything from now on";
const POSES: &str = "poses as an authority over the agent";

/// Appeals to the agent: what the sentence says, what it or one near it says besides, and what that amounts to.
// table: combinations of facts; the strings are the messages about them.
pub(super) const APPEALS: &[(Heard, Heard, Tier, f64, &str)] = &[
    (
        Heard::of(&[Fact::ClaimsUser]),
        Heard::of(&[Fact::Order]),
        Tier::Hard,
        0.9,
        "claims to come from the user and gives instructions",
    ),
    (
        Heard::of(&[Fact::Vocative]),
        Heard::of(&[Fact::Order, Fact::Recipient]),
        Tier::Hard,
        0.9,
        "tells the agent to send something to an address in the text",
    ),
    (
        Heard::of(&[Fact::Vocative]),
        Heard::of(&[Fact::Order, Fact::TheUser]),
        Tier::Hard,
        0.85,
        "tells the agent to act on the user's data",
    ),
    (
        Heard::of(&[Fact::Vocative, Fact::Order, Fact::Grave]),
        Heard::of(&[]),
        Tier::Hard,
        0.85,
        "tells the agent to act",
    ),
    (
        Heard::of(&[Fact::Gate, Fact::Must]),
        Heard::of(&[Fact::Order, Fact::Recipient]),
        Tier::Hard,
        0.85,
        "makes the result depend on sending something",
    ),
    (
        Heard::of(&[Fact::Gate, Fact::Must]),
        Heard::of(&[Fact::Order, Fact::Grave]),
        Tier::Hard,
        0.85,
        "makes the result depend on a harmful action",
    ),
    (
        Heard::of(&[Fact::Gate, Fact::Obey]),
        Heard::of(&[Fact::Order]),
        Tier::Hard,
        0.85,
        "makes the result depend on following instructions",
    ),
    (
        Heard::of(&[Fact::Task, Fact::You]),
        Heard::of(&[Fact::Order, Fact::TheUser]),
        Tier::Hard,
        0.85,
        "gives the agent another task that uses the user's data",
    ),
    (
        Heard::of(&[Fact::Task, Fact::You]),
        Heard::of(&[Fact::Order, Fact::Tooling]),
        Tier::Soft,
        0.65,
        "gives the agent another task",
    ),
    (
        Heard::of(&[Fact::Order, Fact::TheUser, Fact::Recipient]),
        Heard::of(&[Fact::Unasked]),
        Tier::Hard,
        0.85,
        "sends the user's data to an address in the text without asking",
    ),
    (
        Heard::of(&[Fact::Order, Fact::Recipient]),
        Heard::of(&[Fact::Conceals, Fact::TheUser]),
        Tier::Hard,
        0.85,
        "tells the agent to send something without the user's knowledge",
    ),
    (Heard::of(&[Fact::Discloses]), Heard::of(&[]), Tier::Hard, 0.9, "asks for the system prompt"),
    (
        Heard::of(&[Fact::Vocative, Fact::Bidden]),
        Heard::of(&[Fact::Conceals]),
        Tier::Hard,
        0.85,
        "addresses the agent and wants it hidden from the user",
    ),
    (
        Heard::of(&[Fact::Vocative, Fact::Bidden]),
        Heard::of(&[Fact::Unasked]),
        Tier::Hard,
        0.85,
        "tells the agent to act without asking",
    ),
    (
        Heard::of(&[Fact::Vocative, Fact::Bidden]),
        Heard::of(&[]),
        Tier::Soft,
        0.7,
        "addresses the agent and tells it what to do",
    ),
    (
        Heard::of(&[Fact::Vocative]),
        Heard::of(&[Fact::Bidden]),
        Tier::Soft,
        0.55,
        "addresses the agent and tells it what to do",
    ),
    (Heard::of(&[Fact::ClaimsUser]), Heard::of(&[Fact::Bidden]), Tier::Soft, 0.6, "claims to speak for the user"),
    (Heard::of(&[Fact::YourUser, Fact::Bidden]), Heard::of(&[]), Tier::Soft, 0.6, "tells an agent about its user"),
    (Heard::of(&[Fact::SetsAside]), Heard::of(&[Fact::Bidden]), Tier::Soft, 0.75, "overrides the agent's instructions"),
    (Heard::of(&[Fact::Called, Fact::Bidden, Fact::TheUser]), Heard::of(&[]), Tier::Soft, 0.6, CALLED),
    (Heard::of(&[Fact::Called, Fact::Bidden, Fact::Recipient]), Heard::of(&[]), Tier::Soft, 0.6, CALLED),
    (Heard::of(&[Fact::Called, Fact::Bidden, Fact::Grave]), Heard::of(&[]), Tier::Soft, 0.55, CALLED),
    (Heard::of(&[Fact::Called, Fact::Bidden, Fact::Tooling]), Heard::of(&[]), Tier::Soft, 0.55, CALLED),
    (Heard::of(&[Fact::Called, Fact::Bidden, Fact::Answer]), Heard::of(&[]), Tier::Soft, 0.55, CALLED),
    (Heard::of(&[Fact::Called, Fact::Bidden, Fact::Stake]), Heard::of(&[]), Tier::Soft, 0.55, CALLED),
    (Heard::of(&[Fact::Called]), Heard::of(&[Fact::Conceals]), Tier::Soft, 0.6, CALLED),
    (Heard::of(&[Fact::Called]), Heard::of(&[Fact::Unasked]), Tier::Soft, 0.6, CALLED),
    (Heard::of(&[Fact::Called, Fact::Bidden]), Heard::of(&[Fact::Standing]), Tier::Soft, 0.6, CALLED),
    (Heard::of(&[Fact::Bound, Fact::Recipient]), Heard::of(&[]), Tier::Soft, 0.6, BOUND),
    (Heard::of(&[Fact::Bound, Fact::Invokes]), Heard::of(&[]), Tier::Soft, 0.55, BOUND),
    (Heard::of(&[Fact::Bound]), Heard::of(&[Fact::Unasked]), Tier::Soft, 0.6, BOUND),
    (Heard::of(&[Fact::Bound]), Heard::of(&[Fact::Conceals]), Tier::Soft, 0.6, BOUND),
    (Heard::of(&[Fact::Bound]), Heard::of(&[Fact::Poses]), Tier::Soft, 0.6, BOUND),
    (Heard::of(&[Fact::Poses]), Heard::of(&[Fact::Bidden, Fact::TheUser, Fact::Order]), Tier::Soft, 0.6, POSES),
    (Heard::of(&[Fact::Poses, Fact::Bidden]), Heard::of(&[Fact::Called]), Tier::Soft, 0.6, POSES),
    (Heard::of(&[Fact::Poses, Fact::Bidden, Fact::OthersSecret]), Heard::of(&[]), Tier::Soft, 0.7, POSES),
    (Heard::of(&[Fact::Poses]), Heard::of(&[Fact::Agent, Fact::Must, Fact::Grave]), Tier::Soft, 0.6, POSES),
    (
        Heard::of(&[Fact::Answer, Fact::TheUser, Fact::Bidden]),
        Heard::of(&[]),
        Tier::Soft,
        0.6,
        "wants the agent's answer changed",
    ),
    (Heard::of(&[Fact::AsksOwn]), Heard::of(&[Fact::Agent]), Tier::Soft, 0.6, OWN),
    (Heard::of(&[Fact::AsksOwn, Fact::Must]), Heard::of(&[]), Tier::Soft, 0.6, OWN),
    (Heard::of(&[Fact::Bound, Fact::TheUser, Fact::Outside]), Heard::of(&[]), Tier::Soft, 0.55, BOUND),
    (Heard::of(&[Fact::Poses]), Heard::of(&[Fact::Helper, Fact::Must, Fact::Grave]), Tier::Soft, 0.6, POSES),
    (Heard::of(&[Fact::Standing, Fact::You, Fact::Bidden]), Heard::of(&[Fact::Stake]), Tier::Soft, 0.6, STANDING),
    (Heard::of(&[Fact::Reaches]), Heard::of(&[]), Tier::Soft, 0.6, "asks for a call that gives data away"),
];

const SECRETS: &str = "asks for secrets";
const AGENT_OCCASION: &str = "gives instructions for the agent's own work";

/// Orders that address no agent: the facts of a sentence, and a description. Manuals, letters and help say such things to
/// people, so these rows hold only outside of them.
pub(super) const UNADDRESSED: &[(Heard, f64, &str)] = &[
    (Heard::of(&[Fact::Order, Fact::OthersSecret, Fact::Recipient]), 0.65, SECRETS),
    (Heard::of(&[Fact::Order, Fact::OthersSecret, Fact::TheUser, Fact::Outside]), 0.65, SECRETS),
    (Heard::of(&[Fact::Order, Fact::OthersSecret, Fact::IntoAnswer]), 0.65, SECRETS),
    (Heard::of(&[Fact::Order, Fact::OthersSecret, Fact::AgentOccasion]), 0.65, SECRETS),
    (Heard::of(&[Fact::Order, Fact::TheUser, Fact::AgentOccasion]), 0.6, AGENT_OCCASION),
    (Heard::of(&[Fact::Order, Fact::Recipient, Fact::AgentOccasion]), 0.6, AGENT_OCCASION),
    (Heard::of(&[Fact::Order, Fact::Unasked, Fact::AgentOccasion]), 0.6, AGENT_OCCASION),
    (Heard::of(&[Fact::Conceals, Fact::TheUser, Fact::Outside]), 0.6, "hides from the user what is sent out"),
    (Heard::of(&[Fact::Order, Fact::TheUser, Fact::Recipient]), 0.6, "sends the user's data to an address in the text"),
];
