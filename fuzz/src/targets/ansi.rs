//! Every sequence stands on character boundaries, in order.

use vetgate_text::ansi;

pub(crate) fn run(text: &str) {
    let mut end = 0;
    for escape in ansi::scan(text) {
        assert!(escape.span.start >= end && !escape.span.is_empty() && text.get(escape.span.clone()).is_some());
        end = escape.span.end;
    }
}
