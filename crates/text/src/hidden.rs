//! Characters that no reader sees: what they are, where they stand and what they say.
//!
//! A model reads what a person cannot: zero-width marks, tag characters, private-use code points,
//! variation selectors in bulk, blanks that render as nothing, and direction controls that make the screen
//! show another text. Real writing uses some of these too (emoji joiners, flags, Persian and Indic joiners,
//! direction marks in Hebrew and Arabic), so each is judged by what stands around it.
//!
//! Guarantees: total, linear, one pass. Budget: plain ASCII costs one byte scan and no allocation (bench
//! `hidden_clean`).

mod class;
mod context;
mod message;

pub(crate) use class::class_of;

use context::{Context, Lines};
use std::ops::Range;

/// What kind of invisible character a run is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HiddenClass {
    /// Zero-width space, joiners, word joiner, inner byte order marks, invisible operators, soft hyphens.
    ZeroWidth,
    /// Direction marks, embeddings, overrides and isolates.
    Bidi,
    /// The tag block, a mirror of ASCII that nothing displays.
    Tag,
    /// Code points with no meaning of their own.
    PrivateUse,
    /// Variation selectors where there is nothing to vary, or more than one.
    VariationSelector,
    /// Letters that render as empty space.
    Blank,
    /// Other default-ignorable code points and noncharacters.
    Ignorable,
}

/// A run of invisible characters of one class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The class of every character in the run.
    pub class: HiddenClass,
    /// The bytes of the text from the first to the last character of the run.
    pub span: Range<usize>,
    /// How many invisible characters stand in the span.
    pub count: usize,
    /// What the run says, if it can be read.
    pub decoded: Option<String>,
}

/// Finds the invisible characters of `text` that ordinary writing does not explain, in order.
///
/// ```
/// use vetgate_text::hidden::{scan, HiddenClass};
/// assert!(scan("Ship it \u{1F468}\u{200D}\u{1F4BB}").is_empty());
/// assert_eq!(scan("Ship\u{200B} it")[0].class, HiddenClass::ZeroWidth);
/// ```
pub fn scan(text: &str) -> Vec<Hidden> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut lines = Lines::of(text);
    // The last character that shows, and the last but for emoji skin tones.
    let mut before = None;
    let mut base = None;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let odd_space = class::is_odd_space(c);
        let Some(class) = class_of(c).or(odd_space.then_some(HiddenClass::Blank)) else {
            before = Some(c);
            if !context::is_skin_tone(c) {
                base = Some(c);
            }
            continue;
        };
        let mut end = start + c.len_utf8();
        let mut count = 1;
        let same = |c: char| if odd_space { class::is_odd_space(c) } else { class_of(c) == Some(class) };
        while let Some((at, c)) = chars.next_if(|(_, c)| same(*c)) {
            end = at + c.len_utf8();
            count += 1;
        }
        if odd_space {
            before = Some(c);
            base = Some(c);
            if count < ODD_SPACE_RUN {
                continue;
            }
        } else {
            let context = Context { text, run: start..end, count, before, base, after: chars.peek().map(|(_, c)| *c) };
            if context.is_ordinary(class, &mut lines) {
                continue;
            }
        }
        found.push(Hidden { class, span: start..end, count, decoded: None });
    }
    message::read(text, &mut found);
    found
}

/// Unusual spaces in a row before they count as hiding something: layout in real text stays well below.
const ODD_SPACE_RUN: usize = 24;

#[cfg(test)]
mod tests;

impl HiddenClass {
    /// The name for people and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::ZeroWidth => "zero-width",
            Self::Bidi => "bidi control",
            Self::Tag => "tag block",
            Self::PrivateUse => "private use",
            Self::VariationSelector => "variation selector",
            Self::Blank => "blank letter",
            Self::Ignorable => "ignorable",
        }
    }
}
