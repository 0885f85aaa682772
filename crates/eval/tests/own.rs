//! What the detectors are worth on the project's own datasets, as floors and ceilings that fail the build. The held-out
//! parts are never tuned on. `cargo test -p vetgate-eval --test own -- --nocapture` prints the figures.

mod figures;

use figures::{hold, project, read, tally, texts, tools};
use vetgate_eval::security::{self, Security};
use vetgate_eval::{File, Share, Stopped, Tally};

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

#[test]
fn tools_that_the_classifier_was_not_tuned_on() {
    let text = read(&project().join("datasets/capability_corpus_v1.json"));
    let counts = tools("held_out", &text, |tool| tool.labels.split == "held_out");
    let (all, interesting) = (counts.overall(), counts.interesting_roles());
    hold("precision at high", all.high.precision(), 0.92);
    hold("precision at medium", all.medium.precision(), 0.76);
    hold("recall at medium", all.medium.recall(), 0.64);
    hold("harmless tools", counts.harmless, 0.84);
    hold("roles", counts.parameters, 0.81);
    hold("precision of roles of interest", interesting.precision(), 0.91);
    hold("recall of roles of interest", interesting.recall(), 0.64);
    hold("reads or does not", counts.reads, 0.77);
    hold("operation classes", counts.classes, 0.76);
}

#[test]
fn definitions_that_no_check_was_mended_on() {
    let text = read(&project().join("datasets/security_held_out_v1.json"));
    let corpus = Security::read(&[File { name: "security_held_out_v1.json", text: &text }]).expect("sound data");
    let scores = security::score(&corpus, &security::judge(&corpus, &Stopped));
    let (engine, hard) = (tally(&scores, "engine"), tally(&scores, "hard"));
    hold("recall", engine.recall(), 0.65);
    hold("harmless that are left alone", Share::new(engine.true_negatives, engine.negatives()), 0.80);
    assert_eq!(hard.false_positives, 0, "harmless definitions would be quarantined");
}
