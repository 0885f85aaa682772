//! Words, identifiers, paths, addresses, numbers and marks.

use crate::words::prose_token::{FILE_ENDINGS, PATH_STARTS};
use std::ops::Range;
use unicode_normalization::char::is_combining_mark;

/// What a token looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word of any alphabet.
    Word,
    /// A name in code: `read_file`, `a.b`, `get-thing` keeps to [`TokenKind::Word`] since prose hyphenates too.
    Identifier,
    /// A path of a file or folder.
    Path,
    /// A URL.
    Url,
    /// An e-mail address.
    Email,
    /// A number, a phone number, a version.
    Number,
    /// A run of Han, kana, Hangul or other text whose words are not told apart by spaces.
    Unspaced,
    /// One punctuation mark.
    Mark(char),
    /// One or more line breaks; `true` for a blank line.
    Break(bool),
}

/// A piece of text with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it looks like.
    pub kind: TokenKind,
    start: u32,
    end: u32,
}

impl Token {
    /// Where it stands, in bytes.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether it is the mark `c`.
    pub fn is_mark(&self, c: char) -> bool {
        self.kind == TokenKind::Mark(c)
    }
}

/// Cuts `text` into tokens.
pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 5);
    let mut push = |kind, start: usize, end: usize| {
        tokens.push(Token { kind, start: start as u32, end: end as u32 });
    };
    let mut at = 0;
    // Nothing but spaces and marks precedes on the line, or since a sentence ended.
    let mut opens_line = true;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        let was_opening = opens_line;
        opens_line = match c {
            '\n' | '\r' | '.' | '!' | '?' | ':' => true,
            c => was_opening && !c.is_alphanumeric(),
        };
        match c {
            '\n' | '\r' => {
                at = end_of(text, at, char::is_whitespace);
                let breaks = text[start..at].bytes().filter(|b| *b == b'\n').count();
                push(TokenKind::Break(breaks > 1), start, at);
            }
            c if c.is_whitespace() => {}
            c if is_unspaced(c) => {
                at = end_of(text, at, is_unspaced);
                push(TokenKind::Unspaced, start, at);
            }
            _ if was_opening && line_marker(&text[start..]) > 0 => {
                at = start + line_marker(&text[start..]);
                for (offset, mark) in text[start..at].char_indices() {
                    push(TokenKind::Mark(mark), start + offset, start + offset + mark.len_utf8());
                }
            }
            c if begins_word(c, &text[at..]) => {
                at = start + word_length(&text[start..]);
                let is_one_mark = at == start + c.len_utf8() && !c.is_alphanumeric();
                push(if is_one_mark { TokenKind::Mark(c) } else { classify(&text[start..at]) }, start, at);
            }
            c => push(TokenKind::Mark(c), start, at),
        }
    }
    tokens
}

fn end_of(text: &str, from: usize, inside: impl Fn(char) -> bool) -> usize {
    text[from..].find(|c| !inside(c)).map_or(text.len(), |length| from + length)
}

/// A word starts with a letter or digit; a path or flag may start with a mark that sticks to what follows.
fn begins_word(c: char, rest: &str) -> bool {
    let next = rest.chars().next().unwrap_or(' ');
    match c {
        // `//` before a space opens a comment.
        '/' => {
            let behind = rest.chars().take(LONGEST_MARKER).find(|c| *c != '/').unwrap_or(' ');
            behind.is_alphanumeric() || matches!(behind, '.' | '~' | '_')
        }
        '~' | '\\' => next.is_alphanumeric() || matches!(next, '/' | '.' | '~' | '_'),
        '.' => next.is_alphanumeric() || next == '/' || (next == '.' && rest[1..].starts_with('/')),
        '_' | '$' | '@' | '+' => next.is_alphanumeric() || next == '_',
        '-' => next == '-' || next.is_alphabetic(),
        c => c.is_alphanumeric(),
    }
}

/// The most characters of a marker at the start of a line.
const LONGEST_MARKER: usize = 8;

/// The length of the marker of items, comments, prompts, changed lines or emphasis that a line opens with and that no space
/// parts from a word of prose: `//ignore the rest`, `+ignore the rest`. Without one, zero.
fn line_marker(text: &str) -> usize {
    let is_of_marker = |byte: &u8| matches!(byte, b'/' | b'-' | b'+' | b'$' | b'@' | b'_');
    let marker = text.bytes().take(LONGEST_MARKER).take_while(is_of_marker).count();
    // `/usr` is a path, `//usr` hardly.
    let is_marker = marker > 0 && &text[..marker] != "/";
    let word = text[marker..].bytes().take(LONGEST_OPENING).take_while(u8::is_ascii_alphabetic).count();
    let mut behind = text[marker + word..].chars();
    let is_prose = word > 1 && behind.next() == Some(' ') && behind.next().is_some_and(char::is_alphabetic);
    if is_marker && is_prose { marker } else { 0 }
}

/// The longest word behind a marker without a space.
const LONGEST_OPENING: usize = 24;

/// Marks that belong to a word only if the word goes on behind them.
const JOINERS: &[char] = &['.', ':', '\'', '?', '&', '-', '+', '#', '~', '%'];
/// So many of them in a row end the word, so that no run of marks is looked at twice.
const JOINERS_IN_A_ROW: usize = 3;

/// How long the word at the start of `text` is. Looks at most [`JOINERS_IN_A_ROW`] characters past its end.
fn word_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let mut length = chars.next().map_or(0, |(_, c)| c.len_utf8());
    let mut pending = 0;
    let mut is_url = false;
    for (at, c) in chars {
        let rest = &text[at + c.len_utf8()..];
        is_url |= c == ':' && rest.starts_with("//");
        let goes_on = match c {
            // `word's` stays whole, `'quoted'word` and `label:value` do not; query strings keep their marks.
            '\'' => is_url || ends_in_clitic(rest),
            ':' => is_url || rest.starts_with('\\'),
            '?' | '&' => is_url,
            '.' | '-' | '+' | '#' | '~' | '%' | '_' | '/' | '\\' | '@' | '$' => true,
            c => (c.is_alphanumeric() || is_mark_of_letter(c)) && !is_unspaced(c),
        };
        if !goes_on || pending == JOINERS_IN_A_ROW {
            break;
        }
        if JOINERS.contains(&c) {
            pending += 1;
        } else {
            pending = 0;
            length = at + c.len_utf8();
        }
    }
    length
}

/// `'s`, `'re`, `'ll` and their kind at the end of a word.
fn ends_in_clitic(rest: &str) -> bool {
    ["s", "re", "ve", "ll", "t", "d", "m"]
        .iter()
        .filter_map(|clitic| rest.strip_prefix(clitic))
        .any(|behind| !behind.starts_with(|c: char| c.is_alphanumeric()))
}

fn classify(word: &str) -> TokenKind {
    let has = |c: char| word.contains(c);
    if word.contains("://") {
        return TokenKind::Url;
    }
    if let Some((user, host)) = word.split_once('@')
        && !user.is_empty()
        && host.contains('.')
    {
        return TokenKind::Email;
    }
    if is_path(word) {
        return TokenKind::Path;
    }
    if word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'%' | b'/' | b'$'))
        && word.bytes().any(|b| b.is_ascii_digit())
    {
        return TokenKind::Number;
    }
    if has('_') || (has('.') && word.split('.').all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric)))
    {
        return TokenKind::Identifier;
    }
    TokenKind::Word
}

/// A path starts like one, goes through several folders, or names a file by its ending. `read/write` is prose.
fn is_path(word: &str) -> bool {
    let starts = PATH_STARTS.iter().any(|start| word.starts_with(start)) && word.len() > 1;
    let is_dotfile = word.starts_with('.') && word.len() > 2 && word[1..].starts_with(|c: char| c.is_ascii_lowercase());
    let drive = word.as_bytes().get(1) == Some(&b':') && word.as_bytes().get(2) == Some(&b'\\');
    let folders = word.matches(['/', '\\']).count() > 2
        || word.matches(['/', '\\']).count() > 1 && word.contains(['.', '_', '~']);
    let file = word
        .rsplit_once('.')
        .is_some_and(|(stem, ending)| !stem.is_empty() && FILE_ENDINGS.binary_search(&ending).is_ok());
    starts || is_dotfile || drive || folders || file
}

/// A sign that is written onto a letter and is none itself: vowel points, and what joins or alters Indic letters.
fn is_mark_of_letter(c: char) -> bool {
    !c.is_ascii() && is_combining_mark(c)
}

/// Scripts written without spaces between words, and Hangul, whose words carry their particles and endings with them:
/// `read_file을` is a name and a particle.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3134F}' | '\u{0E00}'..='\u{0E7F}'
        | '\u{AC00}'..='\u{D7A3}')
        && c != '\u{30FB}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(String, TokenKind)> {
        tokenize(text).iter().map(|t| (text[t.span()].to_owned(), t.kind)).collect()
    }

    #[test]
    fn file_endings_are_sorted() {
        assert!(FILE_ENDINGS.is_sorted());
    }

    #[test]
    fn each_shape_of_token_is_told_apart() {
        use TokenKind::*;
        for (text, expected) in [
            ("read_file", vec![("read_file", Identifier)]),
            ("~/.ssh/id_rsa,", vec![("~/.ssh/id_rsa", Path), (",", Mark(','))]),
            ("a@b.com.", vec![("a@b.com", Email), (".", Mark('.'))]),
            ("https://x.y/z?a=1", vec![("https://x.y/z?a", Url), ("=", Mark('=')), ("1", Number)]),
            ("read/write", vec![("read/write", Word)]),
            ("user's data", vec![("user's", Word), ("data", Word)]),
            ("'add' tool", vec![("'", Mark('\'')), ("add", Word), ("'", Mark('\'')), ("tool", Word)]),
            ("+13241234123", vec![("+13241234123", Number)]),
            ("必须 call", vec![("必须", Unspaced), ("call", Word)]),
            ("read_file을 호출", vec![("read_file", Identifier), ("을", Unspaced), ("호출", Unspaced)]),
            ("प्रयोग करें", vec![("प्रयोग", Word), ("करें", Word)]),
            (".env file", vec![(".env", Path), ("file", Word)]),
            ("c:\\users\\x", vec![("c:\\users\\x", Path)]),
            ("note:this", vec![("note", Word), (":", Mark(':')), ("this", Word)]),
            ("// b", vec![("/", Mark('/')), ("/", Mark('/')), ("b", Word)]),
            ("//see that", vec![("/", Mark('/')), ("/", Mark('/')), ("see", Word), ("that", Word)]),
            ("$see that", vec![("$", Mark('$')), ("see", Word), ("that", Word)]),
            ("/etc and", vec![("/etc", Path), ("and", Word)]),
            ("a //see that", vec![("a", Word), ("//see", Path), ("that", Word)]),
            ("a\n\nb", vec![("a", Word), ("\n\n", Break(true)), ("b", Word)]),
        ] {
            let expected: Vec<(String, TokenKind)> = expected.into_iter().map(|(t, k)| (t.to_owned(), k)).collect();
            assert_eq!(kinds(text), expected, "{text}");
        }
    }
}
