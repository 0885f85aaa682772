//! What a server's name says, word by word. `capital` holds no `api`.

use super::{ServerClass, ServerClassification};
use crate::{Level, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const LIST: &str = include_str!("words.txt");

/// What a word says of the server it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hint {
    Internal,
    External,
    Transport,
}

/// The most parts that a word is written in: `k8s` has three, `s3-private` too.
const PARTS: usize = 4;

/// The longest part that is looked up.
const LONGEST: usize = 40;

static WORDS: LazyLock<BTreeMap<String, Hint>> = LazyLock::new(|| {
    let rows = [("internal", Hint::Internal), ("external", Hint::External), ("transport", Hint::Transport)];
    let of = |(row, hint)| words(row).map(move |word| (word.replace('-', ""), hint));
    rows.into_iter().flat_map(of).collect()
});

static SENDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words("sends").collect());

/// The rows of the list: a key and what it stands for.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

fn words(key: &str) -> impl Iterator<Item = &'static str> {
    rows().filter(move |(row, _)| *row == key).flat_map(|(_, words)| words.split(", "))
}

/// Whether a tool with this token in its name takes something out.
pub(super) fn sends(token: &str) -> bool {
    SENDS.contains(token)
}

/// What the name says, if anything. As in the lists' source, a name from both sides is external, but not surely so. How
/// a server is reached counts only where nothing says what it is: `github-api` is GitHub.
pub(super) fn sign(name: &str) -> Option<ServerClassification> {
    let found = hints(name);
    let has = |wanted| found.iter().any(|(_, hint)| *hint == wanted);
    let (class, confidence) = match (has(Hint::External), has(Hint::Internal)) {
        (true, false) => (ServerClass::External, Level::Medium),
        (true, true) => (ServerClass::External, Level::Low),
        (false, true) => (ServerClass::Internal, Level::Medium),
        (false, false) if has(Hint::Transport) => (ServerClass::External, Level::Low),
        (false, false) => return None,
    };
    let says = |hint: Hint| hint != Hint::Transport || confidence == Level::Low;
    let evidence = found.iter().filter(|(_, hint)| says(*hint)).map(|(word, _)| format!("name_token:{word}")).collect();
    Some(ServerClassification { class, confidence, evidence })
}

/// The words of the list that a name is made of, the longest first at each place.
fn hints(name: &str) -> Vec<(String, Hint)> {
    let tokens = tokens(name);
    let mut found = vec![];
    let mut at = 0;
    while at < tokens.len() {
        let longest = (1..=PARTS.min(tokens.len() - at)).rev();
        let hit =
            longest.filter(|parts| tokens[at..at + parts].iter().all(|part| part.len() <= LONGEST)).find_map(|parts| {
                let word = tokens[at..at + parts].concat();
                let singular = word.strip_suffix('s').filter(|stem| stem.len() > 2);
                let hint = WORDS.get(&word).or_else(|| WORDS.get(singular?))?;
                Some((parts, word, *hint))
            });
        match hit {
            Some((parts, word, hint)) => {
                found.push((word, hint));
                at += parts;
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_a_version_known_rows_and_each_word_once() {
        assert!(LIST.starts_with("version = 1\n"));
        let mut seen = BTreeSet::new();
        for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            assert!(line.contains(" = "), "{line}");
        }
        for (key, row) in rows().filter(|(key, _)| *key != "version") {
            assert!(["internal", "external", "transport", "sends"].contains(&key), "{key}");
            for word in row.split(", ") {
                let is_plain = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
                assert!(is_plain && !word.is_empty(), "{word:?}");
                assert!(key == "sends" || seen.insert(word.replace('-', "")), "{word} is there twice");
            }
        }
        assert!(SENDS.len() > 5);
    }

    #[test]
    fn every_word_of_the_list_is_found_in_a_name() {
        for (word, hint) in WORDS.iter() {
            assert_eq!(hints(word), [(word.clone(), *hint)], "as one word");
        }
        for key in ["internal", "external", "transport"] {
            for word in words(key) {
                let name = format!("my-{word}-server");
                assert_eq!(hints(&name).len(), 1, "{name}: {:?}", hints(&name));
            }
        }
    }
}
