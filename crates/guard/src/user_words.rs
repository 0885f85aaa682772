//! What the user asked for, as the client program reports it.
//!
//! A gateway sees calls and responses, not the prompt. A client that reports the user's words lets the guard tell a
//! destination that the user wants from one that a text suggested. The words only widen trust: in destinations that they
//! name, that a record joins to a name in them, or that are fields of a source they name; and in destructive actions that
//! they name. They never speak against a call, and an instruction in a response is held against calls as without them.
//!
//! Limits: the first 64 KiB of a session's words are kept. Words of other scripts are compared letter by letter.

use crate::words::user_words::{NO_NAMES, REMOVING};
use std::collections::BTreeSet;
use vetgate_text::name::parts;

/// How much of a session's words is kept, in bytes.
const KEPT: usize = 64 << 10;
/// How many letters a name has at least, and a word that names a source.
const NAME: usize = 3;
const SOURCE: usize = 4;
/// How many letters a value has at least that counts as named.
const VALUE: usize = 3;

/// The user's words in one session.
#[derive(Debug, Default)]
pub(crate) struct UserWords {
    /// In lower case, with a blank on both sides of each.
    text: String,
    /// The same without blanks.
    letters: String,
    words: BTreeSet<String>,
    is_truncated: bool,
}

impl UserWords {
    /// Adds what the user said. What is beyond the bound is left out, which [`is_truncated`](Self::is_truncated) tells.
    pub(crate) fn add(&mut self, said: &str) {
        let room = KEPT.saturating_sub(self.text.len());
        let kept = &said[..said.floor_char_boundary(room)];
        self.is_truncated |= kept.len() < said.len();
        let plain = plain(kept);
        if self.text.ends_with(plain.as_str()) || plain.trim().is_empty() {
            return;
        }
        self.words.extend(plain.split(' ').filter(|word| !word.is_empty()).map(str::to_owned));
        self.letters.extend(plain.split(' '));
        self.text.push_str(&plain);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Whether the words hold this value, word by word.
    pub(crate) fn name(&self, value: &str) -> bool {
        let plain = plain(value);
        plain.bytes().filter(|byte| *byte != b' ').count() >= VALUE && self.text.contains(&plain)
    }

    /// Whether the words hold these letters, without blanks.
    pub(crate) fn name_letters(&self, letters: &str) -> bool {
        letters.len() >= VALUE && self.letters.contains(letters)
    }

    /// Whether a word of a record may be a name that the user said.
    pub(crate) fn name_person(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        word.chars().count() >= NAME && !NO_NAMES.contains(&word.as_str()) && self.words.contains(&word)
    }

    /// Whether the user spoke of the source that a call reads: of a value that the call is given.
    pub(crate) fn name_source<'v>(&self, mut values: impl Iterator<Item = &'v str>) -> bool {
        values.any(|value| {
            let plain = plain(value);
            let mut words = plain.split(' ').filter(|word| word.chars().count() >= SOURCE);
            words.any(|word| !NO_NAMES.contains(&word) && self.words.contains(word))
        })
    }

    /// Whether the user asked that something is removed, and named what by a word of the tool's name or of a value.
    pub(crate) fn ask_removal<'v>(&self, tool: &[String], values: impl Iterator<Item = &'v str>) -> bool {
        let is_verb = |word: &str| REMOVING.iter().any(|verb| stem(verb) == stem(word));
        if !self.words.iter().any(|word| is_verb(word)) {
            return false;
        }
        let said = |word: &str| {
            let word = word.to_lowercase();
            word.chars().count() >= NAME
                && !is_verb(&word)
                && !NO_NAMES.contains(&word.as_str())
                && self.words.iter().any(|own| stem(own) == stem(&word))
        };
        tool.iter().any(|word| said(word)) || values.flat_map(parts).any(said)
    }

    /// The bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.text.capacity()
            + self.letters.capacity()
            + self.words.iter().map(|word| word.capacity() + 48).sum::<usize>()
    }
}

/// A word without the ending of a plural or of a verb.
fn stem(word: &str) -> &str {
    let word =
        word.strip_suffix("ing").or_else(|| word.strip_suffix("ed")).filter(|stem| stem.len() >= NAME).unwrap_or(word);
    let word = word.strip_suffix('s').filter(|stem| stem.len() >= NAME).unwrap_or(word);
    word.strip_suffix('e').filter(|stem| stem.len() >= NAME).unwrap_or(word)
}

/// The words of a text in lower case, each with a blank on both sides.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for c in text.chars() {
        if c.is_alphanumeric() {
            plain.extend(c.to_lowercase());
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> UserWords {
        let mut words = UserWords::default();
        words.add(text);
        words
    }

    #[test]
    fn values_names_and_sources_are_found_in_the_words() {
        let words = words("Mail the CSV to Alice Miller, fairs@kolbe.example, and pay all on the sheet 'Trip 24'.");
        assert!(words.name("fairs@kolbe.example") && words.name("Fairs@Kolbe.example"));
        assert!(!words.name("airs@kolbe.example") && !words.name("fairs@kolbe.example.org") && !words.name(""));
        assert!(words.name_person("Alice") && !words.name_person("Bob") && !words.name_person("Mail"));
        assert!(words.name_source(["Trip Dolomites"].into_iter()) && !words.name_source(["Wages"].into_iter()));
    }

    #[test]
    fn a_removal_is_asked_for_with_its_object() {
        let said = words("Delete the existing ssh key from my account.");
        let tool = |name: &str| name.split('_').map(str::to_owned).collect::<Vec<_>>();
        assert!(said.ask_removal(&tool("git_delete_ssh_key"), [].into_iter()));
        assert!(!said.ask_removal(&tool("delete_repo"), ["site"].into_iter()));
        assert!(words("Drop the old tables").ask_removal(&tool("execute"), ["DROP TABLE a"].into_iter()));
        assert!(!words("Show my ssh keys").ask_removal(&tool("git_delete_ssh_key"), [].into_iter()));
    }

    #[test]
    fn words_are_bounded_and_it_is_told() {
        let mut words = words("Hello.");
        assert!(!words.is_truncated());
        words.add(&"long words ".repeat(100_000));
        assert!(words.is_truncated() && words.bytes() < 4 * KEPT);
    }
}
