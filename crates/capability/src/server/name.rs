//! What a server's name says, word by word. `capital` holds no `api`.
//!
//! RFC-004 looks for its words anywhere in a name. A word that is written together with others is found here where its
//! edges can be told: [`compound`] splits one word of the name into a listed word and a rest.

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

/// From how many letters on a listed word may be written together with any other word: shorter ones stand in too many.
const LONG: usize = 5;

/// The shortest rest beside a long word: what is shorter is an ending (`driver`, `notional`).
const REST: usize = 3;

static WORDS: LazyLock<BTreeMap<String, Hint>> = LazyLock::new(|| {
    let rows = [("internal", Hint::Internal), ("external", Hint::External), ("transport", Hint::Transport)];
    let of = |(row, hint)| words(row).map(move |word| (word.replace('-', ""), hint));
    rows.into_iter().flat_map(of).collect()
});

static SENDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words("sends").collect());

static JOINS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words("joins").collect());

/// A word of the list that a name holds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Held {
    word: String,
    hint: Hint,
    form: HeldForm,
}

/// How a name holds a word of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeldForm {
    /// As a word of its own.
    Word,
    /// Written together with a word that joins, or with another word of the list.
    Joined,
    /// Written together with something else, which makes it a guess.
    Part,
}

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
    let found = held(name);
    let has = |wanted| found.iter().any(|held| held.hint == wanted);
    let (class, confidence) = match (has(Hint::External), has(Hint::Internal)) {
        (true, false) => (ServerClass::External, Level::Medium),
        (true, true) => (ServerClass::External, Level::Low),
        (false, true) => (ServerClass::Internal, Level::Medium),
        (false, false) if has(Hint::Transport) => (ServerClass::External, Level::Low),
        (false, false) => return None,
    };
    let is_guess = found.iter().all(|held| held.form == HeldForm::Part || held.hint == Hint::Transport);
    let confidence = if is_guess { Level::Low } else { confidence };
    let says = |held: &&Held| held.hint != Hint::Transport || has(Hint::External) == has(Hint::Internal);
    let evidence = found.iter().filter(says).map(Held::evidence).collect();
    Some(ServerClassification { class, confidence, evidence })
}

impl Held {
    fn evidence(&self) -> String {
        let kind = if self.form == HeldForm::Word { "name_token" } else { "name_part" };
        format!("{kind}:{}", self.word)
    }
}

/// The words of the list that a name is made of, the longest first at each place.
fn held(name: &str) -> Vec<Held> {
    let tokens = tokens(name);
    let mut found = vec![];
    let mut at = 0;
    while at < tokens.len() {
        let longest = (1..=PARTS.min(tokens.len() - at)).rev();
        let hit =
            longest.filter(|parts| tokens[at..at + parts].iter().all(|part| part.len() <= LONGEST)).find_map(|parts| {
                let word = tokens[at..at + parts].concat();
                let hint = listed(&word)?;
                Some((parts, Held { word, hint, form: HeldForm::Word }))
            });
        match hit {
            Some((parts, held)) => {
                found.push(held);
                at += parts;
            }
            None => {
                found.extend(compound(&tokens[at]));
                at += 1;
            }
        }
    }
    found
}

/// What the list says of a word, or of a plural of it.
fn listed(word: &str) -> Option<Hint> {
    let singular = word.strip_suffix('s').filter(|stem| stem.len() > 2);
    WORDS.get(word).or_else(|| WORDS.get(singular?)).copied()
}

/// The listed words that `token` is written together of, where its two parts leave no doubt: the one is listed, and the
/// other joins (`mydb`, `slackbot`, `notionapi`) or is listed too. A rest that is anything else leaves a guess, and only
/// beside a long word that makes at least half of the token (`acmegithub`). `profile`, `restaurant` and `driver` hold nothing.
fn compound(token: &str) -> Vec<Held> {
    if token.len() > LONGEST {
        return vec![];
    }
    let splits = (1..token.len()).filter(|at| token.is_char_boundary(*at)).map(|at| token.split_at(at));
    let mut guess = vec![];
    for (word, rest) in splits.flat_map(|(start, end)| [(start, end), (end, start)]) {
        let Some(hint) = WORDS.get(word).copied() else { continue };
        let held = |form| Held { word: word.to_owned(), hint, form };
        if JOINS.contains(rest) {
            return vec![held(HeldForm::Joined)];
        }
        if let Some(other) = WORDS.get(rest).copied() {
            return vec![held(HeldForm::Joined), Held { word: rest.to_owned(), hint: other, form: HeldForm::Joined }];
        }
        if word.len() >= LONG && rest.len() >= REST && word.len() >= rest.len() && hint != Hint::Transport {
            guess = vec![held(HeldForm::Part)];
        }
    }
    guess
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
            assert!(["internal", "external", "transport", "sends", "joins"].contains(&key), "{key}");
            for word in row.split(", ") {
                let is_plain = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
                assert!(is_plain && !word.is_empty(), "{word:?}");
                assert!(matches!(key, "sends" | "joins") || seen.insert(word.replace('-', "")), "{word} occurs twice");
            }
        }
        assert!(SENDS.len() > 5);
    }

    #[test]
    fn every_word_of_the_list_is_found_in_a_name() {
        for (word, hint) in WORDS.iter() {
            let found = Held { word: word.clone(), hint: *hint, form: HeldForm::Word };
            assert_eq!(held(word), [found], "as one word");
        }
        for key in ["internal", "external", "transport"] {
            for word in words(key) {
                let name = format!("my-{word}-server");
                assert_eq!(held(&name).len(), 1, "{name}: {:?}", held(&name));
            }
        }
    }
}
