//! What a list of tools costs a model.
//!
//! An estimate: four bytes of compact JSON to the token, which is about what tokenizers make of English and of JSON. It
//! is good for comparing two lists and not for billing.

/// About how many tokens a model reads `raw`, which is JSON, as.
pub(crate) fn estimate(raw: &str) -> usize {
    compact_bytes(raw).div_ceil(4)
}

/// What is saved by showing less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Saved {
    /// Tokens, by estimate.
    pub(crate) tokens: usize,
    /// Of a hundred.
    pub(crate) percent: usize,
}

/// What a list that costs `surface` saves over one that costs `full`; nothing if it is the longer one.
pub(crate) fn saved(full: usize, surface: usize) -> Saved {
    let tokens = full.saturating_sub(surface);
    Saved { tokens, percent: tokens.saturating_mul(100).checked_div(full).unwrap_or(0) }
}

/// The length of JSON without the space between its parts.
fn compact_bytes(raw: &str) -> usize {
    let (mut bytes, mut is_string, mut is_escaped) = (0, false, false);
    for byte in raw.bytes() {
        if !is_string && byte.is_ascii_whitespace() {
            continue;
        }
        bytes += 1;
        if !is_escaped && byte == b'"' {
            is_string = !is_string;
        }
        is_escaped = is_string && !is_escaped && byte == b'\\';
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_between_parts_costs_nothing_and_space_in_texts_does() {
        for (raw, tokens) in [("", 0), ("{}", 1), ("{ \n }", 1), (r#"{"a": "b c"}"#, 3), (r#"["a \" b", 1]"#, 3)] {
            assert_eq!(estimate(raw), tokens, "{raw}");
        }
    }

    #[test]
    fn what_is_saved_is_told_in_tokens_and_percent() {
        for (full, surface, tokens, percent) in [(1000, 40, 960, 96), (40, 1000, 0, 0), (0, 5, 0, 0), (7, 0, 7, 100)] {
            assert_eq!(saved(full, surface), Saved { tokens, percent });
        }
    }

    proptest::proptest! {
        #[test]
        fn layout_does_not_matter(texts in proptest::collection::vec("[a \"\\\\\n]{0,6}", 0..5)) {
            let pretty = serde_json::to_string_pretty(&texts).unwrap();
            proptest::prop_assert_eq!(compact_bytes(&pretty), serde_json::to_string(&texts).unwrap().len());
        }
    }
}
