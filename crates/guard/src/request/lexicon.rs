//! The words of `words.txt`, read once.

use std::sync::LazyLock;

/// A phrase, word by word.
pub(super) type Phrase = Vec<&'static str>;

/// How far a phrase speaks for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// It is as often something else.
    Doubtful,
    /// It is a secret.
    Sure,
}

/// Phrases that mean one kind of secret.
#[derive(Debug)]
pub(super) struct Secret {
    /// What it is, for people: `a password`.
    pub(super) kind: &'static str,
    pub(super) weight: Weight,
    /// Whether it can be written in digits alone.
    pub(super) is_number: bool,
    pub(super) phrases: Vec<Phrase>,
}

/// All rows.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    pub(super) secrets: Vec<Secret>,
    pub(super) asks: Vec<Phrase>,
    pub(super) invents: Vec<Phrase>,
    pub(super) wants: Vec<Phrase>,
    pub(super) lacking: Vec<Phrase>,
    pub(super) denies: Vec<Phrase>,
    pub(super) breaks: Vec<Phrase>,
    pub(super) values: Vec<Phrase>,
    pub(super) follows: Vec<Phrase>,
    pub(super) trails: Vec<Phrase>,
    pub(super) switches: Vec<Phrase>,
    pub(super) taking: Vec<Phrase>,
    /// What an agent knows and a server does not.
    pub(super) conversation: Vec<(Weight, Vec<Phrase>)>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("words.txt")));

/// The words.
pub(super) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

impl Lexicon {
    fn read(text: &'static str) -> Self {
        let mut lexicon = Self::default();
        let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for row in rows {
            let (head, phrases) = row.split_once(':').expect("a row of words.txt has a colon");
            let phrases: Vec<Phrase> = phrases.split(',').map(|phrase| phrase.split_whitespace().collect()).collect();
            let (section, kind) = head.split_once(' ').unwrap_or((head, ""));
            let secret = |weight, is_number| Secret { kind, weight, is_number, phrases: phrases.clone() };
            match section {
                "secret" => lexicon.secrets.push(secret(Weight::Sure, false)),
                "number" => lexicon.secrets.push(secret(Weight::Sure, true)),
                "doubtful" => lexicon.secrets.push(secret(Weight::Doubtful, true)),
                "asks" => lexicon.asks = phrases,
                "invents" => lexicon.invents = phrases,
                "wants" => lexicon.wants = phrases,
                "lacking" => lexicon.lacking = phrases,
                "denies" => lexicon.denies = phrases,
                "breaks" => lexicon.breaks = phrases,
                "values" => lexicon.values = phrases,
                "follows" => lexicon.follows = phrases,
                "trails" => lexicon.trails = phrases,
                "switches" => lexicon.switches = phrases,
                "taking" => lexicon.taking = phrases,
                "conversation" if kind == "sure" => lexicon.conversation.push((Weight::Sure, phrases)),
                "conversation" => lexicon.conversation.push((Weight::Doubtful, phrases)),
                other => unreachable!("words.txt has no rows of the kind `{other}`"),
            }
        }
        lexicon
    }
}

/// The length of the longest of `phrases` that `words` begin with.
pub(super) fn begins<'w>(phrases: &[Phrase], words: impl Iterator<Item = &'w str> + Clone) -> Option<usize> {
    let fits = |phrase: &&Phrase| {
        let mut words = words.clone();
        phrase.iter().all(|wanted| words.next() == Some(*wanted))
    };
    phrases.iter().filter(fits).map(Vec::len).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_text::normal::unaccented;

    #[test]
    fn rows_are_written_as_they_are_compared_and_none_is_empty() {
        let lexicon = lexicon();
        let sections = [
            &lexicon.asks, &lexicon.invents, &lexicon.wants, &lexicon.lacking, &lexicon.denies, &lexicon.breaks,
            &lexicon.values, &lexicon.follows, &lexicon.trails, &lexicon.switches, &lexicon.taking,
        ];
        let phrases = lexicon.secrets.iter().flat_map(|secret| &secret.phrases);
        let phrases = phrases.chain(lexicon.conversation.iter().flat_map(|(_, phrases)| phrases));
        assert!(sections.iter().all(|section| !section.is_empty()));
        for phrase in phrases.chain(sections.into_iter().flatten()) {
            assert!(!phrase.is_empty());
            for word in phrase {
                assert_eq!(unaccented(&word.to_lowercase()), *word, "{phrase:?}");
                assert!(word.chars().all(char::is_alphanumeric), "{phrase:?}");
            }
        }
    }
}
