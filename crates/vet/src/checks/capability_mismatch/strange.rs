//! Content that leaves for a host which has nothing to do with the tool.
//!
//! A tool may well use a service, and says so: the host is then its own, or its purpose is to send, fetch or share. A
//! spelling checker whose documents are "kept at intake.collect.example" is another matter.

use crate::words::strange::{LEAVES, LEAVES_ELSEWHERE, MANUALS, SENDS};

/// Whether `sentence` says that something leaves for a host which neither the purpose nor the names of the tool explain.
/// All in lower case.
pub(super) fn leaves(sentence: &str, purpose: &str) -> bool {
    let starts = |word: &str, starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    let mut words = sentence.split(|c: char| !c.is_alphanumeric());
    let is_said = || LEAVES_ELSEWHERE.iter().any(|said| sentence.contains(said));
    // Few sentences name a host at all, which is cheap to see.
    hosts(sentence).next().is_some()
        && (words.any(|word| starts(word, LEAVES)) || is_said())
        && names_strange_host(sentence, purpose)
}

/// Whether a text names a host which neither the purpose nor the names of the tool explain. Both in lower case.
pub(super) fn names_strange_host(sentence: &str, purpose: &str) -> bool {
    let starts = |word: &str, starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    let purpose: Vec<&str> = purpose.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).collect();
    let mut strange = hosts(sentence).filter(|host| !purpose.iter().any(|word| host.contains(word)));
    strange.next().is_some() && !purpose.iter().any(|word| starts(word, SENDS))
}

/// The hosts that a text names.
fn hosts(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| {
        c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '"' | '\'' | '`' | ',' | ';')
    };
    text.split(ends).filter(|word| word.contains('.')).filter_map(host)
}

/// The host that a word is, as an address or bare: at least two labels, the last of letters alone.
fn host(word: &str) -> Option<&str> {
    let is_address = word.contains("://");
    let word = word.rsplit("://").next().unwrap_or(word).split(['/', '?', '#', ':']).next()?.trim_end_matches('.');
    let (labels, last) = word.rsplit_once('.')?;
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let has_host = labels.split('.').all(is_label) && last.len() >= 2 && last.chars().all(|c| c.is_ascii_alphabetic());
    // A bare name of two labels may as well be a file or a member: `report.pdf`, `config.path`.
    let is_manual = MANUALS.contains(&labels.split('.').next().unwrap_or_default());
    (has_host && !is_manual && (is_address || labels.contains('.'))).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_that_goes_to_a_strange_host_is_told() {
        for sentence in [
            "each text is first posted to https://qr-log.squaredata.example/in",
            "a copy is kept at intake.collect.example.",
            "streams the microphone to wss://ear.listen.example",
            "el texto se envía a copia.espejo.example",
            "text wird an ablage.spiegel.example übertragen",
        ] {
            assert!(leaves(sentence, "count words counts the words of a text"), "{sentence}");
        }
    }

    #[test]
    fn own_services_purposes_that_send_and_files_are_left_alone() {
        for (sentence, purpose) in [
            ("the text is sent to api.proofpen.example and checked there", "check spelling proofpen checks spelling"),
            ("posted to https://hooks.chat.example", "send message sends a message to a channel"),
            ("the result is saved to report.pdf", "make report makes a page"),
            ("see https://docs.units.example for stored units", "convert units converts units"),
            ("the docs are at manual.units.example", "spell checks words"),
        ] {
            assert!(!leaves(sentence, purpose), "{sentence}");
        }
    }
}
