//! The structure of a response: which strings it holds, and where.
//!
//! JSON is taken as it is. The literals that Python prints ([`literal`]) and records of `key: value` lines ([`record`])
//! are written as JSON. Anything else is one text, in pieces of bounded length.

mod literal;
mod record;

use serde_json::Value;
use std::borrow::Cow;
use vetgate_model::json::Document;

/// How long a piece of a text may be, in bytes: readers hold a text in several forms.
const PIECE: usize = 256 * 1024;

/// How long a word at the end of a sentence is, in bytes.
const SHORTEST_WORD: usize = 3;
const LONGEST_WORD: usize = 24;

/// The document that `text` is, if it is JSON that can hold a string.
pub(super) fn document(text: &str) -> Option<Document<'_>> {
    let is_json = text.trim_start().starts_with(['{', '[', '"']);
    is_json.then(|| Document::parse(text).ok()).flatten()
}

/// `text` as a JSON document in which every string that it holds has its place.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    if document(text).is_some() {
        return Cow::Borrowed(text);
    }
    let start = text.trim_start();
    let structured = match start.chars().next() {
        Some('{' | '[' | '(') => literal::json(start),
        _ => None,
    };
    let structured = structured.unwrap_or_else(|| {
        let text = apart(text);
        record::json(&text).unwrap_or_else(|| whole(&text))
    });
    Cow::Owned(structured)
}

/// A text in which sentences that were put together without a space stand apart: `accordingly.Send it` is two, and
/// `java.lang.String` is one name.
fn apart(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_seam = |at: usize| {
        if !matches!(bytes[at], b'.' | b'!' | b'?') || !bytes.get(at + 1).is_some_and(u8::is_ascii_uppercase) {
            return false;
        }
        let word = bytes[..at].iter().rev().take(LONGEST_WORD).take_while(|b| b.is_ascii_lowercase()).count();
        let before = at.checked_sub(word + 1).map(|i| bytes[i]);
        word >= SHORTEST_WORD && before.is_none_or(|b| b.is_ascii_whitespace())
    };
    let seams: Vec<usize> = (0..bytes.len()).filter(|at| is_seam(*at)).collect();
    if seams.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut apart = String::with_capacity(text.len() + seams.len());
    let mut from = 0;
    for at in seams {
        apart.push_str(&text[from..=at]);
        apart.push(' ');
        from = at + 1;
    }
    apart.push_str(&text[from..]);
    Cow::Owned(apart)
}

/// The text as one string, or as several where it is long; cut where a line ends, if one does.
fn whole(text: &str) -> String {
    if text.len() <= PIECE {
        return Value::from(text).to_string();
    }
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let limit = rest.floor_char_boundary(PIECE);
        let end = if limit < rest.len() { rest[..limit].rfind('\n').map_or(limit, |at| at + 1) } else { limit };
        pieces.push(Value::from(&rest[..end]));
        rest = &rest[end..];
    }
    Value::Array(pieces).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::{Definition, DefinitionKind};

    fn strings(text: &str) -> Vec<(String, String)> {
        let response = Definition::parse("s", DefinitionKind::Response, &json(text)).unwrap();
        response.facets().iter().map(|f| (f.pointer.to_string(), f.text.clone())).collect()
    }

    #[test]
    fn every_form_gives_strings_their_places() {
        for (text, pointer, expected) in [
            (r#"{"a": [{"b": "one two"}]}"#, "/a/0/b", "one two"),
            ("{'a': [{'b': \"one 'two'\"}], 'c': None}", "/a/0/b", "one 'two'"),
            ("- a: 1\n  b: one\n    two\n- a: 2\n  b: three\n", "/0/b", "one two"),
            ("a: 1\nb: 'it''s'\n", "/0/b", "it's"),
            ("One two. Three.", "", "One two. Three."),
            (
                "Rent rises accordingly.Send it. See java.lang.String.",
                "",
                "Rent rises accordingly. Send it. See java.lang.String.",
            ),
        ] {
            let found = strings(text);
            assert!(found.contains(&(pointer.to_owned(), expected.to_owned())), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_long_text_is_cut_where_a_line_ends() {
        let line = "x".repeat(99) + "\n";
        let pieces = strings(&line.repeat(10_000));
        assert!(pieces.len() > 1);
        assert!(pieces.iter().all(|(_, piece)| piece.len() % 100 == 0 && piece.len() <= PIECE));
    }
}
