//! A text as words: lower case, with the breaks between sentences and clauses.

use std::borrow::Cow;

/// A text cut into words.
#[derive(Debug)]
pub(crate) struct Words<'t> {
    lower: Cow<'t, str>,
    words: Vec<Word>,
}

/// One word of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    start: u32,
    end: u32,
    /// What stands between the word before and this one.
    pub(crate) gap: Gap,
    /// Whether it is written as a name: a capital and small letters.
    pub(crate) is_capitalised: bool,
    /// Whether it is a name of the programmer's (`read_file`, `maxResults`), which means no more than itself.
    pub(crate) is_identifier: bool,
    /// Whether it stands in a path or is an extension: `~/.ssh`, `/etc/hosts`, `.docx`.
    pub(crate) is_path: bool,
}

/// What stands between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// A space, a hyphen, a quote.
    Space,
    /// A comma, a bracket, a dash: the thought may go on.
    Pause,
    /// The end of a sentence or a line.
    End,
}

impl<'t> Words<'t> {
    /// The words of `text`.
    pub(crate) fn of(text: &'t str) -> Self {
        if text.is_ascii() {
            return Self::ascii(text);
        }
        // The one apostrophe that the lexicon knows.
        let plain = text.replace('’', "'");
        let Words { lower, words } = if plain.is_ascii() { Words::ascii(&plain) } else { Words::any(&plain) };
        Self { lower: Cow::Owned(lower.into_owned()), words }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at `index`.
    pub(crate) fn word(&self, index: usize) -> Option<&Word> {
        self.words.get(index)
    }

    /// The letters of the word at `index`, in lower case.
    pub(crate) fn text(&self, index: usize) -> Option<&str> {
        let word = self.words.get(index)?;
        self.lower.get(word.start as usize..word.end as usize)
    }

    /// The text from the word at `first` to the one at `last`, in lower case.
    pub(crate) fn span(&self, first: usize, last: usize) -> &str {
        let at = |index: usize| self.words.get(index);
        let (Some(first), Some(last)) = (at(first), at(last)) else { return "" };
        self.lower.get(first.start as usize..last.end as usize).unwrap_or_default()
    }

    fn ascii(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut words = Vec::with_capacity(bytes.len() / 6);
        let mut has_capital = false;
        let mut gap = Gap::End;
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if !byte.is_ascii_alphanumeric() {
                gap = gap.max(gap_of(byte, bytes.get(at + 1).copied()));
                at += 1;
                continue;
            }
            let start = at;
            let (mut capitals, mut smalls, mut humps) = (0, 0, 0);
            let mut is_identifier = start > 0 && bytes[start - 1] == b'_';
            let mut previous = b' ';
            while at < bytes.len() {
                let byte = bytes[at];
                match byte {
                    b'a'..=b'z' => smalls += 1,
                    b'A'..=b'Z' => {
                        capitals += 1;
                        humps += u32::from(previous.is_ascii_lowercase());
                    }
                    b'0'..=b'9' => {}
                    b'_' => is_identifier = true,
                    // Inside a word: `don't`, `crates.io`.
                    b'\'' | b'.' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) => {}
                    _ => break,
                }
                previous = byte;
                at += 1;
            }
            has_capital |= capitals > 0;
            let starts_small = bytes[start].is_ascii_lowercase();
            words.push(Word {
                start: start as u32,
                end: at as u32,
                gap,
                is_capitalised: !starts_small && capitals > 0 && smalls > 0,
                is_identifier: is_identifier || (starts_small && humps > 0),
                is_path: is_path(&bytes[..start]),
            });
            gap = Gap::Space;
        }
        let lower = if has_capital { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) };
        Self { lower, words }
    }

    fn any(text: &'t str) -> Self {
        let lower = text.to_lowercase();
        // Letters whose small form has another length would put every later capital in the wrong place. Two of them
        // may make up for each other, so that a place is asked for and not relied on.
        let has_case = lower.len() == text.len();
        let mut words = Vec::with_capacity(lower.len() / 6);
        let mut gap = Gap::End;
        let mut start = None;
        let mut is_identifier = false;
        let mut ends = lower.char_indices().map(|(at, c)| (at, c, c.is_alphanumeric())).peekable();
        while let Some((at, c, is_letter)) = ends.next() {
            let (next, is_before_letter) = ends.peek().map_or((None, false), |(_, next, is)| (Some(*next), *is));
            let is_inside = start.is_some() && (c == '_' || matches!(c, '\'' | '.') && is_before_letter);
            let is_word = is_letter || is_inside;
            if is_word {
                start = start.or(Some(at));
                is_identifier |= c == '_';
            }
            let goes_on = is_before_letter || matches!(next, Some('_' | '\'' | '.'));
            if let Some(from) = start
                && !(is_word && goes_on)
            {
                let end = if is_word { at + c.len_utf8() } else { at };
                let first = if has_case { text.get(from..).and_then(|rest| rest.chars().next()) } else { None };
                words.push(Word {
                    start: from as u32,
                    end: end as u32,
                    gap,
                    is_capitalised: first.is_some_and(char::is_uppercase),
                    is_identifier,
                    is_path: is_path(&lower.as_bytes()[..from]),
                });
                (start, is_identifier, gap) = (None, false, Gap::Space);
            }
            if !is_word {
                gap = gap.max(match c {
                    '。' | '！' | '？' | '；' => Gap::End,
                    '，' | '、' | '：' | '（' | '）' | '—' | '–' => Gap::Pause,
                    _ if c.is_ascii() => gap_of(c as u8, next.filter(char::is_ascii).map(|next| next as u8)),
                    _ => Gap::Space,
                });
            }
        }
        Self { lower: Cow::Owned(lower), words }
    }
}

/// Whether what stands before a word makes it part of a path: a slash or a dot that follows no word.
fn is_path(before: &[u8]) -> bool {
    match before {
        [.., b'~', b'/'] => true,
        [.., first, b'/' | b'.'] => {
            matches!(first, b' ' | b'`' | b'\'' | b'"' | b'(' | b'/') && !before.ends_with(b"//")
        }
        _ => false,
    }
}

/// What an ASCII character that is no letter means between two words. A full stop inside a line ends a sentence only
/// before a space.
fn gap_of(byte: u8, next: Option<u8>) -> Gap {
    match byte {
        b'.' | b'!' | b'?' if next.is_none_or(|next| next.is_ascii_whitespace() || next == b'"') => Gap::End,
        b'\n' | b';' => Gap::End,
        b',' | b'(' | b')' | b':' | b'[' | b']' | b'{' | b'}' | b'|' | b'<' | b'>' | b'=' => Gap::Pause,
        _ => Gap::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, Gap)> {
        let words = Words::of(text);
        (0..words.len()).map(|at| (words.text(at).unwrap().to_owned(), words.word(at).unwrap().gap)).collect()
    }

    #[test]
    fn words_come_with_the_breaks_between_them() {
        let expected = [("reads", Gap::End), ("a", Gap::Space), ("file", Gap::Space), ("not", Gap::Pause)];
        let expected = expected.map(|(word, gap)| (word.to_owned(), gap));
        assert_eq!(words("Reads a file, not"), expected);
        assert_eq!(words("Reads a file， not"), expected);
        assert_eq!(words("Done. Go")[1], ("go".to_owned(), Gap::End));
        assert_eq!(words("of crates.io doesn't")[1].0, "crates.io");
        assert_eq!(words("é doesn't")[1].0, "doesn't");
    }

    #[test]
    fn names_of_the_programmer_are_told_apart() {
        for text in ["use read_file or maxResults", "üse read_file or maxresults_"] {
            let words = Words::of(text);
            assert!(words.word(1).unwrap().is_identifier && words.word(3).unwrap().is_identifier, "{text}");
            assert!(!words.word(0).unwrap().is_identifier);
        }
        let words = Words::of("In GitHub and JSON");
        assert!(words.word(1).unwrap().is_capitalised && !words.word(3).unwrap().is_capitalised);
    }

    #[test]
    fn any_text_is_cut_without_panic() {
        for text in ["", "é", "ß_İ", "a'", "'", "..", "読む。書く", "İİİ file", "İ \u{212B}X"] {
            let words = Words::of(text);
            for at in 0..words.len() {
                assert!(!words.text(at).unwrap().is_empty(), "{text:?}");
            }
        }
    }
}
