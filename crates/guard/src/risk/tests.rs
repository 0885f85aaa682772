//! The sum, and what counts how much.

use super::*;
use crate::fixture::assessment;
use crate::signal::fixture::sensed;
use crate::{Contradiction, Drift, ToolFacts};
use proptest::prelude::*;

fn part(source: Source, confidence: f64, severity: f64, reason: &str) -> Part {
    Part { source, confidence, severity, reason: reason.to_owned() }
}

fn score(assessment: &Assessment) -> u8 {
    Risk::of(parts(assessment)).score
}

#[test]
fn a_clean_call_has_no_risk() {
    assert_eq!(Risk::of(parts(&assessment())), Risk::default());
}

#[test]
fn a_critical_edge_alone_is_held_and_a_suspicious_one_is_not_even_flagged() {
    let with = |level| Assessment { edges: vec![crate::fixture::edge(level)], ..assessment() };
    assert_eq!(score(&with(Level::Critical)), 95);
    assert_eq!(score(&with(Level::Suspicious)), 56);
    assert_eq!(score(&with(Level::Safe)), 0);
}

#[test]
fn ten_weak_parts_of_one_thing_are_one() {
    let mut call = assessment();
    call.edges = (0..10).map(|_| crate::fixture::edge(Level::Suspicious)).collect();
    assert_eq!(score(&call), 56);
    let drift = |measure: &str| Drift {
        measure: measure.to_owned(),
        form: "spike".to_owned(),
        severity: 50,
        reason: format!("{measure} is unusual"),
    };
    let drifts = ["argument_keys", "argument_size", "destination", "rate"].map(drift).to_vec();
    assert_eq!(score(&Assessment { drifts, ..assessment() }), 20);
    let same = |severity| part(Source::Static, 1.0, severity, "the same");
    assert_eq!(Risk::of(vec![same(0.5), same(0.2), same(0.5)]).score, 30);
}

#[test]
fn personal_data_alone_is_below_the_flag_and_a_secret_or_a_record_is_not() {
    let with = |sensitive: Vec<Sensed>| Assessment { sensitive, ..assessment() };
    let card = Sensed { severity: "critical".to_owned(), ..sensed("card", "financial", "/text", 0.95) };
    let email = Sensed { severity: "medium".to_owned(), ..sensed("email", "contact", "/text", 0.9) };
    let phone = Sensed { severity: "medium".to_owned(), ..sensed("phone", "contact", "/text", 0.9) };
    let ssn = Sensed { severity: "critical".to_owned(), ..sensed("us_ssn", "identity", "/text", 0.9) };
    let token = sensed("github.pat", "secret", "/text", 0.85);
    assert!((50..70).contains(&score(&with(vec![card.clone()]))), "{}", score(&with(vec![card.clone()])));
    assert!((20..50).contains(&score(&with(vec![email.clone()]))));
    assert!((20..70).contains(&score(&with(vec![email.clone(), phone.clone()]))));
    assert!((70..85).contains(&score(&with(vec![email.clone(), phone, ssn]))));
    assert!((70..85).contains(&score(&with(vec![token.clone()]))));
    let recipient = Sensed { pointer: "/to".to_owned(), ..email };
    assert_eq!(score(&with(vec![recipient])), 0, "a message needs its recipient");
    let inside =
        Assessment { tool: ToolFacts { side: ServerClass::Internal, ..assessment().tool }, ..with(vec![token]) };
    assert_eq!(score(&inside), 0, "inside it may be");
}

#[test]
fn how_to_reach_somebody_does_not_count_beside_a_flow_that_is_worth_a_look() {
    let contact =
        |kind: &str, pointer: &str| Sensed { severity: "medium".to_owned(), ..sensed(kind, "contact", pointer, 0.9) };
    let with = |sensitive: Vec<Sensed>, level| Assessment {
        sensitive,
        edges: vec![crate::fixture::edge(level)],
        ..assessment()
    };
    let email = vec![contact("email", "/collaborator_email")];
    assert_eq!(score(&with(email.clone(), Level::Suspicious)), 56, "an invitation is one sign");
    assert_eq!(score(&with(email.clone(), Level::Safe)), 28);
    let phone = vec![contact("email", "/body"), contact("phone", "/body")];
    assert_eq!(score(&with(phone.clone(), Level::Suspicious)), 56, "a signature is no record");
    let address = [phone, vec![contact("address", "/body")]].concat();
    assert!(score(&with(address, Level::Suspicious)) >= 70, "three kinds make a record of a person");
    let ssn = vec![sensed("us_ssn", "identity", "/body", 0.9)];
    assert!(score(&with([email, ssn].concat(), Level::Suspicious)) >= 70);
}

#[test]
fn what_is_sent_to_a_host_outside_leaves_whatever_the_server_is() {
    let mut call = assessment();
    call.tool.side = ServerClass::Internal;
    call.operation = OperationClass::Write;
    call.sensitive = vec![sensed("github.pat", "secret", "/text", 0.9)];
    call.destinations = vec!["example.org".to_owned()];
    for (evidence, expected) in
        [("mention:/text:example.org", 0), ("destination:/to:example.org", 72), ("payload:/text:example.org", 72)]
    {
        let (source, claim) = (SignalSource::ArgumentAnalysis, Claim::ExternalSend);
        call.signals = vec![Signal { source, claim, evidence: evidence.to_owned() }];
        assert_eq!(score(&call), expected, "{evidence}");
    }
}

#[test]
fn an_alarm_that_repeats_what_was_said_counts_once() {
    let alarm = |kind: &str| Alarm { kind: kind.to_owned(), severity: 90, evidence: format!("{kind} was seen") };
    let mut call = assessment();
    call.sensitive = vec![sensed("github.pat", "secret", "/text", 0.9)];
    let alone = score(&call);
    call.alarms = vec![alarm("pii_to_external")];
    assert_eq!(score(&call), alone);
    assert_eq!(score(&Assessment { alarms: vec![alarm("suspicious_endpoint")], ..assessment() }), 81);
    assert_eq!(score(&Assessment { alarms: vec![alarm("rapid_external_sends")], ..assessment() }), 48);
}

#[test]
fn a_contradiction_counts_by_the_better_of_its_signals() {
    let contradiction = Contradiction {
        id: "read_but_name_destroys".to_owned(),
        signal1: SignalSource::AgentIntent,
        signal2: SignalSource::NameHeuristic,
        claim1: Claim::Read,
        claim2: Claim::Destructive,
        severity: 80,
        explanation: "a lie".to_owned(),
    };
    // 0.8 × 0.8 × 0.6
    assert_eq!(score(&Assessment { contradictions: vec![contradiction], ..assessment() }), 38);
}

#[test]
fn parts_come_gravest_first() {
    let risk = Risk::of(vec![part(Source::AgentHint, 0.4, 0.5, "a"), part(Source::Flow, 0.8, 0.7, "b")]);
    assert_eq!(risk.parts.iter().map(|part| part.reason.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(risk.score, 62);
}

proptest! {
    #[test]
    fn more_parts_never_make_it_less(values in prop::collection::vec((0..5_usize, 0.0..=1.0_f64, 0.0..=1.0_f64), 0..8)) {
        let made: Vec<Part> = values
            .iter()
            .enumerate()
            .map(|(index, (source, confidence, severity))| part(Source::ALL[*source], *confidence, *severity, &index.to_string()))
            .collect();
        let whole = Risk::of(made.clone());
        prop_assert!(whole.score <= 100 && whole.band == Band::of(whole.score));
        prop_assert!(Risk::of(made.into_iter().skip(1).collect()).score <= whole.score);
    }
}
