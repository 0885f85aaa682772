//! What must hold for every number, every document and every way to cut it, over generated ones.

#[path = "properties/arithmetic.rs"]
mod arithmetic;
#[path = "properties/documents.rs"]
mod documents;
#[path = "properties/masking.rs"]
mod masking;
#[path = "properties/numbers.rs"]
mod numbers;
#[path = "properties/pieces.rs"]
mod pieces;
#[path = "properties/schemes.rs"]
mod schemes;
// The benchmarks' texts serve as documents that look real; not all of them are used here.
#[allow(dead_code)]
#[path = "../benches/texts/mod.rs"]
mod texts;

use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Grade, Match};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// What is found and shown by default.
fn shown(document: &[u8]) -> Vec<Match> {
    DETECTOR.inspect(document).into_iter().filter(|found| found.grade() >= Grade::Medium).collect()
}
