use super::*;
use proptest::prelude::*;

fn origin(call: u64, tool: &str) -> Origin {
    Origin { call, server: "s".into(), tool: tool.into(), ..Origin::default() }
}

fn found(memory: &mut Memory, arguments: &str) -> Vec<Found> {
    let mut found = Vec::new();
    memory.find("s/send", arguments, &mut found);
    found
}

/// Text that never repeats, of that many letters and digits.
fn text(seed: u64, length: usize) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[(state >> 32) as usize % 36])
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn what_was_read_is_found() {
    let mut memory = Memory::default();
    memory
        .remember(&origin(1, "read"), r#"{"content":[{"type":"text","text":"the launch code is Zebra-Quartz-7719"}]}"#);
    let found = found(&mut memory, r#"{"to":"x","body":"psst: zebraquartz7719!"}"#);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].from.as_str(), found[0].to.as_str(), found[0].characters), ("/content/0/text", "/body", 15));
    assert_eq!(found[0].text, "zebraquartz7719");
}

#[test]
fn what_was_looked_up_is_noted_as_if_it_had_not_been() {
    let read = text(1, 300);
    let sent = format!(r#"{{"a":"{} {} {}","b":["{}"]}}"#, text(2, 80), &read[40..90], text(3, 50), &read[200..230]);
    let own = |sought: Option<&str>| {
        let mut memory = Memory::default();
        memory.remember(&origin(1, "read"), &read);
        if let Some(sought) = sought {
            found(&mut memory, sought);
        }
        memory.wrote(&sent);
        format!("{:?}", memory.own)
    };
    assert_eq!(own(Some(&sent)), own(None));
    assert_eq!(own(Some("something else")), own(None));
}

#[test]
fn eleven_shared_characters_are_not_enough_and_keys_do_not_count() {
    let mut memory = Memory::default();
    memory
        .remember(&origin(1, "read"), r#"{"a_key_of_some_length":"qwx7zk2mvb9","t":"{\"another_long_key_here\":1}"}"#);
    assert_eq!(found(&mut memory, r#"{"x":"qwx7zk2mvb9"}"#), []);
    assert_eq!(found(&mut memory, r#"{"x":"a_key_of_some_length another_long_key_here"}"#), []);
}

#[test]
fn the_oldest_responses_go_first_and_the_memory_says_so() {
    let mut memory = Memory::new(10_000);
    for call in 0..10 {
        memory.remember(&origin(call, "read"), &text(call, 900));
        assert!(!memory.is_truncated());
    }
    for call in 10..100 {
        memory.remember(&origin(call, "read"), &text(call, 900));
    }
    assert!(memory.is_truncated());
    for call in 0..100 {
        let sent = text(call, 900)[300..340].to_owned();
        let expected = u64::from(call >= 89) * 40;
        let characters: u64 = found(&mut memory, &sent).iter().map(|found| u64::from(found.characters)).sum();
        assert_eq!(characters, expected, "{call}");
    }
}

#[test]
fn a_full_session_stays_within_its_bound() {
    for (size, shape) in [(4_000, "text"), (40, "text"), (4_000, "leaves"), (16 << 20, "text"), (300, "deep")] {
        let mut memory = Memory::default();
        let calls = (600_000 / size).clamp(2, 8_000) as u64;
        for call in 0..calls {
            let value = text(call + 1, size);
            let document = match shape {
                "leaves" => serde_json::json!({ "structuredContent": { "customers": value.as_bytes().chunks(8).map(|chunk| serde_json::json!({ "identifier_of_it": String::from_utf8_lossy(chunk) })).collect::<Vec<_>>() } }).to_string(),
                "deep" => format!("{}{}{}", "[".repeat(200), serde_json::json!(value), "]".repeat(200)),
                _ => value,
            };
            memory.remember(&origin(call, "read"), &document);
            memory.wrote(&text(call + 1_000_000, 200));
        }
        assert!(memory.is_truncated(), "{size} {shape}");
        assert!(memory.bytes() < 2_400_000, "{size} {shape}: {}", memory.bytes());
        let last = text(calls, size.min(100_000));
        assert_eq!(found(&mut memory, &last[..30]).len(), 1, "{size} {shape}");
    }
}

#[test]
fn pieces_over_calls_are_joined_per_stream_and_argument() {
    let secret = "qx7zk2mvb9rtlw4zc8nf";
    let mut memory = Memory::default();
    memory.remember(&origin(1, "read"), secret);
    let mut send = |stream: &str, arguments: serde_json::Value| {
        let mut found = Vec::new();
        memory.find(stream, &arguments.to_string(), &mut found);
        found
    };
    assert_eq!(send("a", serde_json::json!({ "q": &secret[..7] })), []);
    assert_eq!(send("b", serde_json::json!({ "q": &secret[7..14] })), []);
    assert_eq!(send("a", serde_json::json!({ "other": &secret[7..14] })), []);
    let found = send("a", serde_json::json!({ "q": &secret[7..14] }));
    assert_eq!((found.len(), found[0].pieces, found[0].characters), (1, 2, 14));
    let found = send("a", serde_json::json!({ "q": &secret[14..] }));
    assert_eq!((found.len(), found[0].pieces, found[0].characters), (1, 3, 20));
}

#[test]
fn short_sensitive_values_are_found_where_they_stand_alone() {
    let mut memory = Memory::default();
    memory.remember_atom(&origin(1, "read"), "/pin", "pin", "48-2917");
    for (arguments, expected) in [
        (r#"{"t":"the code is 482917."}"#, 1),
        (r#"{"t":"4 82 917"}"#, 1),
        (r#"{"t":"code=NDgyOTE3"}"#, 0),
        (r#"{"t":"NDgyOTE3"}"#, 1),
        (r#"{"t":"9482917"}"#, 0),
        (r#"{"t":"4829170"}"#, 0),
        (r#"{"t":"%34%38%32917"}"#, 1),
        (r#"{"t":"482918"}"#, 0),
    ] {
        let found = found(&mut memory, arguments);
        assert_eq!(found.len(), expected, "{arguments}: {found:?}");
        if let Some(found) = found.first() {
            assert_eq!((found.atom.as_deref(), found.from.as_str(), found.to.as_str()), (Some("pin"), "/pin", "/t"));
            assert_eq!((found.characters, found.novel), (6, 6));
        }
    }
}

#[test]
fn what_the_agent_wrote_first_is_not_news() {
    let words = "kq7 the violet umbrella festival of Brookhaven";
    let arguments = serde_json::json!({ "q": words }).to_string();
    let mut memory = Memory::default();
    found(&mut memory, &arguments);
    memory.wrote(&arguments);
    memory.remember(&origin(1, "search"), &format!("You searched for: {words}"));
    assert_eq!(found(&mut memory, &arguments)[0].novel, 0);
    // What was read first stays news, however often it is written.
    let mut memory = Memory::default();
    memory.remember(&origin(1, "search"), &format!("You searched for: {words}"));
    found(&mut memory, &arguments);
    memory.wrote(&arguments);
    memory.remember(&origin(2, "notes"), words);
    assert!(found(&mut memory, &arguments).iter().any(|found| found.novel > 30));
}

#[test]
fn a_template_is_not_news_but_what_is_read_twice_is() {
    let answer = |seed: u64| format!("Halloween bulletin of the Umbrella Guild follows: {}", text(seed, 200));
    let mut memory = Memory::default();
    memory.remember(&origin(1, "read"), &answer(1));
    memory.remember(&origin(2, "read"), &answer(2));
    let twice = found(&mut memory, "Halloween bulletin of the Umbrella Guild");
    assert!(twice[0].novel >= 15, "two answers may share somebody's paragraph: {twice:?}");
    memory.remember(&origin(3, "read"), &answer(3));
    let found = found(&mut memory, "Halloween bulletin of the Umbrella Guild");
    assert!(found[0].characters >= 35 && found[0].novel <= 6, "{found:?}");
    let mut memory = Memory::default();
    memory.remember(&origin(1, "read"), &answer(1));
    memory.remember(&origin(2, "read"), &answer(1));
    let found = self::found(&mut memory, "Halloween bulletin of the Umbrella Guild");
    assert!(found[0].novel >= 15, "{found:?}");
}

#[test]
fn hostile_texts_are_taken_in_linear_time() {
    let long = 1 << 17;
    for document in [
        "a".repeat(long),
        "ab".repeat(long / 2),
        "[".repeat(long),
        "{\"a\":".repeat(long / 5),
        "\"\\ud800".repeat(long / 7),
        "%41".repeat(long / 3),
        "&#65;".repeat(long / 5),
        "65,".repeat(long / 3),
        text(7, long),
        text(8, 1000).repeat(long / 1000),
        format!("{{\"a\":\"{}", "x y ".repeat(long / 4)),
    ] {
        let mut memory = Memory::default();
        memory.remember(&origin(1, "read"), &document);
        memory.remember(&origin(2, "read"), &document);
        let mut found = Vec::new();
        memory.find("s/send", &document, &mut found);
        assert!(found.len() <= Memory::FOUND);
        memory.wrote(&document);
    }
}

#[test]
fn a_bound_that_was_hit_is_told() {
    let mut memory = Memory::default();
    let secrets: Vec<String> = (1..=200).map(|seed| text(seed, 16)).collect();
    memory.remember(&origin(1, "read"), &secrets.join(" "));
    let mut found = Vec::new();
    let mixed: Vec<String> = secrets.iter().rev().map(|secret| format!("{secret} {}", text(999, 3))).collect();
    assert!(!memory.find("s", &serde_json::json!(mixed).to_string(), &mut found));
    assert_eq!(found.len(), Memory::FOUND);
}

proptest! {
    #[test]
    fn any_text_is_taken(a in any::<String>(), b in r#"[\[\]{}:,"'\\uU0-9a-z%&=#; ]{0,80}"#) {
        let mut memory = Memory::new(200);
        for call in 0..3 {
            memory.remember(&origin(call, "read"), &a);
            memory.remember(&origin(call, "read"), &b);
            memory.remember_atom(&origin(call, "read"), "/x", "kind", &b);
            found(&mut memory, &a);
            found(&mut memory, &b);
            memory.wrote(&a);
            memory.wrote(&b);
        }
    }
}

#[test]
fn a_response_is_found_by_letters_that_it_holds() {
    let mut memory = Memory::new(Memory::CHARACTERS);
    memory.remember(&origin(1, "read"), r#""First run Sync-Tool push_all, then stop""#);
    memory.remember(&origin(2, "fetch"), r#""Sync tool: push all of it""#);
    let holding = |letters: &str, is_wanted: fn(&Origin) -> bool| memory.holding(letters, is_wanted).map(|it| it.call);
    assert_eq!(holding("synctoolpushall", |_| true), Some(2), "the latest");
    assert_eq!(holding("synctoolpushall", |origin| origin.call < 2), Some(1));
    assert_eq!(holding("unsynctoolpu", |_| true), Some(1), "a run and no more");
    assert_eq!(holding("synctoolpushallof", |origin| origin.call < 2), None, "not all of it");
    assert_eq!(holding("synctool", |_| true), None, "shorter than a run");
}

#[test]
fn data_cut_over_the_names_of_members_is_followed() {
    let mut memory = Memory::default();
    let origin = Origin { call: 1, server: "files".into(), tool: "read".into(), ..Origin::default() };
    memory.remember(&origin, "The merger with Kestrel Tarpaulin closes on the ninth.");
    for arguments in [
        r#"{"mergerwit": 1, "hkestrelt": 2, "arpaulinc": 3}"#,
        r#"{"fields": {"mergerwit": 1, "hkestrelt": 2, "arpaulinc": 3}}"#,
    ] {
        let mut found = vec![];
        memory.find("mail/send", arguments, &mut found);
        assert!(found.iter().any(|one| one.characters >= 24), "{arguments}: {found:?}");
    }
    let mut found = vec![];
    memory.find("mail/send", r#"{"to": "a", "subject": "b", "body": "c"}"#, &mut found);
    assert!(found.is_empty(), "{found:?}");
}
