//! Signals, contradictions, risk and policy of a call with 1 KB of arguments. Budget: 10 µs together without rules.

use divan::{Bencher, black_box};
use vetgate_capability::{OperationClass, Server, ServerClass, classify};
use vetgate_guard::{
    Action, Arguments, Assessment, Intent, Policy, Risk, RuleText, SessionFacts, Settings, Tool, ToolFacts,
    contradictions, operation, parts, signals,
};
use vetgate_model::{Definition, DefinitionKind};
use vetgate_sensitive::Links;

fn main() {
    divan::main();
}

fn tool() -> Tool {
    let raw = r#"{"name":"update_ticket","description":"Updates a ticket.","annotations":{"readOnlyHint":false},
        "inputSchema":{"type":"object","properties":{"id":{"type":"string"},"title":{"type":"string"},"body":{"type":"string"}}}}"#;
    let definition = Definition::parse("jira", DefinitionKind::Tool, raw).expect("it is a definition");
    let side = Server { name: "jira", url: None, tools: &[], configured: Some(ServerClass::Internal) }.classify();
    Tool::of(&definition, classify(&definition), side)
}

/// About `bytes` of ordinary arguments.
fn arguments(bytes: usize) -> String {
    let sentence = "The import stops after the first page, see the log of Tuesday; the second page has 48 rows. ";
    let body = sentence.repeat(bytes / sentence.len() + 1);
    format!(
        r#"{{"id":"OPS-4711","title":"Import stops","labels":["import","regression"],"priority":2,"notify":true,"body":"{}"}}"#,
        &body[..bytes.saturating_sub(120)]
    )
}

fn assessed(tool: &Tool, text: &str, intent: &Intent, links: &Links) -> Assessment {
    let arguments = Arguments::read(text);
    let found = signals(tool, &arguments, Some(intent), &[], links);
    let mut assessment = Assessment {
        tool: ToolFacts {
            server: String::new(),
            name: String::new(),
            side: tool.side.class,
            capabilities: vec![],
            is_protocol: false,
        },
        session: SessionFacts::default(),
        operation: operation(tool, &found.signals),
        contradictions: contradictions(&found.signals),
        signals: found.signals,
        edges: vec![],
        alarms: vec![],
        drifts: vec![],
        sensitive: vec![],
        destinations: found.destinations,
        named_by: None,
        is_asked: false,
        risk: Risk::default(),
    };
    assessment.risk = Risk::of(parts(&assessment));
    assessment
}

/// All of it, by the size of the arguments.
#[divan::bench(args = [1_024, 16_384, 262_144])]
fn whole(bencher: Bencher, bytes: usize) {
    let (tool, text, links) = (tool(), arguments(bytes), Links::default());
    let intent = Intent::read(r#"{"operation_type":"write"}"#);
    let policy = Policy::compile(&Settings::default()).expect("the defaults are sound");
    bencher.bench(|| {
        let assessment = assessed(black_box(&tool), black_box(&text), &intent, &links);
        assert_eq!(assessment.operation, OperationClass::Write);
        policy.decide(&assessment, &text)
    });
}

/// The signals alone.
#[divan::bench(args = [1_024])]
fn signals_of(bencher: Bencher, bytes: usize) {
    let (tool, text, links) = (tool(), arguments(bytes), Links::default());
    bencher.bench(|| signals(black_box(&tool), &Arguments::read(black_box(&text)), None, &[], &links));
}

/// The decision alone, without rules and with ten.
#[divan::bench(args = [0, 10])]
fn decide(bencher: Bencher, rules: usize) {
    let (tool, text, links) = (tool(), arguments(1_024), Links::default());
    let assessment = assessed(&tool, &text, &Intent::default(), &links);
    let rule = RuleText {
        when: "tool.server == 'prod' && has(args.id) && args.id.matches('^OPS-') && risk.score > 50".to_owned(),
        action: Action::Deny,
        reason: "production".to_owned(),
    };
    let settings = Settings { rules: vec![rule; rules], ..Settings::default() };
    let policy = Policy::compile(&settings).expect("the rules are sound");
    bencher.bench(|| policy.decide(black_box(&assessment), black_box(&text)));
}
