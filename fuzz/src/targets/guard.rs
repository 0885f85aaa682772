//! A session of any calls and any responses is judged without a panic; what is said can be shown; what is noted is read
//! back; the same calls give the same verdicts; and a session that is over leaves nothing behind.
//!
//! Pieces: four for each call: the tool, the arguments, the intent, the response.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use vetgate_capability::{Server, classify};
use vetgate_guard::{Call, Guard, KeyedBy, Note, SessionKey, Settings, Tool, explain};
use vetgate_model::{Definition, DefinitionKind};

/// The most calls that are made of one input.
const CALLS: usize = 6;

static TOOLS: LazyLock<[Arc<Tool>; 4]> = LazyLock::new(|| {
    [("github", "get_file"), ("slack", "post_message"), ("shell", "run_command"), ("web", "fetch")]
        .map(|(server, name)| tool(server, name))
});
static GUARD: LazyLock<Guard> =
    LazyLock::new(|| Guard::new(&Settings::default()).expect("the default settings are sound"));

pub(super) fn tool(server: &str, name: &str) -> Arc<Tool> {
    let raw = format!(r#"{{"name":"{name}"}}"#);
    let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool");
    let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
    Arc::new(Tool::of(&definition, classify(&definition), side))
}

/// The number of the next agent.
static AGENTS: AtomicU64 = AtomicU64::new(0);

fn play(pieces: &[&str]) -> Vec<String> {
    // What an agent has read is kept beyond its sessions, so each session has an agent of its own.
    let agent = format!("agent-{:016x}", AGENTS.fetch_add(1, Ordering::Relaxed));
    let key = SessionKey { by: KeyedBy::Session, name: "s".into() };
    let mut said = vec![];
    for (n, step) in pieces.chunks(4).take(CALLS).enumerate() {
        let piece = |at: usize| step.get(at).copied().unwrap_or_default();
        let (which, arguments, intent, response) = (piece(0), piece(1), piece(2), piece(3));
        let tool = &TOOLS[which.len() % TOOLS.len()];
        let intent = Some(intent).filter(|intent| !intent.is_empty());
        let call = Call { session: &key, principal: &agent, tool, arguments, other_params: None, is_address: false, intent, now_ms: n as u64 * 5_000 };
        let before = GUARD.before(&call);
        let text = explain(&before.assessment, &before.decision);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        let (decision, assessment) = (Some(before.decision.clone()), Some(before.assessment.clone()));
        let note = Note { decision, assessment, ..Note::default() };
        assert_eq!(Note::read(&note.write()), note);
        GUARD.sent(&call, &before.ticket);
        let after = GUARD.after(&call, &before.ticket, response);
        let told = format!("{text}{:?}{:?}{:?}", after.findings, after.result, after.blocked);
        said.push(told.replace(&agent, "agent"));
    }
    GUARD.end(&key);
    assert_eq!(GUARD.usage().sessions, 0);
    // Baselines are kept beyond a session.
    GUARD.baselines().reset(None, None);
    said
}

pub(crate) fn run(input: &str) {
    let pieces: Vec<&str> = input.split('\0').collect();
    assert_eq!(play(&pieces), play(&pieces));
}
