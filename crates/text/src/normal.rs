//! What a text says once its disguises are off.
//!
//! One form for every detector: NFKC and lower case; look-alike letters folded to ASCII where a word pretends
//! to be Latin (other languages stay as they are); invisible characters and terminal sequences dropped;
//! typographic punctuation in ASCII; HTML character references decoded; contractions expanded;
//! marks of emphasis inside words dropped; letter-spacing and leetspeak undone where a word of the attack lexicon comes out; newlines kept and
//! other white space collapsed. Every byte of the normal form knows the bytes of the raw text it came from.
//!
//! Guarantees: total, linear in the input. Budget: clean ASCII prose at 100 MB/s or more (bench `normal_clean`).

mod accent;
mod character;
mod origin;
mod stem;
mod word;

pub use accent::unaccented;
pub use stem::stem;

use origin::Origin;
use std::ops::Range;

/// A text in normal form, with the way back to the raw text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normal {
    text: String,
    words: Origin,
    /// The first pass is skipped where it would change nothing but case.
    characters: Option<Origin>,
    raw_length: usize,
}

impl Normal {
    /// Takes the disguises off `raw`.
    ///
    /// ```
    /// use vetgate_text::normal::Normal;
    /// let raw = "Please 1gn0re all";
    /// let normal = Normal::of(raw);
    /// assert_eq!(normal.text(), "please ignore all");
    /// assert_eq!(&raw[normal.raw_span(7..13)], "1gn0re");
    /// ```
    pub fn of(raw: &str) -> Self {
        let characters = character::is_needed(raw).then(|| character::rewrite(raw).into_parts());
        let source = characters.as_ref().map_or(raw, |(text, _)| text);
        let (text, words) = word::rewrite(source).into_parts();
        Self { text, words, characters: characters.map(|(_, origin)| origin), raw_length: raw.len() }
    }

    /// The normal form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the raw text that a span of the normal form came from. Always on character boundaries of
    /// the raw text; a span that is out of range or inside a character is widened or clamped.
    pub fn raw_span(&self, span: Range<usize>) -> Range<usize> {
        let start = self.text.floor_char_boundary(span.start.min(self.text.len()));
        let end = self.text.ceil_char_boundary(span.end.min(self.text.len())).max(start);
        let span = self.words.of(start..end);
        let span = self.characters.as_ref().map_or(span.clone(), |origin| origin.of(span));
        span.start.min(self.raw_length)..span.end.min(self.raw_length)
    }
}

#[cfg(test)]
mod tests;
