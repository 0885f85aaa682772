//! Evidence that is safe to show.
//!
//! A finding quotes an attacker. What is shown must not hide, reorder or rewrite anything on a screen, so
//! every control, direction, zero-width, tag, private-use or otherwise unprintable character is spelled out
//! as `\u{202E}`, newlines are shown as `⏎`, piles of combining marks are spelled out, and the length is
//! bounded.
//!
//! Guarantees: total; the output never has more than `max_chars` characters, none of them invisible; the
//! cost is bounded by what is shown, not by the text.

use crate::hidden::class_of;
use std::fmt::Write;
use std::ops::Range;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Combining marks that may stand on one letter before the rest is spelled out.
const MARKS_SHOWN: usize = 3;

/// `text` with everything unprintable spelled out, cut with `…` to at most `max_chars` characters.
///
/// ```
/// use vetgate_text::render::safe;
/// assert_eq!(safe("a\u{202E}b\nc", 40), r"a\u{202E}b⏎c");
/// assert_eq!(safe("abcdef", 4), "abc…");
/// ```
pub fn safe(text: &str, max_chars: usize) -> String {
    let (shown, fits) = pieces(text, max_chars);
    if fits {
        return shown.into_iter().map(|piece| piece.text).collect();
    }
    cut(shown, max_chars)
}

/// The part of `text` at `span` with some context on both sides, rendered as [`safe`] does, with `…` where it
/// is cut and at most `max_chars` characters. A span out of range or inside a character is clamped or widened.
///
/// ```
/// use vetgate_text::render::excerpt;
/// assert_eq!(excerpt("0123456789abcdefghij", 9..11, 8), "…789abc…");
/// ```
pub fn excerpt(text: &str, span: Range<usize>, max_chars: usize) -> String {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.min(text.len())).max(start);
    let (focus, whole) = pieces(&text[start..end], max_chars);
    let width: usize = focus.iter().map(|piece| piece.width).sum();
    let cuts = usize::from(start > 0) + usize::from(end < text.len());
    if !whole || width + cuts > max_chars {
        return match (start > 0, max_chars) {
            (true, 2..) => format!("…{}", safe(&text[start..], max_chars - 1)),
            _ => safe(&text[start..], max_chars),
        };
    }
    let room = max_chars - width;
    let context_start = text[..start].char_indices().rev().take(room).last().map_or(start, |(at, _)| at);
    let before = pieces(&text[context_start..start], usize::MAX).0;
    let (after, after_whole) = pieces(&text[end..], room);
    let before_width: usize = before.iter().map(|piece| piece.width).sum();
    let after_width: usize = after.iter().map(|piece| piece.width).sum();
    // Half of the room to each side; what one side does not need goes to the other.
    let before_need = before_width + usize::from(context_start > 0);
    let after_need = after_width + usize::from(!after_whole);
    let before_room = room.saturating_sub(after_need).max(room / 2).min(before_need);
    let after_room = room - before_room;

    let mut out = String::with_capacity(max_chars.min(4096));
    if before_width <= before_room && context_start == 0 {
        out.extend(before.iter().map(|piece| piece.text.as_str()));
    } else if before_room > 0 {
        out.push('…');
        let mut left = before_room - 1;
        let kept = before.iter().rev().take_while(|piece| {
            let fits = piece.width <= left;
            left = left.saturating_sub(piece.width);
            fits
        });
        let kept = kept.count();
        out.extend(before[before.len() - kept..].iter().map(|piece| piece.text.as_str()));
    }
    out.extend(focus.iter().map(|piece| piece.text.as_str()));
    if after_whole && after_width <= after_room {
        out.extend(after.iter().map(|piece| piece.text.as_str()));
    } else {
        out.push_str(&cut(after, after_room));
    }
    out
}

/// One character of the text as it is shown.
struct Piece {
    text: String,
    width: usize,
}

/// The pieces of `text` until more than `room` characters are needed, and whether all of it fits.
fn pieces(text: &str, room: usize) -> (Vec<Piece>, bool) {
    let mut out = Vec::new();
    let mut width = 0;
    let mut marks = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\r' && chars.peek() == Some(&'\n') {
            continue;
        }
        marks = if is_mark(c) { marks + 1 } else { 0 };
        let text = shown(c, marks > MARKS_SHOWN || (marks > 0 && out.is_empty()));
        let piece = Piece { width: text.chars().count(), text };
        width += piece.width;
        out.push(piece);
        if width > room {
            return (out, false);
        }
    }
    (out, true)
}

/// As many pieces as leave room for the ellipsis.
fn cut(pieces: Vec<Piece>, room: usize) -> String {
    let mut out = String::new();
    let Some(mut left) = room.checked_sub(1) else { return out };
    for piece in pieces {
        if piece.width > left {
            break;
        }
        left -= piece.width;
        out.push_str(&piece.text);
    }
    out.push('…');
    out
}

fn shown(c: char, spell_out: bool) -> String {
    match c {
        ' '..='~' => c.to_string(),
        '\n' => "⏎".to_owned(),
        '\t' => "\\t".to_owned(),
        _ if !spell_out && is_printable(c) => c.to_string(),
        _ if c.general_category() == GeneralCategory::SpaceSeparator => " ".to_owned(),
        _ => {
            let mut out = String::new();
            let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            out
        }
    }
}

fn is_printable(c: char) -> bool {
    use GeneralCategoryGroup::{Letter, Mark, Number, Punctuation, Symbol};
    class_of(c).is_none() && matches!(c.general_category_group(), Letter | Mark | Number | Punctuation | Symbol)
}

fn is_mark(c: char) -> bool {
    c > '\u{2FF}' && c.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        for (text, shown) in [
            ("plain text", "plain text"),
            ("tab\there", "tab\\there"),
            ("one\r\ntwo\nthree", "one⏎two⏎three"),
            ("\u{1B}[31mred", "\\u{1B}[31mred"),
            ("a\u{200B}b", "a\\u{200B}b"),
            ("\u{E0041}", "\\u{E0041}"),
            ("\u{E000}", "\\u{E000}"),
            ("\u{3164}", "\\u{3164}"),
            ("\u{9B}0m", "\\u{9B}0m"),
            ("a\u{2028}b", "a\\u{2028}b"),
            ("a\u{A0}b\u{3000}c", "a b c"),
            ("Müller, 日本語, שלום, हिन्दी", "Müller, 日本語, שלום, हिन्दी"),
            ("h\u{300}\u{301}\u{302}\u{303}\u{304}i", "h\u{300}\u{301}\u{302}\\u{303}\\u{304}i"),
        ] {
            assert_eq!(safe(text, 200), shown);
        }
    }

    #[test]
    fn a_cut_never_splits_what_is_spelled_out() {
        assert_eq!(safe("ab\u{202E}cd", 8), "ab…");
        assert_eq!(safe("ab\u{202E}cd", 12), "ab\\u{202E}cd");
        assert_eq!(safe("ab\u{202E}cd", 11), "ab\\u{202E}…");
        assert_eq!((safe("ab", 1), safe("ab", 0)), ("…".to_owned(), String::new()));
    }

    #[test]
    fn an_excerpt_spends_its_room_around_the_span() {
        let text = "The quick brown fox jumps over the lazy dog";
        for (span, max, shown) in [
            (0..3, 12, "The quick b…"),
            (40..43, 12, "…he lazy dog"),
            (16..19, 13, "…own fox jum…"),
            (16..19, 100, text),
            (4..43, 10, "…quick br…"),
            (900..1000, 8, "…azy dog"),
            (Range { start: 10, end: 4 }, 20, "The quick brown fox…"),
        ] {
            let excerpt = excerpt(text, span.clone(), max);
            assert!(excerpt.chars().count() <= max, "{excerpt}");
            assert_eq!(excerpt, shown, "{span:?} {max}");
        }
    }

    proptest! {
        #[test]
        fn output_is_bounded_and_free_of_the_invisible(text in any::<String>(), max in 0usize..60) {
            let shown = safe(&text, max);
            prop_assert!(shown.chars().count() <= max);
            prop_assert!(shown.chars().all(|c| !c.is_control() && class_of(c).is_none()));
        }

        #[test]
        fn an_excerpt_is_total_for_any_span(text in any::<String>(), a in 0usize..80, b in 0usize..80, max in 0usize..60) {
            let shown = excerpt(&text, a..b, max);
            prop_assert!(shown.chars().count() <= max);
            prop_assert!(shown.chars().all(|c| !c.is_control() && class_of(c).is_none()));
        }
    }
}
