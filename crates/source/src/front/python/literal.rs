//! Texts and numbers: what they mean, not how they are written.

use super::Reader;
use crate::form::{ExpressionId, ExpressionKind, Name};
use std::iter::Peekable;
use std::str::Chars;
use tree_sitter::Node;

/// How a text is written, by the letters before its quotes.
#[derive(Clone, Copy, Default)]
struct Style {
    is_raw: bool,
    is_bytes: bool,
    is_template: bool,
}

impl Style {
    fn of(start: &str) -> Self {
        let has = |letter: char| start.chars().any(|c| c.eq_ignore_ascii_case(&letter));
        Self { is_raw: has('r'), is_bytes: has('b'), is_template: has('f') || has('t') }
    }
}

/// A part of a text.
enum Piece<'n> {
    Fixed(String, Node<'n>),
    Value(ExpressionId),
}

impl Reader<'_> {
    /// A text, or several that stand next to each other: one text, or a template if values stand in it.
    pub(super) fn string(&mut self, node: Node<'_>) -> ExpressionId {
        let mut pieces = Vec::new();
        if node.kind() == "string" {
            self.pieces(node, &mut pieces);
        } else {
            let parts = self.parts(node);
            for part in parts.named() {
                self.pieces(part, &mut pieces);
            }
        }
        if !pieces.iter().any(|piece| matches!(piece, Piece::Value(_))) {
            let texts = pieces.iter().map(|piece| if let Piece::Fixed(text, _) = piece { text } else { "" });
            let text: Name = texts.collect::<String>().into();
            return self.push(ExpressionKind::Text(text), node);
        }
        let mut parts = Vec::new();
        let mut fixed: Option<(String, Node<'_>)> = None;
        for piece in pieces {
            match piece {
                Piece::Fixed(text, at) => fixed.get_or_insert_with(|| (String::new(), at)).0.push_str(&text),
                Piece::Value(value) => {
                    parts.extend(fixed.take().map(|(text, at)| self.push(ExpressionKind::Text(text.into()), at)));
                    parts.push(value);
                }
            }
        }
        parts.extend(fixed.map(|(text, at)| self.push(ExpressionKind::Text(text.into()), at)));
        self.push(ExpressionKind::Template(parts), node)
    }

    fn pieces<'n>(&mut self, node: Node<'n>, pieces: &mut Vec<Piece<'n>>) {
        let mut style = Style::default();
        let parts = self.parts(node);
        for part in parts.named() {
            match part.kind() {
                "string_start" => style = Style::of(self.lowering.text_of(part)),
                "string_content" => pieces.push(Piece::Fixed(decoded(self.lowering.text_of(part), style), part)),
                "interpolation" => self.interpolation(part, pieces),
                _ => {}
            }
        }
    }

    /// `{value=!r:>{width}}`.
    fn interpolation<'n>(&mut self, node: Node<'n>, pieces: &mut Vec<Piece<'n>>) {
        let parts = self.parts(node);
        let Some(expression) = parts.field("expression") else { return };
        if let Some(sign) = parts.of_kind("=") {
            let shown = self.lowering.text.get(node.start_byte() + 1..sign.end_byte()).unwrap_or_default();
            pieces.push(Piece::Fixed(shown.to_owned(), expression));
        }
        let value = self.expression(expression);
        let widths = parts.field("format_specifier").map(|format| self.widths(format)).unwrap_or_default();
        if widths.is_empty() {
            return pieces.push(Piece::Value(value));
        }
        let all = std::iter::once(value).chain(widths).collect();
        pieces.push(Piece::Value(self.push(ExpressionKind::Other(all), node)));
    }

    /// The values that stand in a format, `width` in `{x:>{width}}`.
    fn widths(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let mut pieces = Vec::new();
        if self.lowering.enter(node, 1) {
            let parts = self.parts(node);
            for part in parts.named() {
                self.interpolation(part, &mut pieces);
            }
            self.lowering.leave(1);
        }
        let value = |piece| if let Piece::Value(value) = piece { Some(value) } else { None };
        pieces.into_iter().filter_map(value).collect()
    }

    /// A number. A complex one stands for its imaginary part.
    pub(super) fn number(&mut self, node: Node<'_>) -> ExpressionKind {
        let text = self.lowering.text_of(node).replace('_', "").to_ascii_lowercase();
        let radix = match text.get(..2) {
            Some("0x") => 16,
            Some("0o") => 8,
            Some("0b") => 2,
            _ => 10,
        };
        let value = if radix == 10 {
            text.trim_end_matches(['j', 'l']).parse().unwrap_or(f64::NAN)
        } else {
            let digits = text[2..].chars().filter_map(|digit| digit.to_digit(radix));
            digits.fold(0.0, |value, digit| value * f64::from(radix) + f64::from(digit))
        };
        if value.is_nan() {
            self.lowering.problem(node, "not a number");
            return ExpressionKind::Other(Vec::new());
        }
        ExpressionKind::Number(value)
    }
}

/// The text that a source text stands for.
fn decoded(source: &str, style: Style) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' => {
                rest.next_if_eq(&'\n');
                text.push('\n');
            }
            '{' | '}' if style.is_template => {
                rest.next_if_eq(&c);
                text.push(c);
            }
            '\\' if !style.is_raw => unescape(&mut rest, style, &mut text),
            _ => text.push(c),
        }
    }
    text
}

/// Adds what a backslash and the following stand for; an unknown escape stands for itself.
fn unescape(rest: &mut Peekable<Chars<'_>>, style: Style, text: &mut String) {
    let Some(letter) = rest.next() else { return text.push('\\') };
    let simple = match letter {
        '\n' => return,
        '\r' => {
            rest.next_if_eq(&'\n');
            return;
        }
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '\\' | '\'' | '"' => letter,
        '0'..='7' => {
            let mut value = letter.to_digit(8).unwrap_or_default();
            for _ in 0..2 {
                let Some(digit) = rest.next_if(|c| c.is_digit(8)) else { break };
                value = value * 8 + digit.to_digit(8).unwrap_or_default();
            }
            char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        'x' => return numbered(rest, letter, 2, text),
        'u' if !style.is_bytes => return numbered(rest, letter, 4, text),
        'U' if !style.is_bytes => return numbered(rest, letter, 8, text),
        'N' if !style.is_bytes => {
            // Which character has that name is not known here; its braces are none of a template.
            text.push_str("\\N");
            if rest.peek() == Some(&'{') {
                for c in rest.by_ref() {
                    text.push(c);
                    if c == '}' {
                        break;
                    }
                }
            }
            return;
        }
        _ => {
            text.push('\\');
            letter
        }
    };
    text.push(simple);
}

/// Adds the character of so many hexadecimal digits.
fn numbered(rest: &mut Peekable<Chars<'_>>, letter: char, digits: usize, text: &mut String) {
    let ahead: String = rest.clone().take(digits).collect();
    match u32::from_str_radix(&ahead, 16) {
        Ok(value) if ahead.len() == digits && !ahead.starts_with('+') => {
            text.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
            rest.nth(digits - 1);
        }
        _ => text.extend(['\\', letter]),
    }
}

/// A documentation text as Python shows it: without the indentation and blank lines around it.
pub(super) fn cleaned(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(with_spaces).collect();
    let indent = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let mut cleaned = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let line = if number == 0 { line.trim_start_matches(' ') } else { line.get(margin..).unwrap_or_default() };
        cleaned.push(line.trim_end_matches([' ', '\r']));
    }
    let is_empty = |line: &&str| line.is_empty();
    let before = cleaned.iter().take_while(|line| is_empty(line)).count();
    let after = cleaned.iter().rev().take_while(|line| is_empty(line)).count();
    let kept = cleaned.get(before..cleaned.len().saturating_sub(after)).unwrap_or_default();
    kept.join("\n")
}

/// Tabs widened to the next eighth column.
fn with_spaces(line: &str) -> String {
    if !line.contains('\t') {
        return line.to_owned();
    }
    let mut wide = String::new();
    let mut column = 0;
    for c in line.chars() {
        let width = if c == '\t' { 8 - column % 8 } else { 1 };
        if c == '\t' {
            wide.extend(std::iter::repeat_n(' ', width));
        } else {
            wide.push(c);
        }
        column += width;
    }
    wide
}
