//! The guard as the gateway uses it: a call and its response, every part on.
//!
//! Budget: 1 KB of arguments and 4 KB of response in under 100 µs at the median, at the 1,000th call of a session as at the
//! 10th, and linear to 1 MB. `cargo bench -p vetgate-guard --bench guard`.

use divan::Bencher;
use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_guard::{Call, Guard, KeyedBy, SessionKey, Settings, Tool};
use vetgate_model::{Definition, DefinitionKind};

fn main() {
    divan::main();
}

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

/// A session that has made so many calls.
struct Scene {
    guard: Guard,
    key: SessionKey,
    reads: Arc<Tool>,
    writes: Arc<Tool>,
}

impl Scene {
    fn after(calls: u64) -> Self {
        let scene = Self {
            guard: Guard::new(&Settings::default()).expect("sound settings"),
            key: SessionKey { by: KeyedBy::Session, name: "bench".into() },
            reads: tool("github", "get_issue"),
            writes: tool("slack", "post_message"),
        };
        (0..calls).for_each(|n| scene.call(n, &arguments(1 << 10, n), &response(4 << 10, n)));
        scene
    }

    fn call(&self, n: u64, arguments: &str, response: &str) {
        let tool = if n.is_multiple_of(2) { &self.reads } else { &self.writes };
        let now_ms = 1_700_000_000_000 + n * 20_000;
        let call = Call { session: &self.key, principal: "bench", tool, arguments, intent: None, now_ms };
        let before = self.guard.before(&call);
        self.guard.sent(&call, &before.ticket);
        divan::black_box(self.guard.after(&call, &before.ticket, response));
    }
}

/// Both directions, at different ages of the session.
#[divan::bench(args = [10, 1_000])]
fn both_directions_1_kb_4_kb(bencher: Bencher, calls: u64) {
    let scene = Scene::after(calls);
    let mut n = calls;
    bencher
        .with_inputs(|| {
            n += 1;
            (n, arguments(1 << 10, n), response(4 << 10, n))
        })
        .bench_local_refs(|(n, arguments, response)| scene.call(*n, arguments, response));
}

/// Linear: sixteen times the bytes, sixteen times the time.
#[divan::bench(args = [4 << 10, 64 << 10, 1 << 20], sample_count = 20)]
fn both_directions_by_size(bencher: Bencher, bytes: usize) {
    let scene = Scene::after(10);
    let (arguments, response) = (arguments(bytes / 4, 7), response(bytes, 7));
    bencher
        .counter(divan::counter::BytesCount::new(arguments.len() + response.len()))
        .bench_local(|| scene.call(11, &arguments, &response));
}

/// The way out alone.
#[divan::bench]
fn before_1_kb(bencher: Bencher) {
    let scene = Scene::after(100);
    let arguments = arguments(1 << 10, 3);
    let call = Call {
        session: &scene.key,
        principal: "bench",
        tool: &scene.writes,
        arguments: &arguments,
        intent: None,
        now_ms: 1_700_100_000_000,
    };
    bencher.bench_local(|| scene.guard.before(&call));
}
