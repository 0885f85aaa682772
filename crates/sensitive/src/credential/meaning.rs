//! What the name of a field, a variable or a flag says about its value: a password, another secret, or nothing.
//!
//! The last word of a name says what the value is: `password` holds one, `password_hash` and `token_count` do not, and
//! `next_page_token` is not a secret either. So a word for a secret counts only where nothing behind it turns it into
//! something else and nothing before it makes it harmless.

use crate::names::starts_part;
use crate::words::credential::{KEEPERS, NOT_KEYS, NOT_PASSES, NOT_TOKENS, QUESTIONS};

/// What a name promises of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meaning {
    /// Nothing about secrets.
    Nothing,
    /// Perhaps a secret: `key`, `access`, `auth`. Only a value that looks random is one.
    Weak,
    /// A token or key that a machine made.
    Secret,
    /// What a person types to get in: it need not look random.
    Password,
}

#[derive(Debug)]
struct Word {
    text: &'static str,
    /// The word behind it, for those that mean something only together: `api key`.
    then: &'static str,
    meaning: Meaning,
    /// Whether it also counts at the end of a longer word, as in `dbpassword`.
    glued: bool,
    /// The words that, right before it, make it harmless.
    not_after: &'static [&'static str],
}

// `WORDS`, from `data/secret_words.tsv`.
include!(concat!(env!("OUT_DIR"), "/secret_words.rs"));

/// The most words of a name that are looked at; a longer name is judged by its last ones.
const MOST: usize = 12;

/// What `name` says about its value.
pub(crate) fn meaning(name: &[u8]) -> Meaning {
    if !may_mean_something(name) {
        return Meaning::Nothing;
    }
    // Names longer than this are sentences or data.
    let name = &name[name.len().saturating_sub(96)..];
    // In `URLToken` the last capital starts a word, in `SECRETkey` it ends one.
    match judge_split(name, |at| starts_part(name, at)) {
        Meaning::Nothing if has_capitals_before_small(name) || !name.is_ascii() => {
            // Letters of other scripts are taken for small ones.
            let is_small = |byte: u8| byte.is_ascii_lowercase() || !byte.is_ascii();
            judge_split(name, |at| is_small(name[at]) != is_small(name[at - 1]))
        }
        meaning => meaning,
    }
}

fn has_capitals_before_small(name: &[u8]) -> bool {
    name.windows(3).any(|three| three[..2].iter().all(u8::is_ascii_uppercase) && three[2].is_ascii_lowercase())
}

/// Splits the name into words where it has to and where `splits` says so, and judges them.
fn judge_split(name: &[u8], splits: impl Fn(usize) -> bool) -> Meaning {
    let mut parts: [&[u8]; MOST] = [&[]; MOST];
    let mut count = 0;
    let mut start = None;
    for at in 0..=name.len() {
        let ends = at == name.len() || !is_part(name[at]) || start.is_some_and(|from| from < at && splits(at));
        if ends && let Some(from) = start.take() {
            if count == MOST {
                parts.rotate_left(1);
                count -= 1;
            }
            parts[count] = without_number(&name[from..at]);
            count += 1;
        }
        if at < name.len() && is_part(name[at]) && start.is_none() {
            start = Some(at);
        }
    }
    judge(&parts[..count])
}

/// The part without the number behind it: `password2` is a password.
fn without_number(part: &[u8]) -> &[u8] {
    let digits = part.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if digits < part.len() { &part[..part.len() - digits] } else { part }
}

/// Letters and digits of a name; other scripts too.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// For each letter, which others stand behind it at the start of a word for a secret, a bit each.
const SECOND: [u32; 32] = {
    let (pairs, mut table, mut at) = (b"papwprpisetokeapacaujwcrcobehapswa", [0; 32], 0);
    while at < pairs.len() {
        table[(pairs[at] & 31) as usize] |= 1 << (pairs[at + 1] & 31);
        at += 2;
    }
    table
};

/// Quick look: whether any three letters of the name are the start of a word for a secret. Most names end here.
pub(crate) fn may_mean_something(name: &[u8]) -> bool {
    if name.len() > 1 && name[name.len() - 2..].eq_ignore_ascii_case(b"pw") {
        return true;
    }
    // Words of other scripts are not known by their first letters.
    name.windows(3).enumerate().any(|(at, three)| {
        let may_start = SECOND[(three[0] & 31) as usize] >> (three[1] & 31) & 1 != 0;
        !three[0].is_ascii() || !three[2].is_ascii() || may_start && is_start(three, name.get(at + 3))
    })
}

/// Whether three letters, and the one behind them if there is one, start a word for a secret.
fn is_start(three: &[u8], next: Option<&u8>) -> bool {
    // The fourth letter tells `pass` from `past` and `auth` from `autumn`.
    let then = |letter: u8| next.is_none_or(|next| *next | 0x20 == letter);
    match [three[0] | 0x20, three[1] | 0x20, three[2] | 0x20] {
        [b'p', b'a', b's'] => then(b's'),
        [b's', b'e', b'c'] => then(b'r'),
        [b't', b'o', b'k'] | [b'k', b'e', b'y'] | [b'a', b'p', b'i'] | [b'p', b'w', b'd'] | [b'j', b'w', b't'] => true,
        [b'c', b'r', b'e'] => then(b'd'),
        [b'a', b'c', b'c'] => then(b'e') || then(b'o'),
        [b'p', b'r', b'i'] => then(b'v'),
        [b'a', b'u', b't'] => then(b'h'),
        [b'b', b'e', b'a'] => then(b'r'),
        [b'c', b'o', b'o'] => then(b'k'),
        [b's', b'e', b's'] | [b'k', b'e', b'n'] => then(b's') || then(b'n'),
        [b'c', b'o', b'n'] => then(b't'),
        [b's', b'e', b'n'] => then(b'h'),
        [b'p', b'a', b'r'] => then(b'o'),
        [b'p', b'i', b'n'] => true,
        [b'h', b'a', b's'] => then(b'l'),
        [b'p', b's', b'w'] => then(b'd'),
        [b'w', b'a', b'c'] => then(b'h'),
        _ => false,
    }
}

fn judge(parts: &[&[u8]]) -> Meaning {
    if parts.first().is_some_and(|first| QUESTIONS.iter().any(|word| same(first, word))) && parts.len() > 1 {
        return Meaning::Nothing;
    }
    let mut best = Meaning::Nothing;
    for at in 0..parts.len() {
        for word in WORDS {
            let Some(next) = ends_after(word, parts, at) else { continue };
            let before = at.checked_sub(1).map_or(&b""[..], |at| parts[at]);
            let harmless = word.not_after.iter().chain(QUESTIONS).any(|other| same(before, other));
            if !harmless && parts[next..].iter().all(|part| keeps(part)) {
                best = best.max(word.meaning);
            }
        }
    }
    best
}

/// Whether `before`, a word that a space parts from the name, makes it harmless: a `partition key`, a `page token`.
pub(crate) fn is_harmless_after(before: &[u8], name: &[u8]) -> bool {
    let word = WORDS.iter().find(|word| same(name, word.text) && word.then.is_empty());
    word.is_some_and(|word| word.not_after.iter().any(|other| same(before, other)))
}

/// Where the part behind `word` is, if it stands at `at`.
fn ends_after(word: &Word, parts: &[&[u8]], at: usize) -> Option<usize> {
    let part = parts[at];
    let from = part.len().checked_sub(word.text.len())?;
    if from > 0 && !word.glued || !same(&part[from..], word.text) {
        return None;
    }
    match word.then {
        "" => Some(at + 1),
        then => parts.get(at + 1).filter(|next| same(next, then)).map(|_| at + 2),
    }
}

fn keeps(part: &[u8]) -> bool {
    part.iter().all(u8::is_ascii_digit) || KEEPERS.iter().any(|word| same(part, word))
}

fn same(part: &[u8], word: &str) -> bool {
    part.eq_ignore_ascii_case(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_of_a_word_has_its_first_two_letters_in_the_table() {
        let letters = || b'a'..=b'z';
        for three in letters().flat_map(|a| letters().flat_map(move |b| letters().map(move |c| [a, b, c]))) {
            let ends_short = three[1..] == *b"pw";
            assert_eq!(may_mean_something(&three), is_start(&three, None) || ends_short, "{three:?}");
        }
    }

    #[test]
    fn no_word_for_a_secret_is_passed_over_by_the_quick_look() {
        // Those of two words are known by their last one.
        for word in WORDS {
            let name = [word.text, word.then].join(if word.then.is_empty() { "" } else { "_" });
            assert!(may_mean_something(name.as_bytes()), "{name}");
        }
        assert_eq!(meaning(b"db_haslo"), Meaning::Password);
    }

    #[test]
    fn the_last_word_of_a_name_decides() {
        let cases: &[(Meaning, &[&str])] = &[
            (
                Meaning::Password,
                &[
                    "password", "DB_PASSWORD", "dbpassword", "userPassword", "smtp.pass", "passwd", "password2", "PWD",
                    "密码",
                ],
            ),
            (
                Meaning::Secret,
                &[
                    "secret", "clientSecret", "API_KEY", "apiKey", "apikey", "x-api-key", "authToken", "accesstoken",
                    "GITHUB_TOKEN", "aws_secret_access_key", "coinlayerSECRET", "worldweatherSECRETkey",
                    "secret_value", "Authorization", "privateKey",
                ],
            ),
            (Meaning::Weak, &["key", "stripe_key", "vendor ACCESS", "PRIVATE"]),
            (
                Meaning::Nothing,
                &[
                    "password_hash", "token_count", "max_tokens", "nextPageToken", "next_token", "primary_key",
                    "key_id", "secret_name", "password_reset_url", "has_password", "tokenizer", "secretary", "monkey",
                    "compass", "passenger", "keyboard", "public_key", "getPassword", "api_version", "access_level",
                    "author", "", "id",
                ],
            ),
        ];
        for (expected, names) in cases {
            for name in *names {
                assert_eq!(meaning(name.as_bytes()), *expected, "{name}");
            }
        }
    }
}
