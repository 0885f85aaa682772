//! What the detector is worth, as floors and ceilings that fail the build.
//!
//! The texts in `tests/corpus` are the project's own. Where the shared datasets lie beside the project they are measured
//! too; without them those tests say so and pass. `cargo test -p vetgate-sensitive --test measure -- --nocapture` prints
//! the figures, and with `VETGATE_SHOW=1` every text that was judged wrongly.

#[path = "measure/clean.rs"]
mod clean;
#[path = "measure/corpus.rs"]
mod corpus;
#[path = "measure/personal.rs"]
mod personal;
#[path = "measure/secrets.rs"]
mod secrets;

use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use vetgate_sensitive::{Detector, Grade, Match};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// What is shown by default: medium and above.
fn shown(text: &[u8]) -> Vec<Match> {
    DETECTOR.inspect(text).into_iter().filter(|found| found.grade() >= Grade::Medium).collect()
}

/// A file of the shared datasets, if they are there.
fn shared(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("{name}: not beside the project, not measured");
    None
}

/// A file of test data, unpacked.
#[allow(clippy::disallowed_methods, reason = "the test's own data")]
fn read(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|kind| kind != "gz") {
        return bytes;
    }
    let mut text = Vec::new();
    GzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text
}

fn lines(path: &Path) -> Vec<String> {
    String::from_utf8_lossy(&read(path)).lines().map(str::to_owned).collect()
}

fn show(what: &str, text: &str) {
    if std::env::var_os("VETGATE_SHOW").is_some() {
        println!("  {what}: {text}");
    }
}

/// Found, missed and wrongly found.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    right: usize,
    missed: usize,
    wrong: usize,
}

impl Tally {
    fn precision(self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }

    fn recall(self) -> f64 {
        self.right as f64 / (self.right + self.missed).max(1) as f64
    }

    fn f1(self) -> f64 {
        2.0 * self.right as f64 / (2 * self.right + self.missed + self.wrong).max(1) as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { right, missed, wrong } = self;
        let (p, r, f1) = (self.precision(), self.recall(), self.f1());
        write!(f, "{right} found, {missed} missed, {wrong} wrong: precision {p:.3}, recall {r:.3}, F1 {f1:.3}")
    }
}
