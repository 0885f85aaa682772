//! A session of any calls and any responses is judged without a panic; what is said can be shown; the same calls give the same
//! verdicts; and a rule of any text is taken or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_guard::{Action, Call, Guard, KeyedBy, Note, RuleText, SessionKey, Settings, Tool, explain};
use vetgate_model::{Definition, DefinitionKind};

const TOOLS: [(&str, &str); 4] =
    [("github", "get_file"), ("slack", "post_message"), ("shell", "run_command"), ("web", "fetch")];

fn tool(server: &str, name: &str) -> Arc<Tool> {
    let raw = format!(r#"{{"name":"{name}"}}"#);
    let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool");
    let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
    Arc::new(Tool::of(&definition, classify(&definition), side))
}

fn play(steps: &[(u8, &str, Option<&str>, &str)]) -> Vec<String> {
    let guard = Guard::new(&Settings::default()).expect("the default settings are sound");
    let key = SessionKey { by: KeyedBy::Session, name: "s".into() };
    let tools = TOOLS.map(|(server, name)| tool(server, name));
    let mut said = vec![];
    for (n, (which, arguments, intent, response)) in steps.iter().enumerate() {
        let tool = &tools[usize::from(*which) % tools.len()];
        let now_ms = n as u64 * 5_000;
        let call = Call { session: &key, principal: "agent", tool, arguments, intent: *intent, now_ms };
        let before = guard.before(&call);
        let text = explain(&before.assessment, &before.decision);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        let note = Note { decision: Some(before.decision.clone()), assessment: Some(before.assessment.clone()), ..Note::default() };
        assert_eq!(Note::read(&note.write()).decision, note.decision);
        guard.sent(&call, &before.ticket);
        let after = guard.after(&call, &before.ticket, response);
        said.push(format!("{text}{:?}{:?}{:?}", after.findings, after.result, after.blocked));
    }
    said
}

fuzz_target!(|input: (Vec<(u8, &str, Option<&str>, &str)>, &str)| {
    let (steps, rule) = input;
    let steps = &steps[..steps.len().min(8)];
    assert_eq!(play(steps), play(steps));
    let rule = RuleText { when: rule.to_owned(), action: Action::Deny, reason: "r".into() };
    let _ = Guard::new(&Settings { rules: vec![rule], ..Settings::default() });
});
