//! Whether words ask for a secret.
//!
//! Two ways to ask: a sentence ("enter your password below") and a label ("Password", `api_key`). A secret is asked for
//! only where it is the thing itself: in "password length", "the name of the API key" or "reset your password" it belongs
//! to something else.

use super::lexicon::{Weight, begins, lexicon};
use super::words::Word;

/// How many words a verb reaches.
const REACH: usize = 10;
/// How far before a verb it can be denied, in words.
const DENIED: usize = 3;
/// How many words a label has before its head, at most.
const LABEL: usize = 5;

/// A secret that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wanted {
    /// What it is, for people.
    pub(super) kind: &'static str,
    pub(super) weight: Weight,
    /// Whether it can be written in digits alone.
    pub(super) is_number: bool,
}

/// A secret that words speak of, and where.
#[derive(Debug, Clone, Copy)]
struct Mention {
    wanted: Wanted,
    start: usize,
    end: usize,
}

/// What one sentence asks for; the gravest.
pub(super) fn by_sentence(words: &[Word]) -> Option<Wanted> {
    let asked = mentions(words).into_iter().filter(|mention| {
        let mut verbs = mention.start.saturating_sub(REACH)..mention.start;
        is_whole(words, mention.end) && (is_lacking(words, mention) || verbs.any(|verb| reaches(words, verb, mention)))
    });
    gravest(asked)
}

/// What a label stands for: its head is the secret, and nothing before it says that it is about something else.
pub(super) fn by_label(words: &[Word]) -> Option<Wanted> {
    let lexicon = lexicon();
    let is_label = |mention: &Mention| {
        let before = &words[..mention.start];
        before.len() <= LABEL
            && begins(&lexicon.switches, texts(words)).is_none()
            && !before.iter().enumerate().any(|(at, _)| is_break(words, at))
            && (is_whole(words, mention.end) || trails(&words[mention.end..]))
    };
    gravest(mentions(words).into_iter().filter(is_label))
}

/// What the name of a member stands for.
pub(super) fn by_name(words: &[Word]) -> Option<Wanted> {
    let lexicon = lexicon();
    if begins(&lexicon.switches, texts(words)).is_some() {
        return None;
    }
    gravest(mentions(words).into_iter().filter(|mention| trails(&words[mention.end..])))
}

/// Whether a sentence has somebody hand over what the agent knows, and how sure that is.
pub(super) fn takes_conversation(words: &[Word]) -> Option<Weight> {
    let lexicon = lexicon();
    let reaches = |verb: usize, at: usize| {
        begins(&lexicon.taking, texts(&words[verb..])).is_some()
            && !is_denied(words, verb)
            && !(verb + 1..at).any(|between| is_hard_break(&words[between]))
    };
    let known = |at: usize| {
        let rows = lexicon.conversation.iter();
        rows.filter(|(_, phrases)| begins(phrases, texts(&words[at..])).is_some()).map(|(weight, _)| *weight).max()
    };
    (0..words.len()).filter(|at| (at.saturating_sub(REACH)..*at).any(|verb| reaches(verb, *at))).filter_map(known).max()
}

fn texts(words: &[Word]) -> impl Iterator<Item = &str> + Clone {
    words.iter().map(|word| word.text.as_str())
}

fn gravest(mentions: impl Iterator<Item = Mention>) -> Option<Wanted> {
    mentions.map(|mention| mention.wanted).max_by_key(|wanted| wanted.weight)
}

/// Every secret that is spoken of. Where one phrase holds another, the longer one counts.
fn mentions(words: &[Word]) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = vec![];
    for start in 0..words.len() {
        for secret in &lexicon().secrets {
            let Some(length) = begins(&secret.phrases, texts(&words[start..])) else { continue };
            let wanted = Wanted { kind: secret.kind, weight: secret.weight, is_number: secret.is_number };
            mentions.push(Mention { wanted, start, end: start + length });
        }
    }
    let holds = |outer: &Mention, inner: &Mention| {
        outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start
    };
    let known = mentions.clone();
    mentions.retain(|inner| !known.iter().any(|outer| holds(outer, inner)));
    mentions
}

/// Whether the words before `end` are the thing itself, and not a part of a longer name.
fn is_whole(words: &[Word], end: usize) -> bool {
    let lexicon = lexicon();
    let Some(next) = words.get(end) else { return true };
    if next.is_apart {
        return true;
    }
    let after = words.get(end + 1);
    match next.text.as_str() {
        // "What is the API key for?"
        "for" => after.is_some(),
        // "Give the API key a name."
        "a" | "an" => false,
        _ => begins(&lexicon.follows, texts(&words[end..])).is_some(),
    }
}

fn trails(words: &[Word]) -> bool {
    words.iter().all(|word| begins(&lexicon().trails, std::iter::once(word.text.as_str())).is_some())
}

/// "The password is required to go on."
fn is_lacking(words: &[Word], mention: &Mention) -> bool {
    begins(&lexicon().lacking, texts(&words[mention.end..])).is_some() && is_definite(&words[..mention.start])
}

/// Whether words say which one is meant: yours, and not any.
fn is_definite(words: &[Word]) -> bool {
    words.iter().any(|word| matches!(word.text.as_str(), "your" | "the"))
}

/// Whether the verb at `verb`, if it is one, asks for what is mentioned.
fn reaches(words: &[Word], verb: usize, mention: &Mention) -> bool {
    let (lexicon, rest) = (lexicon(), texts(&words[verb..]));
    let is_thought_up = mention.wanted.kind == "a password";
    let asks = begins(&lexicon.asks, rest.clone())
        .or_else(|| begins(&lexicon.invents, rest.clone()).filter(|_| is_thought_up));
    let wants = begins(&lexicon.wants, rest).filter(|length| {
        let between = words.get(verb + length..mention.end).unwrap_or_default();
        let is_told_to = verb.checked_sub(1).is_some_and(|before| words[before].text == "you");
        is_definite(between) && !is_told_to
    });
    let Some(length) = asks.or(wants) else { return false };
    let (first, start) = (verb + length, mention.start);
    if first > start || is_denied(words, verb) {
        return false;
    }
    let mut is_broken = false;
    for at in first..start {
        match words[at].text.as_str() {
            // "the name of the server and the password": the second thing is asked for like the first.
            "and" | "plus" if !words[first..at].iter().any(is_hard_break) => is_broken = false,
            _ => is_broken |= is_break(words, at),
        }
    }
    !is_broken
}

fn is_denied(words: &[Word], verb: usize) -> bool {
    (verb.saturating_sub(DENIED)..verb).any(|at| begins(&lexicon().denies, texts(&words[at..])).is_some())
}

fn is_of(word: &Word) -> bool {
    matches!(word.text.as_str(), "of" | "de" | "von")
}

fn is_hard_break(word: &Word) -> bool {
    begins(&lexicon().breaks, std::iter::once(word.text.as_str())).is_some() || is_gerund(&word.text)
}

/// Whether what stands behind the word at `at` is another matter than what stands before it.
fn is_break(words: &[Word], at: usize) -> bool {
    let word = &words[at];
    if is_of(word) {
        let before = at.checked_sub(1).map(|before| words[before].text.as_str());
        return before.is_none_or(|before| begins(&lexicon().values, std::iter::once(before)).is_none());
    }
    is_hard_break(word)
}

/// "Confirm deleting the API key."
fn is_gerund(word: &str) -> bool {
    word.len() > 5
        && word.ends_with("ing")
        && !matches!(word, "existing" | "following" | "banking" | "billing" | "corresponding")
}
