//! What differs between two values, for people.

use serde_json::Value;
use std::collections::BTreeSet;
use vetgate_model::Pointer;
use vetgate_text::render;

/// Characters of each side that are shown.
const SIDE: usize = 112;
/// Places inside a value that are named.
const PLACES: usize = 4;

/// `- old ⏎ + new`, each cut around what differs and safe to show.
pub(super) fn evidence(old: &str, new: &str) -> String {
    let start = common(old.chars(), new.chars());
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = common(old_rest.chars().rev(), new_rest.chars().rev());
    let side = |text: &str| render::excerpt(text, start..text.len() - end, SIDE);
    format!("- {} ⏎ + {}", side(old), side(new))
}

/// Bytes that two sequences of characters share at their start.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// Where two values differ: `/properties/note was added`, at most a few, safe to show.
pub(super) fn places(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(old, new, &Pointer::root(), &mut found);
    let more = found.len().saturating_sub(PLACES);
    found.truncate(PLACES);
    if more > 0 {
        found.push(format!("{more} more"));
    }
    found
}

fn walk(old: &Value, new: &Value, at: &Pointer, found: &mut Vec<String>) {
    let shown = |pointer: &Pointer| render::safe(pointer.as_str(), 80);
    match (old, new) {
        _ if old == new => {}
        (Value::Object(old), Value::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for key in keys {
                let place = at.key(key);
                match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) => walk(old, new, &place, found),
                    (None, _) => found.push(format!("{} was added", shown(&place))),
                    (_, None) => found.push(format!("{} was removed", shown(&place))),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                walk(old, new, &at.index(index), found);
            }
        }
        _ if at.is_root() => {}
        _ => found.push(format!("{} changed", shown(at))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_texts_are_cut_around_the_difference() {
        let long = "word ".repeat(100);
        let shown = evidence(&format!("{long}old {long}"), &format!("{long}new and \u{202E}{long}"));
        assert!(shown.contains("old") && shown.contains("new and \\u{202E}"), "{shown}");
        assert!(shown.chars().count() < 240);
    }

    #[test]
    fn overlapping_ends_do_not_confuse_it() {
        assert_eq!(evidence("aa", "aaa"), "- aa ⏎ + aaa");
        assert_eq!(evidence("é", "è"), "- é ⏎ + è");
    }

    #[test]
    fn places_inside_are_named() {
        let old = json!({"properties": {"a": {"type": "string"}, "b": {}}, "required": ["a"]});
        let new = json!({"properties": {"a": {"type": "number"}, "c": {}}, "required": ["a", "c"]});
        let expected =
            ["/properties/a/type changed", "/properties/b was removed", "/properties/c was added", "/required changed"];
        assert_eq!(places(&old, &new), expected);
        assert!(places(&json!("a"), &json!("b")).is_empty());
    }
}
