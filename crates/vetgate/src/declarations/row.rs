//! Rows: a tool beside what somebody noted about it.
//!
//! Collections of tools keep one row per tool, with its server and notes of their own: an id, a source, a licence, a
//! label. Notes under the names that such collections use are not what the server declared, so they are no part of the
//! definition: neither scanned nor fingerprinted, and named in the coverage record. Every other member counts, because
//! a server may have written it. Only a line or an array element with its own `server` is a row; in a `tools` list
//! every member counts.

use std::borrow::Cow;
use vetgate_model::json::{Kind, Node};

/// The members of a row that are notes about the tool.
// table: the members of a row of Vetgate's own form of tool lists.
const NOTES: &[&str] = &[
    "id", "source", "label", "license", "ref", "group", "attack_type", "signal", "category", "provenance", "synthetic",
    "label_by", "labeled_by", "schema_source", "split",
];
/// The definition in `row`: the same text with the notes blank, so that every offset stays what it was; and the notes.
pub(super) fn definition<'t>(row: Node<'_, 't>) -> (Cow<'t, str>, Vec<&'static str>) {
    let mut notes = Vec::new();
    let raw = row.raw();
    let start = row.span().start;
    let mut out = vec![b' '; raw.len()];
    let mut last = None;
    for (key, value) in row.members() {
        let note = NOTES.iter().find(|note| key.text == **note);
        notes.extend(note);
        // These are read, though not as part of the definition.
        let is_read = matches!((key.text.as_ref(), value.kind()), ("server", Kind::String) | ("peers", Kind::Array));
        let Some(name) = value.key_span().filter(|_| note.is_none() && !is_read) else { continue };
        let span = name.start - start..value.span().end - start;
        out[span.clone()].copy_from_slice(&raw.as_bytes()[span.clone()]);
        // Between two members there is at least the comma's own byte.
        if let Some(end) = last.replace(span.end) {
            let end: usize = end;
            out[end] = b',';
        }
    }
    if let (Some(first), Some(end)) = (out.first_mut(), raw.len().checked_sub(1)) {
        *first = b'{';
        out[end] = b'}';
    }
    // Whole members were copied, so this is text; if not, the row as it is says more, not less.
    (String::from_utf8(out).map_or(Cow::Borrowed(raw), Cow::Owned), notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::json::Document;

    #[test]
    fn notes_are_blank_and_the_rest_stays_in_place() {
        let text = r#"{"id": "x,}", "name": "é", "label": {"a": [1]}, "description": "d", "ref": null}"#;
        let document = Document::parse(text).unwrap();
        let (definition, notes) = definition(document.root());
        assert_eq!(definition.len(), text.len());
        assert_eq!(notes, ["id", "label", "ref"]);
        let read = Document::parse(&definition).unwrap();
        assert_eq!(read.root().members().count(), 2);
        assert_eq!(read.root().get("description").unwrap().span().start, text.find("\"d\"").unwrap());
    }

    #[test]
    fn a_row_of_notes_alone_is_an_empty_definition() {
        let document = Document::parse(r#"{"server":"s"}"#).unwrap();
        assert_eq!(definition(document.root()).0.replace(' ', ""), "{}");
    }
}
