//! Commands that change something, without leaving nothing: `rm draft.txt`, `git push`, `curl -X DELETE`.
//!
//! They are everyday work, and count only against somebody who says that it is no work at all: who declares that a call
//! reads. So only programs stand here that have no other use; what a redirection or a script writes is not told.

use super::{Row, Word, always, is_one, long, short, subcommand};

// Every command: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/changing_commands.rs"));

fn edits_in_place(words: &[Word]) -> bool {
    words.iter().any(|word| word.text == "-i" || word.text.starts_with("-i.")) || long(words, &["--in-place"])
}

fn changes_repository(words: &[Word]) -> bool {
    let is_dry = long(words, &["--dry-run"]);
    !is_dry && subcommand(words).is_some_and(|word| is_one(word, &["push", "commit", "merge", "rebase", "reset"]))
}

fn changes_infrastructure(words: &[Word]) -> bool {
    use crate::words::changes::CHANGES;
    let is_dry = words.iter().any(|word| word.text.starts_with("--dry-run"));
    let mut plain = words.iter().filter(|word| !word.is_quoted && !word.text.starts_with('-')).take(3);
    !is_dry && plain.any(|word| is_one(word.text, CHANGES))
}

fn changes_service(words: &[Word]) -> bool {
    let is_change = |word: &Word| is_one(word.text, &["stop", "start", "restart", "disable", "enable", "mask"]);
    words.iter().take(4).any(is_change)
}

fn has_changing_method(words: &[Word]) -> bool {
    const METHODS: &[&str] = &["delete", "put", "patch"];
    let is_method = |text: &str| is_one(text, METHODS);
    let glued = |word: &Word| {
        let method = word.text.strip_prefix("-X").or_else(|| word.text.strip_prefix("--request="));
        method.or_else(|| word.text.strip_prefix("--method=")).is_some_and(is_method)
    };
    let apart = |pair: &[Word]| {
        let names_method = pair[0].text == "-X" || is_one(pair[0].text, &["--request", "--method"]);
        names_method && is_method(pair[1].text)
    };
    words.iter().any(glued) || words.windows(2).any(apart)
}

fn is_no_list(words: &[Word]) -> bool {
    !short(words, "lL")
}

#[cfg(test)]
mod tests {
    use super::super::first;
    use super::ROWS;

    #[test]
    fn every_command_has_an_example_and_a_harmless_twin() {
        for row in ROWS {
            assert_eq!(first(row.example, ROWS), Some(row.id), "{}", row.example);
            assert_eq!(first(row.harmless, ROWS), None, "{}", row.harmless);
        }
    }

    #[test]
    fn looking_around_changes_nothing() {
        for text in
            ["ls -la /srv", "cat rm.txt | grep mv", "git diff && git status", "curl https://example.org", "ps aux"]
        {
            assert_eq!(first(text, ROWS), None, "{text}");
        }
    }
}
