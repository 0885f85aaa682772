//! `docs/classifier-eval.md` tells the figures of the classifier and `docs/evaluation.md` those that decide on production,
//! or these tests fail. To write them anew:
//!
//! ```text
//! VETGATE_BLESS=1 cargo test -p vetgate-eval --test page
//! ```

#![allow(clippy::disallowed_methods, reason = "a test reads the page it is about")]

#[path = "page/source.rs"]
mod source;
#[path = "page/tables.rs"]
mod tables;

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;
use vetgate_eval::capability::Capability;
use vetgate_eval::{Data, Evaluation, File, Part, Run, Scores, SecurityTestMetrics, Share, Stopped, measure};

#[test]
fn the_page_of_the_classifier_tells_its_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let name = "datasets/capability_corpus_v1.json";
    let text = fs::read_to_string(root.join(name)).expect("the corpus is there");
    let corpus = Capability::read(&[File { name, text: &text }]).expect("the corpus is sound");
    let expected = tables::page(&corpus, &source::section(&root));
    let path = root.join("docs/classifier-eval.md");
    if std::env::var_os("VETGATE_BLESS").is_some() {
        fs::write(&path, &expected).expect("docs/classifier-eval.md can be written");
    }
    let page = fs::read_to_string(&path).expect("docs/classifier-eval.md is there");
    assert!(page == expected, "docs/classifier-eval.md is out of date; see the top of this file for how to write it");
}

/// The figures of an evaluation on one of the project's datasets.
fn scores(root: &Path, evaluation: Evaluation, name: &str) -> Scores {
    let text = fs::read_to_string(root.join("datasets").join(name)).expect("the dataset is there");
    let file = File { name, text: &text };
    let measured = measure(evaluation, Data { corpus: &[file], golden: &[], with_user_words: false }, &Stopped)
        .expect("the dataset is sound");
    let Part::Detector(scores) = measured.part else { panic!("{name} has no detector") };
    *scores
}

/// The place between the comments `<!-- figures: NAME -->` and `<!-- end of figures -->`.
fn place(page: &str, name: &str) -> Range<usize> {
    let mark = format!("<!-- figures: {name} -->\n");
    let start = page.find(&mark).unwrap_or_else(|| panic!("docs/evaluation.md has no {mark}")) + mark.len();
    let length = page[start..].find("<!-- end of figures -->").expect("figures end");
    start..start + length
}

#[test]
fn the_page_on_production_tells_its_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = Run {
        detectors: vec![
            scores(&root, Evaluation::Security, "security_corpus_v1.json"),
            scores(&root, Evaluation::Responses, "responses_corpus_v1.json"),
            scores(&root, Evaluation::Contradiction, "contradiction_corpus_v1.json"),
        ],
        ..Run::default()
    };
    let metrics = SecurityTestMetrics::of(&run).expect("definitions and outputs were judged");
    let percent = |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format!("{:.1} %", rate * 100.0));
    let mut points = String::from(
        "\n| tier | confidence of at least | attacks detected | attacks missed | false alarms | ready |\n\
         | --- | ---: | ---: | ---: | ---: | --- |\n",
    );
    for point in &metrics.operating_points {
        let (detected, missed) = (percent(point.attack_detection_rate), percent(point.false_negative_rate));
        let (alarms, ready) =
            (percent(point.false_positive_rate), if point.is_production_ready { "yes" } else { "no" });
        let _ = writeln!(
            points,
            "| {} | {:.1} | {detected} | {missed} | {alarms} | {ready} |",
            point.tier, point.threshold
        );
    }
    points.push('\n');

    let matrix = run.detectors[2].detector("engine").expect("the matrix is a detector").tally;
    let share = |share: Share| {
        let percent = share.value().unwrap_or(0.0) * 100.0;
        format!("{} of {} ({percent:.0} %)", share.part, share.of)
    };
    let contradictions = format!(
        "\n| | |\n| --- | --- |\n| contradictions that a row reports (recall) | {} |\n\
         | of the calls that a row reports, real contradictions (precision) | {} |\n\
         | consistent calls that a row reports | {} |\n\n",
        share(matrix.recall()),
        share(matrix.precision()),
        share(matrix.fpr())
    );

    let path = root.join("docs/evaluation.md");
    let mut page = fs::read_to_string(&path).expect("docs/evaluation.md is there");
    for (name, expected) in [("operating points", points), ("contradictions", contradictions)] {
        if std::env::var_os("VETGATE_BLESS").is_some() {
            page.replace_range(place(&page, name), &expected);
            fs::write(&path, &page).expect("docs/evaluation.md can be written");
        }
        assert_eq!(page[place(&page, name)], expected, "docs/evaluation.md is out of date; see the top of this file");
    }
    let answer = if metrics.is_production_ready { "**Yes" } else { "**No" };
    assert!(page.contains(answer), "the first words of docs/evaluation.md are the answer");
}
