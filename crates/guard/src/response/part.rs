//! The parts of a result that an agent takes in.
//!
//! Results of tools have `content` and `structuredContent`, prompts have `messages`, resources have `contents`. Texts are
//! parts by themselves, since many a server returns a document as text; any other value is a part as the JSON that it is, and
//! so is whatever else stands beside them, such as `_meta`: clients hand it to models. Data of images and sounds is left
//! alone, unless it is text ([`media`]). What has none of these shapes is one part.

use super::media;
use std::borrow::Cow;
use std::ops::Range;
use vetgate_flow::Decoded;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Node};

/// One part of a result.
#[derive(Debug)]
pub(crate) struct Part<'t> {
    /// Where it stands.
    pub(super) pointer: String,
    /// Its bytes in the result.
    pub(super) span: Range<usize>,
    /// What is read: the decoded text of a string, the JSON of anything else.
    pub(super) text: Cow<'t, str>,
    /// Whether it is a text for the agent to read, which can be wrapped.
    pub(super) is_text: bool,
    /// Of what is data in the result, and in truth the text that is read: what it is said to be.
    pub(super) data: Option<Data>,
}

/// What some data is said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Data {
    /// A picture or a sound.
    Media,
    /// A file of any kind.
    File,
}

impl<'t> Part<'t> {
    fn of(node: Node<'_, 't>, pointer: &Pointer, is_text: bool) -> Self {
        let text = match node.string() {
            Some(string) if is_text => string.text,
            _ => Cow::Borrowed(node.raw()),
        };
        Self { pointer: pointer.as_str().to_owned(), span: node.span(), text, is_text, data: None }
    }

    /// The text that some data is; `None` if it is none.
    fn of_data(node: Node<'_, 't>, pointer: &Pointer, data: Data) -> Option<Self> {
        let text = match node.string()?.text {
            Cow::Borrowed(text) => media::text_of(text)?,
            Cow::Owned(text) => Cow::Owned(media::text_of(&text)?.into_owned()),
        };
        Some(Self { text, data: Some(data), ..Self::of(node, pointer, false) })
    }

    /// Whether it is prose that nobody is shown. Markup is drawn, and a document speaks to programs.
    pub(super) fn is_unseen(&self) -> bool {
        self.data == Some(Data::Media) && !self.text.trim_start().starts_with(['<', '{', '['])
    }

    /// The part with what its text is, parsed once for all who read it.
    pub(crate) fn open(&self) -> Opened<'_> {
        let is_json = self.text.trim_start().starts_with(['{', '[', '"']);
        Opened { part: self, document: is_json.then(|| Document::parse(&self.text).ok()).flatten() }
    }
}

/// A part, and the document that its text is.
pub(crate) struct Opened<'p> {
    pub(super) part: &'p Part<'p>,
    pub(super) document: Option<Document<'p>>,
}

impl Opened<'_> {
    /// What the string says that the part is, where it is one.
    pub(crate) fn decoded(&self) -> Option<Decoded<'_>> {
        let Part { span, text, is_text, .. } = self.part;
        is_text.then(|| Decoded { span: span.clone(), text, document: self.document.as_ref() })
    }

    /// Every string value of the part: the text itself, or those of its JSON.
    pub(super) fn each_string(&self, found: &mut impl FnMut(&str)) {
        match &self.document {
            Some(document) if !self.part.is_text => each_string(document.root(), &mut |node| {
                if let Some(string) = node.string() {
                    found(&string.text);
                }
            }),
            _ => found(&self.part.text),
        }
    }
}

/// Calls `found` for every string value at or below `node`, in their order.
pub(super) fn each_string<'d, 't>(node: Node<'d, 't>, found: &mut impl FnMut(Node<'d, 't>)) {
    // No recursion: documents may nest as deep as the reader allows.
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if node.kind() == Kind::String {
            found(node);
        }
        let first = open.len();
        open.extend(node.children());
        open[first..].reverse();
    }
}

/// The parts of `response`, in their order; `document` is what it is as JSON.
pub(super) fn parts<'t>(document: Option<&Document<'t>>, response: &'t str) -> Vec<Part<'t>> {
    let mut parts = Vec::new();
    let Some(document) = document else {
        let span = 0..response.len();
        return vec![Part { pointer: String::new(), span, text: Cow::Borrowed(response), is_text: false, data: None }];
    };
    let root = document.root();
    if root.kind() != Kind::Object {
        return vec![Part::of(root, &Pointer::root(), root.kind() == Kind::String)];
    }
    for (name, member) in root.members() {
        let pointer = Pointer::root().key(&name.text);
        match (&*name.text, member.kind()) {
            ("content", Kind::Array | Kind::Object) => blocks(member, &pointer, &mut parts),
            ("messages", Kind::Array) => {
                for (at, message) in member.elements().enumerate() {
                    for (name, member) in message.members() {
                        let pointer = pointer.index(at).key(&name.text);
                        match &*name.text {
                            "content" => blocks(member, &pointer, &mut parts),
                            _ => beside(&name.text, member, &pointer, &mut parts),
                        }
                    }
                }
            }
            ("contents", Kind::Array) => {
                for (at, resource) in member.elements().enumerate() {
                    members(resource, &pointer.index(at), Data::File, &mut parts);
                }
            }
            _ => other(member, &pointer, &mut parts),
        }
    }
    parts
}

/// The blocks of a content, which is a list of them or one alone.
fn blocks<'t>(content: Node<'_, 't>, pointer: &Pointer, parts: &mut Vec<Part<'t>>) {
    match content.kind() {
        Kind::Array => {
            for (at, node) in content.elements().enumerate() {
                block(node, &pointer.index(at), parts);
            }
        }
        Kind::String => parts.push(Part::of(content, pointer, true)),
        _ => block(content, pointer, parts),
    }
}

fn block<'t>(block: Node<'_, 't>, pointer: &Pointer, parts: &mut Vec<Part<'t>>) {
    let kind = block.get("type").and_then(|kind| kind.string());
    match kind.as_ref().map(|kind| &*kind.text) {
        Some("text" | "image" | "audio") => members(block, pointer, Data::Media, parts),
        Some("resource") => {
            for (name, member) in block.members() {
                let pointer = pointer.key(&name.text);
                match &*name.text {
                    "resource" => members(member, &pointer, Data::File, parts),
                    _ => beside(&name.text, member, &pointer, parts),
                }
            }
        }
        _ => parts.push(Part::of(block, pointer, block.kind() == Kind::String)),
    }
}

/// Every member of what holds a text or data: of two with one name, nobody knows which one the agent sees.
fn members<'t>(holder: Node<'_, 't>, pointer: &Pointer, data: Data, parts: &mut Vec<Part<'t>>) {
    for (name, member) in holder.members() {
        let pointer = pointer.key(&name.text);
        match (&*name.text, member.kind()) {
            ("text", kind) => parts.push(Part::of(member, &pointer, kind == Kind::String)),
            ("data" | "blob", Kind::String) => parts.extend(Part::of_data(member, &pointer, data)),
            _ => beside(&name.text, member, &pointer, parts),
        }
    }
}

/// A member that is neither text nor data.
fn other<'t>(member: Node<'_, 't>, pointer: &Pointer, parts: &mut Vec<Part<'t>>) {
    if matches!(member.kind(), Kind::String | Kind::Array | Kind::Object) {
        parts.push(Part::of(member, pointer, false));
    }
}

/// The same of a block, where nearly every one is a word of the protocol's: those need no reading.
fn beside<'t>(name: &str, member: Node<'_, 't>, pointer: &Pointer, parts: &mut Vec<Part<'t>>) {
    let is_word = || !member.raw().bytes().any(|byte| matches!(byte, b' ' | b'\\'));
    if !matches!(name, "type" | "role" | "mimeType" | "uri") || !is_word() {
        other(member, pointer, parts);
    }
}

/// Whether a result says that the tool failed. Only the result itself says so: a document that a tool returns may have a
/// member of that name.
pub(crate) fn says_error(result: &Document) -> bool {
    result.root().members().any(|(name, value)| value.is_true() && name.text == "isError")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_result_itself_says_that_the_tool_failed() {
        for (response, expected) in [
            (r#"{"content":[],"isError":true}"#, true),
            ("{\"isError\" :\n true, \"content\": []}", true),
            (r#"{"isError":false,"isError":true}"#, true),
            (r#"{"content":[],"isError":false}"#, false),
            (r#"{"content":[],"isError":"true"}"#, false),
            (r#"{"content":[]}"#, false),
            (r#"{"content":[{"type":"text","text":"a","isError":true}]}"#, false),
            (r#"{"content":[{"type":"text","text":"\"isError\":true"}],"structuredContent":{"isError":true}}"#, false),
            (r#"[{"isError":true}]"#, false),
        ] {
            assert_eq!(says_error(&Document::parse(response).unwrap()), expected, "{response}");
        }
    }

    #[test]
    fn every_shape_gives_the_parts_that_an_agent_takes_in() {
        for (response, expected) in [
            (
                r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"iVBO"}],"isError":false}"#,
                vec![("/content/0/text", "a")],
            ),
            (
                r#"{"content":[{"type":"resource","resource":{"uri":"x","text":"b"}}]}"#,
                vec![("/content/0/resource/text", "b")],
            ),
            (r#"{"content":[],"structuredContent":{"n":1}}"#, vec![("/structuredContent", r#"{"n":1}"#)]),
            (
                r#"{"messages":[{"role":"user","content":{"type":"text","text":"c"}}]}"#,
                vec![("/messages/0/content/text", "c")],
            ),
            (r#"{"contents":[{"uri":"x","text":"d"},{"uri":"y","blob":"AA=="}]}"#, vec![("/contents/0/text", "d")]),
            (
                r#"{"content":[{"type":"text","text":"e","text":"f"}]}"#,
                vec![("/content/0/text", "e"), ("/content/0/text", "f")],
            ),
            (
                r#"{"content":[{"type":"text","text":"i","mimeType":"a/b","_meta":{"k":"j"},"annotations":{"priority":1}}]}"#,
                vec![
                    ("/content/0/text", "i"),
                    ("/content/0/_meta", r#"{"k":"j"}"#),
                    ("/content/0/annotations", r#"{"priority":1}"#),
                ],
            ),
            (
                r#"{"content":[{"type":"image","mimeType":"do this","data":"T25lIGxpbmUu"}]}"#,
                vec![("/content/0/mimeType", r#""do this""#), ("/content/0/data", "One line.")],
            ),
            (r#"{"contents":[{"uri":"x","blob":"T25lIGxpbmUu"}]}"#, vec![("/contents/0/blob", "One line.")]),
            (
                r#"{"content":[{"type":"resource_link","description":"g"}]}"#,
                vec![("/content/0", r#"{"type":"resource_link","description":"g"}"#)],
            ),
            ("no json", vec![("", "no json")]),
            (r#"["h"]"#, vec![("", r#"["h"]"#)]),
        ] {
            let document = Document::parse(response).ok();
            let parts = parts(document.as_ref(), response);
            let found: Vec<(&str, &str)> = parts.iter().map(|part| (part.pointer.as_str(), &*part.text)).collect();
            assert_eq!(found, expected, "{response}");
        }
    }
}
