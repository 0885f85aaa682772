//! What the detectors are worth on the project's own datasets, as floors and ceilings that fail the build. The held-out
//! parts are never tuned on. `cargo test -p vetgate-eval --test own -- --nocapture` prints the figures.

#[allow(dead_code, reason = "some figures are held only on the data of others")]
mod figures;

use figures::{project, read, tally, texts};
use vetgate_eval::Tally;

fn spans(text: &str, split: &str, category: &str) -> Tally {
    println!("{split} {category}");
    let scores = texts("sensitive_corpus_v1.json", text, |entry| entry.split == split && entry.category == category);
    tally(&scores, "spans")
}

#[test]
fn texts_with_and_without_sensitive_data() {
    let text = read(&project().join("datasets/sensitive_corpus_v1.json"));
    for (split, f1, alarms) in [("tuned", 0.95, 2), ("held_out", 0.9, 4)] {
        for category in ["personal", "secrets"] {
            let reached = spans(&text, split, category).f1().expect("there are spans");
            assert!(reached >= f1, "{split} {category}: F1 {reached:.3}, expected at least {f1}");
        }
        let wrong = spans(&text, split, "harmless").false_positives;
        assert!(wrong <= alarms, "{split} harmless: {wrong} false alarms, expected at most {alarms}");
    }
}
