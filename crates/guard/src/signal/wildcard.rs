//! Everything at once: `*` in a call that deletes.

use super::flag::Place;
use super::{Claim, Signal};
use crate::words::wildcard::SELECTORS;
use vetgate_capability::OperationClass;

/// A wildcard that selects what a destroying call destroys.
pub(super) fn claims(place: &Place, text: &str, out: &mut Vec<Signal>) {
    if place.class == OperationClass::Destructive && is_everything(text) && place.key_has(SELECTORS) {
        place.claim(Claim::Destructive, format!("wildcard:{}={text}", place.shown()), out);
    }
}

/// Whether `text` selects all there is, or all below a place.
fn is_everything(text: &str) -> bool {
    let text = text.trim();
    let is_plain = text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_graphic());
    is_plain
        && (matches!(text, "*" | "**" | "*.*" | "%" | "/" | "." | ".*" | "~" | "C:\\")
            || text.ends_with("/*")
            || text.ends_with("/**")
            || text.ends_with("\\*"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;

    #[test]
    fn a_wildcard_counts_where_something_is_deleted() {
        let table: &[(&str, OperationClass, bool)] = &[
            (r#"{"path":"*"}"#, OperationClass::Destructive, true),
            (r#"{"ids":["a","%"]}"#, OperationClass::Destructive, true),
            (r#"{"filePattern":"/srv/data/**"}"#, OperationClass::Destructive, true),
            (r#"{"path":"*"}"#, OperationClass::Read, false),
            (r#"{"path":"notes/*.tmp"}"#, OperationClass::Destructive, false),
            (r#"{"path":"notes/a.txt"}"#, OperationClass::Destructive, false),
            (r#"{"comment":"*"}"#, OperationClass::Destructive, false),
        ];
        for (text, class, expected) in table {
            let arguments = Arguments::read(text);
            let mut out = vec![];
            for leaf in arguments.leaves() {
                if let Some(text) = leaf.value.text() {
                    claims(&Place { arguments: &arguments, leaf, class: *class }, text, &mut out);
                }
            }
            assert_eq!(!out.is_empty(), *expected, "{text} {class}");
        }
    }
}
