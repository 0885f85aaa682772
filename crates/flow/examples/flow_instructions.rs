//! One piece of work of the memory, to be counted under valgrind by `benches/instructions`.
//!
//!     flow_instructions WORK
//!
//! Only what runs inside `measured` counts.

use std::hint::black_box;
use vetgate_flow::{Found, Memory, Origin};

fn words(seed: u64, bytes: usize) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::with_capacity(bytes + 16);
    while text.len() < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.extend((0..2 + state % 8).map(|at| char::from(b'a' + (state >> (at * 5 + 8) & 31) as u8 % 26)));
        text.push(' ');
    }
    text.truncate(bytes);
    text
}

fn origin(call: u64) -> Origin {
    Origin { call, server: "crm".into(), tool: "search".into(), ..Origin::default() }
}

fn response(call: u64) -> String {
    let record = |record: u64| {
        let seed = call * 1_000_003 + record;
        serde_json::json!({ "id": seed, "name": words(seed, 24), "note": words(seed + 9, 180) })
    };
    let records: Vec<_> = (0..16).map(record).collect();
    let text = serde_json::Value::from(records).to_string();
    serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string()
}

fn session(calls: u64) -> Memory {
    let mut memory = Memory::default();
    (0..calls).for_each(|call| memory.remember(&origin(call), &response(call)));
    memory
}

fn clean() -> String {
    let body = words(77_777_777, 780);
    serde_json::json!({
        "to": "team@corp.example", "subject": "Minutes of the meeting on Tuesday", "id": "550e8400-e29b-41d4-a716-446655440000",
        "link": "https://wiki.corp.example/spaces/team/pages/minutes?version=4", "body": body,
    })
    .to_string()
}

#[inline(never)]
fn measured(memory: &mut Memory, work: &str, text: &str, found: &mut Vec<Found>) {
    match work {
        "remember" => memory.remember(&origin(9_999), black_box(text)),
        "wrote" => memory.wrote(black_box(text)),
        _ => _ = memory.find("mail/send", black_box(text), found),
    }
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let (work, calls) = name.split_once('_').unwrap_or((&name, "1000"));
    let mut memory = session(calls.parse().unwrap_or(1000));
    let (warm, text) = if work == "remember" { (response(5_000), response(5_001)) } else { (clean(), clean()) };
    let mut found = Vec::new();
    // The first call pays for tables that are made once.
    if work == "remember" {
        memory.remember(&origin(9_998), &warm);
    } else {
        memory.find("mail/send", &warm, &mut found);
    }
    found.clear();
    measured(&mut memory, work, &text, &mut found);
    println!("{name} {}", found.len());
}
