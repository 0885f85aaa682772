//! Results in more pieces than anybody reads.
//!
//! A limit on bytes does not keep a server from filling an agent's window with thousands of small blocks, each of which looks
//! like any other. What has so many entries is data, and data goes into one block.

use vetgate_model::json::Document;

/// From here on a result has too many blocks.
pub(super) const LIMIT: usize = 1_024;

/// The fewest bytes of a block: `{"type":"text"},`.
const LEAST: usize = 16;

/// Whether a result has more than [`LIMIT`] blocks.
pub(super) fn are_too_many(result: &str) -> bool {
    if result.len() <= LIMIT * LEAST {
        return false;
    }
    let Ok(document) = Document::parse(result) else { return false };
    let lists = ["content", "contents", "messages"].into_iter().filter_map(|name| document.root().get(name));
    lists.into_iter().any(|list| list.elements().nth(LIMIT).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_blocks_are_read_and_more_are_not() {
        let result = |blocks: usize| {
            let blocks = vec![r#"{"type":"text","text":"one of many"}"#; blocks].join(",");
            format!(r#"{{"content":[{blocks}]}}"#)
        };
        assert!(!are_too_many(&result(LIMIT)));
        assert!(are_too_many(&result(LIMIT + 1)));
        let rows = vec![r#"{\"a\":1}"#; 10_000].join(",");
        assert!(!are_too_many(&format!(r#"{{"content":[{{"type":"text","text":"[{rows}]"}}]}}"#)));
    }
}
