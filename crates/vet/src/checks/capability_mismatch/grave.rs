//! What is so grave that a tool must say by its purpose why it does it.
//!
//! A row is a thing that few tools have any business with, the phrases by which a definition gives away that it does it,
//! and the words by which a purpose explains it. To know one more, write a row in `data/grave.toml`.

use crate::words::grave::{ACTS, EVERYTHING};
use std::sync::LazyLock;

/// One grave thing.
pub(super) struct Grave {
    /// What the tool can do, as the end of a sentence.
    pub(super) does: &'static str,
    /// What states it: phrases in lower case, found where a word starts.
    stated: &'static [&'static str],
    /// What explains it: the starts of words of a name, a title, a first sentence or a server's name.
    explained: &'static [&'static str],
    /// Whether it counts only where something is done with it in the same sentence: it belongs to the user or the machine.
    needs_act: bool,
}

// Every grave thing: `GRAVE`.
include!(concat!(env!("OUT_DIR"), "/grave.rs"));

/// Every phrase by its first word, sorted, so that a text is read once however many phrases there are.
struct Phrases(Vec<(&'static str, &'static str, &'static Grave)>);

static ALONE: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(false));
static WITH_ACT: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(true));

impl Phrases {
    fn of(needs_act: bool) -> Self {
        let of = |grave: &'static Grave| grave.stated.iter().map(move |phrase| (first_word(phrase), *phrase, grave));
        let mut phrases: Vec<_> = GRAVE.iter().filter(|grave| grave.needs_act == needs_act).flat_map(of).collect();
        phrases.sort_unstable_by_key(|(first, phrase, _)| (*first, *phrase));
        Self(phrases)
    }

    /// The first grave thing that `text` states and `purpose` does not explain.
    fn unexplained(&self, text: &str, purpose: &str) -> Option<&'static Grave> {
        let mut at = 0;
        while let Some(start) = text[at..].find(char::is_alphanumeric).map(|start| at + start) {
            let word = first_word(&text[start..]);
            at = start + word.len();
            let from = self.0.partition_point(|(first, ..)| *first < word);
            for (_, phrase, grave) in self.0[from..].iter().take_while(|(first, ..)| *first == word) {
                let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
                if text[start..].strip_prefix(phrase).is_some_and(ends) && !grave.is_explained(purpose) {
                    return Some(grave);
                }
            }
        }
        None
    }
}

/// The first grave thing that `text`, a sentence or a name, states and `purpose` does not explain. Both in lower case.
pub(super) fn unexplained(text: &str, purpose: &str) -> Option<&'static Grave> {
    let acts = || text.split(|c: char| !c.is_alphanumeric()).any(|word| ACTS.iter().any(|act| word.starts_with(act)));
    ALONE.unexplained(text, purpose).or_else(|| WITH_ACT.unexplained(text, purpose).filter(|_| acts()))
}

impl Grave {
    fn is_explained(&self, purpose: &str) -> bool {
        let starts_a_word =
            |word: &&str| purpose.match_indices(*word).any(|(at, _)| !purpose[..at].ends_with(char::is_alphanumeric));
        self.explained.iter().chain(EVERYTHING).any(starts_a_word)
    }
}

/// The word at the start of a text.
fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_can_be_found_in_lower_case_text() {
        for grave in GRAVE {
            for phrase in grave.stated.iter().chain(grave.explained) {
                assert_eq!(*phrase, phrase.to_lowercase());
                assert!(!phrase.contains('_'), "{phrase}: names are split into words before they are read");
            }
        }
        assert!(EVERYTHING.is_sorted());
    }

    #[test]
    fn a_purpose_explains_what_belongs_to_it() {
        let stated = "reads the cookie database";
        assert!(unexplained(stated, "find emoji finds an emoji by keyword").is_some());
        assert!(unexplained(stated, "export cookies exports cookies of a profile").is_none());
        assert!(unexplained("the sudoku is solved", "solve").is_none());
        assert!(unexplained("the contact list is uploaded to our partners", "moon phase phase of the moon").is_some());
        assert!(unexplained("shows the contact list", "moon phase phase of the moon").is_none());
    }
}
