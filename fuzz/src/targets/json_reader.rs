//! Reading is total in both syntaxes, and every string of a document can be unescaped.

use vetgate_model::json::{Document, Limits, Syntax};

pub(crate) fn run(text: &str) {
    for syntax in [Syntax::Strict, Syntax::WithComments] {
        if let Ok(document) = Document::parse_as(text, syntax, Limits::default()) {
            let mut open = vec![document.root()];
            while let Some(node) = open.pop() {
                assert!(text.get(node.span()).is_some());
                node.key();
                node.string();
                open.extend(node.children());
            }
        }
    }
}
