//! Layers stay within their bounds and stand where they say; commands are judged in all of them.

use vetgate_text::{decode, shell};

pub(crate) fn run(text: &str) {
    let layers = decode::layers(text);
    let mut total = 0;
    for decoded in &layers.found {
        total += decoded.text.len();
        assert!(text.get(decoded.span.clone()).is_some());
        assert!((1..=decode::DEPTH_LIMIT).contains(&decoded.chain.len()));
        if let Some(hit) = shell::looks_like_command(&decoded.text) {
            assert!(decoded.text.get(hit.span).is_some());
        }
    }
    assert!(total <= decode::TOTAL_LIMIT);
    if let Some(hit) = shell::looks_like_command(text) {
        assert!(text.get(hit.span).is_some());
    }
}
