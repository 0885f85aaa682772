//! What remembering and finding cost on one core.
//!
//! Budgets: remembering 4 KB under 15 µs, finding in 1 KB of arguments under 25 µs, at call 1,000 of a session what it is at
//! call 10, and the same rate at 1 MB. The memory of a full session is printed first: under 2.4 MB.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use serde_json::json;
use vetgate_flow::{Memory, Origin};

fn main() {
    let memory = session(1_000);
    println!("a session of {} characters takes {} bytes", Memory::CHARACTERS, memory.bytes());
    divan::main();
}

/// Letters and digits that never repeat, as words; the same for the same seed.
fn words(seed: u64, bytes: usize) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::with_capacity(bytes + 16);
    while text.len() < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let length = 2 + state % 8;
        text.extend((0..length).map(|at| char::from(b'a' + (state >> (at * 5 + 8) & 31) as u8 % 26)));
        text.push(if state.is_multiple_of(11) { '.' } else { ' ' });
    }
    text.truncate(bytes);
    text
}

fn origin(call: u64) -> Origin {
    Origin { call, server: "crm".into(), tool: "search".into(), ..Origin::default() }
}

/// A response as tools give it: records as JSON inside a text block.
fn response(call: u64, bytes: usize) -> String {
    let records: Vec<_> = (0..bytes.div_ceil(250))
        .map(|record| {
            let seed = call * 1_000_003 + record as u64;
            json!({ "id": seed, "name": words(seed, 24), "mail": format!("{}@mail.example", &words(seed + 7, 9)), "note": words(seed + 9, 120) })
        })
        .collect();
    json!({ "content": [{ "type": "text", "text": json!(records).to_string() }], "isError": false }).to_string()
}

fn session(calls: u64) -> Memory {
    let mut memory = Memory::default();
    for call in 0..calls {
        memory.remember(&origin(call), &response(call, 4_000));
    }
    memory
}

/// Prose to a person, an address, an id, a link: what agents send.
fn clean(bytes: usize) -> String {
    let body = words(77_777_777, bytes.saturating_sub(220));
    json!({
        "to": "team@corp.example", "subject": "Minutes of the meeting on Tuesday", "id": "550e8400-e29b-41d4-a716-446655440000",
        "link": "https://wiki.corp.example/spaces/team/pages/minutes?version=4", "body": body, "urgent": false,
    })
    .to_string()
}

fn find(bencher: Bencher, mut memory: Memory, arguments: String) {
    let mut found = Vec::new();
    bencher.counter(BytesCount::new(arguments.len())).bench_local(|| {
        found.clear();
        memory.find("mail/send", black_box(&arguments), &mut found);
        found.len()
    });
}

#[divan::bench]
fn remember_4_kb(bencher: Bencher) {
    let mut memory = session(1_000);
    let documents: Vec<String> = (2_000..2_256).map(|call| response(call, 4_000)).collect();
    let mut turn = 0;
    bencher.counter(BytesCount::new(documents[0].len())).bench_local(|| {
        turn = (turn + 1) % documents.len();
        memory.remember(&origin(5), black_box(&documents[turn]));
    });
}

#[divan::bench]
fn remember_1_mb(bencher: Bencher) {
    let document = response(3_000, 1 << 20);
    bencher
        .counter(BytesCount::new(document.len()))
        .with_inputs(|| Memory::new(2 << 20))
        .bench_local_refs(|memory| memory.remember(&origin(5), black_box(&document)));
}

/// At call 10 and at call 1,000 of a session.
#[divan::bench(args = [10, 1_000])]
fn find_1_kb(bencher: Bencher, calls: u64) {
    find(bencher, session(calls), clean(1_000));
}

#[divan::bench]
fn find_1_kb_in_nothing(bencher: Bencher) {
    find(bencher, Memory::default(), clean(1_000));
}

#[divan::bench]
fn find_1_kb_copied(bencher: Bencher) {
    let body: String = response(999, 4_000).chars().skip(200).take(1_000).collect();
    find(bencher, session(1_000), json!({ "to": "team@corp.example", "body": body }).to_string());
}

#[divan::bench]
fn find_1_kb_of_base64(bencher: Bencher) {
    let body = data_encoding::BASE64.encode(words(5, 750).as_bytes());
    find(bencher, session(1_000), json!({ "to": "team@corp.example", "body": body }).to_string());
}

#[divan::bench]
fn find_1_kb_of_random_base64(bencher: Bencher) {
    let bytes: Vec<u8> = words(6, 6_000)
        .bytes()
        .collect::<Vec<_>>()
        .chunks(8)
        .map(|chunk| chunk.iter().fold(0_u8, |sum, byte| sum.wrapping_mul(31) ^ byte.wrapping_mul(97)))
        .collect();
    find(
        bencher,
        session(1_000),
        json!({ "to": "team@corp.example", "body": data_encoding::BASE64.encode(&bytes) }).to_string(),
    );
}

#[divan::bench]
fn find_1_mb(bencher: Bencher) {
    find(bencher, session(1_000), clean(1 << 20));
}

#[divan::bench]
fn wrote_1_kb(bencher: Bencher) {
    let mut memory = session(1_000);
    let arguments = clean(1_000);
    bencher.bench_local(|| memory.wrote(black_box(&arguments)));
}
