//! Words of Arabic and Hebrew script as the lexicon writes them.
//!
//! Articles, "and", "to" and "in" are written as one with the word behind them, vowel points come and go, and some
//! letters have several forms. The lexicon lists words without any of this.

use crate::words::proclitic::BEFORE;
use std::borrow::Cow;

/// Whether `word` is of a script whose words carry others in front of them.
pub(super) fn carries(word: &str) -> bool {
    word.chars().next().is_some_and(|c| matches!(c, '\u{590}'..='\u{5FF}' | '\u{600}'..='\u{6FF}'))
}

/// `word` without vowel points, its letters in one form each. Borrowed when nothing changes.
pub(super) fn folded(word: &str) -> Cow<'_, str> {
    if word.chars().all(|c| fold(c) == Some(c)) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().filter_map(fold).collect())
}

fn fold(c: char) -> Option<char> {
    match c {
        '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}' => None,
        '\u{622}' | '\u{623}' | '\u{625}' | '\u{671}' => Some('\u{627}'),
        '\u{649}' | '\u{6CC}' => Some('\u{64A}'),
        '\u{6A9}' => Some('\u{643}'),
        c => Some(c),
    }
}

/// What remains of a folded `word` with one or two of the words before it taken off, the least taken first.
pub(super) fn bare(word: &str) -> impl Iterator<Item = &str> {
    let first = AND.iter().find_map(|and| word.strip_prefix(*and)).filter(|rest| is_word(rest));
    [first, strip(word), first.and_then(strip)].into_iter().flatten()
}

/// "and", and "so".
const AND: &[&str] = &["و", "ف", "ו"];

fn strip(word: &str) -> Option<&str> {
    BEFORE.iter().find_map(|before| word.strip_prefix(*before)).filter(|rest| is_word(rest))
}

/// A single letter is no word.
fn is_word(rest: &str) -> bool {
    rest.chars().nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_prepositions_and_points_come_off() {
        for (written, listed) in [
            ("للمستخدم", "مستخدم"),
            ("والتعليمات", "تعليمات"),
            ("وأَرسِل", "ارسل"),
            ("ולמשתמש", "משתמש"),
            ("הכלי", "כלי"),
        ] {
            assert!(bare(&folded(written)).any(|rest| rest == listed), "{written}");
        }
        assert!(carries("أداة") && !carries("tool"));
        assert!(bare("لا").next().is_none());
    }
}
