//! What a description says that its tool does, in the tool's own voice: "Shows the trash and permanently purges it".
//!
//! A deed is a verb that heads a clause: at the front of a sentence, behind a heading ("Maintenance: revokes ..."), or behind
//! "and" or "then", with no more than an adverb between. What somebody else does is none ("jobs that delete files",
//! "whether it deletes"), nor what is denied ("never deletes", "deletes nothing"), nor what is a noun ("inserts and deletes
//! per second"). Linear in the text.

use crate::words::deed::{FINAL, GRAVE, NO_OBJECT, OTHERS};

/// Words that say so.
const FOR_GOOD: &[&str] = &["permanently", "irreversibly", "irrevocably", "forever", "permanent", "irreversible"];

/// A word of a sentence, in lower case.
struct Word {
    text: String,
    /// Whether a colon, a semicolon, a comma or a dash stands before it.
    is_apart: bool,
}

/// The grave deed that `description` tells of, as it is written.
pub(super) fn grave(description: &str) -> Option<String> {
    description.split(['.', '!', '?', '\n', '。']).find_map(in_sentence)
}

fn in_sentence(sentence: &str) -> Option<String> {
    let words = words(sentence);
    let is_base = words.first().is_some_and(|first| !first.text.ends_with('s'));
    let found = (0..words.len()).find(|at| {
        let word = &words[*at].text;
        let is_form = |verb: &&str| inflects(word, verb) || is_base && word == *verb;
        let is_final =
            || words[clause(&words, *at)..].iter().take(SPAN).any(|near| FOR_GOOD.contains(&near.text.as_str()));
        let is_deed = GRAVE.iter().any(is_form) || FINAL.iter().any(is_form) && is_final();
        is_deed && heads(&words, *at) && acts(&words, *at)
    })?;
    Some(words[found].text.clone())
}

/// How many words of a clause are looked at.
const SPAN: usize = 16;

/// Where the clause begins that the word at `at` heads: behind the last "and".
fn clause(words: &[Word], at: usize) -> usize {
    (0..at).rev().find(|before| is_joint(&words[*before])).map_or(0, |joint| joint + 1)
}

fn is_joint(word: &Word) -> bool {
    matches!(word.text.as_str(), "and" | "then" | "also" | "afterwards")
}

/// Whether the word heads a clause of the tool's own.
fn heads(words: &[Word], at: usize) -> bool {
    let mut front = at;
    while front > 0 && !words[front].is_apart && words[front - 1].text.ends_with("ly") {
        front -= 1;
    }
    let is_front = front == 0 || words[front].is_apart || is_joint(&words[front - 1]);
    let is_others = words[..front].iter().any(|word| OTHERS.contains(&word.text.as_str()));
    is_front && !is_others
}

/// Whether the word acts on something.
fn acts(words: &[Word], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| !next.is_apart && !NO_OBJECT.contains(&next.text.as_str()))
}

fn inflects(word: &str, verb: &str) -> bool {
    let with = |stem: &str, ending: &str| word.strip_prefix(stem) == Some(ending);
    with(verb, "s") || with(verb, "es") || verb.strip_suffix('y').is_some_and(|stem| with(stem, "ies"))
}

fn words(sentence: &str) -> Vec<Word> {
    let mut words = vec![];
    let mut is_apart = false;
    for piece in sentence.split_whitespace().take(MOST) {
        if piece.chars().all(|c| !c.is_alphanumeric()) {
            is_apart |= piece.contains([':', ';', ',', '-', '–', '—']);
            continue;
        }
        let text = piece.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        words.push(Word { text, is_apart });
        is_apart = piece.ends_with([':', ';', ',']);
    }
    words
}

/// How many words of a sentence are read.
const MOST: usize = 400;

#[cfg(test)]
mod tests {
    use super::grave;

    #[test]
    fn what_heads_a_clause_is_done() {
        for (description, verb) in [
            ("Lists old backups and erases them.", "erases"),
            ("Account care: deactivates every guest account.", "deactivates"),
            ("Returns the queue, then permanently removes what was returned.", "removes"),
            ("Show the cache and wipe it.", "wipe"),
            ("Gives an overview. Afterwards destroys the snapshot that it was made of.", "destroys"),
            ("Checks a token; revokes it.", "revokes"),
        ] {
            assert_eq!(grave(description).as_deref(), Some(verb), "{description}");
        }
    }

    #[test]
    fn what_others_do_what_is_denied_and_what_is_a_noun_is_not() {
        for description in [
            "Lists jobs that run nightly and delete old files.",
            "Shows whether the policy revokes tokens and deletes accounts.",
            "Reads a record; never deletes it and deletes nothing else.",
            "Counts inserts, updates and deletes per table.",
            "Fetches a page and removes scripts from its text.",
            "Explains how to wipe a disk.",
            "Lists deleted items.",
            "Returns who may read and delete a file.",
            "Does not delete, purge or revoke anything.",
        ] {
            assert_eq!(grave(description), None, "{description}");
        }
    }
}
