//! Rows: a tool beside what somebody noted about it.
//!
//! Collections of tools keep one row per tool, with its server and notes of their own: an id, a source, a licence, a
//! label. The notes are not what the server declared, so they are no part of the definition: neither scanned nor
//! fingerprinted. Only a line or an array element with its own `server` is a row; in a `tools` list every member
//! counts, because there it is the server that wrote it.

use std::borrow::Cow;
use vetgate_model::json::Node;

/// The members of a row that are the server's words.
const DECLARED: &[&str] = &[
    "name", "title", "description", "inputSchema", "input_schema", "parameters", "outputSchema", "output_schema",
    "annotations", "arguments", "execution", "icons", "uri", "uriTemplate", "mimeType", "_meta",
];

/// The definition in `row`: the same text with everything else blank, so that every offset stays what it was.
pub(super) fn definition<'t>(row: Node<'_, 't>) -> Cow<'t, str> {
    let raw = row.raw();
    let start = row.span().start;
    let mut out = vec![b' '; raw.len()];
    let mut last = None;
    for (key, value) in row.members() {
        let Some(name) = value.key_span().filter(|_| DECLARED.contains(&key.text.as_ref())) else { continue };
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
    String::from_utf8(out).map_or(Cow::Borrowed(raw), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_model::json::Document;

    #[test]
    fn notes_are_blank_and_the_rest_stays_in_place() {
        let text = r#"{"id": "x,}", "name": "é", "label": {"a": [1]}, "description": "d", "ref": null}"#;
        let document = Document::parse(text).unwrap();
        let definition = definition(document.root());
        assert_eq!(definition.len(), text.len());
        let read = Document::parse(&definition).unwrap();
        assert_eq!(read.root().members().count(), 2);
        assert_eq!(read.root().get("description").unwrap().span().start, text.find("\"d\"").unwrap());
    }

    #[test]
    fn a_row_of_notes_alone_is_an_empty_definition() {
        let document = Document::parse(r#"{"server":"s"}"#).unwrap();
        assert_eq!(definition(document.root()).replace(' ', ""), "{}");
    }
}
