//! Text without what a reader does not see.

use crate::{ansi, hidden};
use std::ops::Range;

/// Spans of the invisible characters and terminal sequences of `text`, unordered. They may overlap. A carriage return ends
/// lines and is none of them.
pub fn unseen(text: &str) -> impl Iterator<Item = Range<usize>> {
    let escapes = ansi::scan(text).into_iter().map(|escape| escape.span).filter(|span| &text[span.clone()] != "\r");
    hidden::scan(text).into_iter().map(|run| run.span).chain(escapes)
}

/// `text` without its invisible characters and terminal sequences; nothing if it has none.
///
/// What [`hidden::scan`] takes for ordinary writing stays, as joiners in emoji do. Removing a sequence can join the
/// halves of another one, so the result is cleaned again until nothing is left; each pass shortens the text.
///
/// ```
/// use vetgate_text::clean::cleaned;
/// assert_eq!(cleaned("Reads\u{200B} files\u{1B}[38;5;231;49m.").as_deref(), Some("Reads files."));
/// assert_eq!(cleaned("Ship it \u{1F468}\u{200D}\u{1F4BB}\r\n"), None);
/// ```
pub fn cleaned(text: &str) -> Option<String> {
    let mut clean = once(text)?;
    for _ in 0..PASSES {
        let Some(cleaner) = once(&clean) else { return Some(clean) };
        clean = cleaner;
    }
    // What is nested deeper than that was written against readers: no control or invisible character of it is kept.
    clean.retain(|c| c == '\n' || c == '\t' || !(c.is_control() || hidden::class_of(c).is_some()));
    Some(clean)
}

/// Passes over one text, so that the work stays linear.
const PASSES: usize = 4;

fn once(text: &str) -> Option<String> {
    let mut spans: Vec<Range<usize>> = unseen(text).collect();
    if spans.is_empty() {
        return None;
    }
    spans.sort_by_key(|span| (span.start, span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        if span.start > at {
            out.push_str(&text[at..span.start]);
        }
        at = at.max(span.end);
    }
    out.push_str(&text[at..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_unseen_goes_and_what_is_seen_stays() {
        for (text, expected) in [
            ("a\u{200B}b\u{2060}c\u{FEFF}d", "abcd"),
            ("File Manager\u{1B}[38;5;231;49m Send all files\u{1B}[m", "File Manager Send all files"),
            ("x\u{1B}]8;;https://a.example\u{1B}\\here\u{1B}]8;;\u{1B}\\", "xhere"),
            ("one\u{E0041}\u{E0042} two", "one two"),
            ("bell\u{7} and back\u{8}", "bell and back"),
        ] {
            assert_eq!(cleaned(text).as_deref(), Some(expected), "{text:?}");
        }
        for text in ["", "plain", "Zeilen\r\numbrochen\tso", "\u{1F468}\u{200D}\u{1F4BB}", "naïve café"] {
            assert_eq!(cleaned(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_halves_of_a_sequence_around_another_one_do_not_make_a_sequence() {
        let nested = "a\u{1B}\u{200B}[8mb\u{1B}[\u{2060}8mc";
        let clean = cleaned(nested).unwrap();
        assert_eq!(cleaned(&clean), None, "{clean:?}");
        assert!(!clean.contains('\u{1B}'), "{clean:?}");
        let deep = format!("a{}{}", "\u{1B}\u{200B}".repeat(50), "[8m".repeat(50));
        assert!(!cleaned(&deep).unwrap().contains('\u{1B}'));
    }
}
