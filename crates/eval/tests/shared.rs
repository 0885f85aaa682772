//! What the detectors are worth on data that others labelled, as floors that fail the build. It is measured where it lies
//! beside the project; without it these tests say so and pass. `cargo test -p vetgate-eval --test shared -- --nocapture`
//! prints the figures.

mod figures;

use figures::{hold, project, read, tally, texts, tools};
use vetgate_eval::{DetectorKind, Tally};

/// A file of the shared datasets, if they are there.
fn shared(name: &str) -> Option<String> {
    let path = project().join("../shared/datasets").join(name);
    if path.exists() {
        return Some(read(&path));
    }
    println!("{name}: not beside the project, not measured");
    None
}

/// Types that have no checksum and nothing else that tells them: shown, but no floor.
const BY_NAME_ONLY: &[&str] = &[
    "us_passport",
    "us_driver_license",
    "uk_passport",
    "es_passport",
    "kr_passport",
    "it_passport",
    "de_passport",
    "kr_driver_license",
    "it_identity_card",
    "uk_postcode",
    "uk_vehicle_registration",
    "ng_vehicle_registration",
    "tr_license_plate",
];

#[test]
fn personal_data_is_found_by_type() {
    let Some(text) = shared("pii.jsonl") else { return };
    let scores = texts("pii.jsonl", &text, |_| true);
    let types = scores.per_detector.iter().filter(|detector| detector.kind == DetectorKind::Type);
    let mut all = Tally::without_negatives();
    for detector in types.filter(|detector| !BY_NAME_ONLY.contains(&detector.detector.as_str())) {
        all.join(detector.tally);
        // One number decides where there are only two or three.
        let f1 = detector.tally.f1().unwrap_or(1.0);
        assert!(detector.tally.positives() < 5 || f1 >= 0.85, "{}: F1 {f1:.3}", detector.detector);
    }
    let f1 = all.f1().expect("there are spans");
    println!("types that rules can decide: {all:?}, F1 {f1:.3}");
    assert!(f1 >= 0.95, "F1 {f1:.3}");
    hold("numbers that their checksum rules out", scores.measures[0].share, 1.0);
}

#[test]
fn secrets_are_found_and_look_alikes_are_not() {
    let Some(text) = shared("secrets.jsonl.gz") else { return };
    let engine = tally(&texts("secrets.jsonl.gz", &text, |_| true), "engine");
    hold("recall", engine.recall(), 0.85);
    hold("precision", engine.precision(), 0.9);
}

#[test]
fn tools_that_others_labelled_by_hand() {
    let Some(text) = shared("capability_tools.jsonl") else { return };
    // One row contradicts its own definition: a tool that moves files, labelled as having no capability.
    let counts = tools("labelled by hand", &text, |tool| {
        tool.labels.capabilities.is_some() && tool.definition.name() != "move_file"
    });
    for (tag, grades) in &counts.tags {
        let precision = grades.high.precision();
        if precision.of > 0 {
            hold(&format!("precision of {tag} at high"), precision, 0.90);
        }
    }
    hold("recall at medium", counts.overall().medium.recall(), 0.95);
}

#[test]
fn authors_who_say_whether_their_tools_read() {
    let Some(text) = shared("capability_tools.jsonl") else { return };
    let counts = tools("with the author's hints", &text, |tool| tool.labels.claims_to_read().is_some());
    hold("read-only or not", counts.claims, 0.94);
}
