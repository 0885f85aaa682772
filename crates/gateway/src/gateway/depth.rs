//! Results that are nested too deep for anybody to read.
//!
//! A text of brackets is small to send, and programs that read JSON with a function that calls itself end on it. What
//! comes as JSON in a text is looked at too: agents read that as well.

use vetgate_model::json::{Document, Node};

/// From here on a result is too deep. No data is, and some programs read less.
pub(super) const LIMIT: usize = 500;

/// Whether a result, or a text in it that is JSON, is nested deeper than [`LIMIT`].
pub(super) fn is_too_deep(result: &str) -> bool {
    if result.len() <= LIMIT {
        return false;
    }
    if reaches(result) {
        return true;
    }
    // It is not deep itself, so that it can be walked.
    let Ok(document) = Document::parse(result) else { return false };
    let root = document.root();
    let is_deep = |node: Node| node.string().is_some_and(|text| text.text.len() > LIMIT && reaches(&text.text));
    let blocks = ["content", "contents", "messages"].into_iter().filter_map(|name| root.get(name));
    blocks.flat_map(|blocks| blocks.elements().collect::<Vec<_>>()).any(|block| {
        let texts = [block.get("text"), block.get("resource"), block.get("content")].into_iter().flatten();
        texts.into_iter().any(|said| is_deep(said) || said.get("text").is_some_and(is_deep))
    })
}

/// Whether a text begins like JSON and is nested deeper than the limit before it stops being like JSON.
fn reaches(text: &str) -> bool {
    if !text.trim_start().starts_with(['[', '{']) {
        return false;
    }
    let (mut depth, mut is_inside, mut is_escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_inside => is_escaped = true,
            b'"' => is_inside = !is_inside,
            _ if is_inside => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth <= 1 => return false,
            b']' | b'}' => depth -= 1,
            b',' | b':' | b'+' | b'-' | b'.' | b' ' | b'\t' | b'\r' | b'\n' => {}
            // Outside of strings JSON has numbers, `true`, `false` and `null`.
            b'0'..=b'9' | b'E' | b't' | b'r' | b'u' | b'e' | b'f' | b'a' | b'l' | b's' | b'n' => {}
            _ => return false,
        }
        if depth > LIMIT {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> String {
        format!("{}1{}", "[".repeat(depth), "]".repeat(depth))
    }

    #[test]
    fn what_nobody_can_read_is_found_wherever_it_stands() {
        for (deep, is_deep) in [(nested(100_000), true), (nested(LIMIT - 10), false)] {
            let text = |deep: &str| format!(r#"{{"content":[{{"type":"text","text":"{deep}"}}]}}"#);
            assert_eq!(is_too_deep(&text(&deep)), is_deep);
            assert_eq!(is_too_deep(&format!(r#"{{"structuredContent":{{"a":{deep}}}}}"#)), is_deep);
            assert_eq!(is_too_deep(&format!(r#"{{"contents":[{{"uri":"a:b","text":"{deep}"}}]}}"#)), is_deep);
            let message = format!(r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"{deep}"}}}}]}}"#);
            assert_eq!(is_too_deep(&message), is_deep);
        }
    }

    #[test]
    fn brackets_in_a_text_are_no_nesting() {
        let log = "[0m started [31m failed ".repeat(1_000);
        assert!(!is_too_deep(&format!(r#"{{"content":[{{"type":"text","text":"{log}"}}]}}"#)));
        let rows = "[1,[2,{\"a\":[]}]],".repeat(10_000);
        assert!(!is_too_deep(&format!(
            r#"{{"content":[{{"type":"text","text":"[{}0]"}}]}}"#,
            rows.replace('"', "\\\"")
        )));
    }
}
