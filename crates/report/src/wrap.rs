//! Text in columns: how wide it is on a terminal, and where it breaks.
//!
//! Works on text that [`crate::escape`] has made safe. No line that [`wrap`] returns is wider than asked, except
//! that a line always holds at least one character.

use unicode_width::UnicodeWidthChar;

/// The columns `text` takes; never less than a terminal uses.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    match c {
        // Turns the symbol before it into a picture of two columns.
        '\u{FE0F}' => 1,
        c => c.width().unwrap_or(0),
    }
}

/// `text` cut to at most `most` columns, with an ellipsis if it had more.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut used = 1;
    let kept = text.chars().take_while(|c| {
        used += char_width(*c);
        used <= most
    });
    kept.chain(['…']).collect()
}

/// Cuts `text` into lines of at most `most` columns, at spaces where there are any.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut used = 0;
    let mut space = None;
    let mut escape = None;
    for (at, c) in text.char_indices() {
        let columns = char_width(c);
        if used + columns > most && at > start {
            let (end, next) = match (c, space) {
                (' ', _) => (at, at + 1),
                (_, Some(space)) => (space, space + 1),
                // An escape such as `\u{202E}` is easier to read in one piece.
                (_, None) => escape.filter(|escape| at - escape < 10).map_or((at, at), |escape| (escape, escape)),
            };
            lines.push(&text[start..end]);
            start = next;
            space = None;
            escape = None;
            used = if next > at { 0 } else { width(&text[next..at]) };
            if next > at {
                continue;
            }
        }
        if c == ' ' && at > start {
            space = Some(at);
        } else if c == '\\' && at > start {
            escape = Some(at);
        }
        used += columns;
    }
    if start < text.len() || lines.is_empty() {
        lines.push(&text[start..]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("read the private key", 9), ["read the", "private", "key"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("ab cdefghij", 4), ["ab", "cdef", "ghij"]);
        assert_eq!(wrap("abcd efgh", 4), ["abcd", "efgh"]);
        assert_eq!(wrap("ab\\u{202E}", 9), ["ab", "\\u{202E}"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn wide_characters_count_as_two() {
        assert_eq!(width("天気"), 4);
        assert_eq!(wrap("天気予報", 4), ["天気", "予報"]);
    }

    #[test]
    fn a_cut_counts_columns_and_says_so() {
        assert_eq!(cut("天気", 4), "天気");
        assert_eq!(cut("天気予", 4), "天…");
        assert_eq!(cut("weather", 4), "wea…");
    }

    #[test]
    fn spaces_inside_a_line_are_kept() {
        assert_eq!(wrap("a  b", 10), ["a  b"]);
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        let text =
            "one  two   天気予報天気予報 four e\u{301}e\u{301} ⚠\u{FE0F}⚠\u{FE0F}⚠\u{FE0F} averylongwordindeed x";
        for most in 2..40 {
            for line in wrap(text, most) {
                assert!(width(line) <= most, "{most}: {line:?}");
            }
        }
    }
}
