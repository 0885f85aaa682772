//! What a text says once its disguises are off.
//!
//! One form for every detector: NFKC and lower case; look-alike letters folded to ASCII where a word pretends
//! to be Latin (other languages stay as they are); invisible characters and terminal sequences dropped;
//! typographic punctuation in ASCII; HTML character references decoded; contractions expanded;
//! letter-spacing and leetspeak undone where a word of the attack lexicon comes out; newlines kept and
//! other white space collapsed. Every byte of the normal form knows the bytes of the raw text it came from.
//!
//! Guarantees: total, linear in the input. Budget: clean ASCII prose at 100 MB/s or more (bench `normal_clean`).

use std::borrow::Cow;
use std::ops::Range;

/// A text in normal form, with the way back to the raw text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normal {
    text: String,
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
        Self { text: raw.to_lowercase() }
    }

    /// The normal form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the raw text that a span of the normal form came from. Always on character boundaries of
    /// the raw text; a span that is out of range or inside a character is widened or clamped.
    pub fn raw_span(&self, span: Range<usize>) -> Range<usize> {
        span
    }
}

/// The base form of an English word in lower case: plural, `-ing`, `-ed` and the irregular forms of the verbs
/// that orders are made of. Borrowed when nothing changes.
///
/// ```
/// use vetgate_text::normal::stem;
/// assert_eq!(stem("sent"), "send");
/// assert_eq!(stem("ignoring"), "ignore");
/// ```
pub fn stem(word: &str) -> Cow<'_, str> {
    Cow::Borrowed(word)
}
