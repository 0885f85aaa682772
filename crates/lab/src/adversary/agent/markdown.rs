//! Pictures in Markdown, as a chat window finds them.

use serde_json::Value;

/// The addresses of all pictures in the texts of a result.
pub(super) fn pictures(result: &Value) -> Vec<String> {
    match result {
        Value::String(text) => in_text(text),
        Value::Array(values) => values.iter().flat_map(pictures).collect(),
        Value::Object(members) => members.values().flat_map(pictures).collect(),
        _ => Vec::new(),
    }
}

fn in_text(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("![") {
        let rest = &text[at + 2..];
        let Some(close) = rest.find(']') else { continue };
        let (words, behind) = (&rest[..close], &rest[close + 1..]);
        found.extend(match behind.as_bytes().first() {
            Some(b'(') => Some(up_to(&behind[1..], &[')', ' ', '\n']).to_owned()),
            Some(b'[') => defined(text, up_to(&behind[1..], &[']'])),
            _ => defined(text, words),
        });
    }
    found
}

fn up_to<'t>(text: &'t str, ends: &[char]) -> &'t str {
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// The address that a line `[name]: address` gives to a name.
fn defined(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix('[')?.strip_prefix(name)?.strip_prefix("]:")?;
        Some(up_to(rest.trim_start(), &[' ']).to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pictures_are_found_wherever_they_stand() {
        let result = json!({"content": [{"text": "a ![x](https://a.example/p?d=1) b ![](https://b.example/q \"t\")"}]});
        assert_eq!(pictures(&result), ["https://a.example/p?d=1", "https://b.example/q"]);
        assert!(pictures(&json!("[a link](https://c.example)")).is_empty());
        let by_name =
            json!("![x][sig] and ![logo]\n\n[sig]: https://d.example/s?d=2\n [logo]: https://e.example/l 't'");
        assert_eq!(pictures(&by_name), ["https://d.example/s?d=2", "https://e.example/l"]);
    }
}
