//! Sentences: the unit in which instructions are given.
//!
//! Lines that were wrapped belong together; list items, headings, labels (`Args:`) and blank lines do not.

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
    for index in 0..tokens.len() {
        while let Some(quotation) = quotations.next_if(|q| q.open <= index) {
            quoted_until = quoted_until.max(quotation.close);
        }
        let is_quoted = index < quoted_until;
        let (ends, is_blank) = match tokens[index].kind {
            TokenKind::Break(true) => (true, true),
            TokenKind::Break(false) => (begins_anew(text, &tokens[index + 1..]), false),
            TokenKind::Mark(c) => (!is_quoted && ends_sentence(c, text, tokens, index, start), false),
            _ => (false, false),
        };
        if ends || index - start + 1 >= LONGEST {
            sentences.push(Sentence { tokens: start..index + 1, paragraph });
            start = index + 1;
        }
        paragraph += usize::from(is_blank);
    }
    if start < tokens.len() {
        sentences.push(Sentence { tokens: start..tokens.len(), paragraph });
    }
    sentences.retain(|s| {
        tokens[s.tokens.clone()].iter().any(|t| !matches!(t.kind, TokenKind::Mark(_) | TokenKind::Break(_)))
    });
    sentences
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
        TokenKind::Mark('-' | '*' | '•' | '#' | '<' | '>' | '[' | '|' | '·' | '→') => true,
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
