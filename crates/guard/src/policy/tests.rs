//! What decides, and in which order.

use super::*;
use crate::contradiction::MATRIX;
use crate::fixture::{assessment, edge};
use crate::{Claim, Contradiction, Mode, Risk, RuleText, Signal, SignalSource, parts};
use vetgate_flow::Level;

fn policy(settings: Settings) -> Policy {
    Policy::compile(&settings).expect("the settings are sound")
}

fn rule(when: &str, action: Action) -> RuleText {
    RuleText { when: when.to_owned(), action, reason: "because of a rule".to_owned() }
}

fn contradicted(id: &str) -> Assessment {
    let row = Row::named(id).expect("the matrix has it");
    let contradiction = Contradiction {
        id: id.to_owned(),
        signal1: row.one.source,
        signal2: row.other.source,
        claim1: row.one.claim,
        claim2: row.other.claim,
        severity: row.severity,
        explanation: row.meaning.to_owned(),
    };
    with_risk(Assessment { contradictions: vec![contradiction], ..assessment() })
}

fn with_risk(mut assessment: Assessment) -> Assessment {
    assessment.risk = Risk::of(parts(&assessment));
    assessment
}

#[test]
fn every_row_of_the_matrix_does_what_the_setting_makes_of_it() {
    for row in MATRIX {
        for setting in Action::ALL {
            let tool_policy = ToolPolicy { contradiction: setting, ..ToolPolicy::default() };
            let decision = policy(Settings { tool_policy, ..Settings::default() }).decide(&contradicted(row.id), "{}");
            let own = match row.response {
                Response::Flag => Action::Allow,
                Response::RequireApproval => Action::Hold,
                Response::Block | Response::BlockAndQuarantine => Action::Deny,
            };
            assert_eq!(decision.action, own.min(setting), "{} {setting}", row.id);
            let quarantines = setting == Action::Deny && row.response == Response::BlockAndQuarantine;
            assert_eq!(decision.quarantines, quarantines, "{} {setting}", row.id);
            if decision.action > Action::Allow {
                assert_eq!(decision.by, format!("contradiction.{}", row.id));
                assert!(decision.reason.ends_with('.'), "{}", decision.reason);
            }
        }
    }
}

#[test]
fn every_class_gets_its_level_and_what_is_unknown_counts_as_a_write() {
    for class in OperationClass::ALL {
        for level in Action::ALL {
            let mut tool_policy = ToolPolicy {
                read: Action::Allow,
                write: Action::Allow,
                destructive: Action::Allow,
                ..ToolPolicy::default()
            };
            match class {
                OperationClass::Read => tool_policy.read = level,
                OperationClass::Write | OperationClass::Unknown => tool_policy.write = level,
                OperationClass::Destructive => tool_policy.destructive = level,
            }
            let call = Assessment { operation: class, ..assessment() };
            let decision = policy(Settings { tool_policy, ..Settings::default() }).decide(&call, "{}");
            assert_eq!(decision.action, level, "{class} {level}");
            assert!(decision.by.starts_with("tool_policy."), "{}", decision.by);
        }
    }
}

#[test]
fn thresholds_flag_hold_and_block() {
    let at = |score: u8| Assessment { risk: Risk { score, band: Band::of(score), parts: vec![] }, ..assessment() };
    let usual = policy(Settings::default());
    let table = [
        (0, Action::Allow, false),
        (69, Action::Allow, false),
        (70, Action::Hold, true),
        (84, Action::Hold, true),
        (100, Action::Hold, true),
    ];
    for (score, action, is_flagged) in table {
        let decision = usual.decide(&at(score), "{}");
        assert_eq!((decision.action, decision.is_flagged), (action, is_flagged), "{score}");
    }
    let risk = RiskSettings { require_approval_threshold: 85, ..RiskSettings::default() };
    let lenient = policy(Settings { risk, ..Settings::default() });
    let [allowed, held] = [84, 85].map(|score| lenient.decide(&at(score), "{}"));
    assert_eq!((allowed.action, allowed.is_flagged), (Action::Allow, true), "a threshold that is set wins");
    assert_eq!((held.action, held.by.as_str()), (Action::Hold, "risk.approve"));
    let risk = RiskSettings { block_on_critical: true, ..RiskSettings::default() };
    let strict = policy(Settings { risk, ..Settings::default() });
    assert_eq!(strict.decide(&at(69), "{}").action, Action::Allow);
    let denied = strict.decide(&at(70), "{}");
    assert_eq!((denied.action, denied.by.as_str()), (Action::Deny, "risk.critical"));
    let risk = RiskSettings { enabled: false, ..RiskSettings::default() };
    let off = policy(Settings { risk, ..Settings::default() }).decide(&at(100), "{}");
    assert_eq!((off.action, off.is_flagged), (Action::Allow, false));
    let risk = RiskSettings { require_approval_threshold: 0, auto_flag_threshold: 0, ..RiskSettings::default() };
    assert_eq!(
        policy(Settings { risk, ..Settings::default() }).decide(&at(0), "{}").action,
        Action::Allow,
        "no risk at all"
    );
}

#[test]
fn one_agents_word_quarantines_only_where_that_is_set() {
    let claim = |source, claim, evidence: &str| Signal { source, claim, evidence: evidence.to_owned() };
    let signals = vec![
        claim(SignalSource::AgentIntent, Claim::Destructive, "operation_type:destructive"),
        claim(SignalSource::ServerAnnotations, Claim::Read, "hint:readOnlyHint=true"),
        claim(SignalSource::NameHeuristic, Claim::Read, "name_token:list"),
    ];
    let call = Assessment { signals, ..contradicted("read_only_but_agent_destroys") };
    for quarantines_on_word in [false, true] {
        let tool_policy = ToolPolicy { quarantines_on_word, ..ToolPolicy::default() };
        let decision = policy(Settings { tool_policy, ..Settings::default() }).decide(&call, "{}");
        assert_eq!((decision.action, decision.quarantines), (Action::Deny, quarantines_on_word));
    }
}

#[test]
fn the_first_rule_that_holds_decides() {
    let rules = vec![
        rule("tool.server == 'elsewhere'", Action::Deny),
        rule("tool.server == 'web'", Action::Hold),
        rule("true", Action::Deny),
    ];
    let decision = policy(Settings { rules, ..Settings::default() }).decide(&assessment(), "{}");
    assert_eq!((decision.action, decision.by.as_str()), (Action::Hold, "rule.2"));
    assert_eq!(decision.reason, "because of a rule.");
}

#[test]
fn a_rule_that_allows_lifts_all_but_a_lie_of_the_server() {
    let rules = vec![rule("tool.server == 'web'", Action::Allow)];
    let lenient = policy(Settings { rules, ..Settings::default() });
    let critical = with_risk(Assessment {
        edges: vec![edge(Level::Critical)],
        operation: OperationClass::Destructive,
        ..contradicted("read_but_name_destroys")
    });
    let decision = lenient.decide(&critical, "{}");
    assert_eq!((decision.action, decision.by.as_str(), decision.is_flagged), (Action::Allow, "rule.1", true));
    let lie = lenient.decide(&contradicted("read_only_but_agent_destroys"), "{}");
    assert_eq!((lie.action, lie.quarantines), (Action::Deny, true));
    assert_eq!(lie.by, "contradiction.read_only_but_agent_destroys");
}

#[test]
fn the_trifecta_stops_calls_outside_once_two_legs_are_there() {
    let on = |legs: &[Leg]| {
        let mut call = assessment();
        call.session.legs = legs.to_vec();
        call
    };
    for (trifecta, expected) in [
        (TrifectaPolicy::Off, Action::Allow),
        (TrifectaPolicy::Warn, Action::Allow),
        (TrifectaPolicy::Hold, Action::Hold),
        (TrifectaPolicy::Deny, Action::Deny),
    ] {
        let policy = policy(Settings { trifecta, ..Settings::default() });
        let decision = policy.decide(&on(&Leg::ALL), "{}");
        assert_eq!(decision.action, expected, "{trifecta:?}");
        assert_eq!(decision.by == "trifecta", expected > Action::Allow);
        let inside = [Leg::PrivateData, Leg::UntrustedContent];
        assert_eq!(policy.decide(&on(&inside), "{}").action, Action::Allow, "this call stays inside");
        assert_eq!(policy.decide(&on(&[Leg::PrivateData, Leg::ExternalChannel]), "{}").action, Action::Allow);
    }
}

#[test]
fn of_two_the_graver_wins_and_is_named() {
    let call = Assessment { operation: OperationClass::Destructive, ..contradicted("public_but_personal_data") };
    let decision = policy(Settings::default()).decide(&call, "{}");
    assert_eq!((decision.action, decision.by.as_str()), (Action::Deny, "tool_policy.destructive"));
    assert_eq!(call.contradictions[0].signal1, SignalSource::AgentIntent);
}

#[test]
fn what_holds_a_call_does_not_hide_what_is_worse() {
    let writes = |tool_policy| policy(Settings { tool_policy, ..Settings::default() });
    let held = ToolPolicy { write: Action::Hold, ..ToolPolicy::default() };
    let stolen = Assessment { edges: vec![edge(Level::Critical)], operation: OperationClass::Write, ..assessment() };
    let stolen = with_risk(stolen);
    let gravest = stolen.risk.parts[0].reason.trim_end_matches('.').to_owned();
    let decision = writes(held).decide(&stolen, "{}");
    assert_eq!((decision.action, decision.by.as_str()), (Action::Hold, "risk.approve"));
    assert!(decision.reason.contains(&gravest), "{}", decision.reason);
    let denied = ToolPolicy { write: Action::Deny, ..ToolPolicy::default() };
    let decision = writes(denied).decide(&stolen, "{}");
    assert_eq!(decision.by, "tool_policy.write");
    let expected =
        format!("It writes, sends or runs something, and such calls are denied. The risk is 95 (critical): {gravest}.");
    assert_eq!(decision.reason, expected);
    let plain = Assessment { operation: OperationClass::Write, ..assessment() };
    assert_eq!(
        writes(held).decide(&plain, "{}").reason,
        "It writes, sends or runs something, and such calls are held for approval."
    );
    let lie = policy(Settings::default()).decide(&contradicted("read_but_name_destroys"), "{}");
    assert!(!lie.reason.contains("The risk is"), "it is said once: {}", lie.reason);
}

#[test]
fn a_call_that_is_allowed_says_what_its_risk_is_made_of() {
    let suspicious = with_risk(Assessment { edges: vec![edge(Level::Suspicious)], ..assessment() });
    let decision = policy(Settings::default()).decide(&suspicious, "{}");
    assert_eq!(decision, Decision::unopposed(&suspicious));
    assert!(decision.reason.starts_with("Allowed; the risk is 56 (high): "), "{}", decision.reason);
    let rules = vec![rule("true", Action::Allow)];
    let vouched = policy(Settings { rules, ..Settings::default() }).decide(&suspicious, "{}");
    assert!(vouched.reason.starts_with("because of a rule. The risk is 56 (high): "), "{}", vouched.reason);
    let clean = policy(Settings::default()).decide(&assessment(), "{}");
    assert_eq!(clean.reason, "No rule or detector objects.");
}

#[test]
fn log_only_is_not_the_policys_business() {
    let settings = Settings { mode: Mode::LogOnly, ..Settings::default() };
    let call = Assessment { operation: OperationClass::Destructive, ..assessment() };
    assert_eq!(policy(settings).decide(&call, "{}").action, Action::Deny, "it says what would have been");
}
