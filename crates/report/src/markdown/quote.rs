//! Strangers' text inside Markdown.
//!
//! Guarantees: the result renders as the characters that went in (after [`crate::escape`]) and as nothing else. No
//! link, image, mention, issue reference, heading, table cell, HTML element or entity comes of it, in CommonMark or
//! in GitHub's dialect. Mentions and references are made from rendered text there, where a backslash no longer helps;
//! they are never made inside code, so words that could become one are shown as code.

use crate::escape;
use std::fmt::Write;

/// A name or place as a code span, fit for a table cell too.
pub(super) fn code(text: &str) -> String {
    span(&escape::line(text))
}

/// A sentence as plain text.
pub(super) fn prose(text: &str) -> String {
    let safe = escape::line(text);
    let words = safe.trim().split(' ').map(|word| if is_live(word) { span(word) } else { plain(word) });
    words.collect::<Vec<_>>().join(" ")
}

/// A block of code on one line, cut to `most` characters.
pub(super) fn block(text: &str, most: usize) -> String {
    let safe = escape::cut(text, most);
    let fence = "`".repeat(longest_run(&safe).max(2) + 1);
    format!("{fence}text\n{safe}\n{fence}\n")
}

/// Our own sentence, spaces around it and all: only what a renderer may turn into something else is code.
pub(super) fn own(text: &str) -> String {
    text.split(' ').map(|word| if is_live(word) { span(word) } else { word.to_owned() }).collect::<Vec<_>>().join(" ")
}

/// Lines of a stranger's text as a block of code.
pub(super) fn lines(text: &[String]) -> String {
    let safe: Vec<_> = text.iter().map(|line| escape::line(line)).collect();
    let longest = safe.iter().map(|line| longest_run(line)).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", safe.join("\n"))
}

/// Words that a renderer may turn into a link, a mention or a reference after Markdown is done.
fn is_live(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let hash =
        word.len() >= 7 && word.bytes().all(|b| b.is_ascii_hexdigit()) && word.bytes().any(|b| b.is_ascii_digit());
    hash || word.contains(['@', '#', '$', '`'])
        || lower.contains("://")
        || lower.contains("www.")
        || lower.contains("gh-")
}

/// A table ends a cell at a pipe even inside code, so pipes are entities and the span is an element there.
fn span(safe: &str) -> String {
    if safe.contains('|') || safe.trim().is_empty() {
        return format!("<code>{}</code>", entities(safe));
    }
    let fence = "`".repeat(longest_run(safe) + 1);
    let pad = if safe.starts_with(['`', ' ']) || safe.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{safe}{pad}{fence}")
}

/// Every ASCII mark as an entity: nothing is left that Markdown or HTML could read.
fn entities(safe: &str) -> String {
    let mut out = String::with_capacity(safe.len() * 2);
    for c in safe.chars() {
        if c.is_ascii_punctuation() {
            // Writing to a string cannot fail.
            let _ = write!(out, "&#{};", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len() + 8);
    let numbered = word.starts_with(|c: char| c.is_ascii_digit());
    for c in word.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // `1.` at the start of a line would be a list.
            '.' | ')' if numbered => {
                out.push('\\');
                out.push(c);
            }
            // Marks that do nothing inside a line of text.
            ',' | ';' | '\'' | '"' | '/' | '%' | '?' | '.' | '(' | ')' | ':' => out.push(c),
            c if c.is_ascii_punctuation() => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_hold_any_number_of_backticks() {
        assert_eq!(code("get_x"), "`get_x`");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("a|b"), "<code>a&#124;b</code>");
        assert_eq!(code(""), "<code></code>");
    }

    #[test]
    fn prose_makes_no_markup() {
        let cases = [
            ("an *honest* word", "an \\*honest\\* word"),
            ("[x](y) ![z](w)", "\\[x\\](y) \\!\\[z\\](w)"),
            ("<img src=x> &amp;", "&lt;img src\\=x&gt; &amp;amp;"),
            ("ask @octocat, see #12", "ask `@octocat,` see `#12`"),
            ("https://evil.example www.evil.example", "`https://evil.example` `www.evil.example`"),
            ("a | b", "a \\| b"),
            ("    1. one", "1\\. one"),
            ("fixes 1a2b3c4d", "fixes `1a2b3c4d`"),
        ];
        for (text, shown) in cases {
            assert_eq!(prose(text), shown);
        }
    }

    #[test]
    fn a_block_is_fenced_longer_than_its_text() {
        assert_eq!(block("a ```` b\nc", 100), "`````text\na ```` b\\nc\n`````\n");
    }
}
