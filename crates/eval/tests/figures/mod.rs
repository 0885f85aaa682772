//! Data from files to printed figures, for the tests that hold them to floors.

use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};
use vetgate_eval::capability::{self, Capability, Counts, Tool};
use vetgate_eval::sensitive::{self, Sensitive};
use vetgate_eval::{File, Scores, Share, Stopped, Tally};

pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of data, unpacked.
#[allow(clippy::disallowed_methods, reason = "the test's own data")]
pub(crate) fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    let read = match path.extension().is_some_and(|kind| kind == "gz") {
        true => GzDecoder::new(&bytes[..]).read_to_string(&mut text),
        false => bytes.as_slice().read_to_string(&mut text),
    };
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text
}

/// Fails when a share is below its floor. Nothing to measure is below every floor.
pub(crate) fn hold(what: &str, share: Share, floor: f64) {
    let Share { part, of } = share;
    assert!(share.value().is_some_and(|value| value >= floor), "{what}: {part} of {of}, expected at least {floor}");
}

pub(crate) fn tally(scores: &Scores, detector: &str) -> Tally {
    scores.detector(detector).unwrap_or_else(|| panic!("no detector {detector}")).tally
}

/// Prints the figures of every detector.
fn print(name: &str, scores: &Scores) {
    for corpus in &scores.corpora {
        println!("{name}: {} items, left out {:?}", corpus.items, corpus.left_out);
    }
    for detector in &scores.per_detector {
        let Tally { true_positives, false_positives, true_negatives, false_negatives, .. } = detector.tally;
        let figure = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
        let [precision, recall, fpr] = [detector.tally.precision(), detector.tally.recall(), detector.tally.fpr()]
            .map(|share| figure(share.value()));
        let f1 = figure(detector.tally.f1());
        println!(
            "  {:26} tp {true_positives} fp {false_positives} tn {true_negatives} fn {false_negatives}: precision {precision}, recall {recall}, F1 {f1}, fpr {fpr}",
            detector.detector
        );
    }
    for measure in &scores.measures {
        println!("  {}: {} of {}", measure.name, measure.share.part, measure.share.of);
    }
}

/// Measures what `keep` leaves of a file of texts.
pub(crate) fn texts(name: &str, text: &str, keep: impl Fn(&sensitive::Entry) -> bool) -> Scores {
    let mut corpus = Sensitive::read(&[File { name, text }]).unwrap_or_else(|flaws| panic!("{}", flaws[0]));
    corpus.entries.retain(keep);
    let scores = sensitive::score(&corpus, &sensitive::judge(&corpus, &Stopped));
    print(name, &scores);
    scores
}

/// Measures what `keep` leaves of a file of tools.
pub(crate) fn tools(name: &str, text: &str, keep: impl Fn(&Tool) -> bool) -> Counts {
    let mut corpus = Capability::read(&[File { name, text }]).unwrap_or_else(|flaws| panic!("{}", flaws[0]));
    corpus.tools.retain(keep);
    let classified = capability::judge(&corpus, &Stopped);
    print(name, &capability::score(&corpus, &classified));
    Counts::of(&corpus, &classified)
}
