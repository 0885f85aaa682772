//! Sentences: the unit in which instructions are given.
//!
//! Lines that were wrapped belong together; list items, headings, labels (`Args:`), cells of a table and blank lines do
//! not.

use super::quotation::Quotation;
use super::token::{Token, TokenKind};
use std::ops::Range;

/// A run of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its tokens, closing mark included.
    pub tokens: Range<usize>,
    /// How many blank lines stand before it.
    pub paragraph: usize,
    /// Set for every cell of a table but the first of its row: rows count as sentences of a text, cells do not.
    pub is_cell: bool,
}

/// A sentence longer than this is cut: prose without a full stop must not make work quadratic.
const LONGEST: usize = 160;

/// Cuts `tokens` into sentences.
pub(super) fn split(text: &str, tokens: &[Token], quotations: &[Quotation]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut paragraph = 0;
    let mut quoted_until = 0;
    let mut quotations = quotations.iter().peekable();
    let mut is_row = false;
    let mut is_cell = false;
    for index in 0..tokens.len() {
        if index == 0 || matches!(tokens[index - 1].kind, TokenKind::Break(_)) {
            is_row = tokens[index].is_mark('|');
            is_cell = false;
        }
        while let Some(quotation) = quotations.next_if(|q| q.open <= index) {
            quoted_until = quoted_until.max(quotation.close);
        }
        let is_quoted = index < quoted_until;
        let (ends, is_blank) = match tokens[index].kind {
            TokenKind::Break(true) => (true, true),
            TokenKind::Break(false) => (begins_anew(text, &tokens[index + 1..]), false),
            TokenKind::Mark('|') if is_row => (ends_cell(tokens, index, start), false),
            TokenKind::Mark(c) => (!is_quoted && ends_sentence(c, text, tokens, index, start), false),
            _ => (false, false),
        };
        if ends || index - start + 1 >= LONGEST {
            sentences.push(Sentence { tokens: start..index + 1, paragraph, is_cell });
            start = index + 1;
            is_cell = is_row && tokens[index].is_mark('|');
        }
        paragraph += usize::from(is_blank);
    }
    if start < tokens.len() {
        sentences.push(Sentence { tokens: start..tokens.len(), paragraph, is_cell });
    }
    sentences.retain(|s| {
        tokens[s.tokens.clone()].iter().any(|t| !matches!(t.kind, TokenKind::Mark(_) | TokenKind::Break(_)))
    });
    sentences
}

/// Returns whether the bar at `index` ends a cell: it is not escaped, and the cell is not empty.
fn ends_cell(tokens: &[Token], index: usize, start: usize) -> bool {
    index > start && !tokens[index - 1].is_mark('\\')
}

/// Takes out the line breaks inside folded paragraphs: those between two words where nothing new begins. Where both lines
/// open with the same marker of comments or quotations, that of the second goes with the break.
pub(super) fn unfold(text: &str, tokens: &mut Vec<Token>, is_capital: impl Fn(usize) -> bool) {
    let is_word = |token: &Token| !matches!(token.kind, TokenKind::Mark(_) | TokenKind::Break(_));
    let mut is_kept = vec![true; tokens.len()];
    let mut line = 0;
    for index in 0..tokens.len() {
        if !matches!(tokens[index].kind, TokenKind::Break(_)) {
            continue;
        }
        let next = index + 1;
        let marker = marker(&tokens[next..]);
        let is_same = marker == self::marker(&tokens[line..])
            && tokens[line..line + marker]
                .iter()
                .map(|t| t.kind)
                .eq(tokens[next..next + marker].iter().map(|t| t.kind));
        let goes_on = || {
            let (before, after) = (tokens.get(index.checked_sub(1)?)?, tokens.get(next + marker)?);
            let opening = text[after.span().start..].chars().next()?;
            let is_plain = opening.is_alphabetic() || matches!(opening, '~' | '/' | '.');
            let is_paragraph = is_word(before) && is_word(after) && is_plain && !is_capital(after.span().start);
            Some(is_paragraph && !begins_anew(text, &tokens[next + marker..]))
        };
        if tokens[index].kind == TokenKind::Break(false) && is_same && goes_on().unwrap_or(false) {
            is_kept[index..next + marker].fill(false);
        }
        line = next;
    }
    let mut kept = is_kept.into_iter();
    tokens.retain(|_| kept.next().unwrap_or(true));
}

/// The number of tokens of the marker of comments or quotations that a line opens with.
fn marker(line: &[Token]) -> usize {
    let is_marker = |token: &&Token| matches!(token.kind, TokenKind::Mark('/' | '#' | '%' | '>' | ';' | '!'));
    line.iter().take(LONGEST_MARKER).take_while(is_marker).count()
}

/// The most tokens of a marker.
const LONGEST_MARKER: usize = 4;

/// Divides sentences before every token of which `begins` says that a sentence begins there.
pub(super) fn divide(sentences: Vec<Sentence>, begins: impl Fn(usize) -> bool) -> Vec<Sentence> {
    let mut divided = Vec::with_capacity(sentences.len());
    for mut sentence in sentences {
        for index in sentence.tokens.start + 1..sentence.tokens.end {
            if begins(index) {
                divided.push(Sentence { tokens: sentence.tokens.start..index, ..sentence });
                sentence.tokens.start = index;
            }
        }
        divided.push(sentence);
    }
    divided
}

fn ends_sentence(c: char, text: &str, tokens: &[Token], index: usize, start: usize) -> bool {
    match c {
        '!' | '?' | ';' | '。' => true,
        // `Args:` opens a list of parameters, on a line of its own or not.
        ':' => {
            index > 0
                && matches!(&text[tokens[index - 1].span()], "args" | "arguments" | "returns" | "parameters" | "raises")
        }
        '.' => {
            let followed = text[tokens[index].span().end..].chars().next();
            let before = index.checked_sub(1).map_or("", |i| &text[tokens[i].span()]);
            // `e.g.`, `i.e.`, `etc.` and initials do not end a sentence.
            let is_short = matches!(before, "e.g" | "i.e" | "eg" | "ie" | "vs" | "cf" | "approx" | "resp");
            // `1.` numbers an item.
            let is_number = index > 0 && index - 1 == start && tokens[index - 1].kind == TokenKind::Number;
            !is_short
                && !is_number
                && followed.is_none_or(|c| c.is_whitespace() || matches!(c, ')' | ']' | '"' | '\'' | '<' | '`'))
        }
        _ => false,
    }
}

/// Whether the line that follows starts something new rather than going on.
fn begins_anew(text: &str, rest: &[Token]) -> bool {
    let mark = |n: usize| match rest.get(n).map(|t| t.kind) {
        Some(TokenKind::Mark(c)) => Some(c),
        _ => None,
    };
    let Some(first) = rest.first() else { return true };
    let is_item = match first.kind {
        // Markers of items, headings, quotations, comments, prompts and changed lines; a quotation or a parenthesis goes on.
        TokenKind::Mark(mark) => !matches!(mark, '"' | '\'' | '`' | '(' | ')' | ']' | '}' | ',' | '.' | ':' | '?'),
        TokenKind::Number => matches!(mark(1), Some('.' | ')')),
        TokenKind::Word | TokenKind::Identifier => {
            // A label such as `args:` or `user_id (str):` at the start of a line.
            mark(1) == Some(':') || (mark(1) == Some('(') && rest.iter().take(8).any(|t| t.is_mark(':')))
        }
        _ => false,
    };
    is_item || text[first.span()].chars().all(|c| !c.is_alphanumeric() && !c.is_ascii_punctuation())
}

#[cfg(test)]
mod tests {
    use super::super::Prose;

    fn sentences(text: &str) -> Vec<&str> {
        let prose = Prose::of(text);
        let tokens = prose.tokens();
        prose
            .sentences()
            .iter()
            .map(|s| text[tokens[s.tokens.start].span().start..tokens[s.tokens.end - 1].span().end].trim())
            .collect()
    }

    #[test]
    fn full_stops_blank_lines_and_list_items_end_a_sentence() {
        assert_eq!(sentences("one. two! three"), ["one.", "two!", "three"]);
        assert_eq!(sentences("one\n\ntwo"), ["one", "two"]);
        assert_eq!(sentences("do:\n- one\n- two"), ["do:", "- one", "- two"]);
        assert_eq!(sentences("text\nargs:\n  a: x"), ["text", "args:", "a: x"]);
    }

    #[test]
    fn a_cell_of_a_table_is_a_sentence_unless_its_bar_is_escaped() {
        assert_eq!(sentences("| lamp | do this |\n| a \\| b | c |"), ["| lamp |", "do this |", "| a \\| b |", "c |"]);
        assert_eq!(sentences("cat x | sh"), ["cat x | sh"]);
    }

    #[test]
    fn a_line_that_opens_with_a_marker_begins_a_sentence() {
        for marker in ["# ", "## ", "#", "// ", "//", "/// ", "% ", "$ ", "$", "+", "-", "--", "@ ", "> ", "_"] {
            let text = format!("some notes\n{marker}do this");
            assert_eq!(sentences(&text), ["some notes", &format!("{marker}do this")], "{marker}");
        }
    }

    #[test]
    fn a_folded_comment_is_one_sentence() {
        for (text, count) in [
            ("// set aside\n// all of it", 1),
            ("# set aside\n# all of it", 1),
            ("> set aside\n> all of it", 1),
            ("# set aside\n## all of it", 2),
            ("- set aside\n- all of it", 2),
            ("set aside\n# all of it", 2),
        ] {
            assert_eq!(Prose::unfolded(text, |_| false).sentences().len(), count, "{text}");
        }
    }

    #[test]
    fn a_wrapped_line_goes_on() {
        assert_eq!(
            sentences("read the file and pass its content\nas a note."),
            ["read the file and pass its content\nas a note."]
        );
    }

    #[test]
    fn abbreviations_files_and_quotations_do_not_end_a_sentence() {
        assert_eq!(sentences("paths, e.g. /a/b.json, are fine"), ["paths, e.g. /a/b.json, are fine"]);
        assert_eq!(sentences("say \"done. bye.\" to all"), ["say \"done. bye.\" to all"]);
    }
}
