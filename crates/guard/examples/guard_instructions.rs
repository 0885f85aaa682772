//! One piece of work of the guard, to be counted under valgrind by `benches/instructions`.
//!
//!     guard_instructions WORK
//!
//! WORK is `before`, `after` or `both`, and how many calls the session has made before: `both_1000`. The texts are those of
//! the benchmark `guard`. Only what runs inside `measured` counts.

use std::hint::black_box;
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_guard::{Call, Guard, KeyedBy, SessionKey, Settings, Ticket, Tool};
use vetgate_model::{Definition, DefinitionKind};

/// A tool of a server that is known by its name.
fn tool(server: &str, name: &str) -> Arc<Tool> {
    let raw = format!(
        r#"{{"name":"{name}","description":"Works with records.","inputSchema":{{"type":"object","properties":{{"id":{{"type":"string"}},"text":{{"type":"string"}}}}}}}}"#
    );
    let definition = Definition::parse(server, DefinitionKind::Tool, &raw).expect("a tool");
    let classification = classify(&definition);
    let side = Server { name: server, url: None, tools: &[], configured: None }.classify();
    Arc::new(Tool::of(&definition, classification, side))
}

/// Numbers that look like chance and are the same every time.
fn scatter(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

const SYLLABLES: &[&str] = &[
    "ba", "con", "der", "fel", "gor", "hin", "jas", "kel", "lam", "mor", "nis", "pal", "quer", "ros", "sten", "tur",
    "vel", "wim", "xan", "yor", "zed", "ang", "bri", "cha", "dru", "eno", "flo", "gri", "hou", "ism", "kra", "lun",
];

/// A word; there are as many as a language has, so that texts share words and hardly ever sentences.
fn word(n: u64) -> String {
    let syllable = |shift: u32| SYLLABLES[(n >> shift) as usize % SYLLABLES.len()];
    let last = if n.is_multiple_of(3) { "" } else { syllable(10) };
    format!("{}{}{last}", syllable(0), syllable(5))
}

/// The result of a call: records as JSON in a text block, of about that many bytes.
fn response(bytes: usize, seed: u64) -> String {
    let (mut text, mut next) = (String::from("["), scatter(seed));
    while text.len() < bytes {
        let (a, b, c) = (next(), next(), next());
        text += &format!(
            r#"{{"id":"{a:08x}","title":"{} {} {}","state":"open","amount":{},"updated":"2024-0{}-1{}"}},"#,
            word(a),
            word(b),
            word(c),
            b % 10_000,
            1 + a % 9,
            c % 10
        );
    }
    text.pop();
    text.push(']');
    serde_json::json!({"content": [{"type": "text", "text": text}]}).to_string()
}

/// Arguments of about that many bytes: an agent's own words, with the first record of what came back before quoted once.
fn arguments(bytes: usize, seed: u64) -> String {
    let (mut text, mut next) = (String::new(), scatter(seed.wrapping_add(1 << 40)));
    let mut earlier = scatter(seed.saturating_sub(1));
    let (a, b, c) = (earlier(), earlier(), earlier());
    text += &format!("about {} {} {}: ", word(a), word(b), word(c));
    while text.len() < bytes - 60 {
        text += &word(next());
        text.push(if next() % 9 == 0 { '.' } else { ' ' });
    }
    serde_json::json!({"id": format!("{a:08x}"), "text": text}).to_string()
}

/// Runs what counts apart from what only prepares it.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

/// The way out: judged, and sent.
fn out(guard: &Guard, call: &Call) -> Ticket {
    let before = guard.before(black_box(call));
    guard.sent(call, &before.ticket);
    before.ticket
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let (work, calls) = name.split_once('_').unwrap_or((&name, "1000"));
    let calls: u64 = calls.parse().unwrap_or(1_000);
    let guard = Guard::new(&Settings::default()).expect("sound settings");
    let key = SessionKey { by: KeyedBy::Session, name: "bench".into() };
    let (reads, writes) = (tool("github", "get_issue"), tool("slack", "post_message"));
    for n in 0..=calls {
        let (arguments, response) = (arguments(1 << 10, n), response(4 << 10, n));
        let call = Call {
            session: &key,
            principal: "bench",
            tool: if n.is_multiple_of(2) { &reads } else { &writes },
            arguments: &arguments,
            intent: None,
            now_ms: 1_700_000_000_000 + n * 20_000,
        };
        // Everything before the last call makes the session.
        let counts = |part: &str| n == calls && (work == part || work == "both");
        let ticket = if counts("before") { measured(|| out(&guard, &call)) } else { out(&guard, &call) };
        let back = || guard.after(&call, &ticket, black_box(&response));
        let after = if counts("after") { measured(back) } else { back() };
        black_box(after);
    }
}
