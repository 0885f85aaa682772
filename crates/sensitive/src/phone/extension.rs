//! The extension behind a number: `x123`, `ext. 12`.

use super::cluster::ends;

/// The words that lead to an extension, the longer ones first.
const WORDS: &[&str] = &["extension", "extn", "ext", "x", "#"];
/// As many digits as an extension has.
const DIGITS: usize = 7;

/// Where the extension that follows a number ending at `at` ends.
pub(super) fn end(text: &[u8], at: usize) -> Option<usize> {
    let mut here = at;
    if text.get(here) == Some(&b',') {
        here += 1;
    }
    here = skip_spaces(text, here);
    let starts =
        |word: &&&str| text.get(here..here + word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()));
    here += WORDS.iter().find(starts)?.len();
    if matches!(text.get(here), Some(b'.' | b':')) {
        here += 1;
    }
    here = skip_spaces(text, here);
    let digits = text.get(here..)?.iter().take(DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
    ((1..=DIGITS).contains(&digits) && ends(text, here + digits)).then_some(here + digits)
}

fn skip_spaces(text: &[u8], at: usize) -> usize {
    at + text.get(at..).unwrap_or_default().iter().take(2).take_while(|byte| **byte == b' ').count()
}
