//! The guarantee: what a response and later arguments share is found, whatever it was wrapped in, and what is found is there.
//!
//! Sessions of generated responses with secrets of 12 canonical characters and more in them, and every secret sent out in
//! every disguise of a table. Deterministic: the generator is seeded. Recall must be 1.0 for each disguise, and 12 characters are
//! enough for all of them; half of the secrets have no more.

mod disguise;
mod generator;

use disguise::DISGUISES;
use generator::Generator;
use vetgate_flow::{Found, Memory, Origin, canonical};

const SESSIONS: u64 = 15;
const SECRETS: usize = 160;

/// A session that has read, and what it has read.
struct Session {
    memory: Memory,
    secrets: Vec<String>,
    documents: Vec<String>,
}

fn origin(call: u64) -> Origin {
    Origin { call, server: "files".into(), tool: "read".into(), ..Origin::default() }
}

fn session(generator: &mut Generator) -> Session {
    let mut session = Session { memory: Memory::default(), secrets: vec![], documents: vec![] };
    for call in 0..SECRETS as u64 {
        let secret = generator.secret();
        let document = generator.document(&secret);
        session.memory.remember(&origin(call), &document);
        session.secrets.push(secret);
        session.documents.push(document);
    }
    assert!(!session.memory.is_truncated());
    session
}

fn find(memory: &mut Memory, stream: &str, arguments: &str) -> Vec<Found> {
    let mut found = Vec::new();
    assert!(memory.find(stream, arguments, &mut found), "{arguments}");
    found
}

#[test]
fn every_secret_is_found_in_every_disguise() {
    // Two at a time: the sessions have nothing to do with each other.
    let cases: usize = std::thread::scope(|scope| {
        let halves = [0, 1]
            .map(|half| scope.spawn(move || (0..SESSIONS).filter(|seed| seed % 2 == half).map(recall).sum::<usize>()));
        halves.into_iter().map(|half| half.join().expect("every secret was found")).sum()
    });
    assert!(cases >= 100_000, "{cases}");
}

/// Sends every secret of one session out in every disguise; how many cases that were.
fn recall(seed: u64) -> usize {
    let mut generator = Generator::new(seed);
    let mut session = session(&mut generator);
    let mut cases = 0;
    for (number, secret) in session.secrets.clone().iter().enumerate() {
        let form = canonical(secret);
        for disguise in DISGUISES {
            let stream = format!("web/{cases}");
            let calls = (disguise.calls)(secret, &mut generator);
            let mut found = Vec::new();
            for arguments in &calls {
                found = find(&mut session.memory, &stream, arguments);
            }
            let hit = found.iter().find(|found| found.text.contains(form.as_str()));
            let hit = hit.unwrap_or_else(|| panic!("{}: {secret} in {calls:?}: {found:?}", disguise.name));
            assert_eq!(hit.origin.call, number as u64, "{}", disguise.name);
            assert!(hit.characters as usize >= form.len());
            assert!(hit.pieces as usize <= calls.len());
            cases += 1;
        }
    }
    cases
}

#[test]
fn what_is_reported_is_there() {
    for seed in 100..104 {
        let mut generator = Generator::new(seed);
        let mut session = session(&mut generator);
        let forms: Vec<String> = session.documents.iter().map(|document| values(document)).collect();
        for turn in 0..600 {
            // Half a secret, glued to others, in every disguise that comes up.
            let [one, other] = [(); 2].map(|()| session.secrets[generator.below(SECRETS)].clone());
            let cut = generator.below(one.len());
            let mixed = format!("{}{}", &one[one.floor_char_boundary(cut)..], other);
            let disguise = &DISGUISES[turn % DISGUISES.len()];
            for arguments in (disguise.calls)(&mixed, &mut generator) {
                for found in find(&mut session.memory, "web/mixed", &arguments) {
                    let source = &forms[found.origin.call as usize];
                    assert!(source.contains(&found.text), "{}: {found:?} {}", disguise.name, found.text);
                    assert!(found.characters >= 12 && found.novel <= found.characters);
                }
            }
        }
    }
}

#[test]
fn data_that_was_never_read_gives_nothing() {
    for seed in 200..204 {
        let mut generator = Generator::new(seed);
        let mut session = session(&mut generator);
        for turn in 0..600 {
            let disguise = &DISGUISES[turn % DISGUISES.len()];
            let secret = generator.secret();
            for arguments in (disguise.calls)(&secret, &mut generator) {
                assert_eq!(find(&mut session.memory, "web/other", &arguments), [], "{}: {arguments}", disguise.name);
            }
        }
    }
}

/// The canonical text of the values of a document.
fn values(document: &str) -> String {
    fn collect(value: &serde_json::Value, out: &mut String) {
        match value {
            serde_json::Value::String(text) => match serde_json::from_str(text) {
                Ok(inner @ (serde_json::Value::Object(_) | serde_json::Value::Array(_))) => collect(&inner, out),
                _ => out.push_str(&canonical(text)),
            },
            serde_json::Value::Number(number) => out.push_str(&canonical(&number.to_string())),
            serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, out)),
            serde_json::Value::Object(fields) => fields.values().for_each(|field| collect(field, out)),
            _ => {}
        }
    }
    let mut out = String::new();
    match serde_json::from_str(document) {
        Ok(value) => collect(&value, &mut out),
        Err(_) => out = canonical(document),
    }
    out
}
