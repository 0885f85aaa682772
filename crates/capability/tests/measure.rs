//! What the classifier is worth, as floors that fail the build.
//!
//! `held_out` is the part of the project's own corpus that is never tuned on. Where the shared datasets lie beside the
//! project they are measured too; without them those tests say so and pass.
//! `cargo test -p vetgate-capability --test measure -- --nocapture` prints the figures.

#[path = "../examples/evaluate/labelled.rs"]
mod labelled;
#[allow(dead_code, reason = "the floors are on tools beside the others of their server")]
#[path = "../examples/evaluate/score.rs"]
mod score;

use labelled::Labelled;
use score::{Score, Share, View};
use std::path::{Path, PathBuf};
use vetgate_capability::Tag;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The labelled tools of the shared datasets, if they are there.
fn shared() -> Option<Vec<Labelled>> {
    let path = project().join("../shared/datasets/capability_tools.jsonl");
    if path.exists() {
        return Some(labelled::rows(&path).expect("every line is a tool"));
    }
    println!("capability_tools.jsonl: not beside the project, not measured");
    None
}

fn score(name: &str, tools: &[&Labelled]) -> Score {
    let score = Score::of(tools, View::Beside);
    println!("{name}: {} tools", tools.len());
    for (tag, grades) in &score.tags {
        let (high, medium) = (grades.high, grades.medium);
        println!(
            "  {tag:14} high: precision {}, recall {}; medium: precision {}, recall {}",
            high.precision(),
            high.recall(),
            medium.precision(),
            medium.recall()
        );
    }
    let all = score.overall();
    println!("  all            precision {}, recall {}", all.medium.precision(), all.medium.recall());
    println!("  harmless       given nothing {}", score.harmless);
    let interesting = score.interesting_roles();
    println!("  roles          right {}", score.parameters);
    println!("  of interest    precision {}, recall {}", interesting.precision(), interesting.recall());
    println!("  operation      reads {}, class {}, unknown {}", score.reads, score.classes, score.unknown);
    println!("  hints          reads {}", score.claims);
    score
}

/// Fails when a share is below its floor. Nothing to measure is below every floor.
fn hold(what: &str, share: Share, floor: f64) {
    assert!(share.value().is_some_and(|value| value >= floor), "{what}: {share}, expected at least {floor}");
}

#[test]
fn the_held_out_tools() {
    let corpus = labelled::corpus(&project().join("datasets/capability_corpus_v1.json")).expect("the corpus is there");
    let tools: Vec<&Labelled> = corpus.iter().filter(|tool| tool.labels.split == "held_out").collect();
    let score = score("held_out", &tools);
    let all = score.overall();
    hold("precision at high", all.high.precision(), 0.92);
    hold("precision at medium", all.medium.precision(), 0.76);
    hold("recall at medium", all.medium.recall(), 0.64);
    hold("harmless tools", score.harmless, 0.84);
    hold("roles", score.parameters, 0.81);
    hold("precision of roles of interest", score.interesting_roles().precision(), 0.91);
    hold("recall of roles of interest", score.interesting_roles().recall(), 0.64);
    hold("reads or does not", score.reads, 0.77);
    hold("operation classes", score.classes, 0.76);
}

#[test]
fn tools_that_others_labelled_by_hand() {
    let Some(rows) = shared() else { return };
    // One row contradicts its own definition: a tool that moves files, labelled as having no capability.
    let is_sound = |tool: &&Labelled| tool.labels.capabilities.is_some() && tool.definition.name() != "move_file";
    let tools: Vec<&Labelled> = rows.iter().filter(is_sound).collect();
    let score = score("labelled by hand", &tools);
    for tag in Tag::ALL {
        let precision = score.tags[&tag].high.precision();
        if precision.of > 0 {
            hold(&format!("precision of {tag} at high"), precision, 0.90);
        }
    }
    hold("recall at medium", score.overall().medium.recall(), 0.75);
}

#[test]
fn authors_who_say_whether_their_tools_read() {
    let Some(rows) = shared() else { return };
    let tools: Vec<&Labelled> = rows.iter().filter(|tool| tool.labels.claims_to_read().is_some()).collect();
    hold("read-only or not", score("with the author's hints", &tools).claims, 0.85);
}
