//! The links of a document: of every string value of its JSON, and of JSON inside these strings.
//!
//! The document is read as the inspector reads it: strings as they are decoded, JSON inside strings again, and what is
//! no JSON as text, in which lines may be documents of their own. Names of members are not looked at.

use super::{Link, Links};
use crate::document::{DEEPEST, is_document};
use crate::json::{Decoded, Lexer, Step, Token};
use std::borrow::Cow;
use std::ops::Range;
use vetgate_model::Pointer;

/// Where in a document a link stands.
#[derive(Debug)]
pub struct Spot<'w> {
    /// The string that holds the document that this is in.
    around: Option<&'w Spot<'w>>,
    /// At the string; nothing in text.
    lexer: Option<&'w Lexer>,
    /// The string, decoded; in text, all of it.
    text: &'w str,
}

impl Spot<'_> {
    /// The string that the link stands in, decoded, or the whole document if it is plain text. The link's span lies in
    /// it.
    pub fn text(&self) -> &str {
        self.text
    }

    /// The pointer to the string in the document; if that string is a document of its own, then the pointer within it,
    /// and so on. Nothing in plain text.
    ///
    /// They are written when they are asked for: names can be long, and most links are of no interest.
    pub fn pointers(&self) -> Vec<Pointer> {
        let mut pointers = self.around.map(Spot::pointers).unwrap_or_default();
        pointers.extend(self.lexer.map(Lexer::pointer));
        pointers
    }

    /// How many strings it is inside of, each in the other.
    fn depth(&self) -> usize {
        self.around.map_or(0, |around| around.depth() + 1)
    }
}

/// Reads documents and tells every link.
pub(super) struct Walk<'w> {
    pub(super) links: &'w Links,
    pub(super) found: &'w mut dyn FnMut(&Spot<'_>, Link<'_>),
}

impl Walk<'_> {
    /// JSON first, and what is behind it as text.
    pub(super) fn document(&mut self, text: &str) {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut start = self.json(text, start, None);
        let mut at = start;
        for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
            let end = at + line.len();
            if is_document(line.as_bytes()) {
                self.text(text, start..at);
                self.json(line, 0, None);
                start = end;
            }
            at = end;
        }
        self.text(text, start..at);
    }

    fn text(&mut self, text: &str, part: Range<usize>) {
        let spot = Spot { around: None, lexer: None, text };
        let Some(text) = text.get(part.clone()) else { return };
        self.links.find(text, &mut |mut link| {
            link.span = link.span.start + part.start..link.span.end + part.start;
            (self.found)(&spot, link);
        });
    }

    /// Reads JSON from `at` on, in a string that stands `around` it, and says how far it came.
    fn json(&mut self, text: &str, mut at: usize, around: Option<&Spot<'_>>) -> usize {
        let (mut lexer, mut scratch) = (Lexer::after(0), Vec::new());
        loop {
            match lexer.next(text.as_bytes(), at, true) {
                Step::Token(token, span, escaped) => {
                    at = span.end;
                    if token == Token::Number {
                        continue;
                    }
                    let raw = &text[span.start + 1..span.end - 1];
                    let decoded = Decoded::new(raw.as_bytes(), escaped, &mut scratch);
                    if token == Token::Key {
                        lexer.name(decoded.text());
                    } else {
                        // What has no escapes is known to be text.
                        let text = if escaped { String::from_utf8_lossy(decoded.text()) } else { Cow::Borrowed(raw) };
                        self.string(&Spot { around, lexer: Some(&lexer), text: &text });
                    }
                }
                Step::End => return text.len(),
                Step::More(at) | Step::Wrong(at) => return at,
            }
        }
    }

    fn string(&mut self, spot: &Spot<'_>) {
        let text = spot.text;
        if spot.depth() < DEEPEST && is_document(text.as_bytes()) {
            self.json(text, 0, Some(spot));
        } else {
            self.links.find(text, &mut |link| (self.found)(spot, link));
        }
    }
}
