//! Strangers' text made safe to show on any surface.
//!
//! Guarantees of [`line()`], for any input: the result is one line; it holds no control character (C0, C1, DEL), so
//! no ANSI sequence; no bidirectional control; no zero-width, invisible, private-use or noncharacter code
//! point; no more than four combining marks in a row. Each such character is shown as `\u{202E}`, and line
//! breaks and tabs as `\n`, `\r` and `\t`. What is visible stays as it is, and escaping twice changes nothing:
//! backslashes are kept, because evidence arrives escaped by the check that made it.

use std::borrow::Cow;
use std::fmt::Write;
use unicode_width::UnicodeWidthChar;

/// Marks that may follow one another on one letter; real scripts stay below.
const MARKS_IN_A_ROW: usize = 4;

/// `text` on one line, with everything that hides or acts shown as an escape.
///
/// ```
/// use vetgate_report::escape::line;
/// assert_eq!(line("r\u{202E}txt.\u{1B}[31m"), "r\\u{202E}txt.\\u{1B}[31m");
/// assert_eq!(line("café 天気"), "café 天気");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| matches!(b, 0x20..=0x7E)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut marks = 0;
    let mut previous = ' ';
    for c in text.chars() {
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{FE0F}' if is_pictograph(previous) => out.push(c),
            c if is_unsafe(c) || marks > MARKS_IN_A_ROW => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
        previous = c;
    }
    Cow::Owned(out)
}

/// The safe form of `text`, cut to `most` characters with an ellipsis; never cut inside an escape.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line(&text[..end])),
        None => line(text).into_owned(),
    }
}

/// JSON that is safe to print: every such character is written as `\uXXXX`, and is read back as what it was.
///
/// ```
/// assert_eq!(vetgate_report::escape::json("\"a\u{9B}\u{E0041}\""), r#""a\u009b\udb40\udc41""#);
/// ```
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        // JSON's own syntax is plain ASCII, so whatever is unsafe here stands inside a string.
        if c != '\n' && is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether `c` can hide text, reorder it, or act on a terminal or page.
pub fn is_unsafe(c: char) -> bool {
    if c.is_control() {
        return true;
    }
    matches!(u32::from(c),
        // Soft hyphen, combining grapheme joiner, Arabic letter mark.
        0xAD | 0x34F | 0x61C
        // Hangul fillers, Khmer inherent vowels, Mongolian selectors: blank by design.
        | 0x115F | 0x1160 | 0x3164 | 0xFFA0 | 0x17B4 | 0x17B5 | 0x180B..=0x180F
        // Ogham and exotic spaces, which pass for a plain space or none.
        | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0xA0
        // Zero-width characters, bidirectional marks, embeddings and isolates, separators, invisible operators.
        | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F
        // Braille blank, byte order mark, interlinear annotation, object replacement.
        | 0x2800 | 0xFEFF | 0xFFF0..=0xFFFC
        // Shorthand and musical format controls, Egyptian and Kaithi format controls.
        | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A | 0x13430..=0x1345F | 0x110BD | 0x110CD
        // Arabic and Syriac signs that format what follows.
        | 0x600..=0x605 | 0x6DD | 0x70F | 0x890 | 0x891 | 0x8E2
        // Variation selectors, private use, tags and everything beyond, noncharacters.
        | 0xFE00..=0xFE0F | 0xE000..=0xF8FF | 0xFDD0..=0xFDEF | 0xE0000..)
        || u32::from(c) & 0xFFFE == 0xFFFE
}

/// Symbols after which an emoji presentation selector is ordinary writing.
fn is_pictograph(c: char) -> bool {
    matches!(u32::from(c), 0x2190..=0x27BF | 0x2B00..=0x2BFF | 0x1F000..=0x1FAFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_or_hides_is_shown_as_an_escape() {
        let cases = [
            ("a\u{1B}]8;;http://x\u{7}b", "a\\u{1B}]8;;http://x\\u{7}b"),
            ("\u{9B}31m", "\\u{9B}31m"),
            ("a\nb\r\tc\0", "a\\nb\\r\\tc\\u{0}"),
            ("\u{2066}\u{202E}\u{200F}", "\\u{2066}\\u{202E}\\u{200F}"),
            ("get\u{200B}_\u{200D}x", "get\\u{200B}_\\u{200D}x"),
            ("\u{E0041}\u{E000}\u{10FFFF}", "\\u{E0041}\\u{E000}\\u{10FFFF}"),
            ("\u{FE0F}\u{FE01}", "\\u{FE0F}\\u{FE01}"),
            ("a\u{3164}\u{2800}\u{2028}\u{A0}", "a\\u{3164}\\u{2800}\\u{2028}\\u{A0}"),
        ];
        for (text, shown) in cases {
            assert_eq!(line(text), shown, "{text:?}");
        }
    }

    #[test]
    fn ordinary_writing_stays_as_it_is() {
        for text in
            ["get_weather", "naïve e\u{301}", "погода", "天気予報", "हिन्दी", "שלום", "⚠\u{FE0F} 🌦", "C:\\temp\\a"]
        {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn a_tower_of_marks_is_flattened() {
        let tower = format!("e{}", "\u{301}".repeat(50));
        let shown = line(&tower);
        assert_eq!(shown.matches('\u{301}').count(), MARKS_IN_A_ROW);
        assert_eq!(shown.matches("\\u{301}").count(), 46);
    }

    #[test]
    fn escaping_twice_changes_nothing() {
        for c in (0..=0x10FFFF).filter_map(char::from_u32) {
            let once = line(&c.to_string()).into_owned();
            assert_eq!(line(&once), once, "{c:?}");
        }
    }

    #[test]
    fn a_cut_counts_characters_and_says_so() {
        assert_eq!(cut("weather", 7), "weather");
        assert_eq!(cut("weather", 4), "weat…");
        assert_eq!(cut("\u{1B}\u{1B}", 1), "\\u{1B}…");
    }
}
