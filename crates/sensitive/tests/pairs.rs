//! Secrets that are written as a name and a value: every notation with every value, and texts that only look like one.
//!
//! A value counts as found if what is replaced covers it whole. `bob` is harmless in every notation and has to stay.

#[path = "pairs/harmless.rs"]
mod harmless;
#[path = "pairs/notations.rs"]
mod notations;

use notations::{NOTATIONS, SINGLE, VALUES, WITH_SPACES, Writing};
use proptest::prelude::*;
use std::sync::LazyLock;
use vetgate_sensitive::{Category, Detector, Grade, Inspector, Match};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// What is replaced by default.
fn replaced(text: &str) -> Vec<Match> {
    DETECTOR.inspect(text.as_bytes()).into_iter().filter(|found| found.grade() >= Grade::Medium).collect()
}

/// The secrets of it.
fn secrets(text: &str) -> Vec<Match> {
    replaced(text).into_iter().filter(|found| found.category == Category::Secret).collect()
}

/// How a value reads in a notation.
fn written(value: &str, writing: Writing) -> Option<String> {
    let escaped = |escapes: &[(char, &str)]| {
        value.chars().fold(String::new(), |mut out, letter| {
            match escapes.iter().find(|(from, _)| *from == letter) {
                Some((_, to)) => out.push_str(to),
                None => out.push(letter),
            }
            out
        })
    };
    let is_bare = !value.contains(' ');
    match writing {
        Writing::Plain => is_bare.then(|| value.to_owned()),
        Writing::InDouble => is_bare.then(|| escaped(&[('"', "\\\""), ('\\', "\\\\")])),
        Writing::Double => Some(escaped(&[('"', "\\\""), ('\\', "\\\\")])),
        Writing::DoubleTwice => Some(escaped(&[('"', "\\\\\\\""), ('\\', "\\\\\\\\")])),
        Writing::Single => Some(escaped(&[('\'', "\\'"), ('\\', "\\\\")])),
        Writing::Shell => Some(escaped(&[('\'', "'\\''")])),
        Writing::Doubled => Some(escaped(&[('\'', "''")])),
        Writing::Backtick => (!value.contains('`')).then(|| value.to_owned()),
        Writing::Xml => {
            Some(escaped(&[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&apos;")]))
        }
        Writing::XmlWord => is_bare.then(|| written(value, Writing::Xml))?,
        Writing::Percent => Some(value.bytes().fold(String::new(), |out, byte| match byte {
            byte if byte.is_ascii_alphanumeric() => out + &char::from(byte).to_string(),
            byte => out + &format!("%{byte:02X}"),
        })),
    }
}

/// What is wrong with how the value at `value` of `text` is found, if anything.
fn problem(text: &str, value: std::ops::Range<usize>) -> Option<String> {
    let found = replaced(text);
    let is_covered = |at: usize| found.iter().any(|found| found.span.contains(&at));
    let left: String =
        text.char_indices().filter(|(at, _)| value.contains(at) && !is_covered(*at)).map(|(_, c)| c).collect();
    if !left.is_empty() {
        return Some(format!("{left:?} is left"));
    }
    let lost = text.match_indices("bob").find(|(at, _)| !value.contains(at) && is_covered(*at));
    lost.map(|(at, _)| format!("{:?} is replaced", &text[at..]))
}

#[test]
fn every_value_is_replaced_whole_in_every_notation() {
    let mut problems = Vec::new();
    let mut count = 0;
    for (notation, writing) in NOTATIONS {
        let (before, after) = notation.split_once("{v}").expect("a place for the value");
        for value in VALUES.iter().chain(WITH_SPACES) {
            let Some(value) = written(value, *writing) else { continue };
            let text = format!("{before}{value}{after}");
            count += 1;
            if let Some(problem) = problem(&text, before.len()..before.len() + value.len()) {
                problems.push(format!("{text:?}: {problem}"));
            }
        }
    }
    for (text, value) in SINGLE {
        let start = text.find(value).expect("the value");
        count += 1;
        if let Some(problem) = problem(text, start..start + value.len()) {
            problems.push(format!("{text:?}: {problem}"));
        }
    }
    println!("{count} texts, {} problems", problems.len());
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn what_only_looks_like_a_pair_is_left() {
    let mut problems = Vec::new();
    for text in harmless::HARMLESS {
        for found in secrets(text) {
            problems.push(format!("{text:?}: {} {:?}", found.kind, &text[found.span]));
        }
    }
    assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), harmless::HARMLESS.len(), problems.join("\n"));
}

#[test]
fn notations_and_look_alikes_are_many() {
    assert!(
        NOTATIONS.len() >= 200 && harmless::HARMLESS.len() >= 150,
        "{} {}",
        NOTATIONS.len(),
        harmless::HARMLESS.len()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn pairs_of_any_parts_are_read_alike_in_pieces(
        parts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..14),
        size in 1..40_usize,
    ) {
        const PARTS: &[&str] = &[
            "password", "DB_PASSWORD", "token", "name", "value", "default", " ", "\t", "\n", "\r\n", "=", ":", "=>", " -> ", "→",
            "：", "|", "(", ")", "[", "]", "{", "}", "<", ">", "</", "/>", "<b>", "</b>", "\"", "'", "`", "\\", "\\\"", "\\n", "**",
            "Tr0ub4dor,3xyz", "ab'c(d;e9F!", "x7Kq2mVb9RtLw4Zc8Nf3AbCd", "is", "for", "-", "--password", "mysql -p", "sshpass -p",
            "https://bob:", "@acme.io/", "\u{1b}[0m", "“", "”", "é", "<![CDATA[", "]]>", "&", "#", ",", ";", "Authorization", "Token ",
        ];
        let text: String = parts.iter().map(|part| *part.get(PARTS)).collect();
        let whole = DETECTOR.inspect(text.as_bytes());
        let (mut inspector, mut pieces) = (Inspector::new(&DETECTOR), Vec::new());
        text.as_bytes().chunks(size).for_each(|piece| inspector.push(piece, &mut |found| pieces.push(found)));
        inspector.finish(&mut |found| pieces.push(found));
        prop_assert_eq!(pieces, whole, "{:?}", text);
    }
}
