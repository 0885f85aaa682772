//! Tools and texts that the guard is measured with, by the clock and by instructions.

use std::sync::Arc;
use vetgate_capability::{Server, classify};
use vetgate_guard::Tool;
use vetgate_model::{Definition, DefinitionKind};

/// A tool of a server that is known by its name.
pub(crate) fn tool(server: &str, name: &str) -> Arc<Tool> {
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
pub(crate) fn response(bytes: usize, seed: u64) -> String {
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
pub(crate) fn arguments(bytes: usize, seed: u64) -> String {
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
