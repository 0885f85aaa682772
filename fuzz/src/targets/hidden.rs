//! Every run stands on character boundaries, in order; words and skeletons are total.

use vetgate_text::{hidden, script};

pub(crate) fn run(text: &str) {
    let mut end = 0;
    for run in hidden::scan(text) {
        assert!(run.span.start >= end && text.get(run.span.clone()).is_some());
        end = run.span.end;
    }
    for (_, word) in script::words(text) {
        script::mixed(word);
    }
    script::skeleton(text);
}
