//! Appeals to the agent, each a row: what a sentence says, what it or one near it says besides, and what that amounts to.
//!
//! The first row that fits is taken, so the gravest come first. Adding an appeal is adding a row.

use super::heard::{Fact, Heard};
use vetgate_model::Tier;

const CALLED: &str = "calls an agent and has it act for whoever wrote this";
const BOUND: &str = "lays down what an agent has to do";
const OWN: &str = "asks for what only an agent has";
const STANDING: &str = "has copies sent from now on";
const POSES: &str = "poses as somebody with authority over the agent";

/// Appeals to the agent: what the sentence says, what it or one near it says besides, and what that amounts to.
pub(super) const APPEALS: &[(Heard, Heard, Tier, f64, &str)] = &[
    (
        Heard::of(&[Fact::ClaimsUser]),
        Heard::of(&[Fact::Order]),
        Tier::Hard,
        0.9,
        "claims to come from the user and gives orders",
    ),
    (
        Heard::of(&[Fact::Vocative]),
        Heard::of(&[Fact::Order, Fact::Recipient]),
        Tier::Hard,
        0.9,
        "speaks to the agent and has it send something to an address it gives",
    ),
    (
        Heard::of(&[Fact::Vocative]),
        Heard::of(&[Fact::Order, Fact::TheUser]),
        Tier::Hard,
        0.85,
        "speaks to the agent and has it act on what is the user's",
    ),
    (
        Heard::of(&[Fact::Vocative, Fact::Order, Fact::Grave]),
        Heard::of(&[]),
        Tier::Hard,
        0.85,
        "speaks to the agent and has it act",
    ),
    (
        Heard::of(&[Fact::Gate, Fact::Must]),
        Heard::of(&[Fact::Order, Fact::Recipient]),
        Tier::Hard,
        0.85,
        "makes the result depend on something being sent",
    ),
    (
        Heard::of(&[Fact::Gate, Fact::Must]),
        Heard::of(&[Fact::Order, Fact::Grave]),
        Tier::Hard,
        0.85,
        "makes the result depend on an act of harm",
    ),
    (
        Heard::of(&[Fact::Gate, Fact::Obey]),
        Heard::of(&[Fact::Order]),
        Tier::Hard,
        0.85,
        "makes the result depend on obedience",
    ),
    (
        Heard::of(&[Fact::Task, Fact::You]),
        Heard::of(&[Fact::Order, Fact::TheUser]),
        Tier::Hard,
        0.85,
        "sets the agent another task with what is the user's",
    ),
    (
        Heard::of(&[Fact::Task, Fact::You]),
        Heard::of(&[Fact::Order, Fact::Tooling]),
        Tier::Soft,
        0.65,
        "sets the agent another task",
    ),
    (
        Heard::of(&[Fact::Order, Fact::TheUser, Fact::Recipient]),
        Heard::of(&[Fact::Unasked]),
        Tier::Hard,
        0.85,
        "takes what is the user's to an address it gives, unasked",
    ),
    (
        Heard::of(&[Fact::Order, Fact::Recipient]),
        Heard::of(&[Fact::Conceals, Fact::TheUser]),
        Tier::Hard,
        0.85,
        "has something sent behind the user's back",
    ),
    (Heard::of(&[Fact::Discloses]), Heard::of(&[]), Tier::Hard, 0.9, "asks for the system prompt"),
    (
        Heard::of(&[Fact::Vocative, Fact::Bidden]),
        Heard::of(&[Fact::Conceals]),
        Tier::Hard,
        0.85,
        "speaks to the agent behind the user's back",
    ),
    (
        Heard::of(&[Fact::Vocative, Fact::Bidden]),
        Heard::of(&[Fact::Unasked]),
        Tier::Hard,
        0.85,
        "speaks to the agent and has it act unasked",
    ),
    (
        Heard::of(&[Fact::Vocative, Fact::Bidden]),
        Heard::of(&[]),
        Tier::Soft,
        0.7,
        "speaks to the agent and tells it what to do",
    ),
    (
        Heard::of(&[Fact::Vocative]),
        Heard::of(&[Fact::Bidden]),
        Tier::Soft,
        0.55,
        "speaks to the agent and tells it what to do",
    ),
    (Heard::of(&[Fact::ClaimsUser]), Heard::of(&[Fact::Bidden]), Tier::Soft, 0.6, "claims to speak for the user"),
    (Heard::of(&[Fact::YourUser, Fact::Bidden]), Heard::of(&[]), Tier::Soft, 0.6, "speaks to an agent of its user"),
    (Heard::of(&[Fact::SetsAside]), Heard::of(&[Fact::Bidden]), Tier::Soft, 0.75, "sets aside what the agent was told"),
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
    (Heard::of(&[Fact::Poses]), Heard::of(&[Fact::Agent, Fact::Must, Fact::Grave]), Tier::Soft, 0.6, POSES),
    (
        Heard::of(&[Fact::Answer, Fact::TheUser, Fact::Bidden]),
        Heard::of(&[]),
        Tier::Soft,
        0.6,
        "has the agent's answer bent",
    ),
    (Heard::of(&[Fact::AsksOwn]), Heard::of(&[Fact::Agent]), Tier::Soft, 0.6, OWN),
    (Heard::of(&[Fact::AsksOwn, Fact::Must]), Heard::of(&[]), Tier::Soft, 0.6, OWN),
    (Heard::of(&[Fact::Bound, Fact::TheUser, Fact::Outside]), Heard::of(&[]), Tier::Soft, 0.55, BOUND),
    (Heard::of(&[Fact::Poses]), Heard::of(&[Fact::Helper, Fact::Must, Fact::Grave]), Tier::Soft, 0.6, POSES),
    (Heard::of(&[Fact::Standing, Fact::You, Fact::Bidden]), Heard::of(&[Fact::Stake]), Tier::Soft, 0.6, STANDING),
    (
        Heard::of(&[Fact::Reaches]),
        Heard::of(&[]),
        Tier::Soft,
        0.6,
        "has a tool called that gives away what is not its own",
    ),
];
