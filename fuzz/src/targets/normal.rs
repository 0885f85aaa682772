//! Every character of the normal form leads back to characters of the raw text.

use vetgate_text::normal::{Normal, stem};

pub(crate) fn run(text: &str) {
    let normal = Normal::of(text);
    for (start, c) in normal.text().char_indices() {
        let span = normal.raw_span(start..start + c.len_utf8());
        assert!(text.get(span).is_some());
    }
    for word in normal.text().split_whitespace() {
        stem(word);
    }
}
