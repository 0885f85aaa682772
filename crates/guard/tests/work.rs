//! Ordinary work stays ordinary: generated sessions of harmless calls, the same every time.
//!
//! Agents read from the house's own servers, write back to them, search the web, and tell people about it in their own
//! words with the ids, titles and short quotations that such messages have. At most one call in a hundred may be called
//! critical.

use std::fmt::Write;
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_flow::Level;
use vetgate_guard::{Action, Call, Guard, KeyedBy, SessionKey, Settings, Tool};
use vetgate_model::{Definition, DefinitionKind};

const SESSIONS: u64 = 200;
const CALLS: u64 = 30;

/// Chance that is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

const SUBJECTS: &[&str] = &[
    "the login page", "our import job", "the billing report", "the search index", "a customer in Lyon",
    "the nightly build", "the export of orders", "the mobile client", "the onboarding mail", "the price list",
    "the audit trail", "the new parser",
];
const EVENTS: &[&str] = &[
    "fails when the list is empty",
    "is slower than last week",
    "needs another review",
    "was moved to the next sprint",
    "shows the wrong currency",
    "drops every third row",
    "asks for a second approval",
    "works again since the restart",
    "has no tests for dates",
    "should accept longer names",
    "was reported twice",
    "breaks on leap days",
];
const PEOPLE: &[&str] = &["Ines", "Tomas", "Yuki", "Bram", "Noor", "Ada", "Pavel", "Lucia"];

/// A record of a tracker: what a response holds.
fn record(dice: &mut Dice, number: usize) -> (String, String) {
    let title = format!("{} {}", dice.pick(SUBJECTS), dice.pick(EVENTS));
    let mut body = String::new();
    for _ in 0..3 + dice.roll(5) {
        let _ = write!(body, "{} says that {} {}. ", dice.pick(PEOPLE), dice.pick(SUBJECTS), dice.pick(EVENTS));
    }
    let json =
        serde_json::json!({"number": number, "title": title, "state": "open", "body": body, "updated": "2024-03-11"});
    (title, json.to_string())
}

fn tool(server: &str, name: &str, parameters: &[&str]) -> Arc<Tool> {
    let properties: serde_json::Map<_, _> =
        parameters.iter().map(|name| ((*name).to_owned(), serde_json::json!({"type": "string"}))).collect();
    let raw =
        serde_json::json!({"name": name, "inputSchema": {"type": "object", "properties": properties}}).to_string();
    let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool");
    let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
    Arc::new(Tool::of(&definition, classify(&definition), side))
}

/// One step of work: which tool, with what, and what comes back.
fn step(dice: &mut Dice, last: &mut (String, usize)) -> (usize, String, String) {
    let number = 100 + dice.roll(900);
    match dice.roll(10) {
        0..=3 => {
            let (title, json) = record(dice, number);
            *last = (title, number);
            (0, format!(r#"{{"number":"{number}"}}"#), json)
        }
        4 | 5 => {
            let rows: Vec<String> = (0..6).map(|n| record(dice, number + n).1).collect();
            (
                1,
                format!(r#"{{"sql":"SELECT * FROM tickets WHERE number > {number} LIMIT 6"}}"#),
                format!("[{}]", rows.join(",")),
            )
        }
        6 => {
            let text = format!("{} is on it: {} {}.", dice.pick(PEOPLE), dice.pick(SUBJECTS), dice.pick(EVENTS));
            (
                2,
                serde_json::json!({"number": last.1.to_string(), "body": text}).to_string(),
                r#"{"ok":true}"#.to_owned(),
            )
        }
        7 => (
            3,
            format!(r#"{{"query":"why {} {}"}}"#, dice.pick(SUBJECTS), dice.pick(EVENTS)),
            "Ten results about builds and parsers.".to_owned(),
        ),
        // A message in the agent's own words, with the number and the first words of the title.
        _ => {
            let quoted: String = last.0.chars().take(20).collect();
            let text = format!(
                "Update for {}: #{} ({quoted}...) is being worked on, more tomorrow.",
                dice.pick(PEOPLE),
                last.1
            );
            (
                4,
                serde_json::json!({"channel": "team", "text": text}).to_string(),
                r#"{"ok":true,"ts":"17000.1"}"#.to_owned(),
            )
        }
    }
}

#[test]
fn at_most_one_call_in_a_hundred_of_harmless_work_is_critical() {
    let guard = Guard::new(&Settings::default()).expect("sound settings");
    let tools = [
        tool("github", "get_issue", &["number"]),
        tool("postgres", "query", &["sql"]),
        tool("github", "add_comment", &["number", "body"]),
        tool("web", "search", &["query"]),
        tool("slack", "post_message", &["channel", "text"]),
    ];
    let (mut critical, mut stopped, mut all) = (0, 0, 0);
    for seed in 1..=SESSIONS {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let key = SessionKey { by: KeyedBy::Session, name: format!("work-{seed}") };
        let mut last = ("nothing yet".to_owned(), 0);
        for n in 0..CALLS {
            let (at, arguments, output) = step(&mut dice, &mut last);
            let now_ms = 1_700_000_000_000 + n * 30_000;
            let call = Call {
                session: &key,
                principal: "agent",
                tool: &tools[at],
                arguments: &arguments,
                other_params: None,
                is_address: false,
                intent: None,
                now_ms,
            };
            let before = guard.before(&call);
            all += 1;
            critical += usize::from(before.assessment.edges.iter().any(|edge| edge.level == Level::Critical));
            stopped += usize::from(before.decision.action != Action::Allow);
            guard.sent(&call, &before.ticket);
            let result = serde_json::json!({"content": [{"type": "text", "text": output}]}).to_string();
            guard.after(&call, &before.ticket, &result);
        }
    }
    assert!(critical * 100 <= all, "{critical} of {all} calls are critical");
    assert!(stopped * 100 <= all, "{stopped} of {all} calls are stopped");
}
