//! Text of a server, made safe to show.
//!
//! What a server writes on standard error, in an error message or in a body ends up on a terminal and in
//! reports. So controls and invisible characters are escaped, length is cut, and values that the
//! configuration handed to the server are masked.

use std::collections::BTreeMap;

/// Shorter values are too common to mask: `1`, `true`, `debug`.
const SHORTEST_SECRET: usize = 8;

/// The values that must not be shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mask(Vec<String>);

impl Mask {
    /// Masks the values of `map`, and the last word of those that have a scheme in front, as in
    /// `Bearer <token>`.
    pub(crate) fn of(map: &BTreeMap<String, String>) -> Self {
        let mut secrets: Vec<String> = map
            .values()
            .flat_map(|value| [Some(value.as_str()), value.rsplit(' ').next()])
            .flatten()
            .map(str::to_owned)
            .collect();
        secrets.retain(|secret| secret.len() >= SHORTEST_SECRET);
        // Longest first, so that a value is masked whole before its own end is.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self(secrets)
    }

    /// `text` with every secret replaced, controls escaped, and cut to `limit` characters.
    pub(crate) fn show(&self, text: &str, limit: usize) -> String {
        let mut masked = text.to_owned();
        for secret in &self.0 {
            if masked.contains(secret.as_str()) {
                masked = masked.replace(secret.as_str(), "***");
            }
        }
        excerpt(&masked, limit)
    }
}

/// The start of `text` with controls and invisible characters escaped; line breaks and tabs stay.
pub(crate) fn excerpt(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == limit {
            shown.push('…');
            break;
        }
        if c == '\n' || c == '\t' || !(c.is_control() || is_invisible(c)) {
            shown.push(c);
        } else {
            shown.extend(c.escape_unicode());
        }
    }
    shown
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_invisible_characters_do_not_reach_the_terminal() {
        assert_eq!(excerpt("a\u{1b}[31mb\u{200b}c\nd", 100), "a\\u{1b}[31mb\\u{200b}c\nd");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        assert_eq!(excerpt("abcdef", 3), "abc…");
    }

    #[test]
    fn configured_values_are_masked_even_without_their_scheme() {
        let map =
            [("Authorization".to_owned(), "Bearer s3cr3t-t0ken".to_owned()), ("DEBUG".to_owned(), "1".to_owned())];
        let mask = Mask::of(&map.into());
        assert_eq!(mask.show("bad token s3cr3t-t0ken (1)", 100), "bad token *** (1)");
    }
}
