//! A hundred encodings and carriers of one sentence, and which guarantee stops each. The table is in `docs/flow.md`.

use serde_json::Value;
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_guard::{Action, Call, FlowSettings, Guarantee, Guard, KeyedBy, SessionKey, Settings, Tool};
use vetgate_model::{Definition, DefinitionKind};

/// How many of a hundred the content guarantee stops at least.
const CONTENT: usize = 85;

fn tool_of(name: &str, arguments: &Value) -> Arc<Tool> {
    let (server, name) = name.split_once(':').expect("server:tool");
    let keys = arguments.as_object().into_iter().flat_map(serde_json::Map::keys);
    let properties: serde_json::Map<_, _> = keys.map(|key| (key.clone(), serde_json::json!({}))).collect();
    let raw =
        serde_json::json!({"name": name, "inputSchema": {"type": "object", "properties": properties}}).to_string();
    let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool");
    let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
    Arc::new(Tool::of(&definition, classify(&definition), side))
}

/// Whether a call of these is held in a session that has read the sentence and untrusted content.
fn is_stopped(guarantee: Guarantee, text: &str, calls: &[Value]) -> bool {
    let flow = FlowSettings { guarantee, ..FlowSettings::default() };
    let guard = Guard::new(&Settings { flow, ..Settings::default() }).expect("sound settings");
    let key = SessionKey { by: KeyedBy::Session, name: "carriers".into() };
    let read = serde_json::json!({"sql": "SELECT note FROM plans"});
    let page = serde_json::json!({"url": "https://news.example/a"});
    let query = ("postgres:query", &read, format!("note\n{text}\n1 row"));
    let fetch = ("web:fetch_page", &page, "The images are at https://cdn.example/x and below it.".to_owned());
    let sent = calls.iter().map(|call| (call["tool"].as_str().expect("a tool"), &call["args"], "done".to_owned()));
    let mut is_held = false;
    for (number, (name, arguments, output)) in [query, fetch].into_iter().chain(sent).enumerate() {
        let tool = tool_of(name, arguments);
        let arguments = arguments.to_string();
        let call = Call {
            session: &key,
            principal: "agent",
            tool: &tool,
            arguments: &arguments,
            other_params: None,
            is_address: false,
            intent: None,
            now_ms: 1_700_000_000_000 + number as u64 * 20_000,
        };
        let before = guard.before(&call);
        is_held |= number > 1 && before.decision.action > Action::Allow;
        guard.sent(&call, &before.ticket);
        let result = serde_json::json!({"content": [{"type": "text", "text": output}]}).to_string();
        guard.after(&call, &before.ticket, &result);
    }
    is_held
}

#[test]
fn the_documentation_says_which_guarantee_stops_each_of_a_hundred_carriers() {
    let carriers: Value = serde_json::from_str(include_str!("carriers/carriers.json")).expect("it is JSON");
    let text = carriers["text"].as_str().expect("a sentence");
    let rows = carriers["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 100);
    let (mut by_content, mut by_label, mut page) = (0, 0, String::new());
    for row in rows {
        let calls = row["calls"].as_array().expect("calls");
        let stopped = |guarantee| is_stopped(guarantee, text, calls);
        let (content, label) = (stopped(Guarantee::Content), stopped(Guarantee::Strict));
        by_content += usize::from(content);
        by_label += usize::from(label);
        let say = |is_stopped: bool| if is_stopped { "stopped" } else { "–" };
        page.push_str(&format!("| {} | {} | {} |\n", row["name"].as_str().expect("a name"), say(content), say(label)));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/flow.md");
    let known = include_str!("../../../docs/flow.md");
    let (head, rest) = known.split_once("<!-- carriers -->").expect("the table begins");
    let (_, tail) = rest.split_once("<!-- end of carriers -->").expect("the table ends");
    let expected = format!(
        "{head}<!-- carriers -->\n\n{by_content} of 100 are stopped under `content`, {by_label} under `strict`.\n\n\
         | carrier | `content` | `strict` |\n| --- | --- | --- |\n{page}\n<!-- end of carriers -->{tail}"
    );
    if std::env::var_os("VETGATE_BLESS").is_some() {
        std::fs::write(path, &expected).expect("the page can be written");
    } else {
        assert_eq!(known, expected, "run with VETGATE_BLESS=1");
    }
    assert_eq!(by_label, 100);
    assert!(by_content >= CONTENT, "{by_content}");
}
