//! `ig**no**re` is `ignore`; `foo*bar` is a pattern.

/// How far a word with marks inside it is looked at, in bytes.
const LONGEST: usize = 64;

/// The word at the start of `text` without the emphasis marks between its letters, and how many bytes it takes. Marks
/// come in pairs: one alone is a pattern, unless `is_opened` before the word.
pub(super) fn undo(text: &str, is_opened: bool) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let length = bytes.iter().take(LONGEST).take_while(|b| b.is_ascii_alphabetic() || **b == b'*').count();
    let token = text[..length].trim_end_matches('*');
    let parts = token.split('*').filter(|part| !part.is_empty()).count();
    (parts > if is_opened { 1 } else { 2 }).then(|| (token.replace('*', "").to_ascii_lowercase(), token.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_in_pairs_go_and_one_alone_stays() {
        assert_eq!(undo("ig**no**Re all", false), Some(("ignore".to_owned(), 10)));
        assert_eq!(undo("r*ea*d", false), Some(("read".to_owned(), 6)));
        assert_eq!(undo("ig**nore it", true), Some(("ignore".to_owned(), 8)));
        for plain in ["foo*bar", "bold** text", "plain", "a", ""] {
            assert_eq!(undo(plain, false), None, "{plain}");
        }
    }
}
