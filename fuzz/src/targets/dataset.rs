//! Whatever a dataset holds, it is refused with the rule it breaks, or it is scored.

use vetgate_eval::{Data, Evaluation, File, Stopped, measure, validate};

pub(crate) fn run(text: &str) {
    let file = [File { name: "f", text }];
    if let Err(flaws) = validate(file[0], &file) {
        assert!(!flaws.is_empty(), "what is refused is refused for a reason");
    }
    for evaluation in Evaluation::ALL {
        let _ = measure(*evaluation, Data { corpus: &file, golden: &file, with_user_words: true }, &Stopped);
    }
}
