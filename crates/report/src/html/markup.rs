//! Text inside HTML.
//!
//! Guarantees: strangers' text comes out of [`text`] and [`cut`] with every character that HTML reads as markup, in
//! content or in a quoted attribute, as an entity, after [`crate::escape`] has shown what hides.

use crate::escape;

/// Safe text, for content and quoted attributes.
pub(super) fn text(raw: &str) -> String {
    entities(&escape::line(raw))
}

/// Safe text, cut to `most` characters.
pub(super) fn cut(raw: &str, most: usize) -> String {
    entities(&escape::cut(raw, most))
}

/// Safe text, cut to `most` characters, in which `code` between backticks is an element.
pub(super) fn prose(raw: &str, most: usize) -> String {
    let safe = cut(raw, most);
    let mut out = String::with_capacity(safe.len());
    let mut pieces = safe.split('`');
    out.push_str(pieces.next().unwrap_or_default());
    while let Some(piece) = pieces.next() {
        match pieces.next() {
            Some(after) => out.push_str(&format!("<code>{piece}</code>{after}")),
            None => out.push_str(&format!("`{piece}")),
        }
    }
    out
}

fn entities(safe: &str) -> String {
    let mut out = String::with_capacity(safe.len() + 16);
    for c in safe.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(text("<b a='1' c=\"2\">&\u{202E}"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;\\u{202E}");
    }

    #[test]
    fn backticks_in_pairs_become_code() {
        assert_eq!(prose("run `a<b` now", 99), "run <code>a&lt;b</code> now");
        assert_eq!(prose("a ` b", 99), "a ` b");
        assert_eq!(prose("`a` `b", 99), "<code>a</code> `b");
    }
}
